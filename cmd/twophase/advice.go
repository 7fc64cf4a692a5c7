package main

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/result"
)

// loadExperiment reads an experiment file. Of a folder it says what can be done with it.
func loadExperiment(name string) (*experiment.Document, error) {
	info, err := os.Stat(name)
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
		what = fmt.Sprintf("the folder of a run that is not complete: twophase resume %s goes on with it", name)
	case is("plan.json"):
		what = fmt.Sprintf("the plan of a sweep: twophase sweep run %s runs it", name)
	}
	return nil, usageError{fmt.Errorf("%s is %s", name, what)}
}

// swallowed returns advice if a flag seems to have taken the name of an experiment file for its
// value, else "".
func swallowed(app *cli.App, args []string) string {
	command, _ := commandOf(app, args)
	if command == nil {
		return ""
	}
	for i, arg := range args[:len(args)-1] {
		name, dashed := strings.CutPrefix(arg, "--")
		file := args[i+1]
		if !dashed || filepath.Ext(file) != ".yaml" && filepath.Ext(file) != ".yml" {
			continue
		}
		takes := slices.ContainsFunc(command.Flags, func(f cli.Flag) bool {
			d, ok := f.(cli.DocGenerationFlag)
			return ok && d.TakesValue() && slices.Contains(f.Names(), name)
		})
		if info, err := os.Stat(file); takes && err == nil && !info.IsDir() {
			return fmt.Sprintf("--%s has taken %s for its value: give it one, or leave it out", name, file)
		}
	}
	return ""
}
