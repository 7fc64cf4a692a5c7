package series

import (
	"encoding/json"
	"fmt"
	"math/bits"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/neuron"
	"twophase/synapse"
)

// source is a kind of rows, and where its numbers are in a circuit.
type source struct {
	kind     selection.Kind
	number   int // in the order of a record
	class    selection.Class
	neurons  int // that the first index counts
	width    int // places in a row
	within   bool
	products int                    // products of drives of the rule, beside the first one
	makes    [neuron.PartCount]bool // parts that phases before plasticity noted when the last plan was made

	projection *synapse.Projection // of synapses; nil without a circuit
	population *neuron.Population  // of scales, variables and neurons; nil without a circuit
	own        []float64           // the scales or the variable, in the memory of the population
}

// Sources are the kinds of rows of a circuit, in the order of a record.
type Sources struct {
	Size     selection.Size
	circuit  *circuit.Circuit // or nil
	all      []*source
	products int // the most that a recorded rule has, beside the first one
	plans    int // that were made
}

// SourcesOf returns the kinds of a circuit of that size. Without the circuit, which may be
// nil, a listed projection has all places that it may have.
func SourcesOf(z selection.Size, c *circuit.Circuit) *Sources {
	s := &Sources{Size: z, circuit: c}
	for i, k := range z.Kinds() {
		_, within := z.Within(k)
		of := &source{kind: k, number: i, class: z.Class(k), neurons: z.Neurons(k), width: z.Width(k), within: within}
		switch {
		case c == nil:
		case of.class == selection.Synapses:
			of.projection = k.Projection(c)
			of.products = synapse.FurtherProducts(of.projection.Rule())
		default:
			of.population = k.Population(c)
			if of.class != selection.Neurons {
				of.own = k.Values(c)
			}
		}
		s.all = append(s.all, of)
	}
	return s
}

// partsOf returns which parts phases of the present schedule note of changes of a kind.
func (s *Sources) partsOf(of *source) (makes [neuron.PartCount]bool) {
	if s.circuit == nil || !of.synaptic() {
		return makes
	}
	return s.circuit.PartsOf(of.projection.Name())
}

// Check returns an error if there are more kinds than a trace can have.
func (s *Sources) Check() error {
	if len(s.all) > selection.MostKinds {
		return fmt.Errorf("the circuit has %d projections, scales, variables and populations: a trace has room for %d", len(s.all), selection.MostKinds)
	}
	return nil
}

// width returns the number of bits of a kind's number: two for those of the paper.
func (s *Sources) width() int { return max(2, bits.Len(uint(len(s.all)-1))) }

// names returns the names of all kinds.
func (s *Sources) names() (names [][]byte) {
	for _, of := range s.all {
		names = append(names, []byte(of.kind.String()))
	}
	return names
}

// Graph returns the graph of the circuit as JSON.
func (s *Sources) Graph() string {
	text, err := json.Marshal(s.Size.Graph)
	if err != nil {
		panic("rows: " + err.Error()) // it is names and numbers
	}
	return string(text)
}

// synaptic reports whether the rows are of synapses.
func (of *source) synaptic() bool { return of.class == selection.Synapses }

// has reports whether there is a place in the row of a neuron.
func (of *source) has(post, pre int) bool {
	if of.projection != nil {
		return of.projection.Has(post, pre)
	}
	return !of.within || pre != post
}

// row returns the numbers of one neuron [width], in the circuit's memory.
func (of *source) row(post int) []float64 {
	switch of.class {
	case selection.Synapses:
		return of.projection.Row(post)
	case selection.Neurons:
		return of.population.Signals(neuron.Final)[post : post+1]
	}
	return of.own[post : post+1]
}
