package view

import (
	"fmt"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/run/engine"
	"twophase/internal/text/wording"
)

// Step is what api/step answers: one step of a trial, phase by phase, without the weights of parts of more than matrixLimit
// numbers.
type Step struct {
	Step   int64                      `json:"step"`
	X      Vector                     `json:"x"` // the stimulus [N]
	Phases []Moment                   `json:"phases"`
	Before map[selection.Kind]Vector  `json:"before"`          // the weights and scales before the phases
	Change map[selection.Kind]*Change `json:"change"`          // their change in the step
	Ended  string                     `json:"ended,omitempty"` // why the run diverged in the step: the phases are those until there
}

// Moment is the circuit after one phase.
type Moment struct {
	Name     string   `json:"name"`
	Equation string   `json:"equation"`
	Signals  []Signal `json:"signals"` // those that phases have written until then
	Note     string   `json:"note"`
}

// Signal is what the axons of a population carry.
type Signal struct {
	Variable   circuit.Variable `json:"variable"`
	Population string           `json:"population"`
	Values     Vector           `json:"values"`
}

// Change is the change of a part in one step, and the parts of what it learnt: see neuron.Change.
type Change struct {
	Total      Vector `json:"total"`
	Hebbian    Vector `json:"hebbian"`
	Decay      Vector `json:"decay"`
	Rounding   Vector `json:"rounding"`
	Nonlocal   Vector `json:"nonlocal"`   // null unless a phase makes such a part
	Unlearning Vector `json:"unlearning"` // likewise
	Second     Vector `json:"second"`     // by the second product of drives, null where the rule has one only
	Third      Vector `json:"third"`      // likewise
}

// newStep returns a step in the form of the API.
func newStep(s *engine.ReplayedStep) *Step {
	answer := &Step{Step: int64(s.Step), X: s.X, Phases: []Moment{}, Before: map[selection.Kind]Vector{}, Change: map[selection.Kind]*Change{}}
	if s.Diverged != nil {
		answer.Ended = s.Diverged.Reason()
	}
	for _, p := range s.Phases {
		m := Moment{Name: p.Name, Equation: p.Equation, Signals: []Signal{}}
		for _, v := range p.Signals {
			m.Signals = append(m.Signals, Signal{v.Variable, v.Population, v.Values})
		}
		if p.Settling != (circuit.Settling{}) {
			m.Note = fmt.Sprintf("%s, residual %.2g", wording.Count(p.Settling.Sweeps, "sweep"), p.Settling.Residual)
			if !p.Settling.Settled {
				m.Note += ", not settled"
			}
		}
		if p.Local != circuit.Yes {
			m.Note = strings.TrimPrefix(m.Note+"; non-local", "; ")
		}
		answer.Phases = append(answer.Phases, m)
	}
	for k, before := range s.Before {
		if len(before) > matrixLimit {
			continue
		}
		total, l := make(Vector, len(before)), s.Learnt[k]
		for i := range total {
			total[i] = s.After[k][i] - before[i]
		}
		answer.Before[k] = before
		answer.Change[k] = &Change{total, l.Hebbian, l.Decay, l.Rounding, l.Nonlocal, l.Unlearning, l.Second, l.Third}
	}
	return answer
}

func (s *Step) rounded() *Step {
	r := &Step{Step: s.Step, Ended: s.Ended, X: s.X.rounded(), Before: map[selection.Kind]Vector{}, Change: map[selection.Kind]*Change{}}
	for _, p := range s.Phases {
		p.Signals = slices.Clone(p.Signals)
		for i := range p.Signals {
			p.Signals[i].Values = p.Signals[i].Values.rounded()
		}
		r.Phases = append(r.Phases, p)
	}
	for k, v := range s.Before {
		c := s.Change[k]
		r.Before[k] = v.rounded()
		r.Change[k] = &Change{c.Total.rounded(), c.Hebbian.rounded(), c.Decay.rounded(), c.Rounding.rounded(), c.Nonlocal.rounded(), c.Unlearning.rounded(), c.Second.rounded(), c.Third.rounded()}
	}
	return r
}
