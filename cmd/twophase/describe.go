package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
)

func describeCommand() *cli.Command {
	return &cli.Command{
		Name:         "describe",
		Usage:        "print the circuit and its schedule: neurons, projections, rules, phases",
		UsageText:    "twophase describe [EXPERIMENT.yaml] [FLAGS]\n\nExample: twophase describe --network PSP --settle jacobi --sweeps 8",
		Flags:        circuitFlags(),
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			plan, err := resolve(c)
			if err != nil {
				return err
			}
			defer plan.Close()
			if err := plan.Describe(c.App.Writer); err != nil || plan.doc == nil {
				return err
			}
			return describeVariants(c, plan.doc)
		},
	}
}

// describeVariants prints the variants of an experiment, and where they part.
func describeVariants(c *cli.Context, doc *experiment.Document) error {
	variants, err := resolveAll(doc, firstVariant(doc.Path), func(e experiment.Experiment) (experiment.Experiment, error) { return experimentOf(c, e) })
	defer closeAll(variants)
	if err != nil {
		return err
	}
	since := "from the start"
	if doc.ForkAt > 0 {
		since = fmt.Sprintf("after step %d, up to which it is one run with %s", doc.ForkAt, variants[0].Name)
	}
	for _, v := range variants[1:] {
		if _, err := fmt.Fprintf(c.App.Writer, "\nVariant %s, %s\n\n", v.Name, since); err != nil {
			return err
		}
		if err := v.Plan.Describe(c.App.Writer); err != nil {
			return err
		}
	}
	return nil
}
