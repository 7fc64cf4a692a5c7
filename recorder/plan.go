package recorder

import (
	"twophase/circuit/selection"
)

// run is a range of neighbouring elements in one row: pre from first to end − 1. A scale or an
// activity is a run of one element.
type run struct {
	of               *source
	post, first, end int
	changed          bool // with the parts of changes
}

// plan is a set of elements in the order in which they are recorded.
type plan struct {
	number  int // of the plans that were made before, and this one
	runs    []run
	rows    int
	changed int // rows with the parts of changes
}

// planOf returns the union of the wanted selections without the written ones, with the parts
// of changes where these are selected. It ignores elements that the circuit does not have.
func (s *sources) planOf(wanted, written, parts []selection.Selection) plan {
	s.plans++
	p := plan{number: s.plans}
	width := s.size.Widest()
	places := make([]bool, 2*width)
	for _, of := range s.all {
		row, changed := places[:of.width], places[width:][:of.width]
		for post := range of.neurons {
			clear(places)
			mark(row, wanted, s.size, of.kind, post, true)
			mark(row, written, s.size, of.kind, post, false)
			mark(changed, parts, s.size, of.kind, post, true)
			p.add(of, post, row, changed)
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

// add appends the marked places of a row that exist as runs. A run has the parts of changes
// for all its elements or for none.
func (p *plan) add(of *source, post int, row, changed []bool) {
	if of.synaptic() {
		for pre := range row {
			row[pre] = row[pre] && of.has(post, pre)
		}
	}
	for pre := 0; pre < len(row); {
		first := pre
		for pre < len(row) && row[pre] && changed[pre] == changed[first] {
			pre++
		}
		if pre == first {
			pre++
			continue
		}
		p.runs = append(p.runs, run{of, post, first, pre, changed[first]})
		if p.rows += pre - first; changed[first] {
			p.changed += pre - first
		}
	}
}
