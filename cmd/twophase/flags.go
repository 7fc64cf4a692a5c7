package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/text/wording"
	"twophase/stimulus"
	"twophase/stimulus/fileformat"
)

// circuitFlags say what the circuit is and what it sees.
func circuitFlags() []cli.Flag {
	return append(keyed(ofCircuit,
		&cli.StringFlag{Name: "network"},
		&cli.GenericFlag{Name: "outputs", Value: whole()},
		&cli.StringFlag{Name: "lambda"},
		&cli.StringFlag{Name: "tau"},
		&cli.StringFlag{Name: "rate"},
		&cli.StringFlag{Name: "initial-m"},
		&cli.GenericFlag{Name: "initial-w", Value: decimal()},
		&cli.StringFlag{Name: "initial-weights"},
		&cli.StringFlag{Name: "from"},
		&cli.GenericFlag{Name: "turns", Value: whole()},
		&cli.StringFlag{Name: "settle"},
		&cli.GenericFlag{Name: "sweeps", Value: whole()},
		&cli.GenericFlag{Name: "tolerance", Value: decimal()},
		&cli.GenericFlag{Name: "damping", Value: decimal()},
		&cli.GenericFlag{Name: "time-step", Value: decimal()},
		&cli.BoolFlag{Name: "warm"},
		&cli.BoolFlag{Name: "offline"},

		&cli.GenericFlag{Name: "seed", Value: unsigned(1), Category: ofRun},
	), stimulusFlags()...)
}

// stimulusFlags say what the circuit sees.
func stimulusFlags() []cli.Flag {
	return keyed(ofStimulus,
		&cli.StringFlag{Name: "problem"},
		&cli.StringFlag{Name: "spectrum"},
		&cli.StringFlag{Name: "canonical-correlations"},
		&cli.StringFlag{Name: "autocorrelations"},
		&cli.GenericFlag{Name: "sources", Value: whole()},
		&cli.GenericFlag{Name: "clusters", Value: whole()},
		&cli.GenericFlag{Name: "inputs", Value: whole()},
		&cli.GenericFlag{Name: "condition", Value: decimal()},
		&cli.StringFlag{Name: "mixing"},
		&cli.GenericFlag{Name: "silence", Value: decimal()},
		&cli.StringFlag{Name: "centres"},
		&cli.GenericFlag{Name: "noise", Value: decimal()},
		&cli.StringFlag{Name: "probabilities"},
		&cli.StringFlag{Name: "stimulus"},
		&cli.StringFlag{Name: "files"},
		&cli.StringFlag{Name: "views"},
		&cli.StringFlag{Name: "delimiter"},
		&cli.StringFlag{Name: "columns"},
		&cli.StringFlag{Name: "skip-columns"},
		&cli.BoolFlag{Name: "transpose"},
		&cli.BoolFlag{Name: "center"},
		&cli.StringFlag{Name: "scale"},
		&cli.BoolFlag{Name: "shuffle"},
		&cli.GenericFlag{Name: "epochs", Value: whole()},
	)
}

// experimentOf returns an experiment overridden by the flags. A flag that cannot be read is a usage
// error. Values that do not fit together are found by planning.Resolve.
func experimentOf(c *cli.Context, e experiment.Experiment) (experiment.Experiment, error) {
	readers := overrideStimulus(c, &e.Stimulus)
	if c.IsSet("network") { // in the place of a circuit
		e.Circuit = nil
	}
	override(c, "network", &e.Network, c.String)
	override(c, "outputs", &e.Outputs, c.Int)
	override(c, "turns", &e.Turns, c.Int)
	override(c, "offline", &e.Offline, c.Bool)
	if c.IsSet("initial-w") != c.IsSet("initial-weights") { // they exclude one another
		e.InitialW, e.InitialWeights, e.From = 0, "", ""
	}
	if c.IsSet("from") { // as do the starts of W and M beside another run
		e.InitialW, e.InitialWeights, e.InitialM, e.InitialMFile, e.Initial = 0, "", 0, "", nil
		for _, name := range []string{"initial-w", "initial-weights", "initial-m"} {
			if c.IsSet(name) {
				return e, usageError{fmt.Errorf("--from and --%s exclude one another: the other run has all weights", name)}
			}
		}
	}
	override(c, "from", &e.From, func(name string) string { return filepath.Clean(c.String(name)) })
	override(c, "initial-w", &e.InitialW, c.Float64)
	override(c, "initial-weights", &e.InitialWeights, c.String)
	override(c, "executor", &e.Executor, c.String)
	override(c, "steps", &e.Steps, c.Int)
	override(c, "trials", &e.Trials, c.Int)
	override(c, "seed", &e.Seed, c.Uint64)
	override(c, "record", &e.Record, c.StringSlice)
	override(c, "parts", &e.Parts, c.StringSlice)
	override(c, "follow", &e.Follow, c.StringSlice)
	override(c, "drift-from", &e.DriftFrom, c.Int)
	override(c, "reference", &e.Reference, func(name string) bool { return c.String(name) != "none" })
	for _, read := range append([]func() error{
		notEmpty(c),
		ifSet(c, "network", func(text string) error { _, err := experiment.LookupNetwork(text); return err }),
		ifSet(c, "executor", func(text string) error { _, err := circuit.ParseExecutor(text); return err }),
		func() (err error) { e.Settle, err = settleOf(c, e.Settle); return err },
		ifSet(c, "lambda", func(text string) (err error) { e.Lambda, err = experiment.ParseLambda(text); return err }),
		ifSet(c, "tau", func(text string) (err error) { e.Tau, e.AutoTau, err = experiment.ParseTau(text); return err }),
		ifSet(c, "rate", func(text string) (err error) { e.Rate, err = circuit.ParseRate(text); return err }),
		ifSet(c, "initial-m", func(text string) (err error) {
			if e.InitialM, e.InitialMFile, err = experiment.ParseStartM(text); err != nil {
				return fmt.Errorf("--initial-m %s: %w", text, err)
			}
			e.From = ""
			return nil
		}),
		ifSet(c, "from", func(text string) error { _, _, err := experiment.SplitOrigin(text); return err }),
		ifSet(c, "reference", oneOf("reference", "auto", "none")),
		positiveIfSet(c, "outputs", "turns", "initial-w", "sweeps", "time-step", "steps", "trials", "workers", "checkpoint-every"),
	}, readers...) {
		if err := read(); err != nil {
			return e, usageError{err}
		}
	}
	return e, nil
}

// settleOf returns how a recurrent network settles, overridden by the flags; nil stands for the
// network's own way. Another method replaces the whole section.
func settleOf(c *cli.Context, from *experiment.Settle) (*experiment.Settle, error) {
	var s experiment.Settle
	if from != nil {
		s = *from
	}
	if c.IsSet("settle") && c.String("settle") != s.Method {
		s = experiment.Settle{Method: c.String("settle")}
	}
	if s.Method == "" {
		for _, name := range []string{"sweeps", "tolerance", "damping", "time-step", "warm"} {
			if c.IsSet(name) {
				return nil, fmt.Errorf("--%s needs --settle jacobi, gauss-seidel or euler", name)
			}
		}
		if !c.IsSet("settle") {
			return nil, nil
		}
	}
	override(c, "sweeps", &s.Sweeps, c.Int)
	override(c, "tolerance", &s.Tolerance, c.Float64)
	override(c, "damping", &s.Damping, c.Float64)
	override(c, "time-step", &s.TimeStep, c.Float64)
	override(c, "warm", &s.Warm, c.Bool)
	for _, name := range []string{"settle", "sweeps", "tolerance", "damping", "time-step", "warm"} {
		if !c.IsSet(name) {
			continue
		}
		if c.IsSet("tolerance") && s.Tolerance == 0 && s.Sweeps == 0 {
			return nil, errors.New("--tolerance 0 never stops: give --sweeps too, or a positive tolerance")
		}
		s, err := s.WithDefaults()
		return &s, err
	}
	return from, nil // planning.Resolve checks that of the file
}

// overrideStimulus sets the stimuli that flags name. It returns the readers of those flags
// that are texts with a form of their own.
func overrideStimulus(c *cli.Context, s *experiment.Stimulus) (readers []func() error) {
	for flag, kind := range sourceFlags { // stimuli of another kind replace all
		if c.IsSet(flag) && !slices.Contains(s.Given(), kind) {
			*s = experiment.Stimulus{}
			break
		}
	}
	given := func(name string) *float64 {
		v := c.Float64(name)
		return &v
	}
	numbers := func(flag string, to *[]float64) func() error {
		return ifSet(c, flag, func(text string) (err error) {
			if *to, err = wording.ParseNumbers(text); err != nil {
				return fmt.Errorf("%s %q: %w; write numbers as 0.9,0.7", strings.ReplaceAll(flag, "-", " "), text, err)
			}
			return nil
		})
	}
	override(c, "problem", &s.Problem, c.String)
	override(c, "sources", &s.Sources, c.Int)
	override(c, "clusters", &s.Clusters, c.Int)
	override(c, "inputs", &s.Inputs, c.Int)
	override(c, "condition", &s.Condition, c.Float64)
	override(c, "mixing", &s.Mixing, c.String)
	override(c, "silence", &s.Silence, given)
	override(c, "centres", &s.Centres, c.String)
	override(c, "noise", &s.Noise, given)
	override(c, "stimulus", &s.File, c.String)
	override(c, "transpose", &s.Transpose, c.Bool)
	override(c, "center", &s.Center, c.Bool)
	override(c, "scale", &s.Scale, c.String)
	override(c, "shuffle", &s.Shuffle, c.Bool)
	override(c, "epochs", &s.Epochs, c.Int)
	return []func() error{
		ifSet(c, "problem", func(text string) error { _, err := stimulus.LookupProblem(text); return err }),
		ifSet(c, "spectrum", func(text string) (err error) { s.Spectrum, err = experiment.ParseSpectrum(text); return err }),
		numbers("canonical-correlations", &s.CanonicalCorrelations),
		numbers("autocorrelations", &s.Autocorrelations),
		numbers("probabilities", &s.Probabilities),
		ifSet(c, "views", func(text string) (err error) { s.Views, err = experiment.ParseViews(text); return err }),
		ifSet(c, "files", func(text string) (err error) { s.Files, err = experiment.ParseFiles(text); return err }),
		ifSet(c, "delimiter", func(text string) (err error) { s.Delimiter, err = fileformat.ParseDelimiter(text); return err }),
		ifSet(c, "columns", func(text string) (err error) { s.Columns, err = experiment.ParseColumnList(text); return err }),
		ifSet(c, "skip-columns", func(text string) (err error) { s.SkipColumns, err = experiment.ParseColumnList(text); return err }),
		ifSet(c, "scale", oneOf("scale", "eigen", "trace", "none")),
		positiveIfSet(c, "inputs", "epochs", "sources", "clusters", "condition"),
	}
}
