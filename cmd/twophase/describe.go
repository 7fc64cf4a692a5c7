package main

import (
	"github.com/urfave/cli/v2"
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
			return plan.Describe(c.App.Writer)
		},
	}
}
