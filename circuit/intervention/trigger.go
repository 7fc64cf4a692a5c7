package intervention

import (
	"fmt"
	"math"

	"twophase/circuit/selection"
)

// Trigger says when an intervention takes place: At, Every or When. Steps count from 1. An
// intervention at step n takes place after the observers of step n and before stimulus n+1.
// Step 0 is before the first stimulus.
type Trigger interface {
	String() string
	// Validate returns an error if the trigger is not valid, or depends on what a circuit
	// of that size does not have.
	Validate(selection.Size) error
	// due returns the first step, from the given one on, after which to act or to check
	// the condition, or never if there is none.
	due(from int) int
}

// never is a step that does not come.
const never = math.MaxInt

// At is a step: the intervention takes place once, after that step.
type At int

// String implements Trigger.
func (t At) String() string { return fmt.Sprintf("at %d", int(t)) }

// Validate implements Trigger.
func (t At) Validate(selection.Size) error {
	if t < 0 {
		return fmt.Errorf("step %d: give a step from 0, which is before the first stimulus", int(t))
	}
	return nil
}

func (t At) due(from int) int {
	if int(t) < from {
		return never
	}
	return int(t)
}

// Every is a period: the intervention takes place after step From and then every Steps
// steps, up to step Until.
type Every struct {
	Steps int // the period, at least 1
	From  int // the first step; 0 stands for Steps. To act before the first stimulus, too, add At(0).
	Until int // the last possible step; 0 means no end
}

// String implements Trigger.
func (t Every) String() string {
	text := fmt.Sprintf("every %d from %d", t.Steps, t.first())
	if t.Until != 0 {
		text += fmt.Sprintf(" until %d", t.Until)
	}
	return text
}

// Validate implements Trigger.
func (t Every) Validate(selection.Size) error {
	switch {
	case t.Steps < 1:
		return fmt.Errorf("every %d steps: give a number of steps from 1", t.Steps)
	case t.From < 0:
		return fmt.Errorf("from step %d: give a step from 1, or 0 for step %d", t.From, t.Steps)
	case t.Until != 0 && t.Until < t.first():
		return fmt.Errorf("until step %d: the first step is %d, so give a later one, or 0 for no end", t.Until, t.first())
	}
	return nil
}

// first returns the first step.
func (t Every) first() int {
	if t.From == 0 {
		return t.Steps
	}
	return t.From
}

func (t Every) due(from int) int {
	step := t.first()
	if from > step {
		gone := from - step
		rest := gone % t.Steps
		if rest > 0 && t.Steps-rest > math.MaxInt-from {
			return never
		}
		step = from
		if rest > 0 {
			step += t.Steps - rest
		}
	}
	if t.Until != 0 && step > t.Until {
		return never
	}
	return step
}

// When is a condition: the intervention takes place once, at the first check at which the
// condition holds. It is checked after every Check-th step, and not before the first
// stimulus.
type When struct {
	Condition Condition
	Check     int // steps between two checks, at least 1
}

// String implements Trigger.
func (t When) String() string { return fmt.Sprintf("when %v, checked every %d", t.Condition, t.Check) }

// Validate implements Trigger.
func (t When) Validate(z selection.Size) error {
	if t.Check < 1 {
		return fmt.Errorf("checked every %d steps: give a number of steps from 1", t.Check)
	}
	return t.Condition.Validate(z)
}

func (t When) due(from int) int { return Every{Steps: t.Check}.due(from) }
