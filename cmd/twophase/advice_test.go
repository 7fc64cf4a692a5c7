package main

import (
	"encoding/json"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"

	"twophase/internal/numerics/quantile"
)

// follow runs an experiment that ends badly, follows each piece of advice of its warnings and of
// twophase stability, by itself, and wants a median E_Pro below a part of what it was:
// follow SHARE ADVICE FLAG …, where ADVICE is the number of pieces.
func follow(ts *testscript.TestScript, neg bool, args []string) {
	var share float64
	if neg || len(args) < 3 {
		ts.Fatalf("usage: follow SHARE ADVICE FLAG ...")
	}
	if _, err := fmt.Sscan(args[0], &share); err != nil {
		ts.Fatalf("share %s: %v", args[0], err)
	}
	flags := args[2:]
	before, warnings := ended(ts, flags)
	advice := advised(warnings)
	if fmt.Sprint(len(advice)) != args[1] {
		ts.Fatalf("%d pieces of advice, want %s: %q", len(advice), args[1], warnings)
	}
	for _, way := range advice {
		after, warnings := ended(ts, instead(flags, way))
		ts.Logf("E_Pro %.3g, and %.3g with %s", before, after, way)
		if !(after < share*before) {
			ts.Fatalf("E_Pro %.3g, and %.3g with the advice %s, which then warns %q", before, after, way, warnings)
		}
	}
}

// ended runs an experiment and returns its median E_Pro, with its warnings.
func ended(ts *testscript.TestScript, flags []string) (float64, []string) {
	ts.Check(ts.Exec("twophase", slices.Concat([]string{"run"}, flags, []string{"--record", "outputs@1000000", "--json", "--out", "followed", "--force"})...))
	var summary struct {
		Warnings []string
		Results  []struct {
			Measures struct {
				Error float64 `json:"e_pro"`
			}
		}
	}
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &summary))
	var errors []float64
	for _, r := range summary.Results {
		errors = append(errors, r.Measures.Error)
	}
	return quantile.Median(errors), summary.Warnings
}

// advice is a pair of brackets with flags, and perhaps what is known of them.
var advice = regexp.MustCompile(`\((--[a-z-]+ [^()]*(?:\([^()]*\)[^()]*)?)\)`)

// advised returns the flags that warnings advise.
func advised(warnings []string) (ways []string) {
	for _, w := range warnings {
		_, helps, _ := strings.Cut(w, "What helps: ")
		for _, way := range advice.FindAllStringSubmatch(helps, -1) {
			flags, _, _ := strings.Cut(way[1], ": ")
			ways = append(ways, flags)
		}
	}
	return ways
}

// instead returns flags with others in the place of those of the same name.
func instead(flags []string, way string) []string {
	changed := slices.Clone(flags)
	drop := func(name string) {
		if i := slices.Index(changed, name); i >= 0 {
			changed = slices.Delete(changed, i, i+2)
		}
	}
	way, without, _ := strings.Cut(way, " without ")
	if without != "" {
		drop(without)
		drop("--sweeps")
	}
	words := strings.Fields(strings.ReplaceAll(way, "'", ""))
	for i := 0; i+1 < len(words); i += 2 {
		drop(words[i])
		if words[i] == "--epochs" {
			drop("--steps")
		}
	}
	return append(changed, words...)
}
