package recorder

import "twophase/circuit/selection"

// run is a stretch of neighbours in one row: pre from first up to end. A scale
// or an activity is a run of its own, of one place.
type run struct {
	kind             selection.Kind
	post, first, end int
}

// rowKinds lists the kinds that rows are of, in the order of recording.
var rowKinds = []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Outputs}

// plan is a set of elements in the order in which they are recorded.
type plan struct {
	runs []run
	rows int
}

// planOf returns the union of the wanted selections without the written ones, in
// a circuit of that size. What it does not have is passed over.
func planOf(z selection.Size, wanted, written []selection.Selection) plan {
	var p plan
	chosen := make([]bool, max(z.Inputs, z.Outputs))
	for _, k := range rowKinds {
		row := chosen[:z.Width(k)]
		for post := range z.Outputs {
			clear(row)
			mark(row, wanted, z, k, post, true)
			mark(row, written, z, k, post, false)
			if k == selection.Lateral {
				row[post] = false
			}
			p.add(k, post, row)
		}
	}
	return p
}

// mark sets the places in the row of neuron post that are selected.
func mark(row []bool, selections []selection.Selection, z selection.Size, k selection.Kind, post int, to bool) {
	for _, s := range selections {
		from, end := s.Row(z, k, post)
		for pre := from; pre < end; pre++ {
			row[pre] = to
		}
	}
}

// add appends the chosen places of a row as runs.
func (p *plan) add(k selection.Kind, post int, row []bool) {
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
