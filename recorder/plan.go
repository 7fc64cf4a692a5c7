package recorder

import (
	"fmt"

	"twophase/circuit"
)

// size is N and K, all that a selection must know of a circuit.
type size struct{ inputs, outputs int }

func sizeOf(c *circuit.Circuit) size { return size{c.Inputs().Len(), c.Outputs().Len()} }

// width returns the elements of a kind that one output neuron can have: places
// of presynaptic neurons, or the neuron itself.
func (z size) width(k Kind) int {
	switch k {
	case Feedforward:
		return z.inputs
	case Lateral:
		return z.outputs
	}
	return 1
}

// describe says what there is to select.
func (z size) describe(k Kind) string {
	post := span{0, z.outputs - 1}
	switch {
	case k == Feedforward:
		return fmt.Sprintf("feedforward has synapses [%v, %v]", post, span{0, z.inputs - 1})
	case k == Lateral && z.outputs == 1:
		return "lateral has no synapses among a single output neuron"
	case k == Lateral:
		return fmt.Sprintf("lateral has synapses [%v, %v] without the diagonal", post, post)
	}
	return fmt.Sprintf("%v has neurons [%v]", k, post)
}

// region is a rectangle of elements of one kind, which is not weights. Indices
// beyond the circuit, and a lateral diagonal, are passed over.
type region struct {
	kind      Kind
	post, pre span
}

// run is a stretch of neighbours in one row: pre from first up to end. A scale
// or an activity is a run of its own, of one place.
type run struct {
	kind             Kind
	post, first, end int
}

// recordable lists the kinds that rows are of, in the order of recording.
var recordable = []Kind{Feedforward, Lateral, Scale, Outputs}

// plan is a set of elements in the order in which they are recorded.
type plan struct {
	runs []run
	rows int
}

// plan returns the union of the wanted regions without the written ones.
func (z size) plan(wanted, written []region) plan {
	var p plan
	chosen := make([]bool, max(z.inputs, z.outputs))
	for _, k := range recordable {
		row := chosen[:z.width(k)]
		for post := range z.outputs {
			clear(row)
			mark(row, wanted, k, post, true)
			mark(row, written, k, post, false)
			if k == Lateral {
				row[post] = false
			}
			p.add(k, post, row)
		}
	}
	return p
}

// mark sets the places in the row of neuron post that regions of kind k cover.
func mark(row []bool, regions []region, k Kind, post int, to bool) {
	for _, r := range regions {
		if r.kind != k || !r.post.has(post) {
			continue
		}
		from, end := r.pre.cut(len(row))
		for pre := from; pre < end; pre++ {
			row[pre] = to
		}
	}
}

// add appends the chosen places of a row as runs.
func (p *plan) add(k Kind, post int, row []bool) {
	for pre := 0; pre < len(row); pre++ {
		if !row[pre] {
			continue
		}
		first := pre
		for pre < len(row) && row[pre] {
			pre++
		}
		p.runs = append(p.runs, run{k, post, first, pre})
		p.rows += pre - first
	}
}
