package measure

import (
	"cmp"
	"iter"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat"

	"twophase/circuit"
	"twophase/circuit/activity"
	"twophase/internal/numerics/quantile"
	"twophase/neuron"
	"twophase/synapse"
)

// This file holds the measures of single populations and projections.

// population returns a population of the circuit, or nil.
func (s *Subject) population(name string) *neuron.Population {
	if s.Circuit == nil {
		return nil
	}
	all := s.Circuit.Populations()
	if i := slices.IndexFunc(all, func(p *neuron.Population) bool { return p.Name() == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// within returns what a measure of one part uses: the activity of its population instead of the outputs, or the synapses
// of its projection.
func (e *examined) within(d Declaration) *examined {
	if d.Part == "" {
		return e
	}
	part := &examined{Subject: e.Subject, part: d.Part, outputs: e.activity[d.Part], sent: e.sent}
	part.Filter = nil
	if part.outputs != nil {
		_, part.Outputs = part.outputs.Dims()
	}
	part.projection = e.projectionOf(d.Part)
	return part
}

// Divide returns which of some names are of single populations and projections, and the others.
func Divide(names []string) (ofParts, others []string) {
	for _, name := range names {
		if d, err := LookupDeclaration(name); err == nil && d.Part != "" {
			ofParts = append(ofParts, name)
		} else {
			others = append(others, name)
		}
	}
	return ofParts, others
}

// ReadsPopulations reports whether measures of some names are taken of the activity of single populations, which only the
// phases of the circuit can give.
func (s *Subject) ReadsPopulations(names []string) bool {
	var all []Declaration
	for _, name := range names {
		if d, err := LookupDeclaration(name); err == nil {
			all = append(all, d)
		}
	}
	return slices.ContainsFunc(s.read(all), func(d Declaration) bool {
		return d.isOfPopulation() && s.population(d.Part) != nil
	})
}

func (e *examined) spread() (value, best float64, err error) {
	return activity.Spread(e.outputs), math.NaN(), nil
}

func (e *examined) meanCorrelation() (value, best float64, err error) {
	if e.Outputs == 1 {
		return 0, 0, errAlone
	}
	return activity.MeanCorrelation(e.outputs), math.NaN(), nil
}

// sums are the sums over stimuli of the positive and of the negative activity of each neuron of a population.
type sums struct{ positive, negative []float64 }

// add adds the activity for one stimulus.
func (s *sums) add(activity []float64) {
	for i, v := range activity {
		s.positive[i] += max(0, v)
		s.negative[i] += min(0, v)
	}
}

// onto returns the projections onto a population through which some phase delivers signals.
func (s *Subject) onto(population string) (all []circuit.ProjectionSpec) {
	if s.Circuit == nil {
		return nil
	}
	g := s.Circuit.Spec().Network.Graph
	for _, p := range g.Projections {
		if p.To == population && s.Circuit.Schedule().Delivers(g, p.Name) {
			all = append(all, p)
		}
	}
	return all
}

// balances returns what inhibits a neuron ÷ what excites it, for each neuron of the population that something excites.
// A weight w turns the positive activity of its sender into signals of its own sign, and the negative into those of the
// other, so that the sums of both say what all stimuli brought.
func (e *examined) balances() (all []float64) {
	p := e.population(e.part)
	if p == nil {
		return nil
	}
	inhibiting, exciting := make([]float64, p.Len()), make([]float64, p.Len())
	for _, spec := range e.onto(e.part) {
		sent, of := e.sent[spec.From], e.projectionOf(cmp.Or(spec.Tied, spec.Name))
		if sent == nil {
			return nil // no stimuli were shown
		}
		for i := range exciting {
			for j := range sent.positive {
				weight := 0.0
				if spec.Tied == "" {
					weight = of.Row(i)[j]
				} else {
					weight = of.Row(j)[i]
				}
				if spec.Sign == circuit.Subtracts || spec.Sign == circuit.Inhibitory {
					weight = -weight
				}
				own, other := weight*sent.positive[j], weight*sent.negative[j]
				exciting[i] += max(own, other, 0)
				inhibiting[i] -= min(own, other, 0)
			}
		}
	}
	for i, v := range exciting {
		if v > 0 {
			all = append(all, inhibiting[i]/v)
		}
	}
	return all
}

func (e *examined) balance() (value, best float64, err error) {
	return stat.Mean(e.balances(), nil), math.NaN(), nil
}

// projectionOf returns a projection of the circuit, or nil.
func (s *Subject) projectionOf(name string) *synapse.Projection {
	if s.Circuit == nil {
		return nil
	}
	all := s.Circuit.Projections()
	if i := slices.IndexFunc(all, func(p *synapse.Projection) bool { return p.Name() == name }); i >= 0 {
		return all[i]
	}
	return nil
}

// weights returns the weights of the synapses of the projection that are left.
func (e *examined) weights() (w []float64) {
	for s := range e.synapses() {
		w = append(w, s.Weight())
	}
	return w
}

// synapses ranges over the synapses of the projection that are left.
func (e *examined) synapses() iter.Seq[synapse.Synapse] {
	return func(yield func(synapse.Synapse) bool) {
		if e.projection == nil {
			return
		}
		for s := range e.projection.All() {
			if !s.Gone() && !yield(s) {
				return
			}
		}
	}
}

// ofWeights returns how a measure is taken of all weights of a projection.
func ofWeights(of func(w []float64) float64) func(*examined) (value, best float64, err error) {
	return func(e *examined) (float64, float64, error) { return of(e.weights()), math.NaN(), nil }
}

func meanOf(w []float64) float64 { return stat.Mean(w, nil) }

func spreadOf(w []float64) float64 { return stat.PopStdDev(w, nil) }

func quantileOf(q float64) func(w []float64) float64 {
	return func(w []float64) float64 {
		slices.Sort(w)
		return quantile.Of(w, q)
	}
}

func positive(w []float64) float64 {
	above, not := 0, 0
	for _, v := range w {
		if v > 0 {
			above++
		}
		if v != 0 {
			not++
		}
	}
	return float64(above) / float64(not)
}

// nearZero is 1 where all weights are 0.
func nearZero(w []float64) float64 {
	largest, near := 0.0, 0
	for _, v := range w {
		largest = max(largest, math.Abs(v))
	}
	for _, v := range w {
		if math.Abs(v) <= largest/100 {
			near++
		}
	}
	return float64(near) / float64(len(w))
}

func (e *examined) norm() (value, best float64, err error) {
	squares := make([]float64, e.projection.Post().Len())
	for s := range e.synapses() {
		squares[s.Post().Index()] += s.Weight() * s.Weight()
	}
	for _, square := range squares {
		value += math.Sqrt(square) / float64(len(squares))
	}
	return value, math.NaN(), nil
}

func (e *examined) inDegree() (value, best float64, err error) {
	return e.degree(e.projection.Post().Len())
}

func (e *examined) outDegree() (value, best float64, err error) {
	return e.degree(e.projection.Pre().Len())
}

func (e *examined) degree(neurons int) (value, best float64, err error) {
	return float64(len(e.weights())) / float64(neurons), math.NaN(), nil
}
