package intervention

import (
	"fmt"
	"slices"

	"twophase/circuit"
)

// State is the progress of a plan. It is plain data, which JSON keeps exactly.
type State struct {
	Interventions []Status `json:"interventions"`
}

// Status is the progress of one intervention.
type Status struct {
	Intervention string `json:"intervention"` // in words
	Due          int    `json:"due"`          // the next step at which it takes place or is checked; math.MaxInt if never
	Fired        int    `json:"fired"`        // how often it took place
}

// State returns the progress of the plan.
func (p *Plan) State() State {
	var s State
	for n, i := range p.list {
		s.Interventions = append(s.Interventions, Status{i.String(), p.due[n], p.fired[n]})
	}
	return s
}

// Extended returns the state with further interventions appended, which begin at a step.
func (s State) Extended(further []Intervention, step int) State {
	all := slices.Clone(s.Interventions)
	for _, i := range further {
		all = append(all, Status{i.String(), i.When.due(step), 0})
	}
	return State{all}
}

// Resume continues a plan on a circuit that is as it was at the call of State. It returns an
// error if the state is of other interventions or another step.
func Resume(c *circuit.Circuit, list []Intervention, o Options, s State) (*Plan, error) {
	p, err := newPlan(c, list, o)
	if err != nil {
		return nil, err
	}
	if len(s.Interventions) != len(list) {
		return nil, fmt.Errorf("resume interventions: the state is of %d, and there are %d", len(s.Interventions), len(list))
	}
	for n, status := range s.Interventions {
		switch {
		case status.Intervention != list[n].String():
			return nil, fmt.Errorf("resume interventions: number %d is %q, and in the state %q", n+1, list[n], status.Intervention)
		case !status.possible(list[n].When, c.StepCount()):
			return nil, fmt.Errorf("resume interventions: number %d, %v, is due at step %d and has taken place %d times: the state is of another step than %d, at which the circuit is, or it is damaged",
				n+1, list[n], status.Due, status.Fired, c.StepCount())
		}
		p.due[n], p.fired[n] = status.Due, status.Fired
	}
	return p, p.attach(c)
}

// possible reports whether an intervention can have this status at a step, before or after
// the interventions of that step.
func (s Status) possible(t Trigger, step int) bool {
	switch t := t.(type) {
	case At:
		if (s.Fired == 1) != (s.Due == never) {
			return false
		}
	case When:
		if s.Fired == 1 {
			return s.Due == never && t.Check <= step
		}
	}
	return s.Fired >= 0 && (s.Due == t.due(step) || s.Due == t.due(step+1))
}
