package main

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"golang.org/x/sync/errgroup"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/circuit/theory"
	"twophase/internal/numerics/quantile"
	"twophase/internal/run/training"
	"twophase/internal/study"
	"twophase/internal/text/wording"
	"twophase/stimulus"
)

// The experiment of drift: circuits on the small problem go on learning while their synapses are noisy. Their
// filter is looked at after a burn-in of two of the slowest time constants.
const (
	driftRate               = 1e-3 // α
	burn, every, samples    = 50_000, 2500, 420
	learntRate, learntSteps = 1e-2, 20_000 // a circuit that is learnt has forgotten these at the first look
)

// driftLags are the lags of the table, in samples. The decay of the autocorrelation is measured between the first
// and the last of decayLags: at the first, what dies out fast has died out.
var (
	driftLags = []int{4, 40, 200}
	decayLags = []int{2, 16}
)

// driftCase is a network with its gains and synaptic noise. It starts at its fixed point, or is learnt from random
// weights before the first look.
type driftCase struct {
	network circuit.Network
	gains   []float64
	sigma   float64
	learnt  bool
}

// driftCases returns all cases. Equal gains without an order of firing drift, and are taken with more noises.
func driftCases(p stimulus.Problem) (all []driftCase) {
	for _, n := range []circuit.Network{circuit.PSP, circuit.IfPSP, circuit.CascadePSP} {
		drifts := n.Name != circuit.CascadePSP.Name
		n.Gains = circuit.FreeGains // equal ones too
		for _, sigma := range []float64{0, 1e-4, 3e-4, 1e-3, 2e-3} {
			between := sigma == 0 || sigma == 3e-4 || sigma == 1e-3
			ones := driftCase{n, circuit.LinearGains(p.Outputs, 1, 1), sigma, false}
			if between || drifts {
				all = append(all, ones)
			}
			if ones.learnt = true; drifts && between && sigma > 0 {
				all = append(all, ones)
			}
			if between {
				all = append(all, driftCase{n, circuit.PaperGains(p.Outputs), sigma, false})
			}
		}
	}
	return all
}

// name returns the network and its gains.
func (c driftCase) name() string {
	name := c.network.Name + ", Λ = 1:0.7"
	if c.gains[0] == c.gains[len(c.gains)-1] {
		name = c.network.Name + ", Λ = I"
	}
	if c.learnt {
		name += ", learnt"
	}
	return name
}

// circuit returns the circuit at its start. Its fixed point is that of the components in the columns of basis [N×K].
func (c driftCase) circuit(p stimulus.Problem, basis []float64, seed, trial uint64) (*circuit.Circuit, error) {
	n := c.network
	if c.sigma > 0 {
		noise := circuit.SynapticNoise{Where: selection.All(selection.Weights), Size: c.sigma, Symmetric: true}
		n.Schedule = append(slices.Clone(n.Schedule), noise)
	}
	spec := circuit.Spec{Network: n, Inputs: p.Inputs, Gains: c.gains, Rate: circuit.ConstantRate(driftRate), Seed: seed, Trial: trial}
	if c.learnt {
		var err error
		if spec.Rate, err = circuit.ParseRate(fmt.Sprintf("%v until %d, %v", learntRate, learntSteps, driftRate)); err != nil {
			return nil, err
		}
		return circuit.New(spec)
	}
	point := theory.FixedPoint{Network: c.network, Spectrum: p.Spectrum, Gains: c.gains}
	m, phi := point.Scales(), point.Amplitudes()
	var w []float64
	for i := range p.Outputs {
		for j := range p.Inputs {
			w = append(w, m[i]*phi[i]*basis[j*p.Outputs+i])
		}
	}
	spec.Initial = map[string][]float64{"feedforward": w, "outputs.scale": m[:p.Outputs]}
	return circuit.New(spec)
}

// correlation is the mean cosine of rows with themselves at the lags in samples, of the whole rows and of their
// parts within the subspace.
type correlation struct{ whole, within map[int]float64 }

// driftTrial runs all cases of one trial, on the same stimuli.
func driftTrial(ctx context.Context, p stimulus.Problem, cases []driftCase, seed, trial uint64) ([]correlation, error) {
	source, err := stimulus.NewGaussian(p.Spectrum, seed, trial)
	if err != nil {
		return nil, err
	}
	basis, err := source.Basis(p.Outputs)
	if err != nil {
		return nil, err
	}
	circuits := make([]*circuit.Circuit, len(cases))
	for i, c := range cases {
		if circuits[i], err = c.circuit(p, basis, seed, trial); err != nil {
			return nil, fmt.Errorf("%s: %w", c.name(), err)
		}
	}
	turns := training.NewTurns(source, circuits...)
	filters := make([][][]float64, len(cases)) // by case and sample, F [K×N]
	for steps := burn; len(filters[0]) < samples; steps = every {
		if err := turns.Run(ctx, steps, nil); err != nil {
			return nil, err
		}
		for i, l := range turns.Learners {
			if l.Err != nil {
				return nil, fmt.Errorf("%s with noise %v: %w", cases[i].name(), cases[i].sigma, l.Err)
			}
			filter, err := l.Circuit.Filter()
			if err != nil {
				return nil, err
			}
			filters[i] = append(filters[i], filter.RawMatrix().Data)
		}
	}
	found := make([]correlation, len(cases))
	for i, f := range filters {
		found[i] = correlation{map[int]float64{}, map[int]float64{}}
		inside := within(f, basis, p)
		for _, lag := range slices.Concat(driftLags, decayLags) {
			found[i].whole[lag], found[i].within[lag] = cosine(f, p.Inputs, lag), cosine(inside, p.Outputs, lag)
		}
	}
	return found, nil
}

// within returns F U_K [K×K] of filters.
func within(filters [][]float64, basis []float64, p stimulus.Problem) [][]float64 {
	inside := make([][]float64, len(filters))
	for t, f := range filters {
		for i := range p.Outputs {
			for c := range p.Outputs {
				sum := 0.
				for j := range p.Inputs {
					sum += float64(f[i*p.Inputs+j] * basis[j*p.Outputs+c])
				}
				inside[t] = append(inside[t], sum)
			}
		}
	}
	return inside
}

// cosine returns the mean cosine of rows of some length with themselves at a lag.
func cosine(samples [][]float64, length, lag int) float64 {
	sum, pairs := 0., 0.
	for t := lag; t < len(samples); t++ {
		for at := 0; at < len(samples[t]); at += length {
			a, b := samples[t][at:at+length], samples[t-lag][at:at+length]
			sum += dot(a, b) / math.Sqrt(dot(a, a)*dot(b, b))
			pairs++
		}
	}
	return sum / pairs
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}

// drift returns the tables of what noisy synapses do, beside linear theory.
func drift(ctx context.Context, trials int) (study.Section, error) {
	p := stimulus.Problems()[0]
	cases := driftCases(p)
	slices.SortStableFunc(cases, func(a, b driftCase) int { return cmp.Compare(a.sigma, b.sigma) })
	found := make([][]correlation, trials)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(2)
	for trial := range found {
		group.Go(func() (err error) {
			found[trial], err = driftTrial(ctx, p, cases, 1, uint64(trial))
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return study.Section{}, err
	}
	cosines := wording.Table{Caption: "Cosine of a row of the filter with itself at a later step: measured | predicted", Header: []string{"σ", "network"}}
	for _, lag := range driftLags {
		cosines.Header = append(cosines.Header, fmt.Sprintf("%.0e steps later", float64(lag*every)))
	}
	decays := wording.Table{
		Caption: fmt.Sprintf("Decay of the rows' autocorrelation within the subspace, per step, between lags of %.0e and %.0e: measured | predicted", float64(decayLags[0]*every), float64(decayLags[1]*every)),
		Header:  []string{"σ", "network", "rate", "in the end"},
	}
	for i, c := range cases {
		linear, err := theory.FixedPoint{Network: c.network, Spectrum: p.Spectrum, Gains: c.gains}.Linearise(c.network.Tau)
		if err != nil {
			return study.Section{}, fmt.Errorf("%s: %w", c.name(), err)
		}
		predicted := theory.NewDrift(linear, driftRate, c.sigma)
		over := func(format string, of func(correlation) float64) string {
			var values []float64
			for _, trial := range found {
				values = append(values, of(trial[i]))
			}
			return quantile.QuartilesOf(values).InBrackets(func(v float64) string { return fmt.Sprintf(format, v) })
		}
		sigma := fmt.Sprintf("%.0e", c.sigma)
		row := []string{sigma, c.name()}
		for _, lag := range driftLags {
			whole, _ := predicted.Autocorrelation(float64(lag * every))
			row = append(row, fmt.Sprintf("%s | %.3f", over("%.3f", func(w correlation) float64 { return w.whole[lag] }), whole))
		}
		cosines.Add(row...)
		if c.sigma == 0 {
			continue
		}
		from, to := decayLags[0], decayLags[1]
		rate := func(a, b float64) float64 { return math.Log(a/b) / float64((to-from)*every) }
		_, early := predicted.Autocorrelation(float64(from * every))
		_, late := predicted.Autocorrelation(float64(to * every))
		decays.Add(sigma, c.name(),
			fmt.Sprintf("%s | %.2e", over("%.1e", func(w correlation) float64 { return rate(w.within[from], w.within[to]) }), rate(early, late)),
			fmt.Sprintf("%.2e", predicted.Diffusion()))
	}
	return study.Section{Tables: []wording.Table{cosines, decays}}, nil
}
