package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"twophase/recorder"
)

func TestParseSize(t *testing.T) {
	for text, want := range map[string]recorder.Budget{
		"1":       1,
		"12345":   12345,
		"1kB":     1e3,
		"1KB":     1e3,
		"500MB":   5e8,
		"2GB":     2e9,
		"2 GB":    2e9,
		" 1.5GB ": 1.5e9,
		"0.5TB":   5e11,
		"1e3":     1e3,
	} {
		if got, err := parseSize(text); err != nil || got != want {
			t.Errorf("%q is %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "much", "MB", "-1MB", "0", "0GB", "nan", "1mb", "1MBB", "1 MB 2"} {
		if got, err := parseSize(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// The budget of a run that says nothing is what the help says.
func TestDefaultBudgetIsASize(t *testing.T) {
	for _, f := range runFlags() {
		if f.Names()[0] != "record-budget" {
			continue
		}
		text := f.(interface{ GetValue() string }).GetValue()
		if got, err := parseSize(text); err != nil || got != 2e9 {
			t.Errorf("the default budget %q is %v, %v", text, got, err)
		}
		return
	}
	t.Error("no --record-budget")
}

// Every flag is tried in the script that checks that none is ignored.
func TestNoFlagIsUntried(t *testing.T) {
	script, err := os.ReadFile(filepath.Join("testdata", "script", "flags.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	words := strings.Fields(string(script))
	for _, f := range append(circuitFlags(), runFlags()...) {
		if name := "--" + f.Names()[0]; !slices.Contains(words, name) {
			t.Errorf("%s is not in flags.txtar", name)
		}
	}
}
