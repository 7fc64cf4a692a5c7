package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/phrase"
	"twophase/internal/result"
	"twophase/stimulus/datafile"
)

// loadExperiment reads an experiment file. Of a folder, or a file of stimuli, it says what can be done
// with it.
func loadExperiment(name string) (*experiment.Document, error) {
	info, err := os.Stat(name)
	if err == nil && !info.IsDir() && datafile.IsDataName(name) {
		return nil, usageError{fmt.Errorf("%[1]s holds stimuli, and is no experiment: give it by --stimulus %[1]s; twophase check %[1]s says what it sees", phrase.ShellWord(name))}
	}
	if err != nil || !info.IsDir() {
		return experiment.Load(name)
	}
	is := func(file string) bool { _, err := os.Stat(filepath.Join(name, file)); return err == nil }
	what := "a folder, and no experiment file: name the file, or write one with twophase init"
	switch {
	case result.IsComparison(name):
		what = fmt.Sprintf("the folder of a comparison: twophase view %s shows it, and twophase verify %s runs it again", name, name)
	case is("summary.json"):
		what = fmt.Sprintf("the folder of a run: twophase show %s prints its results, twophase inspect %s its synapses, and twophase verify %s runs it again", name, name, name)
	case is("manifest.json") && strings.HasSuffix(strings.TrimSuffix(name, "/"), ".partial"):
		what = fmt.Sprintf("the folder of a run that %v", result.Unfinished(name))
	case is("plan.json"):
		what = fmt.Sprintf("the plan of a sweep: twophase sweep run %s runs it", name)
	}
	return nil, usageError{fmt.Errorf("%s is %s", name, what)}
}

// swallowed returns advice if a flag seems to have taken the name of an experiment file, or
// another flag, --help too, for its value, else "".
func swallowed(app *cli.App, args []string) string {
	command, _ := commandOf(app, args)
	if command == nil {
		return ""
	}
	has := func(name string, takesValue bool) bool {
		return slices.ContainsFunc(command.Flags, func(f cli.Flag) bool {
			d, ok := f.(cli.DocGenerationFlag)
			return ok && slices.Contains(f.Names(), name) && (d.TakesValue() || !takesValue)
		})
	}
	for i, arg := range args[:len(args)-1] {
		name, dashed := strings.CutPrefix(arg, "--")
		value := args[i+1]
		if !dashed || !has(name, true) {
			continue
		}
		flag, isFlag := strings.CutPrefix(value, "--")
		info, err := os.Stat(value)
		isFile := err == nil && !info.IsDir() && (filepath.Ext(value) == ".yaml" || filepath.Ext(value) == ".yml")
		if isFile || isFlag && has(flag, false) {
			return fmt.Sprintf("--%s has taken %s for its value: give it one, or leave it out", name, value)
		}
	}
	return ""
}
