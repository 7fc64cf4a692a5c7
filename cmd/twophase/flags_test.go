package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"twophase/internal/text/wording"
)

// The budget of a run that says nothing is what the help says.
func TestDefaultBudgetIsASize(t *testing.T) {
	for _, f := range runFlags() {
		if f.Names()[0] != "record-budget" {
			continue
		}
		text := f.(interface{ GetValue() string }).GetValue()
		if got, err := wording.Size(text); err != nil || got != 2e9 {
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

// A command line has only the command that it names, under its own name. Help and complete need all.
func TestCommandsByName(t *testing.T) {
	for _, c := range commandsOf(nil) {
		made := commandsOf([]string{"twophase", c.Name, "--help"})
		if all := c.Name == "help" || c.Name == "complete"; all != (len(made) > 1) || !all && made[0].Name != c.Name {
			t.Errorf("%s makes %v", c.Name, commandNames(made))
		}
	}
}
