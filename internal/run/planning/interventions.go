package planning

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// describeInterventions writes a table of the interventions.
func (p *Plan) describeInterventions(w io.Writer) error {
	if len(p.Interventions) == 0 {
		return nil
	}
	table := wording.Columns(w)
	fmt.Fprint(table, "\nInterventions, after the step that each names\n")
	for n, i := range p.Interventions {
		fmt.Fprintf(table, "  %d\t%v\t%v\n", n+1, i.When, i.Edit)
	}
	return table.Flush()
}

// resolveInterventions checks the interventions and fills in their defaults.
func (p *Plan) resolveInterventions() error {
	e := &p.Experiment
	e.Interventions = slices.Clone(e.Interventions)
	size := p.size
	blamed := make([][]string, len(e.Interventions))
	for n := range e.Interventions {
		i, keys, err := e.Interventions[n].Resolve(size, *e)
		if err != nil {
			return blame(n, err, keys...)
		}
		if when, ok := i.When.(intervention.When); ok {
			if err := p.checkDrift(when.Condition); err != nil {
				return blame(n, err, "when")
			}
		}
		if err := intervention.Suits(i.Edit, p.Spec.Network); err != nil {
			return blame(n, err, keys...)
		}
		if err := p.addRules(n, i.Edit); err != nil {
			return blame(n, err, keys...)
		}
		if p.Spec.Network.IsOffline() {
			if err := suitsOffline(i.Edit); err != nil {
				return blame(n, err, keys...)
			}
		}
		p.Interventions, blamed[n] = append(p.Interventions, i), keys
	}
	if err := p.rehearse(); err != nil {
		return err
	}
	return p.rehearseEdits(blamed)
}

// checkDrift returns an error if a condition bounds the drift of a circuit that has no filter.
func (p *Plan) checkDrift(condition intervention.Condition) error {
	if condition.Quantity != intervention.Drift {
		return nil
	}
	c, err := circuit.New(p.Spec)
	if err != nil {
		return err
	}
	if _, err := c.Filter(); errors.Is(err, circuit.ErrNotLinear) {
		return fmt.Errorf("there is no drift of %s, whose outputs are not known to be a linear map of the stimuli: "+
			"choose another condition", p.Spec.Network.Name)
	}
	return nil // what else is wrong ends the run
}

// addRules adds the rules that intervention n gives projections to those of the circuit.
func (p *Plan) addRules(n int, edit intervention.Edit) error {
	if e, slows := edit.(intervention.SetLateralDecay); slows {
		rules, err := p.Spec.Network.LateralDecayRules(e.To)
		if err != nil {
			return err
		}
		for _, r := range rules {
			if !slices.Contains(p.Spec.Rules, r) {
				p.Spec.Rules = append(p.Spec.Rules, r)
			}
		}
		return p.Spec.Validate()
	}
	e, ok := edit.(intervention.SetRule)
	if !ok {
		return nil
	}
	all := p.Experiment.Interventions
	for _, before := range all[:n] {
		if before.Of == e.Projection && reflect.DeepEqual(before.Rule, all[n].Rule) {
			return nil
		}
	}
	p.Spec.Rules = append(p.Spec.Rules, circuit.RuleOf{Projection: e.Projection, Rule: e.To})
	return p.Spec.Validate()
}

// resolveSize builds the circuit, and finds its size, which selections are checked against, and what it leaves unused.
func (p *Plan) resolveSize() error {
	c, err := circuit.New(p.Spec)
	if own := p.Experiment.Circuit; err != nil && own != nil {
		return document.Within(own.Locate(err), "circuit")
	} else if err != nil {
		return err
	}
	p.size = selection.SizeOf(c)
	return p.findIdle(c)
}

// blame says which intervention an error is about, and which of its keys, unless the error names
// them.
func blame(n int, err error, keys ...string) error {
	name := fmt.Sprintf("interventions[%d]", n)
	var known *document.KeyError
	if errors.As(err, &known) {
		return document.Within(document.Blame(fmt.Errorf("intervention %d: %w", n+1, known.Err), known.Keys...), name)
	}
	var full []string
	for _, key := range keys {
		full = append(full, name+"."+key)
	}
	return document.Blame(fmt.Errorf("intervention %d: %w", n+1, err), append(full, name)...)
}

// ChangesSettling reports whether an intervention switches the outputs to settling.
func (p *Plan) ChangesSettling() bool {
	return slices.ContainsFunc(p.Interventions, func(i intervention.Intervention) bool {
		edit, ok := i.Edit.(intervention.SetSchedule)
		return ok && edit.Dynamics == intervention.Settling
	})
}
