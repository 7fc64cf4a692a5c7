package experiment

import (
	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/experiment/circuitfile"
	"twophase/internal/text/document"
)

// Intervention is a change of a running circuit, as an experiment file describes it: its
// time, by At, Every or When, and one action. A nil pointer and a zero value stand for a key
// that is not given.
type Intervention struct {
	At    *int   `json:"at,omitempty"` // after this step; 0 is before the first stimulus
	Every int    `json:"every,omitempty"`
	From  int    `json:"from,omitempty"`
	Until int    `json:"until,omitempty"`
	When  string `json:"when,omitempty"`  // a condition: see intervention.ParseCondition
	Check int    `json:"check,omitempty"` // steps between two tests of the condition

	// Each of these names synapses, scales or neurons: see package selection.
	Lesion   string `json:"lesion,omitempty"`
	Side     string `json:"side,omitempty"` // of a neuron that is lesioned
	Freeze   string `json:"freeze,omitempty"`
	Thaw     string `json:"thaw,omitempty"`
	Clamp    string `json:"clamp,omitempty"`
	Release  string `json:"release,omitempty"`
	Set      string `json:"set,omitempty"`
	Multiply string `json:"multiply,omitempty"`

	To *float64 `json:"to,omitempty"` // of Clamp and Set
	By *float64 `json:"by,omitempty"` // of Multiply

	Rate       *circuit.Rate    `json:"rate,omitempty"`
	RateFactor *float64         `json:"rate_factor,omitempty"`
	Of         string           `json:"of,omitempty"` // of Rate, RateFactor and Rule: a projection
	Rule       circuitfile.Rule `json:"rule,omitzero"`

	Tau          float64  `json:"tau,omitempty"`
	Lambda       *Lambda  `json:"lambda,omitempty"`
	LateralDecay *float64 `json:"lateral_decay,omitempty"`

	// Phases of the schedule, each over the synapses that it names.
	Noise       string   `json:"noise,omitempty"`
	Size        *float64 `json:"size,omitempty"`      // of Noise; 0 ends it
	Symmetric   bool     `json:"symmetric,omitempty"` // of Noise of synapses
	Shared      float64  `json:"shared,omitempty"`    // of Noise of neurons
	Failure     string   `json:"failure,omitempty"`
	Probability *float64 `json:"probability,omitempty"` // of Failure; 0 ends it
	Quantise    string   `json:"quantise,omitempty"`
	Step        *float64 `json:"step,omitempty"` // of Quantise; 0 ends it
	Dale        string   `json:"dale,omitempty"`
	Sign        string   `json:"sign,omitempty"` // of Dale: positive, negative or free

	Settle   *Settle         `json:"settle,omitempty"` // also by two-phase, stale and cascade
	Turns    int             `json:"turns,omitempty"`  // simultaneous turns S
	Stimulus *StimulusChange `json:"stimulus,omitempty"`
}

// defaultCheck is the number of steps between two tests of a condition.
const defaultCheck = 100

// First returns the first step after which the intervention takes place, and whether that
// step is known.
func (i Intervention) First() (step int, known bool) {
	switch {
	case i.At != nil:
		return *i.At, true
	case i.From != 0:
		return i.From, true
	}
	return i.Every, i.Every != 0
}

// Actions are the keys that say what an intervention does.
func Actions() []string {
	return []string{
		"lesion", "freeze", "thaw", "clamp", "release", "set", "multiply", "rate", "rate_factor", "rule", "tau", "lambda", "lateral_decay",
		"noise", "failure", "quantise", "dale", "settle", "turns", "stimulus",
	}
}

// Given returns those of Actions that are given.
func (i *Intervention) Given() []string { return interventionSection(i).Given(Actions()...) }

func interventionSection(i *Intervention) *document.Section {
	number := func(r document.Range) func(*float64) document.Value {
		return func(v *float64) document.Value { return document.Number(v, r) }
	}
	selected := func(to *string, allowed ...selection.Kind) document.Value {
		return document.Text(to, func(text string) error { _, err := selection.Parse(text, allowed...); return err })
	}
	chosen := func(to *string, allowed ...selection.Kind) document.Value { return &choice{to, allowed} }
	neurons := []selection.Kind{selection.Inputs, selection.Outputs}
	elements := selection.KindsOf(selection.Synapses, selection.Scales, selection.Everything)
	synapses := selection.KindsOf(selection.Synapses, selection.Everything)
	return &document.Section{
		Keys: []document.Key{
			{Name: "at", About: "after this step (0 is before the first stimulus)", Example: `{at: 50000, lesion: "lateral[2,*]"}`, Value: document.Given(&i.At, func(v *int) document.Value { return document.Integer(v, 0, MaxSteps) })},
			{Name: "every", About: "period of a change that is repeated: after step from, and after each further period", Unit: "steps", Example: "{every: 1000, from: 2000, until: 50000, multiply: feedforward, by: 0.99}", Value: document.Integer(&i.Every, 1, MaxSteps)},
			{Name: "from", About: "first step of a change that repeats (key: every)", Default: "the period", Value: document.Integer(&i.From, 1, MaxSteps), Beside: []string{"every"}},
			{Name: "until", About: "last step of a change that repeats (key: every)", Default: "the last of the run", Value: document.Integer(&i.Until, 1, MaxSteps), Beside: []string{"every"}},
			{Name: "when", About: "once, when a condition first holds, such as \"error < 0.01\", \"lateral_ratio < 0.05\" or \"|lateral[1,0]| > 0.3\"", Example: "{when: error < 0.01, check: 100, freeze: lateral}", Value: document.Text(&i.When, func(text string) error { _, err := intervention.ParseCondition(text); return err })},
			{Name: "check", About: "interval between two tests of the condition", Unit: "steps", Default: defaultText(defaultCheck), Value: document.Integer(&i.Check, 1, MaxSteps), Beside: []string{"when"}},

			{Name: "lesion", About: "destroy synapses, such as lateral[2,*], or all those of neurons, such as outputs[1]; a fraction, a number or a condition selects some of them: see twophase help selections", Example: `{at: 50000, lesion: {select: lateral, fraction: 0.3}}`, Value: chosen(&i.Lesion, append(neurons, synapses...)...)},
			{Name: "side", About: "synapses that the lesion of a neuron destroys", Example: `{at: 50000, lesion: "outputs[1]", side: incoming}`, Default: "both", Value: document.Choice(&i.Side, "incoming", "outgoing", "both"), Beside: []string{"lesion"}},
			{Name: "freeze", About: "stop synapses, scales or variables of neurons from learning", Example: "{at: 50000, freeze: lateral}", Value: chosen(&i.Freeze, elements...)},
			{Name: "thaw", About: "let frozen synapses, scales or variables learn again", Example: "{at: 70000, thaw: lateral}", Value: chosen(&i.Thaw, elements...)},
			{Name: "clamp", About: "keep the activity of neurons, such as inputs[3], at a value (key: to)", Example: `{at: 60000, clamp: "inputs[3]", to: 0}`, Value: chosen(&i.Clamp, neurons...), Needs: []string{"to"}},
			{Name: "release", About: "end the clamp of neurons", Example: `{at: 70000, release: "inputs[3]"}`, Value: chosen(&i.Release, neurons...)},
			{Name: "set", About: "set weights, scales or variables to a value (key: to)", Example: `{at: 60000, set: "lateral[1,0]", to: 0.1}`, Value: chosen(&i.Set, elements...), Needs: []string{"to"}},
			{Name: "multiply", About: "multiply weights, scales or variables by a factor (key: by)", Example: "{at: 60000, multiply: lateral, by: 1.1}", Value: chosen(&i.Multiply, elements...), Needs: []string{"by"}},
			{Name: "to", About: "value for clamp or set", Value: document.Given(&i.To, number(document.Any)), Beside: []string{"clamp", "set"}},
			{Name: "by", About: "factor for multiply", Value: document.Given(&i.By, number(document.Any)), Beside: []string{"multiply"}},

			{Name: "rate", About: "set the learning rate α; its t is the step of the run", Example: "{at: 60000, rate: 1e-3}", Value: document.Given(&i.Rate, func(r *circuit.Rate) document.Value { return rate(r) })},
			{Name: "rate_factor", About: "multiply the learning rate of a projection (key: of) by this number (1 ends it)", Example: "{at: 60000, rate_factor: 0.1, of: lateral}", Value: document.Given(&i.RateFactor, number(document.AboveZero)), Needs: []string{"of"}},
			{Name: "rule", About: "change the rule of a projection (key: of): a name, or what post and pre contribute", Example: "{at: 60000, rule: Oja, of: feedforward}", Value: within{circuitfile.RuleValue(&i.Rule)}, Needs: []string{"of"}},
			{Name: "of", About: "projection whose rate or rule changes, such as lateral, which is M_o without the scales; τ divides its rate as before", Example: "{at: 60000, rate: 1e-3, of: lateral}", Default: "the whole circuit", Value: selected(&i.Of, selection.KindsOf(selection.Synapses)...), Beside: []string{"rate", "rate_factor", "rule"}},
			{Name: "tau", About: "set the ratio τ", Example: "{at: 60000, tau: 0.2}", Value: document.Positive(&i.Tau)},
			{Name: "lambda", About: "set the gains Λ", Example: "{at: 60000, lambda: 1:0.5}", Value: document.Given(&i.Lambda, func(l *Lambda) document.Value { return &gains{l} })},
			{Name: "lateral_decay", About: "set how many times as fast as the scales the lateral synapses decay", Example: "{at: 60000, lateral_decay: 0.1}", Value: lateralDecay(&i.LateralDecay)},

			{Name: "noise", About: "add Gaussian noise at every step to synapses, or to the activity of a population", Example: "{at: 60000, noise: lateral, size: 1e-4}", Value: selected(&i.Noise, append(synapses, selection.Outputs)...), Needs: []string{"size"}},
			{Name: "size", About: "standard deviation of the noise (0 ends it)", Value: document.Given(&i.Size, number(document.NotNegative)), Beside: []string{"noise"}},
			{Name: "symmetric", About: "add the same noise to both lateral synapses of a pair, so that M stays symmetric", Example: "{at: 60000, noise: weights, size: 1e-4, symmetric: true}", Default: defaultText(false), Value: document.Bool(&i.Symmetric, false), Beside: []string{"noise"}},
			{Name: "shared", About: "part of the variance of the noise of a population that all its neurons share", Example: "{at: 60000, noise: outputs, size: 0.1, shared: 0.5}", Default: defaultText(0), Value: document.Number(&i.Shared, document.Range{Max: 1}), Beside: []string{"noise"}},
			{Name: "failure", About: "let the synapses of a projection, such as lateral, fail to transmit", Example: "{at: 60000, failure: feedforward, probability: 0.1}", Value: selected(&i.Failure, selection.KindsOf(selection.Synapses)...), Needs: []string{"probability"}},
			{Name: "probability", About: "probability of failure at every step (0 ends it)", Value: document.Given(&i.Probability, number(document.Range{Max: 1})), Beside: []string{"failure"}},
			{Name: "quantise", About: "round weights at every step to multiples of a number (key: step)", Example: "{at: 60000, quantise: weights, step: 0.01}", Value: selected(&i.Quantise, synapses...), Needs: []string{"step"}},
			{Name: "step", About: "unit for quantise (0 ends it)", Value: document.Given(&i.Step, number(document.NotNegative)), Beside: []string{"quantise"}},
			{Name: "dale", About: "keep synapses at one sign (Dale's law)", Example: "{at: 60000, dale: lateral, sign: positive}", Value: selected(&i.Dale, synapses...), Needs: []string{"sign"}},
			{Name: "sign", About: "sign for dale (free ends it)", Value: document.Choice(&i.Sign, "positive", "negative", "free"), Beside: []string{"dale"}},

			{Name: "settle", About: "how the outputs settle from then on (stale uses the lateral signals of the previous stimulus)", Example: "{at: 60000, settle: {method: jacobi, sweeps: 3}}", Value: document.Optional(&i.Settle, func(s *Settle) *document.Section { return settleSection(s, twoPhase, stale, cascade) })},
			{Name: "turns", About: "number S of simultaneous turns in which the outputs settle from then on", Example: "{at: 60000, turns: 4}", Value: document.Integer(&i.Turns, 2, maxTurns)},
			{Name: "stimulus", About: "change of the stimuli", Value: document.Optional(&i.Stimulus, changeSection)},
		},
		OneOf: []document.Group{
			{Keys: []string{"at", "every", "when"}, Required: true},
			{Keys: Actions(), Required: true},
		},
	}
}
