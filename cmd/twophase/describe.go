package main

import (
	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
)

func describeCommand() *cli.Command {
	return &cli.Command{
		Name:         "describe",
		Usage:        "print the circuit and its schedule: neurons, projections, rules, phases",
		UsageText:    "twophase describe [FLAGS]\n\nExample: twophase describe --network PSP --settle jacobi --sweeps 8",
		Flags:        circuitFlags(),
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			if err := noArguments(c); err != nil {
				return err
			}
			e, err := experimentOf(c)
			if err != nil {
				return err
			}
			plan, err := experiment.Resolve(e)
			if err != nil {
				return err
			}
			defer plan.Close()
			return plan.Describe(c.App.Writer)
		},
	}
}
