package main

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/stimulus"
)

// Categories of flags in the help.
const (
	ofCircuit  = "Circuit"
	ofStimulus = "Stimulus"
	ofRun      = "Run"
)

// circuitFlags say what the circuit is and what it sees.
func circuitFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringFlag{Name: "network", Value: "ifPSP", Category: ofCircuit, Usage: "`NAME`: ifPSP, PSP, ifPSW, PSW, or another that twophase networks lists"},
		&cli.IntFlag{Name: "outputs", Category: ofCircuit, Usage: "number `K` of output neurons", DefaultText: "the problem's, or the rows of the initial weights"},
		&cli.StringFlag{Name: "lambda", Category: ofCircuit, Usage: "gains `Λ`: one for each output, as 1,0.85,0.7, or first and last, as 1:0.7", DefaultText: "1:0.7"},
		&cli.Float64Flag{Name: "tau", Category: ofCircuit, Usage: "ratio `τ` of the feedforward to the lateral learning rate", DefaultText: "the network's"},
		&cli.StringFlag{Name: "rate", Category: ofCircuit, Usage: "learning rate `α`, as 1e-3, '10/(250+t)' or '1.1e-3 until 10000, 1e-4'", DefaultText: "the problem's, or 10/(250+t)"},
		&cli.Float64Flag{Name: "initial-m", Category: ofCircuit, Usage: "start M at `C` times the identity", DefaultText: "the network's"},
		&cli.Float64Flag{Name: "initial-w", Category: ofCircuit, Usage: "start W at `C` times N(0, 1/N)", DefaultText: "1"},
		&cli.StringFlag{Name: "initial-weights", Category: ofCircuit, Usage: "start W at the matrix in `FILE`: .csv, .npy or weights.npz:W"},
		&cli.StringFlag{Name: "settle", Category: ofCircuit, Usage: "`HOW` PSP and PSW settle: exact, jacobi, gauss-seidel or euler", DefaultText: "exact"},
		&cli.IntFlag{Name: "sweeps", Category: ofCircuit, Usage: "run at most `S` settling sweeps for each stimulus", DefaultText: "1000, to a tolerance of 1e-9"},
		&cli.Float64Flag{Name: "tolerance", Category: ofCircuit, Usage: "settle to this relative residual `R`", DefaultText: "none if --sweeps is given"},
		&cli.Float64Flag{Name: "damping", Category: ofCircuit, Usage: "keep this fraction `D` of the old activity in a sweep, from 0 to below 1", DefaultText: "0"},
		&cli.Float64Flag{Name: "time-step", Category: ofCircuit, Usage: "step `H` of euler settling", DefaultText: "0.5"},
		&cli.BoolFlag{Name: "warm", Category: ofCircuit, Usage: "settle from the previous stimulus's outputs, not from rest", DisableDefaultText: true},
		&cli.StringFlag{Name: "executor", Value: "compiled", Category: ofCircuit, Usage: "compiled (fast) or literal (synapse by synapse); both give the same bits"},

		&cli.StringFlag{Name: "problem", Category: ofStimulus, Usage: "a problem of the paper, `NAME`: small or large", DefaultText: "small"},
		&cli.StringFlag{Name: "spectrum", Category: ofStimulus, Usage: "Gaussian stimuli with eigenvalues `G`, as 1,0.75,0.5,0.2; the last stands for all further ones"},
		&cli.IntFlag{Name: "inputs", Category: ofStimulus, Usage: "number `N` of inputs for --spectrum", DefaultText: "as many as eigenvalues"},
		&cli.StringFlag{Name: "stimulus", Category: ofStimulus, Usage: "read the stimuli from `FILE`: .csv, .npy, .npz or IDX, also as .gz but for .npz"},
		&cli.BoolFlag{Name: "center", Category: ofStimulus, Usage: "subtract the mean of the file's stimuli", DisableDefaultText: true},
		&cli.StringFlag{Name: "scale", Category: ofStimulus, Usage: "scale the file's stimuli to unit top eigenvalue or unit trace, `TO` eigen, trace or none", DefaultText: "none"},
		&cli.BoolFlag{Name: "shuffle", Category: ofStimulus, Usage: "present the file's stimuli in a new random order every epoch", DisableDefaultText: true},
		&cli.IntFlag{Name: "epochs", Category: ofStimulus, Usage: "present the file `E` times", DefaultText: "once, or as often as --steps needs"},

		&cli.Uint64Flag{Name: "seed", Value: 1, Category: ofRun, Usage: "`SEED` of all random numbers"},
	}
}

// experimentOf returns an experiment with what the flags override. What cannot be
// read is a usage error; what can be read but does not fit together is found by
// Resolve.
func experimentOf(c *cli.Context, e experiment.Experiment) (experiment.Experiment, error) {
	overrideSource(c, &e.Stimulus)
	override(c, "network", &e.Network, c.String)
	override(c, "outputs", &e.Outputs, c.Int)
	override(c, "tau", &e.Tau, c.Float64)
	override(c, "initial-m", &e.InitialM, c.Float64)
	if c.IsSet("initial-w") != c.IsSet("initial-weights") { // they exclude one another
		e.InitialW, e.InitialWeights = 0, ""
	}
	override(c, "initial-w", &e.InitialW, c.Float64)
	override(c, "initial-weights", &e.InitialWeights, c.String)
	override(c, "executor", &e.Executor, c.String)
	override(c, "problem", &e.Stimulus.Problem, c.String)
	override(c, "inputs", &e.Stimulus.Inputs, c.Int)
	override(c, "stimulus", &e.Stimulus.File, c.String)
	override(c, "center", &e.Stimulus.Center, c.Bool)
	override(c, "scale", &e.Stimulus.Scale, c.String)
	override(c, "shuffle", &e.Stimulus.Shuffle, c.Bool)
	override(c, "epochs", &e.Stimulus.Epochs, c.Int)
	override(c, "steps", &e.Steps, c.Int)
	override(c, "trials", &e.Trials, c.Int)
	override(c, "seed", &e.Seed, c.Uint64)
	override(c, "record", &e.Record, c.StringSlice)
	override(c, "parts", &e.Parts, c.StringSlice)
	override(c, "reference", &e.Reference, func(name string) bool { return c.String(name) != "none" })
	for _, read := range []func() error{
		notEmpty(c),
		ifSet(c, "network", func(text string) error { _, err := circuit.LookupNetwork(text); return err }),
		ifSet(c, "executor", func(text string) error { _, err := circuit.ParseExecutor(text); return err }),
		func() (err error) { e.Settle, err = settleOf(c, e.Settle); return err },
		ifSet(c, "problem", func(text string) error { _, err := stimulus.LookupProblem(text); return err }),
		ifSet(c, "spectrum", func(text string) (err error) { e.Stimulus.Spectrum, err = experiment.ParseSpectrum(text); return err }),
		ifSet(c, "lambda", func(text string) (err error) { e.Lambda, err = experiment.ParseLambda(text); return err }),
		ifSet(c, "rate", func(text string) (err error) { e.Rate, err = circuit.ParseRate(text); return err }),
		ifSet(c, "scale", oneOf("scale", "eigen", "trace", "none")),
		ifSet(c, "reference", oneOf("reference", "auto", "none")),
		positiveIfSet(c, "outputs", "tau", "initial-m", "initial-w", "sweeps", "time-step", "inputs", "epochs", "steps", "trials", "workers", "checkpoint-every"),
	} {
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

// overrideSource forgets the stimuli if the flags name others of another kind.
func overrideSource(c *cli.Context, s *experiment.Stimulus) {
	for name, same := range map[string]bool{"problem": s.Problem != "", "spectrum": s.Spectrum != nil, "stimulus": s.File != ""} {
		if c.IsSet(name) && !same {
			*s = experiment.Stimulus{}
			return
		}
	}
}

// overruled returns the keys of an experiment file that flags override.
func overruled(c *cli.Context) (keys []string) {
	for flag, key := range map[string]string{
		"problem": "stimulus", "spectrum": "stimulus", "stimulus": "stimulus", "inputs": "stimulus.inputs",
		"center": "stimulus.center", "scale": "stimulus.scale", "shuffle": "stimulus.shuffle", "epochs": "stimulus.epochs",
		"settle": "settle", "sweeps": "settle.sweeps", "tolerance": "settle.tolerance", "damping": "settle.damping",
		"time-step": "settle.time_step", "warm": "settle.warm",
		"network": "network", "outputs": "outputs", "lambda": "lambda", "tau": "tau", "rate": "rate",
		"initial-m": "initial_m", "initial-w": "initial_w", "initial-weights": "initial_weights",
		"executor": "executor", "steps": "steps", "trials": "trials", "seed": "seed",
		"record": "record", "parts": "parts", "reference": "reference", "fork-at": "fork_at",
	} {
		if c.IsSet(flag) {
			keys = append(keys, key)
		}
	}
	return keys
}

// notEmpty returns an error if a flag is on the command line with an empty text,
// as a variable leaves it that was never set: it would silently mean the default.
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

// positiveIfSet returns an error if a flag is on the command line with a number
// that is not positive: 0 would silently mean the default.
func positiveIfSet(c *cli.Context, names ...string) func() error {
	return func() error {
		for _, name := range names {
			if !c.IsSet(name) {
				continue
			}
			v, ok := c.Value(name).(float64)
			if !ok {
				v = float64(c.Int(name))
			}
			if !(v > 0) || math.IsInf(v, 1) {
				return fmt.Errorf("--%s %v: give a positive number", name, c.Value(name))
			}
		}
		return nil
	}
}

// settleOf returns how a recurrent network settles, with what the flags override;
// nil means as it does by itself, exactly. Another method begins anew.
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
	return from, nil // Resolve says what is wrong with the file's
}
