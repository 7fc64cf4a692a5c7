package reproduce

import (
	"context"
	"fmt"
	"math"
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/circuit/theory"
	"twophase/internal/run/training"
	"twophase/stimulus"
)

// The experiment of drift: circuits on the small problem that stand at their fixed point, go on
// learning, and whose synapses are noisy.
const (
	driftRate   = 1e-3 // α
	driftTrials = 10   // unless more or fewer are asked for
)

// driftLength is how long circuits run, and how often they are looked at.
type driftLength struct {
	burn    int // steps before the first look
	every   int // steps between two looks at the filter
	samples int // looks
}

// steps returns the steps of a run.
func (l driftLength) steps() int { return l.burn + (l.samples-1)*l.every }

// A run begins after two of the slowest time constants.
var (
	driftQuick = driftLength{50_000, 2500, 80}
	driftLong  = driftLength{50_000, 2500, 420}
)

// driftLags are the lags at which rows are compared, in samples.
var driftLags = []int{1, 2, 4, 8, 16, 40, 80, 200}

// driftNoises are the standard deviations of synaptic noise, of a step; furtherNoises are taken
// with equal gains only, for the diffusion constant.
var driftNoises, furtherNoises = []float64{0, 3e-4, 1e-3}, []float64{1e-4, 2e-3}

// driftCase is a network with its gains and synaptic noise. It starts at its fixed point, or is
// learnt from random weights before the first look.
type driftCase struct {
	network circuit.Network
	gains   []float64
	sigma   float64
	learnt  bool
}

// A learnt case begins with a larger rate, which it has forgotten by the first look.
const learntRate, learntSteps = 1e-2, 20_000

// equal reports whether nothing but the order of firing distinguishes the outputs.
func (c driftCase) equal() bool { return c.gains[0] == c.gains[len(c.gains)-1] }

// drifts reports whether nothing at all does.
func (c driftCase) drifts() bool { return c.equal() && c.network.Name != circuit.CascadePSP.Name }

// name returns the network and its gains.
func (c driftCase) name() string {
	name := c.network.Name + ", Λ = 1:0.7"
	if c.equal() {
		name = c.network.Name + ", Λ = I"
	}
	if c.learnt {
		name += ", learnt"
	}
	return name
}

// fixedPoint returns where the case starts.
func (c driftCase) fixedPoint(p problem) theory.FixedPoint {
	return theory.FixedPoint{Network: c.network, Spectrum: p.Spectrum, Gains: c.gains}
}

// circuit returns the circuit at its start. Its fixed point is that of components in the columns of
// basis [N×K].
func (c driftCase) circuit(p problem, basis []float64, seed, trial uint64) (*circuit.Circuit, error) {
	point := c.fixedPoint(p)
	m, phi, k := point.Scales(), point.Amplitudes(), p.Outputs
	w := make([]float64, k*p.Inputs)
	for i := range k {
		for j := range p.Inputs {
			w[i*p.Inputs+j] = m[i] * phi[i] * basis[j*k+i]
		}
	}
	n := c.network
	if c.sigma > 0 {
		n.Schedule = append(slices.Clone(n.Schedule), circuit.SynapticNoise{Where: selection.All(selection.Weights), Size: c.sigma, Symmetric: true})
	}
	spec := circuit.Spec{
		Network: n, Inputs: p.Inputs, Gains: c.gains, Rate: circuit.ConstantRate(driftRate), InitialWeights: w, Seed: seed, Trial: trial,
	}
	if c.learnt {
		spec.InitialWeights = nil
		var err error
		if spec.Rate, err = circuit.ParseRate(fmt.Sprintf("%v until %d, %v", learntRate, learntSteps, driftRate)); err != nil {
			return nil, err
		}
		return circuit.New(spec)
	}
	made, err := circuit.New(spec)
	if err != nil {
		return nil, err
	}
	for i := range k {
		if err := made.Outputs().Output(i).SetScale(m[i]); err != nil {
			return nil, err
		}
	}
	return made, nil
}

// driftCases returns all cases, network by network.
func driftCases(p problem) (all []driftCase) {
	ones := circuit.LinearGains(p.Outputs, 1, 1)
	for _, n := range []circuit.Network{circuit.PSP, circuit.IfPSP, circuit.CascadePSP} {
		n.Gains = circuit.FreeGains // equal ones too
		for _, gains := range [][]float64{ones, p.gains()} {
			noises := driftNoises
			if c := (driftCase{network: n, gains: gains}); c.drifts() {
				noises = slices.Sorted(slices.Values(append(slices.Clone(noises), furtherNoises...)))
			}
			for _, sigma := range noises {
				c := driftCase{network: n, gains: gains, sigma: sigma}
				if all = append(all, c); c.drifts() && sigma > 0 && slices.Contains(driftNoises, sigma) {
					c.learnt = true
					all = append(all, c)
				}
			}
		}
	}
	return all
}

// wander is what one trial of a case measured: means over the outputs and, of cosines, over all
// pairs of samples at a lag.
type wander struct {
	cosine, absolute, within, without []float64 // by lag: of rows, their |cos|, their parts within the subspace and out of it
	alignment                         float64   // |cos| of rows and their components, at the end
	subspace                          float64   // length of the part of a row within the subspace, of the row's, mean over the samples
}

// driftTrial runs all cases of one trial, on the same stimuli.
func driftTrial(ctx context.Context, p problem, cases []driftCase, length driftLength, seed, trial uint64) ([]wander, error) {
	source, err := stimulus.NewGaussian(p.Spectrum, seed, trial)
	if err != nil {
		return nil, err
	}
	n, k := p.Inputs, p.Outputs
	basis, err := source.Basis(k)
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
	rows := make([][][]float64, len(cases)) // by case and sample, F [K×N]
	steps := length.burn
	for range length.samples {
		if err := turns.Run(ctx, steps, nil); err != nil {
			return nil, err
		}
		steps = length.every
		for i, l := range turns.Learners {
			if l.Err != nil {
				return nil, fmt.Errorf("%s with noise %v: %w", cases[i].name(), cases[i].sigma, l.Err)
			}
			filter, err := l.Circuit.Filter()
			if err != nil {
				return nil, err
			}
			rows[i] = append(rows[i], filter.RawMatrix().Data)
		}
	}
	found := make([]wander, len(cases))
	for i := range cases {
		found[i] = measureDrift(rows[i], basis, k, n)
	}
	return found, nil
}

// measureDrift compares the rows of filters [K×N] with themselves at all lags.
func measureDrift(samples [][]float64, basis []float64, k, n int) (w wander) {
	inside := make([][]float64, len(samples)) // F U_K [K×K]
	for t, f := range samples {
		inside[t] = make([]float64, k*k)
		for i := range k {
			for c := range k {
				for j := range n {
					inside[t][i*k+c] += float64(f[i*n+j] * basis[j*k+c])
				}
			}
			within := math.Sqrt(dot(inside[t][i*k:][:k], inside[t][i*k:][:k]) / dot(f[i*n:][:n], f[i*n:][:n]))
			w.subspace += within / float64(len(samples)*k)
		}
	}
	for _, lag := range driftLags {
		if 2*lag > len(samples) {
			break
		}
		var cosine, absolute, within, without float64
		for t := lag; t < len(samples); t++ {
			for i := range k {
				a, b := samples[t][i*n:][:n], samples[t-lag][i*n:][:n]
				u, v := inside[t][i*k:][:k], inside[t-lag][i*k:][:k]
				aa, ab, bb, uu, uv, vv := dot(a, a), dot(a, b), dot(b, b), dot(u, u), dot(u, v), dot(v, v)
				c := ab / math.Sqrt(aa*bb)
				cosine += c
				absolute += math.Abs(c)
				within += uv / math.Sqrt(uu*vv)
				without += (ab - uv) / math.Sqrt((aa-uu)*(bb-vv))
			}
		}
		pairs := float64((len(samples) - lag) * k)
		w.cosine, w.absolute = append(w.cosine, cosine/pairs), append(w.absolute, absolute/pairs)
		w.within, w.without = append(w.within, within/pairs), append(w.without, without/pairs)
	}
	last, end := inside[len(samples)-1], samples[len(samples)-1]
	for i := range k {
		w.alignment += math.Abs(last[i*k+i]) / math.Sqrt(dot(end[i*n:][:n], end[i*n:][:n])) / float64(k)
	}
	return w
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}
