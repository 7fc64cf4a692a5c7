package intervention

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// Options are what a plan needs besides the circuit.
type Options struct {
	// Error returns the error of the circuit, ≥ 0, for conditions on it. The plan calls it
	// at the steps at which it checks them. The steps at which such conditions hold are as
	// reproducible as this function.
	Error func(*circuit.Circuit) (float64, error)
	// Drift returns, for conditions on it, the mean cosine between the rows of the filter
	// now and at a reference step, NaN before that step.
	Drift func(*circuit.Circuit) (float64, error)
	// Events receives the events in order. An error stops the circuit. It may be nil.
	Events func(Event) error
}

// Plan is a list of interventions in progress on one circuit. It is a circuit.Intervener.
// Interventions that are due at the same step are checked and act in the order of the list:
// each one finds the changes of those before it.
type Plan struct {
	list    []Intervention
	options Options
	due     []int // by intervention: the next step at which it acts or is checked
	fired   []int // by intervention: how often it took place
	next    int   // the first that is due
}

// Start begins the interventions of a list on a circuit, from its present step on. Those at
// this step take place at once, and Start returns their error. If one cannot work on the
// circuit, or is due before this step, it returns an error and changes nothing.
func Start(c *circuit.Circuit, list []Intervention, o Options) (*Plan, error) {
	p, err := newPlan(c, list, o)
	if err != nil {
		return nil, err
	}
	for n, i := range list {
		if p.due[n] = i.When.due(c.StepCount()); p.due[n] == never {
			return nil, fmt.Errorf("intervention %d, %v: the circuit is at step %d already: choose that step or a later one", n+1, i, c.StepCount())
		}
	}
	return p, p.attach(c)
}

// newPlan returns a plan without due interventions.
func newPlan(c *circuit.Circuit, list []Intervention, o Options) (*Plan, error) {
	if err := Validate(list, selection.SizeOf(c)); err != nil {
		return nil, err
	}
	for n, i := range list {
		if w, ok := i.When.(When); ok {
			if err := w.Condition.CheckMeasured(w.Condition.Measured(o.Error, o.Drift)); err != nil {
				return nil, fmt.Errorf("intervention %d, %v: %w", n+1, i, err)
			}
		}
		if err := Suits(i.Edit, c.Spec().Network); err != nil {
			return nil, fmt.Errorf("intervention %d, %v: %w", n+1, i, err)
		}
	}
	return &Plan{list: slices.Clone(list), options: o, due: make([]int, len(list)), fired: make([]int, len(list))}, nil
}

// attach adds the plan to the circuit.
func (p *Plan) attach(c *circuit.Circuit) error {
	p.wait()
	return c.Intervene(p)
}

// wait sets the next step.
func (p *Plan) wait() {
	p.next = never
	for _, due := range p.due {
		p.next = min(p.next, due)
	}
}

// Next implements circuit.Intervener: it returns the next step at which an
// intervention takes place or is checked.
func (p *Plan) Next() int { return p.next }
