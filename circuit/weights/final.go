package weights

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/files/durable"
	"twophase/neuron"
	"twophase/synapse"
)

// Final is the weights of a circuit at the end of a trial.
type Final struct {
	Inputs, Outputs int       // N and K
	W               []float64 // [K×N], row-major; nil if the circuit has no projection feedforward
	M               []float64 // [K×K], row-major: lateral weights, scales on the diagonal; nil if there is no projection lateral

	// Of a circuit with a graph: the other projections, the scales that are on no diagonal, and the variables of neurons.
	Others []Array
}

// FinalOf returns a copy of the present weights of a circuit. A projection within a
// population has the scales of the neurons on its diagonal if they learn and the neurons
// divide by them.
func FinalOf(c *circuit.Circuit) Final {
	f := Final{Inputs: c.Inputs().Len(), Outputs: c.Outputs().Len()}
	for _, p := range c.Projections() {
		switch {
		case isW(c, p):
			f.W = p.Weights()
		case isM(c, p):
			f.M = p.Weights()
			for i, divisor := range p.Post().Divisors() {
				if p.Wiring() != synapse.WithSelf {
					f.M[i*f.Outputs+i] = divisor
				}
			}
		}
	}
	f.Others = othersOf(c)
	return f
}

// MOf returns M [K×K] of a circuit whose projection among the outputs has a name, or nil if there is none.
func (f Final) MOf(lateral string) []float64 {
	if i := slices.IndexFunc(f.Others, func(a Array) bool { return a.Name == lateral }); i >= 0 {
		return f.Others[i].Values
	}
	return f.M
}

// isW reports whether a projection is W, and isM whether it is M.
func isW(c *circuit.Circuit, p *synapse.Projection) bool {
	return p.Name() == selection.Feedforward.String() && p.Pre() == c.Inputs() && p.Post() == c.Outputs()
}

func isM(c *circuit.Circuit, p *synapse.Projection) bool {
	return p.Name() == selection.Lateral.String() && p.Pre() == c.Outputs() && p.Post() == c.Outputs()
}

// othersOf returns the projections of a circuit that are neither W nor M, the scales that are on no
// diagonal, and the variables of neurons.
func othersOf(c *circuit.Circuit) (others []Array) {
	onDiagonal := map[*neuron.Population]bool{}
	for _, p := range c.Projections() {
		post := p.Post()
		within := p.Pre() == post && divides(post.ScaleRule()) && p.Wiring() != synapse.WithSelf
		onDiagonal[post] = onDiagonal[post] || within
		if isW(c, p) || isM(c, p) {
			continue
		}
		weights := p.Weights()
		if within {
			for i, scale := range post.Scales() {
				weights[i*post.Len()+i] = scale
			}
		}
		others = append(others, Array{p.Name(), []int{post.Len(), p.Pre().Len()}, weights})
	}
	for _, p := range c.Populations() {
		if p.Scales() != nil && !p.ScaleRule().IsFixed() && !onDiagonal[p] {
			others = append(others, Array{p.Name() + ".scale", []int{p.Len()}, slices.Clone(p.Scales())})
		}
	}
	for _, p := range c.Populations() {
		for _, name := range p.Variables() {
			others = append(others, Array{p.Name() + "." + name, []int{p.Len()}, slices.Clone(p.Variable(name))})
		}
	}
	return others
}

// divides reports whether neurons divide by scales that learn by a rule.
func divides(r neuron.ScaleRule) bool {
	return !r.IsFixed() && !r.Metaplastic && !r.Multiplies && !r.NoLeak
}

// Arrays returns all arrays by their names in an archive: W, M, and the others.
func (f Final) Arrays() (all []Array) {
	if f.W != nil {
		all = append(all, Array{"W", []int{f.Outputs, f.Inputs}, f.W})
	}
	if f.M != nil {
		all = append(all, Array{"M", []int{f.Outputs, f.Outputs}, f.M})
	}
	for _, a := range f.Others {
		if slices.ContainsFunc(all, func(b Array) bool { return a.Name == b.Name }) {
			a.Name = "projection." + a.Name
		}
		all = append(all, a)
	}
	return all
}

// Write writes the final weights of one or more trials of the same size
// to a NumPy archive:
//
//	import numpy
//	weights = numpy.load("weights.npz")
//	weights["W"], weights["M"]
//
// W is [K×N] and M is [K×K]; of several trials they are [trials×K×N] and
// [trials×K×K]. A circuit with a graph has an array for each projection, by its name, with
// W for feedforward and M for lateral, and an array NAME.scale for scales that are on no
// diagonal, and NAME.VARIABLE for each variable of neurons. A projection named W or M beside those is projection.W or projection.M. The
// numbers are float64 in C order. The same weights give the
// same bytes. The file appears when it is complete. An error, which has the path, leaves no
// file, or the older one unchanged.
//
// It panics if there is no trial or the trials differ in size.
func Write(path string, trials ...Final) error {
	arrays := stack(trials)
	file, err := durable.CreateOwned(path)
	if err == nil {
		if err = writeArchive(file, arrays...); err == nil {
			err = file.Commit()
		}
		if err != nil {
			file.Discard()
		}
	}
	if err != nil {
		return fmt.Errorf("write weights to %s: %w", path, err)
	}
	return nil
}

// stack returns the arrays of all trials. A single trial adds no dimension.
func stack(trials []Final) (all []array) {
	if len(trials) == 0 {
		panic("weights: no trial")
	}
	for _, a := range trials[0].Arrays() {
		one := array{name: a.Name, shape: a.Shape}
		if len(trials) > 1 {
			one.shape = append([]int{len(trials)}, a.Shape...)
		}
		all = append(all, one)
	}
	for _, t := range trials {
		arrays := t.Arrays()
		if len(arrays) != len(all) {
			panic(fmt.Sprintf("weights: different circuits: %d arrays for %d", len(arrays), len(all)))
		}
		for i, a := range arrays {
			size, first := 1, trials[0].Arrays()[i]
			for _, n := range first.Shape {
				size *= n
			}
			if a.Name != first.Name || !slices.Equal(a.Shape, first.Shape) || len(a.Values) != size {
				panic(fmt.Sprintf("weights: different sizes: %d in %s %v for %s %v", len(a.Values), a.Name, a.Shape, first.Name, first.Shape))
			}
			all[i].data = append(all[i].data, a.Values)
		}
	}
	return all
}
