package settlingbudget

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/stimulus"
)

// Names of the problems.
const (
	Small      = "small"      // the paper's
	Large      = "large"      // the paper's
	Correlated = "correlated" // the small one, its stimulus correlated in time
	Images     = "images"     // Fashion-MNIST
)

// ProblemNames returns the names of all problems, in the order of the tables.
func ProblemNames() []string { return []string{Small, Large, Correlated, Images} }

// Correlation is ρ of the correlated stimulus: it forgets itself in
// −1/ln ρ = 9.5 steps.
const Correlation = 0.9

// problem is the stimuli of a comparison, and the reference for the measures.
type problem struct {
	name, title   string
	inputs        int
	gains         []float64
	rates         map[string]circuit.Rate // by network
	steps, trials int
	correlation   float64 // E[x_t x_{t−1}ᵀ] = correlation·G

	// open returns the stimuli of one trial with their reference.
	open func(trial uint64) (*stimuli, error)
}

// stimuli are those of one trial, to be closed after it.
type stimuli struct {
	stimulus.Source
	reference *measure.Reference
	close     func() error
}

// problems opens the problems that are asked for, and notes those that are left out.
func problems(ctx context.Context, o Options) (all []*problem, notes []string, err error) {
	names := o.Problems
	if names == nil {
		names = ProblemNames()
	}
	for _, name := range ProblemNames() {
		var p *problem
		switch {
		case !slices.Contains(names, name):
			continue
		case name == Images:
			var note string
			if p, note, err = images(ctx, o); note != "" {
				notes = append(notes, note)
				continue
			}
		case name == Large:
			p, err = gaussian(o, Large, 0, 100_000, 4)
		case name == Correlated:
			p, err = gaussian(o, Small, Correlation, 100_000, 8)
		default:
			p, err = gaussian(o, Small, 0, 100_000, 12)
		}
		if err != nil {
			return nil, nil, err
		}
		all = append(all, p)
	}
	return all, notes, nil
}

// gaussian returns a problem of the paper, with a correlation of its stimuli in time.
func gaussian(o Options, name string, correlation float64, steps, trials int) (*problem, error) {
	source, err := stimulus.LookupProblem(name)
	if err != nil {
		return nil, err
	}
	k := source.Outputs
	p := &problem{
		name:        name,
		title:       fmt.Sprintf("the paper's %s problem", name),
		inputs:      source.Inputs,
		gains:       circuit.PaperGains(k),
		rates:       paperRates(name),
		correlation: correlation,
	}
	if correlation > 0 {
		p.name = Correlated
		p.title = fmt.Sprintf("%s, stimulus correlated in time (ρ = %v)", p.title, correlation)
	}
	p.steps, p.trials = o.size(steps, trials)
	p.open = func(trial uint64) (*stimuli, error) {
		g, err := stimulus.NewCorrelated(source.Spectrum, correlation, o.Seed, trial)
		if err != nil {
			return nil, err
		}
		basis, err := g.Basis(k)
		if err != nil {
			return nil, err
		}
		reference := &measure.Reference{Basis: mat.NewDense(source.Inputs, k, basis), Eigenvalues: source.Spectrum[:k]}
		return &stimuli{g, reference, func() error { return nil }}, nil
	}
	return p, nil
}

// paperRates returns the learning rates of a problem of the paper.
func paperRates(name string) map[string]circuit.Rate {
	rates := map[string]circuit.Rate{}
	for _, n := range []circuit.Network{circuit.PSP, circuit.PSW} {
		rate, err := circuit.ParseRate(n.PaperRate(name))
		if err != nil {
			panic(err) // PaperRate returns what ParseRate reads
		}
		rates[n.Name] = rate
	}
	return rates
}

// spec returns the circuit of one case and one trial. All cases of a trial start
// from the same weights.
func (p *problem) spec(c Case, seed, trial uint64) circuit.Spec {
	return circuit.Spec{
		Network: c.network, Inputs: p.inputs, Gains: p.gains, Rate: p.rates[c.Network],
		Seed: seed, Trial: trial,
	}
}
