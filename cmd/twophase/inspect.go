package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/circuit/selection"
	"twophase/internal/traces/inspect"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
	"twophase/recorder"
)

func inspectCommand() *cli.Command {
	return &cli.Command{
		Name:  "inspect",
		Usage: "show from the traces of a run how each synapse grew and was pruned",
		UsageText: `twophase inspect RUN [FLAGS]

Prints a table of the synapses among the outputs, or of those of another projection, by their
|weight| at the end: when each was born, peaked and was pruned, its half-life, and how often it
came back; the health of the circuit; and the interventions. The run must have recorded these
weights, and for the health of the circuit all weights (--record weights@log). A synapse is
pruned if it is below a tenth of its own peak at the end: run and view count in the same way.

Examples:
  twophase inspect runs/ifPSP-small
  twophase inspect runs/my-circuit --projection W
  twophase inspect runs/ifPSP-small --synapse '` + selection.ExampleSynapse + `'
  twophase inspect runs/lesion/lesioned --trial 3 --csv > pruning.csv`,
		Flags:        inspectFlags(),
		OnUsageError: onUsageError,
		Action:       inspectRun,
	}
}

// ofCriterion is the category of flags that say when a synapse is pruned.
const ofCriterion = "What counts as pruned"

func inspectFlags() []cli.Flag {
	return []cli.Flag{
		&cli.GenericFlag{Name: "trial", Value: whole(0, recorder.MaxTrials-1, 0), Category: ofRun, Usage: "show trial `N`, from 0"},
		&cli.StringFlag{Name: "synapse", Category: ofRun, Usage: "describe the course of one `ELEMENT`: " + selection.ExampleElements},
		&cli.StringFlag{Name: "projection", Category: ofRun, Usage: "list the synapses of projection `NAME`", DefaultText: "that among the outputs"},
		&cli.BoolFlag{Name: "all", Category: ofRun, Usage: "list all synapses, not the first 20", DisableDefaultText: true},
		&cli.BoolFlag{Name: "json", Category: ofRun, Usage: "print everything as JSON", DisableDefaultText: true},
		&cli.BoolFlag{Name: "csv", Category: ofRun, Usage: "print the synapses as CSV, or with --synapse its records", DisableDefaultText: true},

		&cli.GenericFlag{Name: "fraction", Value: decimal(pruning.Default.Fraction), Category: ofCriterion, Usage: "call a synapse pruned below `F` times its peak"},
		&cli.GenericFlag{Name: "noise", Value: decimal(pruning.Default.Noise), Category: ofCriterion, Usage: "call a synapse faint that is not pruned, but below `X` times the noise floor of the circuit"},
		&cli.GenericFlag{Name: "hysteresis", Value: decimal(pruning.Default.Hysteresis), Category: ofCriterion, Usage: "call a synapse born, or back, above `H` times both"},
		&cli.GenericFlag{Name: "dwell", Value: positive(), Category: ofCriterion, Usage: "call it back only after it was pruned for at least `STEPS`", DefaultText: "a hundredth of the recorded steps"},
	}
}

// synapsesShown is how many synapses a table has unless all are asked for.
const synapsesShown = 20

func inspectRun(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{errors.New("give one run folder, such as runs/ifPSP-small: see twophase inspect --help")}
	}
	criterion := pruning.Criterion{Fraction: c.Float64("fraction"), Noise: c.Float64("noise"), Hysteresis: c.Float64("hysteresis"), Dwell: c.Int64("dwell")}
	var element trace.Element
	for _, check := range []func() error{
		notEmpty(c),
		criterion.Validate,
		func() error {
			if c.Bool("json") && c.Bool("csv") {
				return errors.New("--json and --csv: choose one")
			}
			if c.IsSet("projection") && c.IsSet("synapse") {
				return errors.New("--projection and --synapse: choose one")
			}
			return nil
		},
	} {
		if err := check(); err != nil {
			return usageError{err}
		}
	}
	folder, err := recordedRun(c.Args().First())
	if err != nil {
		return err
	}
	trial := c.Int("trial")
	t, err := trace.Open(folder, trial)
	if err != nil {
		return err
	}
	defer t.Close()
	if c.IsSet("synapse") {
		m, _ := result.ReadManifest(folder) // of a folder without one nothing has a name
		if element, err = trace.ParseElement(t.Size(), m.Numbered(c.String("synapse"))); err != nil {
			return usageError{err}
		}
	}
	if err := t.Check(c.Context); err != nil {
		return fmt.Errorf("inspect %s: %w", folder, err)
	}
	var r *inspect.Report
	if c.IsSet("synapse") && c.Bool("csv") {
		return exportTable(c, t, []string{element.String()}, true)
	}
	if c.IsSet("synapse") {
		r, err = inspect.OfElement(c.Context, folder, trial, t, element, criterion)
	} else {
		r, err = inspect.OfCircuit(c.Context, folder, trial, t, selection.Kind(c.String("projection")), criterion)
	}
	if err != nil {
		return fmt.Errorf("inspect %s: %w", folder, err)
	}
	switch {
	case c.Bool("json"):
		err = r.WriteJSON(c.App.Writer)
	case c.Bool("csv"):
		err = r.WriteCSV(c.App.Writer)
	case c.IsSet("synapse"):
		err = r.WriteStory(c.App.Writer)
	case c.Bool("all"):
		err = r.WriteText(c.App.Writer, 0)
	default:
		err = r.WriteText(c.App.Writer, synapsesShown)
	}
	if err != nil {
		return fmt.Errorf("print the report: %w", err)
	}
	return nil
}
