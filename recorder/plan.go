package recorder

import "twophase/circuit/selection"

// run is a stretch of neighbours in one row: pre from first up to end. A scale
// or an activity is a run of its own, of one place.
type run struct {
	kind             selection.Kind
	post, first, end int
	changed          bool // with the parts of changes
}

// rowKinds lists the kinds that rows are of, in the order of recording.
var rowKinds = []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Outputs}

// plan is a set of elements in the order in which they are recorded.
type plan struct {
	runs    []run
	rows    int
	changed int // rows with the parts of changes
}

// planOf returns the union of the wanted selections without the written ones, with
// the parts of changes where these are selected, in a circuit of that size. What it
// does not have is passed over.
func planOf(z selection.Size, wanted, written, parts []selection.Selection) plan {
	var p plan
	width := max(z.Inputs, z.Outputs)
	places := make([]bool, 2*width)
	for _, k := range rowKinds {
		row, changed := places[:z.Width(k)], places[width:][:z.Width(k)]
		for post := range z.Outputs {
			clear(places)
			mark(row, wanted, z, k, post, true)
			mark(row, written, z, k, post, false)
			if k == selection.Lateral {
				row[post] = false
			}
			mark(changed, parts, z, k, post, true)
			p.add(k, post, row, changed)
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

// add appends the chosen places of a row as runs, which begin and end where changed
// does.
func (p *plan) add(k selection.Kind, post int, row, changed []bool) {
	for pre := 0; pre < len(row); {
		first := pre
		for pre < len(row) && row[pre] && changed[pre] == changed[first] {
			pre++
		}
		if pre == first {
			pre++
			continue
		}
		p.runs = append(p.runs, run{k, post, first, pre, changed[first]})
		if p.rows += pre - first; changed[first] {
			p.changed += pre - first
		}
	}
}
