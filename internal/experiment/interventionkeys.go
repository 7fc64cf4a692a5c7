package experiment

import (
	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/document"
)

// actions are the keys that say what an intervention does.
var actions = func() (names []string) {
	for _, a := range new(Intervention).actions() {
		names = append(names, a.key)
	}
	return names
}()

func interventionSection(i *Intervention) document.Value {
	number := func(r document.Range) func(*float64) document.Value {
		return func(v *float64) document.Value { return document.Number(v, r) }
	}
	selected := func(to *string, allowed ...selection.Kind) document.Value {
		return document.Text(to, func(text string) error { _, err := selection.Parse(text, allowed...); return err })
	}
	neurons := []selection.Kind{selection.Inputs, selection.Outputs}
	elements := []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Weights}
	synapses := []selection.Kind{selection.Feedforward, selection.Lateral, selection.Weights}
	return &document.Section{
		Keys: []document.Key{
			{Name: "at", About: "after this step; 0 is before the first stimulus", Value: document.Given(&i.At, func(v *int) document.Value { return document.Integer(v, 0, maxSteps) })},
			{Name: "every", About: "after every so many steps", Value: document.Integer(&i.Every, 1, maxSteps)},
			{Name: "from", About: "the first of these steps", Value: document.Integer(&i.From, 1, maxSteps), Beside: []string{"every"}},
			{Name: "until", About: "the last step that may be one of these", Value: document.Integer(&i.Until, 1, maxSteps), Beside: []string{"every"}},
			{Name: "when", About: "once, when a condition first holds, such as \"error < 0.01\", \"lateral_ratio < 0.05\" or \"|lateral[1,0]| > 0.3\"", Value: document.Text(&i.When, func(text string) error { _, err := intervention.ParseCondition(text); return err })},
			{Name: "check", About: "look at the condition every so many steps; 100 without it", Value: document.Integer(&i.Check, 1, maxSteps), Beside: []string{"when"}},

			{Name: "lesion", About: "destroy synapses, such as lateral[2,*], or all those of neurons, such as outputs[1] or inputs[0-4]", Value: selected(&i.Lesion, append(neurons, synapses...)...)},
			{Name: "side", About: "of neurons that are lesioned: which of their synapses; both without it", Value: document.Choice(&i.Side, "incoming", "outgoing", "both"), Beside: []string{"lesion"}},
			{Name: "freeze", About: "stop synapses or scales from learning", Value: selected(&i.Freeze, elements...)},
			{Name: "thaw", About: "let frozen synapses or scales learn again", Value: selected(&i.Thaw, elements...)},
			{Name: "clamp", About: "hold the activity of neurons, such as inputs[3], at a number", Value: selected(&i.Clamp, neurons...), Needs: []string{"to"}},
			{Name: "release", About: "let clamped neurons go", Value: selected(&i.Release, neurons...)},
			{Name: "set", About: "set weights or scales to a number", Value: selected(&i.Set, elements...), Needs: []string{"to"}},
			{Name: "multiply", About: "multiply weights or scales by a number", Value: selected(&i.Multiply, elements...), Needs: []string{"by"}},
			{Name: "to", About: "the number that clamp or set sets", Value: document.Given(&i.To, number(document.Any)), Beside: []string{"clamp", "set"}},
			{Name: "by", About: "the factor of multiply", Value: document.Given(&i.By, number(document.Any)), Beside: []string{"multiply"}},

			{Name: "rate", About: "set the learning rate α; its t goes on counting from the first step", Value: document.Given(&i.Rate, func(r *circuit.Rate) document.Value { return &rate{r} })},
			{Name: "tau", About: "set the ratio τ", Value: document.Positive(&i.Tau)},
			{Name: "lambda", About: "set the gains Λ", Value: document.Given(&i.Lambda, func(l *Lambda) document.Value { return &gains{l} })},

			{Name: "noise", About: "add noise to synapses at every step", Value: selected(&i.Noise, synapses...), Needs: []string{"size"}},
			{Name: "size", About: "standard deviation of the noise; 0 ends it", Value: document.Given(&i.Size, number(document.NotNegative)), Beside: []string{"noise"}},
			{Name: "failure", About: "let the synapses of a projection fail to transmit", Value: document.Choice(&i.Failure, "feedforward", "lateral"), Needs: []string{"probability"}},
			{Name: "probability", About: "of failure, at every step; 0 ends it", Value: document.Given(&i.Probability, number(document.Range{Max: 1})), Beside: []string{"failure"}},
			{Name: "quantise", About: "round weights at every step", Value: selected(&i.Quantise, synapses...), Needs: []string{"step"}},
			{Name: "step", About: "weights are rounded to multiples of this; 0 ends it", Value: document.Given(&i.Step, number(document.NotNegative)), Beside: []string{"quantise"}},
			{Name: "dale", About: "keep synapses at one sign (Dale's law)", Value: selected(&i.Dale, synapses...), Needs: []string{"sign"}},
			{Name: "sign", About: "the sign that dale keeps; free ends it", Value: document.Choice(&i.Sign, "positive", "negative", "free"), Beside: []string{"dale"}},

			{Name: "settle", About: "how the outputs settle from now on; also by two-phase, cascade and stale (lateral signals one stimulus late)", Value: document.Optional(&i.Settle, func(s *Settle) *document.Section { return settleSection(s, twoPhase, stale, cascade) })},
			{Name: "stimulus", About: "what becomes of the stimuli", Value: document.Optional(&i.Stimulus, changeSection)},
		},
		OneOf: []document.Group{
			{Keys: []string{"at", "every", "when"}, Required: true},
			{Keys: actions, Required: true},
		},
	}
}

func changeSection(s *StimulusChange) *document.Section {
	given := func(to **float64, r document.Range) document.Value {
		return document.Given(to, func(v *float64) document.Value { return document.Number(v, r) })
	}
	return &document.Section{
		Keys: []document.Key{
			{Name: "rotate", About: "turn the principal subspace by so many degrees", Value: given(&s.Rotate, document.Range{Max: 90})},
			{Name: "drift", About: "turn it by so many degrees at every stimulus; 0 ends it", Value: given(&s.Drift, document.Range{Min: -90, Max: 90})},
			{Name: "spectrum", About: "other eigenvalues, from the largest; the last stands for all further ones", Value: document.Numbers(&s.Spectrum, document.NotNegative)},
			{Name: "correlate", About: "correlation ρ from one stimulus to the next; 0 ends it", Value: given(&s.Correlate, document.Range{Max: 1, BelowMax: true})},
			{Name: "noise", About: "standard deviation of noise at every input; 0 ends it", Value: given(&s.Noise, document.NotNegative)},
		},
		OneOf: []document.Group{{Keys: []string{"rotate", "drift", "spectrum", "correlate", "noise"}, Required: true}},
	}
}
