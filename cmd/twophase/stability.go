package main

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
)

func stabilityCommand() *cli.Command {
	return &cli.Command{
		Name:  "stability",
		Usage: "predict how fast and how surely a network finds its components",
		UsageText: `twophase stability [FLAGS]

Linearises the network's mean-field flow at its fixed point and prints, for each
pair of outputs, its time constant, whether it is stable and whether it
oscillates, and then the limits on τ and α. The gains may come in any order.

Examples:
  twophase stability --problem large --network PSW
  twophase stability --spectrum 1,0.9,0.1 --inputs 20 --lambda 1,0.5 --tau 0.5`,
		Flags:        stabilityFlags(),
		OnUsageError: onUsageError,
		Action:       stability,
	}
}

// stabilityFlags are those of the circuit and its stimuli that the theory knows.
func stabilityFlags() []cli.Flag {
	known := []string{"network", "outputs", "lambda", "tau", "problem", "spectrum", "inputs"}
	flags := slices.DeleteFunc(circuitFlags(), func(f cli.Flag) bool { return !slices.Contains(known, f.Names()[0]) })
	return append(flags,
		&cli.BoolFlag{Name: "all", Category: ofRun, Usage: "print all pairs, however many outputs there are", DisableDefaultText: true},
		&cli.BoolFlag{Name: "json", Category: ofRun, Usage: "print the prediction as JSON, with all pairs", DisableDefaultText: true},
	)
}

func stability(c *cli.Context) error {
	if err := noArguments(c); err != nil {
		return err
	}
	e, err := experimentOf(c, experiment.Default())
	if err != nil {
		return err
	}
	s, err := experiment.PredictStability(e)
	if err != nil {
		return err
	}
	if c.Bool("json") {
		encoder := json.NewEncoder(c.App.Writer)
		encoder.SetIndent("", "  ")
		return encoder.Encode(s)
	}
	if err := s.WriteText(c.App.Writer, c.Bool("all")); err != nil {
		return fmt.Errorf("print the prediction: %w", err)
	}
	return nil
}
