package selection

import (
	"cmp"
	"math"
	"slices"

	"twophase/internal/numerics/random"
	"twophase/neuron"
	"twophase/synapse"
)

// Moment keys the random numbers of a draw, together with the text of the choice.
type Moment struct {
	Seed, Trial uint64
	Step        int
}

// taken returns those candidates that are taken.
func (c Choice) taken(e Elements, at Moment) Elements {
	all := len(e.Synapses) + len(e.Variables) + len(e.Neurons)
	n := all
	switch c.Take {
	case Everyone:
		return e
	case Fraction:
		n = int(math.Round(c.Number * float64(all)))
	default:
		n = min(all, int(c.Number))
	}
	keep := make([]bool, all)
	for _, i := range c.order(e, all, at)[:n] {
		keep[i] = true
	}
	i := 0
	left := func() bool { i++; return !keep[i-1] }
	e.Synapses = slices.DeleteFunc(e.Synapses, func(synapse.Synapse) bool { return left() })
	e.Variables = slices.DeleteFunc(e.Variables, func(neuron.Variable) bool { return left() })
	e.Neurons = slices.DeleteFunc(e.Neurons, func(neuron.Neuron) bool { return left() })
	return e
}

// order returns the numbers of the candidates in the order in which they are taken.
func (c Choice) order(e Elements, n int, at Moment) []int {
	if c.drawn() {
		trial, purpose := at.Trial, "choice of "
		if c.Alike {
			trial, purpose = 0, "choice in all trials of "
		}
		return random.New(at.Seed, trial, purpose+c.candidates()).Permutation(n, uint64(at.Step))
	}
	sizes, order := make([]float64, 0, n), make([]int, n)
	for _, s := range e.Synapses {
		sizes = append(sizes, math.Abs(s.Weight()))
	}
	for _, v := range e.Variables {
		sizes = append(sizes, math.Abs(v.Value()))
	}
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int {
		if c.Take == Top {
			i, j = j, i
		}
		return cmp.Compare(sizes[i], sizes[j])
	})
	return order
}
