package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/experiment/circuitfile"
	"twophase/internal/study/sweep"
	"twophase/internal/testkit/testfiles"
	"twophase/internal/text/document"
)

// docs/keys.md is the table of keys of experiment files and of grids, as it is now.
func TestDocsKeys(t *testing.T) {
	flags := map[string]string{}
	for _, k := range flagKeys() {
		flags[k.name] = "--" + k.Flag.Name
	}
	var b strings.Builder
	b.WriteString(`# Keys

Written by ` + "`go test ./cmd/twophase -run Docs -update`" + ` from the tables of keys in the code, which also give the
template of ` + "`twophase init`, the help of `twophase run`, the JSON Schema of `twophase check --schema`" + ` and the errors.

## Keys of an experiment file

A key with a dot is in a section: ` + "`stimulus.problem` is `problem` under `stimulus`" + `. [experiments.md](experiments.md)
explains how keys are used together, and [what-if.md](what-if.md) those under ` + "`interventions`" + `.

`)
	writeKeys(&b, experiment.FileKeys(), flags)
	b.WriteString("\n## Keys of a selection\n\nUnder `lesion`, `freeze`, `thaw`, `set`, `multiply`, `clamp` and `release`, instead of a text: see [selections.md](selections.md).\n\n")
	writeKeys(&b, experiment.SelectionKeys(), nil)
	b.WriteString("\n## Keys of a circuit\n\nA circuit of your own is under `circuit`: see [circuits.md](circuits.md).\n\n")
	circuit, population, projection := circuitfile.Keys()
	writeKeys(&b, circuit, nil)
	b.WriteString("\nA population has\n\n")
	writeKeys(&b, population, nil)
	b.WriteString("\nand a projection\n\n")
	writeKeys(&b, projection, nil)
	b.WriteString("\n## Keys of a grid\n\nThe file of a [sweep](sweeps.md) varies keys of an experiment.\n\n")
	keys, values := sweep.Keys()
	writeKeys(&b, keys, nil)
	b.WriteString("\nA key under `vary` has a list of values, or one of `grid`, `range` and `random`:\n\n")
	writeKeys(&b, values, nil)
	fits, ranges := sweep.FitKeys()
	b.WriteString("\n## Keys of a fit\n\nThe file of a [fit](sweeps.md#fits) searches the best values of keys of an experiment.\n\n")
	writeKeys(&b, fits, nil)
	b.WriteString("\nA key under `vary` has its range:\n\n")
	writeKeys(&b, ranges, nil)

	testfiles.Same(t, filepath.Join("..", "..", "docs", "keys.md"), []byte(b.String()))
}

// The meaning of sign lists its words once.
func TestSignListsItsWordsOnce(t *testing.T) {
	_, _, projection := circuitfile.Keys()
	if text := projection.Find("sign").Sentence(); strings.Count(text, "excitatory") != 1 {
		t.Error(text)
	}
}

// writeKeys writes a table of keys, with the flags that override them if there are any.
func writeKeys(b *strings.Builder, keys *document.Section, flags map[string]string) {
	header := []string{"key", "meaning", "default", "example"}
	if flags != nil {
		header = append(header, "flag")
	}
	cells := func(texts []string) {
		for i, text := range texts {
			texts[i] = strings.ReplaceAll(text, "|", `\|`)
		}
		fmt.Fprintf(b, "| %s |\n", strings.Join(texts, " | "))
	}
	code := func(text string) string {
		if text == "" {
			return ""
		}
		return "`" + text + "`"
	}
	cells(header)
	b.WriteString("|" + strings.Repeat("---|", len(header)) + "\n")
	keys.Each(func(name string, key *document.Key) {
		row := []string{code(name), key.Sentence(), key.Default, code(key.Example)}
		if flags != nil {
			row = append(row, code(flags[name]))
		}
		cells(row)
	})
}
