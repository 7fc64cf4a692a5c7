package runs

import (
	"fmt"
	"strings"

	"twophase/circuit"
	"twophase/internal/run/engine"
	"twophase/internal/text/phrase"
)

// Step is what api/step answers: one step of a trial, phase by phase. Matrices of more
// than matrixLimit numbers are null.
type Step struct {
	Step   int64      `json:"step"`
	X      Vector     `json:"x"` // the stimulus [N]
	Phases []Moment   `json:"phases"`
	Before Matrices   `json:"before"`          // the weights before the phases
	Change AllChanges `json:"change"`          // their change in the step
	Ended  string     `json:"ended,omitempty"` // why the run diverged in the step: the phases are those until there
}

// Moment is the circuit after one phase.
type Moment struct {
	Name        string `json:"name"`
	Equation    string `json:"equation"`
	Provisional Vector `json:"y_tilde"` // ỹ [K], null until a phase has written it
	Y           Vector `json:"y"`       // likewise
	Note        string `json:"note"`
}

// Matrices is W [K×N] and M [K×K], the scales on the diagonal.
type Matrices struct {
	W Vector `json:"w"`
	M Vector `json:"m"`
}

// AllChanges is the changes of W and M.
type AllChanges struct {
	W *Change `json:"w"`
	M *Change `json:"m"`
}

// Change is the change of a matrix in one step, and the parts of what it learnt: see
// neuron.Change.
type Change struct {
	Total      Vector `json:"total"`
	Hebbian    Vector `json:"hebbian"`
	Decay      Vector `json:"decay"`
	Rounding   Vector `json:"rounding"`
	Nonlocal   Vector `json:"nonlocal"`   // of W, null unless a phase makes such a part
	Unlearning Vector `json:"unlearning"` // likewise
	Second     Vector `json:"second"`     // by the second product of drives, null where the rule has one only
	Third      Vector `json:"third"`      // likewise
}

// newStep returns a step in the form of the API.
func newStep(s *engine.ReplayedStep) *Step {
	answer := &Step{Step: int64(s.Step), X: s.X}
	if s.Diverged != nil {
		answer.Ended = s.Diverged.Reason()
	}
	for _, p := range s.Phases {
		m := Moment{Name: p.Name, Equation: p.Equation, Provisional: p.Provisional, Y: p.Y}
		if p.Settling != (circuit.Settling{}) {
			m.Note = fmt.Sprintf("%s, residual %.2g", phrase.Count(p.Settling.Sweeps, "sweep"), p.Settling.Residual)
			if !p.Settling.Settled {
				m.Note += ", not settled"
			}
		}
		if p.Local != circuit.Yes {
			m.Note = strings.TrimPrefix(m.Note+"; non-local", "; ")
		}
		answer.Phases = append(answer.Phases, m)
	}
	answer.Before.W, answer.Change.W = changed(s.Before.W, s.After.W, s.Hebbian.W, s.Decay.W, s.Rounding.W)
	if answer.Change.W != nil {
		answer.Change.W.Nonlocal, answer.Change.W.Unlearning = s.Nonlocal, s.Unlearning
		answer.Change.W.Second, answer.Change.W.Third = s.Second.W, s.Third.W
	}
	answer.Before.M, answer.Change.M = changed(s.Before.M, s.After.M, s.Hebbian.M, s.Decay.M, s.Rounding.M)
	if answer.Change.M != nil {
		answer.Change.M.Second, answer.Change.M.Third = s.Second.M, s.Third.M
	}
	return answer
}

// changed returns the numbers of a matrix before a step and their change, nil if they
// are too many.
func changed(before, after, hebbian, decay, rounding []float64) (Vector, *Change) {
	if len(before) > matrixLimit {
		return nil, nil
	}
	total := make(Vector, len(after))
	for i := range total {
		total[i] = after[i] - before[i]
	}
	return before, &Change{Total: total, Hebbian: hebbian, Decay: decay, Rounding: rounding}
}

func (s *Step) rounded() *Step {
	r := &Step{Step: s.Step, Ended: s.Ended, X: s.X.rounded(), Before: Matrices{s.Before.W.rounded(), s.Before.M.rounded()}}
	for _, p := range s.Phases {
		p.Provisional, p.Y = p.Provisional.rounded(), p.Y.rounded()
		r.Phases = append(r.Phases, p)
	}
	r.Change = AllChanges{s.Change.W.rounded(), s.Change.M.rounded()}
	return r
}

func (c *Change) rounded() *Change {
	if c == nil {
		return nil
	}
	return &Change{c.Total.rounded(), c.Hebbian.rounded(), c.Decay.rounded(), c.Rounding.rounded(), c.Nonlocal.rounded(), c.Unlearning.rounded(), c.Second.rounded(), c.Third.rounded()}
}
