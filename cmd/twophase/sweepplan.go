package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/study/sweep"
)

// oneArgument returns the only argument of a command.
func oneArgument(c *cli.Context, what string) (string, error) {
	switch {
	case !c.Args().Present():
		return "", usageError{fmt.Errorf("%s is missing: see %s --help", what, c.Command.HelpName)}
	case c.Args().Len() > 1:
		return "", usageError{fmt.Errorf("unexpected argument %q: %s takes %s and flags", c.Args().Get(1), c.Command.HelpName, what)}
	}
	return c.Args().First(), nil
}

// openSweep opens the sweep that is the only argument.
func openSweep(c *cli.Context) (*sweep.Sweep, error) {
	folder, err := oneArgument(c, "PLAN")
	if err != nil {
		return nil, err
	}
	return sweep.Open(folder)
}

func sweepPlanCommand() *cli.Command {
	return &cli.Command{
		Name:  "plan",
		Usage: "write the points of a grid into a folder",
		UsageText: `twophase sweep plan GRID.yaml [FLAGS]

The folder holds the plan: the experiment, all values, and the hashes of all files
that the sweep reads. Later it holds the results. Do not edit the folder: change the
grid, and plan a new sweep.

Examples:
  twophase sweep plan grid.yaml
  twophase sweep plan grid.yaml --out sweeps/first`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "out", Usage: "write the folder `DIR`", DefaultText: "GRID.plan"},
		},
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			path, err := oneArgument(c, "GRID.yaml")
			if err != nil {
				return err
			}
			if err := notEmpty(c)(); err != nil {
				return usageError{err}
			}
			showReadings(c)
			plan, err := sweep.Load(c.Context, path)
			if err != nil {
				return err
			}
			out := c.String("out")
			if out == "" {
				out = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)) + ".plan"
			}
			if err := sweep.Write(plan, out); err != nil {
				return err
			}
			_, err = fmt.Fprintf(c.App.Writer, "%s: %v; run it with twophase sweep run %s\n", out, plan, out)
			return err
		},
	}
}
