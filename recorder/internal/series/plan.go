package series

import (
	"slices"

	"twophase/circuit/selection"
	"twophase/neuron"
	"twophase/synapse"
)

// run is a range of neighbouring elements in one row: pre from first to end − 1. A scale or an
// activity is a run of one element.
type run struct {
	of               *source
	post, first, end int
	changed          bool                   // with the parts of changes
	makes            [neuron.PartCount]bool // parts that phases before plasticity note then
}

// Plan is a set of elements in the order in which they are recorded.
type Plan struct {
	number  int // of the plans that were made before, and this one
	runs    []run
	Rows    int
	Changed int // rows with the parts of changes
}

// PlanOf returns the union of the wanted selections without the written ones, with the parts
// of changes where these are selected. It ignores elements that the circuit does not have.
func (s *Sources) PlanOf(wanted, written, parts []selection.Selection) Plan {
	s.plans++
	p := Plan{number: s.plans}
	for _, of := range s.all {
		of.makes = s.partsOf(of)
		row, changed := make([]bool, of.width), make([]bool, of.width)
		for post := range of.neurons {
			clear(row)
			clear(changed)
			mark(row, wanted, s.Size, of.kind, post, true)
			mark(row, written, s.Size, of.kind, post, false)
			mark(changed, parts, s.Size, of.kind, post, true)
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
func (p *Plan) add(of *source, post int, row, changed []bool) {
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
		p.runs = append(p.runs, run{of, post, first, pre, changed[first], of.makes})
		if p.Rows += pre - first; changed[first] {
			p.Changed += pre - first
		}
	}
}

// SetProducts notes the most products of drives that a rule has whose parts a plan records.
func (s *Sources) SetProducts(p Plan) {
	for _, r := range p.runs {
		if r.changed {
			s.products = max(s.products, r.of.products)
		}
	}
}

// Keeper can store its last changes: a projection, or a population with its scales.
type Keeper interface{ KeepChanges(on bool) }

// Keepers makes the synapses of a plan whose parts are recorded the only ones that store
// their changes, and returns what stores changes.
func (s *Sources) Keepers(p Plan) (all []Keeper) {
	changed := make([][]synapse.Stretch, len(s.all))
	for _, r := range p.runs {
		if r.changed {
			changed[r.of.number] = append(changed[r.of.number], synapse.Stretch{Post: r.post, First: r.first, End: r.end})
		}
	}
	for i, of := range s.all {
		switch {
		case changed[i] == nil || of.class == selection.Neurons:
		case of.synaptic():
			of.projection.KeepChangesOf(changed[i])
			all = append(all, of.projection)
		default:
			all = append(all, of.population)
		}
	}
	return all
}

// Plans are the last plans of a recording, which are often the next ones too.
type Plans struct {
	Sources *Sources
	kept    []kept
}

// kept is a plan and its selections.
type kept struct {
	wanted []selection.Selection
	parts  []selection.Selection // selections whose parts are recorded
	plan   Plan
}

// mostPlans is the number of plans that are kept: one for each combination of three requests,
// and one more.
const mostPlans = 8

// Of returns the plan of selections without the written ones. If none was written, it
// uses a kept plan where there is one, unless the schedule has changed what parts there are.
func (p *Plans) Of(wanted, written, parts []selection.Selection) Plan {
	if len(parts) > 0 && slices.ContainsFunc(p.Sources.all, func(of *source) bool { return of.makes != p.Sources.partsOf(of) }) {
		p.kept = nil
	}
	if written != nil {
		return p.Sources.PlanOf(wanted, written, parts)
	}
	for _, k := range p.kept {
		if slices.Equal(wanted, k.wanted) && len(parts) == len(k.parts) {
			return k.plan
		}
	}
	if len(p.kept) == mostPlans {
		p.kept = nil
	}
	k := kept{slices.Clone(wanted), parts, p.Sources.PlanOf(wanted, nil, parts)}
	p.kept = append(p.kept, k)
	return k.plan
}
