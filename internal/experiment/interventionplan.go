package experiment

import (
	"errors"
	"fmt"
	"slices"
	"strings"

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
	cascade  = intervention.Cascading.String()
)

// resolveInterventions checks the interventions and fills in their defaults.
func (p *Plan) resolveInterventions() error {
	e := &p.Experiment
	e.Interventions = slices.Clone(e.Interventions)
	size := p.size()
	for n := range e.Interventions {
		i, keys, err := e.Interventions[n].resolve(size, e.Reference)
		if err != nil {
			return blame(n, err, keys...)
		}
		if edit, ok := i.Edit.(intervention.SetGains); ok {
			if err := edit.Suits(p.spec.Network); err != nil {
				return blame(n, err, "lambda")
			}
		}
		p.interventions = append(p.interventions, i)
	}
	return p.rehearse()
}

// size returns what a selection must know of the circuit.
func (p *Plan) size() selection.Size {
	return selection.Size{Inputs: p.spec.Inputs, Outputs: p.Experiment.Outputs, Lateral: p.spec.Network.Wiring}
}

// blame says which intervention an error is about, and which of its keys.
func blame(n int, err error, keys ...string) error {
	name := fmt.Sprintf("interventions[%d]", n)
	var full []string
	for _, key := range keys {
		full = append(full, name+"."+key)
	}
	return document.Blame(fmt.Errorf("intervention %d: %w", n+1, err), append(full, name)...)
}

// resolve returns the intervention for a circuit of some size, after filling in its
// defaults, or an error and the keys that may be to blame.
func (i *Intervention) resolve(z selection.Size, reference bool) (intervention.Intervention, []string, error) {
	none := intervention.Intervention{}
	trigger, err := i.trigger()
	if err == nil {
		err = trigger.Validate(z)
	}
	if when, ok := trigger.(intervention.When); ok && err == nil && when.Condition.Quantity == intervention.Error && !reference {
		err = errors.New("there is no error without a reference: leave out reference: false, or choose another condition")
	}
	if err != nil {
		return none, []string{"until", "when", "every", "at"}, err
	}
	var given []string
	for _, a := range i.actions() {
		if a.given {
			given = append(given, a.key)
		}
	}
	if len(given) != 1 {
		return none, given, fmt.Errorf("it does %d things: give one of %s", len(given), strings.Join(actions, ", "))
	}
	edit, err := i.edit(z.Outputs)
	if err == nil {
		err = edit.Validate(z)
	}
	keys := given
	if i.Stimulus != nil {
		keys = append([]string{"stimulus." + i.Stimulus.key()}, keys...)
	}
	return intervention.Intervention{When: trigger, Edit: edit}, keys, err
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

// action is a key that says what is done.
type action struct {
	key   string
	given bool
}

// actions returns what could be done, and whether it is to be.
func (i *Intervention) actions() []action {
	return []action{
		{"lesion", i.Lesion != ""}, {"freeze", i.Freeze != ""}, {"thaw", i.Thaw != ""}, {"clamp", i.Clamp != ""},
		{"release", i.Release != ""}, {"set", i.Set != ""}, {"multiply", i.Multiply != ""}, {"rate", i.Rate != nil},
		{"tau", i.Tau != 0}, {"lambda", i.Lambda != nil}, {"noise", i.Noise != ""}, {"failure", i.Failure != ""},
		{"quantise", i.Quantise != ""}, {"dale", i.Dale != ""}, {"settle", i.Settle != nil}, {"stimulus", i.Stimulus != nil},
	}
}

// edit returns what is done; there is one action.
func (i *Intervention) edit(k int) (edit intervention.Edit, err error) {
	where := func(text string) selection.Selection {
		s, failed := selection.Parse(text)
		err = errors.Join(err, failed)
		return s
	}
	number := func(v *float64, key string) float64 {
		if v == nil {
			err = errors.Join(err, fmt.Errorf("%s is missing", key))
			return 0
		}
		return *v
	}
	switch {
	case i.Lesion != "":
		if s := where(i.Lesion); s.Kind() != selection.Inputs && s.Kind() != selection.Outputs {
			if edit = (intervention.Lesion{Where: s}); i.Side != "" && err == nil {
				return nil, fmt.Errorf("side is for neurons, such as outputs[1], and %v are synapses: leave it out", s)
			}
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
		edit = intervention.Clamp{Neuron: where(i.Clamp), To: number(i.To, "to")}
	case i.Release != "":
		edit = intervention.Release{Neuron: where(i.Release)}
	case i.Set != "":
		edit = intervention.Set{Where: where(i.Set), To: number(i.To, "to")}
	case i.Multiply != "":
		edit = intervention.Multiply{Where: where(i.Multiply), By: number(i.By, "by")}
	case i.Rate != nil:
		edit = intervention.SetRate{To: *i.Rate}
	case i.Tau != 0:
		edit = intervention.SetTau{To: i.Tau}
	case i.Lambda != nil:
		gains, failed := i.Lambda.Gains(k)
		edit, err = intervention.SetGains{To: gains}, failed
	case i.Noise != "":
		edit = intervention.Noise{Where: where(i.Noise), Size: number(i.Size, "size")}
	case i.Failure != "":
		edit = intervention.Failure{Projection: i.Failure, Probability: number(i.Probability, "probability")}
	case i.Quantise != "":
		step := number(i.Step, "step")
		edit = intervention.Quantise{Where: where(i.Quantise), Step: step, Off: step == 0}
	case i.Dale != "":
		sign, failed := intervention.ParseSign(i.Sign)
		edit, err = intervention.Dale{Where: where(i.Dale), Sign: sign}, errors.Join(err, failed)
	case i.Settle != nil:
		settle, dynamics, failed := i.Settle.dynamics()
		i.Settle, edit, err = &settle, dynamics, failed
	case i.Stimulus != nil:
		return changeStimulus{change: i.Stimulus.change()}, nil
	}
	return edit, err
}

// dynamics returns the edit that changes how the outputs settle, and the settling
// with its defaults filled in.
func (s Settle) dynamics() (Settle, intervention.Edit, error) {
	switch s.Method {
	case twoPhase, stale, cascade, exact:
		if s != (Settle{Method: s.Method}) {
			return s, nil, fmt.Errorf("%s has no sweeps, tolerance, damping, time step or warm start: leave them out", s.Method)
		}
		dynamics, err := intervention.ParseDynamics(s.Method)
		return s, intervention.SetSchedule{Dynamics: dynamics}, err
	}
	s, err := s.WithDefaults()
	return s, intervention.SetSchedule{Dynamics: intervention.Settling, Settle: s.phase()}, err
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
	var list []intervention.Intervention
	for n, i := range t.plan.interventions {
		if at, once := i.When.(intervention.At); once && t.from != nil && int(at) < t.from.Fork {
			continue // that was before the fork
		}
		if change, ok := i.Edit.(changeStimulus); ok {
			change.stimuli = t.stimuli
			i.Edit = change
		}
		list, t.numbers = append(list, i), append(t.numbers, n)
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
	point, _, err := r.glance(c, false)
	return float64(point.Error), err
}
