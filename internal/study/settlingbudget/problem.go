package settlingbudget

import (
	"fmt"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/stimulus"
)

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
