package main

import (
	"errors"
	"fmt"
	"os"
	"slices"

	"github.com/urfave/cli/v2"

	"twophase/circuit"
	"twophase/internal/document"
	"twophase/internal/experiment"
	"twophase/internal/planning"
)

// plan is a plan with the experiment file that it came from.
type plan struct {
	*planning.Plan
	doc *experiment.Document // nil if no file was named
}

// takeNetworks are the commands that take a network in the place of a file.
var takeNetworks = []string{"describe", "explore"}

// isNetwork reports whether a text names a network, and no file.
func isNetwork(name string) bool {
	_, unknown := circuit.LookupNetwork(name)
	_, noFile := os.Stat(name)
	return unknown == nil && noFile != nil
}

// locate returns an error with its place in the experiment file, or as one of a flag.
func (p plan) locate(err error) error {
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
		if doc, err = loadExperiment(name); err != nil {
			return nil, e, err
		}
		e = doc.Experiment
		doc.Overrule(overruled(c)...)
	}
	e, err := experimentOf(c, e)
	return doc, e, err
}

// resolve checks the experiment that is asked for. The plan must be closed.
func resolve(c *cli.Context) (plan, error) {
	doc, e, err := requested(c)
	if err != nil {
		return plan{}, err
	}
	p := plan{doc: doc}
	showReadings(c)
	if p.Plan, err = planning.Resolve(c.Context, e); err != nil {
		return plan{}, p.locate(err)
	}
	return p, nil
}
