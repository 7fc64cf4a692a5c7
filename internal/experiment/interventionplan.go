package experiment

import (
	"errors"
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/document"
)

// The ways of finding y from ỹ that an intervention can choose beside those of
// Settle.
var (
	twoPhase = intervention.TwoPhase.String()
	stale    = intervention.Stale.String()
)

// resolveInterventions checks the interventions and fills in their defaults.
func (p *Plan) resolveInterventions() error {
	e := &p.Experiment
	e.Interventions = slices.Clone(e.Interventions)
	size := selection.Size{Inputs: p.spec.Inputs, Outputs: e.Outputs}
	var changes []changeStimulus
	for n := range e.Interventions {
		i, err := e.Interventions[n].resolve(e.Outputs)
		if err == nil {
			err = i.Validate(size)
		}
		if when, ok := i.When.(intervention.When); ok && when.Condition.Quantity == intervention.Error && !e.Reference {
			err = errors.New("there is no error without a reference: leave out reference, or choose another condition")
		}
		if change, ok := i.Edit.(changeStimulus); ok {
			changes = append(changes, change)
		}
		if err != nil {
			return document.Blame(fmt.Errorf("intervention %d: %w", n+1, err), fmt.Sprintf("interventions[%d]", n))
		}
		p.interventions = append(p.interventions, i)
	}
	if len(changes) > 0 {
		if err := p.stimuli.changeable(changes, e.Outputs, e.Reference); err != nil {
			return document.Blame(err, "interventions")
		}
	}
	return nil
}

// resolve returns the intervention for a circuit of k outputs, after filling in its
// defaults.
func (i *Intervention) resolve(k int) (intervention.Intervention, error) {
	trigger, err := i.trigger()
	if err != nil {
		return intervention.Intervention{}, err
	}
	edit, err := i.edit(k)
	return intervention.Intervention{When: trigger, Edit: edit}, err
}

func (i *Intervention) trigger() (intervention.Trigger, error) {
	switch {
	case i.At != nil:
		return intervention.At(*i.At), nil
	case i.Every != 0:
		return intervention.Every{Steps: i.Every, From: i.From, Until: i.Until}, nil
	case i.When != "":
		setDefault(&i.Check, defaultCheck)
		condition, err := intervention.ParseCondition(i.When)
		return intervention.When{Condition: condition, Check: i.Check}, err
	}
	return nil, errors.New("when? give at, every or when")
}

// edit returns what is done. The document's section has seen to it that there is one
// action, with what belongs to it.
func (i *Intervention) edit(k int) (edit intervention.Edit, err error) {
	where := func(text string) selection.Selection {
		s, failed := selection.Parse(text)
		err = errors.Join(err, failed)
		return s
	}
	switch {
	case i.Lesion != "":
		if s := where(i.Lesion); s.Kind() != selection.Inputs && s.Kind() != selection.Outputs {
			if i.Side != "" {
				return nil, fmt.Errorf("side is for neurons, such as outputs[1]: %v is not one", s)
			}
			edit = intervention.Lesion{Where: s}
		} else {
			lesion := intervention.LesionNeuron{Neuron: s}
			if i.Side != "" {
				lesion.Side, err = intervention.ParseSide(i.Side)
			}
			edit = lesion
		}
	case i.Freeze != "":
		edit = intervention.Freeze{Where: where(i.Freeze)}
	case i.Thaw != "":
		edit = intervention.Thaw{Where: where(i.Thaw)}
	case i.Clamp != "":
		edit = intervention.Clamp{Neuron: where(i.Clamp), To: *i.To}
	case i.Release != "":
		edit = intervention.Release{Neuron: where(i.Release)}
	case i.Set != "":
		edit = intervention.Set{Where: where(i.Set), To: *i.To}
	case i.Multiply != "":
		edit = intervention.Multiply{Where: where(i.Multiply), By: *i.By}
	case i.Rate != nil:
		edit = intervention.SetRate{To: *i.Rate}
	case i.Tau != 0:
		edit = intervention.SetTau{To: i.Tau}
	case i.Lambda != nil:
		gains, failed := i.Lambda.Gains(k)
		edit, err = intervention.SetGains{To: gains}, failed
	case i.Noise != "":
		edit = intervention.Noise{Where: where(i.Noise), Size: *i.Size}
	case i.Failure != "":
		edit = intervention.Failure{Projection: i.Failure, Probability: *i.Probability}
	case i.Quantise != "":
		edit = intervention.Quantise{Where: where(i.Quantise), Step: *i.Step, Off: *i.Step == 0}
	case i.Dale != "":
		sign, failed := intervention.ParseSign(i.Sign)
		edit, err = intervention.Dale{Where: where(i.Dale), Sign: sign}, errors.Join(err, failed)
	case i.Settle != nil:
		return i.Settle.dynamics()
	case i.Stimulus != nil:
		return changeStimulus{change: i.Stimulus.change()}, nil
	default:
		return nil, errors.New("what is to be done? give lesion, freeze or another action")
	}
	return edit, err
}

// dynamics returns the edit that changes how the outputs settle.
func (s *Settle) dynamics() (intervention.Edit, error) {
	switch s.Method {
	case twoPhase, stale, exact:
		if *s != (Settle{Method: s.Method}) {
			return nil, fmt.Errorf("%s has no sweeps, tolerance, damping, time step or warm start: leave them out", s.Method)
		}
		dynamics, err := intervention.ParseDynamics(s.Method)
		return intervention.SetSchedule{Dynamics: dynamics}, err
	}
	whole, err := s.WithDefaults()
	*s = whole
	return intervention.SetSchedule{Dynamics: intervention.Settling, Settle: whole.phase()}, err
}

// checkSteps returns an error if an intervention would have to take place after the
// last step.
func (p *Plan) checkSteps() error {
	for n, i := range p.Experiment.Interventions {
		first := 0
		switch {
		case i.At != nil:
			first = *i.At
		case i.Every != 0:
			first = max(i.From, i.Every)
			if i.From != 0 {
				first = i.From
			}
		}
		if first > p.Experiment.Steps {
			return document.Blame(fmt.Errorf("intervention %d comes after step %d, but there are %d steps: choose an earlier step, or more steps", n+1, first, p.Experiment.Steps),
				fmt.Sprintf("interventions[%d].at", n), fmt.Sprintf("interventions[%d]", n))
		}
	}
	return nil
}

// changesStimuli reports whether an intervention changes the stimuli.
func (p *Plan) changesStimuli() bool {
	return slices.ContainsFunc(p.interventions, func(i intervention.Intervention) bool {
		_, ok := i.Edit.(changeStimulus)
		return ok
	})
}

// changesSettling reports whether an intervention has the outputs settle.
func (p *Plan) changesSettling() bool {
	return slices.ContainsFunc(p.interventions, func(i intervention.Intervention) bool {
		edit, ok := i.Edit.(intervention.SetSchedule)
		return ok && edit.Dynamics == intervention.Settling
	})
}

// intervene lets the trial's interventions act on its circuit and its stimuli.
func (t *trialRun) intervene() (err error) {
	list := slices.Clone(t.plan.interventions)
	for n, i := range list {
		if change, ok := i.Edit.(changeStimulus); ok {
			change.stimuli = t.stimuli
			list[n].Edit = change
		}
	}
	if t.from != nil {
		list = slices.DeleteFunc(list, func(i intervention.Intervention) bool {
			at, once := i.When.(intervention.At)
			return once && int(at) < t.from.Fork
		})
	}
	o := intervention.Options{Error: t.presentError, Events: t.happened}
	switch {
	case len(list) == 0:
	case t.from == nil || t.from.fresh:
		t.interventions, err = intervention.Start(t.circuit, list, o)
	default:
		t.interventions, err = intervention.Resume(t.circuit, list, o, t.from.Interventions)
	}
	return err
}

// presentError returns E_Pro as of now.
func (t *trialRun) presentError(c *circuit.Circuit) (float64, error) {
	r, err := t.stimuli.present()
	if err != nil {
		return 0, err
	}
	point, _, err := r.glance(c)
	return float64(point.Error), err
}
