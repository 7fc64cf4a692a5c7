package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
)

// plan is an experiment that was asked for, and where.
type plan struct {
	*experiment.Plan
	doc *experiment.Document // nil if no file was named
}

// locate returns an error with its place in the experiment file.
func (p plan) locate(err error) error {
	if p.doc == nil {
		return err
	}
	return p.doc.Locate(err)
}

// resolve reads the experiment from its file, if one is named, and from the
// flags, which override it, and checks it. The plan must be closed.
func resolve(c *cli.Context) (plan, error) {
	if c.Args().Len() > 1 {
		return plan{}, usageError{fmt.Errorf("unexpected argument %q: %s takes one experiment file, and flags", c.Args().Get(1), c.Command.Name)}
	}
	p, e := plan{}, experiment.Default()
	if c.Args().Present() {
		var err error
		if p.doc, err = experiment.Load(c.Args().First()); err != nil {
			return plan{}, err
		}
		e = p.doc.Experiment
		p.doc.Overrule(overruled(c)...)
	}
	e, err := experimentOf(c, e)
	if err != nil {
		return plan{}, err
	}
	if p.Plan, err = experiment.Resolve(e); err != nil {
		return plan{}, p.locate(err)
	}
	return p, nil
}
