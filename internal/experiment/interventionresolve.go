package experiment

import (
	"errors"
	"fmt"
	"strings"

	"twophase/circuit/intervention"
	"twophase/circuit/selection"
)

// Resolve returns the intervention for a circuit of some size, after filling in its defaults, or
// an error and the keys that may be to blame. in is the experiment that contains it.
func (i *Intervention) Resolve(z selection.Size, in Experiment) (intervention.Intervention, []string, error) {
	none := intervention.Intervention{}
	trigger, err := i.trigger()
	if err == nil {
		err = trigger.Validate(z)
	}
	if when, ok := trigger.(intervention.When); ok && err == nil {
		err = in.CheckCondition(when.Condition)
	}
	if err != nil {
		return none, []string{"until", "when", "every", "at"}, err
	}
	given := i.Given()
	if len(given) != 1 {
		return none, given, fmt.Errorf("it has %d actions: give one of %s", len(given), strings.Join(Actions(), ", "))
	}
	edit, err := i.edit(z, in)
	if err == nil {
		err = edit.Validate(z)
	}
	keys := given
	if i.Of != "" {
		keys = append([]string{"of"}, keys...)
	}
	if i.Stimulus != nil {
		keys = append([]string{"stimulus." + i.Stimulus.Key()}, keys...)
	}
	return intervention.Intervention{When: trigger, Edit: edit}, keys, err
}

// CheckCondition returns an error if the experiment cannot measure the quantity of a condition.
func (e Experiment) CheckCondition(c intervention.Condition) error {
	if c.Quantity != intervention.Error || e.Reference {
		return nil
	}
	network, err := e.LookupNetwork()
	switch {
	case err != nil:
		return err
	case !network.FindsPrincipal():
		return fmt.Errorf("there is no error, E_Pro, of %s, which does not find principal components: choose another condition", network.Name)
	case e.Stimulus.FromPipe():
		return errors.New("there is no error, E_Pro, of rows from standard input: choose another condition")
	}
	return errors.New("there is no error without a reference: leave out reference: false, or choose another condition")
}

func (i *Intervention) trigger() (intervention.Trigger, error) {
	switch {
	case i.At != nil:
		return intervention.At(*i.At), nil
	case i.Every != 0:
		return intervention.Every{Steps: i.Every, From: i.From, Until: i.Until}, nil
	case i.When != "":
		SetDefault(&i.Check, defaultCheck)
		condition, err := intervention.ParseCondition(i.When)
		return intervention.When{Condition: condition, Check: i.Check}, err
	}
	return nil, errors.New("the time is missing: give at, every or when")
}

// edit returns the edit of the one action that is given.
func (i *Intervention) edit(z selection.Size, in Experiment) (edit intervention.Edit, err error) {
	where := func(text string) selection.Selection {
		s, failed := selection.Parse(text)
		err = errors.Join(err, failed)
		return s
	}
	some := func(text string) selection.Choice {
		c, failed := selection.ParseChoice(text)
		err = errors.Join(err, failed)
		return c
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
		if s := some(i.Lesion); z.Class(s.Kind()) != selection.Neurons {
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
		edit = intervention.Freeze{Where: some(i.Freeze)}
	case i.Thaw != "":
		edit = intervention.Thaw{Where: some(i.Thaw)}
	case i.Clamp != "":
		edit = intervention.Clamp{Neuron: some(i.Clamp), To: number(i.To, "to")}
	case i.Release != "":
		edit = intervention.Release{Neuron: some(i.Release)}
	case i.Set != "":
		edit = intervention.Set{Where: some(i.Set), To: number(i.To, "to")}
	case i.Multiply != "":
		edit = intervention.Multiply{Where: some(i.Multiply), By: number(i.By, "by")}
	case i.Rule.Given():
		r, failed := in.ruleOf(i.Of, i.Rule)
		if failed != nil {
			return nil, failed
		}
		edit = intervention.SetRule{Projection: i.Of, To: r}
	case i.Rate != nil && i.Of != "":
		edit = intervention.SetRateOf{Projection: i.Of, To: *i.Rate}
	case i.RateFactor != nil:
		edit = intervention.MultiplyRate{Projection: i.Of, By: *i.RateFactor}
	case i.Rate != nil:
		edit = intervention.SetRate{To: *i.Rate}
	case i.Tau != 0:
		edit = intervention.SetTau{To: i.Tau}
	case i.Lambda != nil:
		gains, failed := i.Lambda.Gains(z.Outputs)
		edit, err = intervention.SetGains{To: gains}, failed
	case i.LateralDecay != nil:
		edit = intervention.SetLateralDecay{To: *i.LateralDecay}
	case i.Noise != "":
		of, size := where(i.Noise), number(i.Size, "size")
		if err == nil {
			edit, err = i.noise(z, of, size)
		}
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
	case i.Turns != 0:
		edit = intervention.SetSchedule{Dynamics: intervention.TwoPhase, Turns: i.Turns}
	case i.Stimulus != nil:
		return StimulusEdit{Change: i.Stimulus.change()}, nil
	}
	return edit, err
}

// noise returns the edit that adds noise of a size to synapses, or to the activity of a population.
func (i *Intervention) noise(z selection.Size, of selection.Selection, size float64) (intervention.Edit, error) {
	switch neurons := z.Class(of.Kind()) == selection.Neurons; {
	case !neurons && i.Shared != 0:
		return nil, fmt.Errorf("shared is for the noise of neurons, such as outputs, and %v are synapses: leave it out", of)
	case !neurons:
		return intervention.Noise{Where: of, Size: size, Symmetric: i.Symmetric}, nil
	case i.Symmetric:
		return nil, fmt.Errorf("symmetric is for the noise of synapses, and %v are neurons: leave it out", of)
	case of != selection.All(of.Kind()):
		return nil, fmt.Errorf("the noise of %v is that of all neurons of a population: write %v", of, of.Kind())
	}
	population := string(of.Kind())
	if of.Kind() == selection.Outputs {
		population = z.Graph.Output
	}
	return intervention.ActivityNoise{Population: population, Spread: size, Shared: i.Shared}, nil
}

// Limits on the texts of interventions: their number, their length, and the neurons of the
// circuit.
const (
	mostTexts   = 200
	longestText = 500
	mostNeurons = 1 << 14
)

// InterventionTexts returns the interventions in words, such as "at 100: freeze M", for
// a circuit of size z. The text of an invalid intervention is its error. A long list is cut
// off, and for a very large circuit, or one of which no size is known, it returns none.
func (e Experiment) InterventionTexts(z selection.Size) []string {
	texts := []string{}
	if len(z.Graph.Populations) == 0 || min(z.Inputs, z.Outputs) < 0 || max(z.Inputs, z.Outputs) > mostNeurons {
		return texts
	}
	for n, i := range e.Interventions {
		if n == mostTexts {
			return append(texts, fmt.Sprintf("and %d more", len(e.Interventions)-n))
		}
		text := ""
		if found, _, err := i.Resolve(z, e); err != nil {
			text = "not valid: " + err.Error()
		} else {
			text = found.String()
		}
		if len(text) > longestText {
			text = strings.ToValidUTF8(text[:longestText], "") + "…"
		}
		texts = append(texts, text)
	}
	return texts
}
