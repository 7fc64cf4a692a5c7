package main

import (
	"fmt"
	"slices"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment/stability"
)

func stabilityCommand() *cli.Command {
	return &cli.Command{
		Name:  "stability",
		Usage: "predict how fast a network finds its components, and whether they are stable",
		UsageText: `twophase stability [EXPERIMENT.yaml | NETWORK] [FLAGS]

Linearises the network's mean-field flow at its fixed point and prints, for each
pair of outputs, its time constant, whether it is stable and whether it
oscillates, and then the limits on τ and α. The gains may come in any order.

With --turns it first predicts how often a circuit with that many simultaneous turns
fails. It follows the mean-field flow from random starts, searches for states in
which outputs share components, and prints their thresholds, the number of turns
that is enough from at least 95 % of starts, and other remedies. For a file, the
eigenvalues are those of all its stimuli. A circuit of your own has this theory
if it is the paper's under other names.

Examples:
  twophase stability my-circuit.yaml
  twophase stability --problem large --network PSW
  twophase stability --spectrum 1,0.9,0.1 --inputs 20 --lambda 1,0.5 --tau 0.5
  twophase stability --spectrum 1,0.6,0.2,0.17,0.13,0.1 --outputs 5 --turns 2
  twophase stability --stimulus data.csv --center --scale eigen --outputs 5 --turns 2`,
		Flags:        stabilityFlags(),
		OnUsageError: onUsageError,
		Action:       predictStability,
	}
}

// stabilityFlags are the flags of the circuit and its stimuli that the theory uses.
func stabilityFlags() []cli.Flag {
	known := []string{"network", "outputs", "lambda", "tau", "lateral-decay", "turns", "problem", "spectrum", "inputs", "stimulus", "center", "scale"}
	return append(keyFlags(func(k keyOf) bool { return slices.Contains(known, k.Flag.Name) }),
		&cli.BoolFlag{Name: "all", Category: ofRun, Usage: "print all pairs of outputs, not only the slowest", DisableDefaultText: true},
		&cli.BoolFlag{Name: "json", Category: ofRun, Usage: "print the prediction as JSON, with all pairs", DisableDefaultText: true},
	)
}

func predictStability(c *cli.Context) error {
	doc, e, err := requested(c)
	if err != nil {
		return err
	}
	showReadings(c)
	s, err := stability.Predict(c.Context, e)
	if err != nil && doc != nil {
		return doc.Locate(err)
	}
	if err != nil {
		return err
	}
	if c.Bool("json") {
		return printJSON(c, s)
	}
	if err := s.WriteText(c.App.Writer, c.Bool("all")); err != nil {
		return fmt.Errorf("print the prediction: %w", err)
	}
	return nil
}
