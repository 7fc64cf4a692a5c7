package intervention

import (
	"fmt"

	"twophase/circuit"
)

// Intervene implements circuit.Intervener.
func (p *Plan) Intervene(c *circuit.Circuit) error {
	step := c.StepCount()
	for n := range p.list {
		if p.due[n] > step {
			continue
		}
		if err := p.act(c, n, step); err != nil {
			return fmt.Errorf("intervention %d, %v: %w", n+1, p.list[n], err)
		}
	}
	p.wait()
	return nil
}

// act checks intervention n, which is due, applies it if its trigger says so, and sets its
// next step.
func (p *Plan) act(c *circuit.Circuit, n, step int) error {
	i := p.list[n]
	acts, again := true, false
	switch when := i.When.(type) {
	case Every:
		again = true
	case When:
		var err error
		if acts, err = when.Condition.Holds(c, when.Condition.Measured(p.options.Error, p.options.Drift)); err != nil {
			return err
		}
		again = !acts
	}
	p.due[n] = never
	if again {
		p.due[n] = i.When.due(step + 1)
	}
	if !acts {
		return nil
	}
	changes, err := i.Edit.Apply(c)
	if err != nil {
		return err
	}
	p.fired[n]++
	if p.options.Events == nil {
		return nil
	}
	if changes == nil {
		changes = []Change{}
	}
	return p.options.Events(Event{Step: step, Intervention: n, Trigger: i.When.String(), Edit: i.Edit.String(), Changes: changes})
}
