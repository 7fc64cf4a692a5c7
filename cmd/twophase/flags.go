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
)

// Categories of flags in the help.
const (
	ofCircuit  = "Circuit"
	ofStimulus = "Stimulus"
	ofRun      = "Run"
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
		e.InitialW, e.InitialWeights, e.InitialM, e.InitialMFile = 0, "", 0, ""
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

// override sets a field to the value of a flag that is on the command line.
func override[T any](c *cli.Context, name string, field *T, value func(name string) T) {
	if c.IsSet(name) {
		*field = value(name)
	}
}

// notEmpty returns an error if a flag has an empty text, as from a variable that was never set. It
// would silently mean the default.
func notEmpty(c *cli.Context) func() error {
	return func() error {
		for _, f := range c.Command.Flags {
			name := f.Names()[0]
			if _, text := f.(*cli.StringFlag); text && c.IsSet(name) && c.String(name) == "" {
				return fmt.Errorf("--%s is empty: give it a value, or leave it out", name)
			}
		}
		return nil
	}
}

// oneOf reads a text that must be one of some choices.
func oneOf(name string, choices ...string) func(text string) error {
	return func(text string) error {
		if !slices.Contains(choices, text) {
			last := len(choices) - 1
			return fmt.Errorf("%s %q does not exist: choose %s or %s", name, text, strings.Join(choices[:last], ", "), choices[last])
		}
		return nil
	}
}

// ifSet reads the text of a flag if it is on the command line.
func ifSet(c *cli.Context, name string, read func(text string) error) func() error {
	return func() error {
		if !c.IsSet(name) {
			return nil
		}
		return read(c.String(name))
	}
}

// positiveIfSet returns an error if a flag has a number that is not positive: 0 would silently mean
// the default.
func positiveIfSet(c *cli.Context, names ...string) func() error {
	return func() error {
		for _, name := range names {
			if !c.IsSet(name) {
				continue
			}
			if !(c.Float64(name) > 0) {
				return fmt.Errorf("--%s %v: give a positive number", name, c.Value(name))
			}
		}
		return nil
	}
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
