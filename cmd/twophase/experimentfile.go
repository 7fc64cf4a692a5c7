package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
	"twophase/stimulus/fileformat"
)

// filePlan is a plan with the experiment file that it came from.
type filePlan struct {
	*planning.Plan
	doc *experiment.Document // nil if no file was named
}

// takeNetworks are the commands that take a network in the place of a file.
var takeNetworks = []string{"describe", "explore", "stability"}

// isNetwork reports whether a text names a network, and no file.
func isNetwork(name string) bool {
	_, unknown := circuit.LookupNetwork(name)
	_, noFile := os.Stat(name)
	return unknown == nil && noFile != nil
}

// locate returns an error with its place in the experiment file, or as one of a flag.
func (p filePlan) locate(err error) error {
	if p.doc != nil {
		err = p.doc.Locate(err)
	}
	var placed *document.FileError
	var wrong *document.KeyError
	if !errors.As(err, &placed) && errors.As(err, &wrong) {
		return usageError{err}
	}
	return err
}

// requested returns the experiment that is asked for: from its file, if one is named, and from
// the flags, which override it. The document is nil if no file is named.
func requested(c *cli.Context) (*experiment.Document, experiment.Experiment, error) {
	e := experiment.New()
	if c.Args().Len() > 1 {
		return nil, e, usageError{fmt.Errorf("unexpected argument %q: %s takes one experiment file, and flags", c.Args().Get(1), c.Command.Name)}
	}
	var doc *experiment.Document
	if name := c.Args().First(); slices.Contains(takeNetworks, c.Command.Name) && isNetwork(name) {
		e.Network = name
	} else if c.Args().Present() {
		var err error
		if doc, err = loadExperiment(name, c.StringSlice(setFlag)...); err != nil {
			return nil, e, err
		}
		e = doc.Experiment
		doc.Overrule(overruled(c)...)
	}
	if doc == nil && c.IsSet(setFlag) {
		return nil, e, usageError{errors.New("--set changes keys of an experiment file: name one; twophase describe NETWORK --as-file writes one")}
	}
	e, err := experimentOf(c, e)
	return doc, e, err
}

// resolve checks the experiment that is asked for. The plan must be closed.
func resolve(c *cli.Context) (filePlan, error) {
	doc, e, err := requested(c)
	if err != nil {
		return filePlan{}, err
	}
	p := filePlan{doc: doc}
	showReadings(c)
	if p.Plan, err = planning.Resolve(c.Context, e); err != nil {
		return filePlan{}, p.locate(err)
	}
	return p, nil
}

// setFlag changes any key of an experiment file.
const setFlag = "set"

func setKeys() cli.Flag {
	return &cli.StringSliceFlag{Name: setFlag, Category: ofCircuit, Usage: "change any key of the experiment file: `KEY=VALUE`, such as circuit.constants.h=0.2; repeatable"}
}

// loadExperiment reads an experiment file, with the changes that --set asks for. Of a folder, or a file of stimuli, it says what can be done
// with it.
func loadExperiment(name string, changes ...string) (*experiment.Document, error) {
	info, err := os.Stat(name)
	if err == nil && !info.IsDir() && fileformat.IsDataName(name) {
		return nil, usageError{fmt.Errorf("%[1]s holds stimuli, and is no experiment: give it by --stimulus %[1]s; twophase check %[1]s says what it sees", wording.ShellWord(name))}
	}
	if err != nil || !info.IsDir() {
		return experiment.Load(name, changes...)
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
