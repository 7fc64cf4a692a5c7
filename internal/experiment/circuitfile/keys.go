package circuitfile

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/text/document"
)

// Section returns the keys of a circuit, bound to one.
func Section(c *Circuit) *document.Section {
	return &document.Section{Keys: []document.Key{
		{Name: "name", About: "NAME of the circuit, not that of a network of twophase networks", Example: "my-network", Required: true, Value: document.Text(&c.Name, isCircuitName)},
		{Name: "summary", About: "what the circuit does, in one line", Example: "clusters of the stimuli", Value: document.Text(&c.Summary, nil)},
		{Name: "populations", About: "populations of neurons, by name", Example: "{x: {input: true}, y: {size: K}}", Required: true,
			Value: &parts[Population]{&c.Populations, func(p *Population) *string { return &p.Name }, func(p *Population) document.Value { return populationSection(p) }}},
		{Name: "projections", About: "projections between populations, by name", Example: "{W: {from: x, to: y, rule: Hebbian}}", Required: true,
			Value: &parts[Projection]{&c.Projections, func(p *Projection) *string { return &p.Name }, func(p *Projection) document.Value { return projectionSection(p) }}},
		{Name: "schedule", About: "phases of a step, in order: NAME, or {NAME: FIRST FIELD, FIELD: VALUE}", Example: "[{turn: y, receives: [W]}, plasticity]", Required: true, Value: document.ListOf(&c.Schedule, phaseValue)},
		{Name: "constants", About: "numbers with a name, for every expression of the circuit", Example: "{h: 0.1}", Default: "none",
			Value: document.MappingOf(&c.Constants, func(v *float64) document.Value {
				return document.Number(v, document.Range{Min: -math.MaxFloat64, Max: math.MaxFloat64})
			})},
		{Name: "signals", About: "columns of the stimulus, from 0, that feed no population: rules and changes of variables see them", Example: "{reward: {columns: [10]}}", Default: "none",
			Value: &parts[Signal]{&c.Signals, func(s *Signal) *string { return &s.Name }, signalSection}},
		{Name: "broadcast", About: "sums over the neurons of a population that rules and changes of variables see: sum(EXPRESSION)", Example: "{power: sum(y^2)}", Default: "none",
			Value: document.MappingOf(&c.Broadcasts, func(text *string) document.Value { return document.Text(text, nil) })},
		{Name: "output", About: "population whose final activity is y, the output of the circuit; it has K neurons", Example: "y", Default: "the first that is not one of inputs", Value: document.Text(&c.Output, nil)},
		{Name: "gains", About: "which gains λ the output population can have", Example: "none", Default: "none", Value: document.Choice(&c.Gains, gainUses...)},
		{Name: "finds", About: "the best that the circuit finds", Example: "components", Default: "components; nothing, if neurons are not linear", Value: document.Choice(&c.Finds, findings...)},
		{Name: "whitens", About: "the outputs' covariance comes to Λ², not to Λ G Λ", Example: "true", Default: "false", Value: document.Bool(&c.Whitens, false)},
		{Name: "spans", About: "only the span of the filter's rows is determined", Example: "true", Default: "false", Value: document.Bool(&c.Spans, false)},
		{Name: "most_outputs", About: "largest number K of outputs", Example: "1", Default: "no limit", Value: document.Integer(&c.MostOutputs, 1, maxNeurons)},
	}}
}

// Keys returns the keys of a circuit, of one of its populations and of one of its projections,
// bound to none.
func Keys() (circuit, population, projection *document.Section) {
	return Section(new(Circuit)), populationSection(new(Population)), projectionSection(new(Projection))
}

func populationSection(p *Population) *document.Section {
	return &document.Section{
		Keys: []document.Key{
			{Name: "input", About: "the neurons carry the stimulus, or an equal share of it if there are several such populations", Example: "true", Default: "false", Value: document.Bool(&p.Input, false)},
			{Name: "size", About: "number of neurons: arithmetic with N (all inputs), K (outputs) and populations above, such as 2*K", Example: "K", Default: "K; of inputs, an equal share of N", Value: expressionText(&p.Size)},
			{Name: "activation", About: "linear, rectified, or an expression of v, the value that the neuron computes from its currents, of its variables, and of current.PROJECTION", Example: "rectified", Default: "linear", Value: document.Text(&p.Activation, nil)},
			{Name: "scale", About: "rule of the scales by which the neurons divide: a name, or drive, decay and drain", Example: "PSP", Default: "none: no neuron has a scale",
				Value: document.WordOr(document.Choice(&p.Scale.Named, scaleNames()...), document.Optional(&p.Scale.Custom, scaleSection))},
			{Name: "initial_scale", About: "scales at the start", Example: "1", Default: "initial_m if they learn, else 1", Value: document.Positive(&p.InitialScale)},
			{Name: "paced", About: "projection at whose rate the scales learn", Example: "W", Default: "none: they learn at alpha/tau", Value: document.Text(&p.Paced, nil)},
			{Name: "norm_of", About: "projection whose initial weights set the gain of each neuron: it is their norm", Example: "W", Default: "none", Value: document.Text(&p.NormOf, nil)},
			{Name: "distinct", About: "gains λ that fall evenly from 1 to 0.7; the output population has those of lambda", Example: "true", Default: "false", Value: document.Bool(&p.Distinct, false)},
			{Name: "previous", About: "keep the activity for the stimulus before, for rules", Example: "true", Default: "false", Value: document.Bool(&p.Previous, false)},
			{Name: "mean", About: "keep a running mean of the activity, for rules", Default: "none", Value: document.Optional(&p.Mean, windowSection)},
			{Name: "variables", About: "variables of every neuron, by name, for rules, activations and changes of variables", Example: "{theta: {start: 0.1, change: \"0.1*(activity^2 - theta)\"}}", Default: "none",
				Value: &parts[Variable]{&p.Variables, func(v *Variable) *string { return &v.Name }, variableSection}},
		},
	}
}

func windowSection(w *Window) *document.Section {
	return &document.Section{Keys: []document.Key{
		{Name: "window", About: "number n of stimuli of the mean, m ← m + (s − m)/n", Example: "100", Default: "all so far", Value: document.Integer(&w.Steps, 1, maxWindow)},
		{Name: "grows", About: "n is the number of stimuli so far, up to the window", Example: "true", Default: "false", Value: document.Bool(&w.Grows, false), Beside: []string{"window"}},
	}}
}

func signalSection(s *Signal) document.Value {
	return &document.Section{Keys: []document.Key{
		{Name: "columns", About: "the column of the stimulus, from 0", Example: "[10]", Required: true, Value: document.ListOf(&s.Columns, func(i *int) document.Value { return document.Integer(i, 0, maxNeurons) })},
	}}
}

func variableSection(v *Variable) document.Value {
	return &document.Section{Keys: []document.Key{
		{Name: "start", About: "its value before the first stimulus, or a list with one for each neuron", Example: "0.1", Default: "0",
			Value: document.OneOrMore(&v.Start, func(start *float64) document.Value {
				return document.Number(start, document.Range{Min: -math.MaxFloat64, Max: math.MaxFloat64})
			})},
		{Name: "change", About: "expression of what is added to it in each step, from the values before the step", Example: "0.1*(activity^2 - theta)", Default: "none: it is constant", Value: expressionText(&v.Change)},
	}}
}

func scaleSection(s *ScaleRule) *document.Section {
	return &document.Section{Keys: []document.Key{
		{Name: "drive", About: "expression d of m ← (1 − a·p²)·m + a·(d² − q²)", Example: "y", Default: "0", Value: expressionText(&s.Drive)},
		{Name: "decay", About: "expression p", Example: "gain", Default: "0", Value: expressionText(&s.Decay)},
		{Name: "drain", About: "expression q", Example: "0", Default: "0", Value: expressionText(&s.Drain)},
		{Name: "metaplastic", About: "the scale only sets how fast synapses learn: the neuron does not divide by it", Example: "true", Default: "false", Value: document.Bool(&s.Metaplastic, false)},
		{Name: "multiplies", About: "the neuron multiplies what it sends by the scale, and does not divide by it", Example: "true", Default: "false", Value: document.Bool(&s.Multiplies, false)},
		{Name: "unit_rate", About: "the rule is valid only at rate 1, because the neurons set their own rate", Example: "true", Default: "false", Value: document.Bool(&s.UnitRate, false)},
		{Name: "name", About: "name of the rule", Example: "variance", Default: "own", Value: document.Text(&s.Title, nil)},
		{Name: "equation", About: "the change in mathematics", Example: "Δm = a(y² − m)", Default: "written from the expressions", Value: document.Text(&s.Equation, nil)},
	}}
}

func projectionSection(p *Projection) *document.Section {
	return &document.Section{
		Keys: []document.Key{
			{Name: "from", About: "population of the presynaptic neurons", Example: "x", Required: true, Value: document.Text(&p.From, nil)},
			{Name: "to", About: "population of the postsynaptic neurons", Example: "y", Required: true, Value: document.Text(&p.To, nil)},
			{Name: "sign", About: "whether a signal adds or subtracts; excitatory (it adds) and inhibitory (it subtracts) also say that weights should not be negative", Example: "inhibitory", Default: "adds", Value: document.Choice(&p.Sign, signs...)},
			{Name: "enforce", About: "how the sign of an excitatory or inhibitory projection is kept: clip sets weights that fall below 0 to 0, after each step of learning; refuse ends the run at the first one", Example: "clip", Default: "not: weights below 0 are counted, in a warning", Value: document.Choice(&p.Enforce, clip, refuse), Beside: []string{"sign"}},
			{Name: "tied", About: "projection of which this one is the transpose: it carries signals backwards through the same synapses", Example: "P", Default: "none", Value: document.Text(&p.Tied, nil)},
			{Name: "rule", About: "rule of plasticity: a name, a formula such as \"post*pre - w\", or what post and pre contribute", Example: "Hebbian", Default: "none: the weights are fixed",
				Value: RuleValue(&p.Rule)},
			{Name: "rate", About: "learning rate: alpha, 2*alpha, alpha/tau, 2*alpha/tau, or a schedule of its own such as 10/(250+t)", Example: "alpha", Default: "alpha", Value: &pace{&p.Rate}},
			{Name: "wiring", About: "which synapses exist: a name, {random: PROBABILITY}, {pairs: [[POST, PRE], ...]}, or {file: FILE}", Example: "all", Default: "all",
				Value: document.WordOr(document.Choice(&p.Wiring.Named, wirings...), wiringSection(&p.Wiring))},
			{Name: "start", About: "weights at the start: zero, random, positive, identity, frame (columns of unit length), transpose of PROJECTION, or a number for all", Example: "random", Default: "zero within a population, random between two", Value: &startValue{&p.Start}},
			{Name: "current_mean", About: "keep a running mean of what the neurons receive through the projection, for rules", Default: "none", Value: document.Optional(&p.CurrentMean, windowSection)},
			{Name: "carries", About: "what the axons carry here in the place of the activity: an expression of what the presynaptic neuron knows", Example: "gain*activity", Default: "the activity", Value: expressionText(&p.Carries)},
			{Name: "self", About: "neurons act on themselves too, which needs a delay at each reception", Example: "true", Default: "false", Value: document.Bool(&p.Self, false)},
		},
	}
}

// RuleValue returns the value of a key that is a rule.
func RuleValue(r *Rule) document.Value {
	return document.WordOr(&ruleText{r}, document.Optional(&r.Custom, ruleSection))
}

func ruleSection(r *RuleText) *document.Section {
	return &document.Section{Keys: []document.Key{
		{Name: "post", About: "what the postsynaptic neuron contributes", Required: true, Value: endpointSection(&r.Post)},
		{Name: "pre", About: "what the presynaptic neuron contributes", Required: true, Value: endpointSection(&r.Pre)},
		{Name: "unit_rate", About: "the rule is valid only at rate 1, because the neurons set their own rate", Example: "true", Default: "false", Value: document.Bool(&r.UnitRate, false)},
		{Name: "name", About: "name of the rule", Example: "covariance", Default: "own", Value: document.Text(&r.Title, nil)},
		{Name: "equation", About: "the change in mathematics", Example: "Δw = a(y x − w)", Default: "written from the expressions", Value: document.Text(&r.Equation, nil)},
	}}
}

func endpointSection(e *Endpoint) *document.Section {
	return &document.Section{Keys: []document.Key{
		{Name: "drive", About: "expression d of w ← (1 − a·p_post·p_pre)·w + a·d_post·d_pre, or a list with one for each term of the sum", Example: "y", Required: true, Value: document.OneOrMore(&e.Drive, expressionText)},
		{Name: "decay", About: "expression p", Example: "1", Default: "0", Value: expressionText(&e.Decay)},
	}}
}

func wiringSection(w *Wiring) *document.Section {
	return &document.Section{
		Keys: []document.Key{
			{Name: "random", About: "probability of each synapse to exist, drawn for every trial", Example: "0.5", Value: document.Number(&w.Random, document.Range{Max: 1, AboveMin: true})},
			{Name: "pairs", About: "synapses that exist, each [POST, PRE], from 0, or [POST, PRE, WEIGHT] with its weight at the start", Example: "[[0, 1]]", Value: document.ListOf(&w.Pairs, func(p *Pair) document.Value { return p })},
			{Name: "file", About: "FILE with a line POST,PRE or POST,PRE,WEIGHT for each synapse that exists, read into pairs", Example: "wiring.csv", Value: &wiringFile{&w.Pairs}},
		},
		OneOf: []document.Group{{Keys: []string{"random", "pairs", "file"}, Required: true}},
	}
}

// MarshalJSON implements json.Marshaler: as RuleValue reads it.
func (r Rule) MarshalJSON() ([]byte, error) {
	n, _ := RuleValue(&r).Write()
	return n.JSON(), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (r *Rule) UnmarshalJSON(text []byte) error {
	const key = "rule"
	d, err := document.Parse(key, slices.Concat([]byte(`{"`+key+`":`), text, []byte("}")))
	if err != nil {
		return err
	}
	var read Rule
	if err := d.Read(&document.Section{Keys: []document.Key{{Name: key, Value: RuleValue(&read)}}}); err != nil {
		return fmt.Errorf("read the rule: %w", err)
	}
	*r = read
	return nil
}

// MarshalJSON implements json.Marshaler: the keys of Section.
func (c Circuit) MarshalJSON() ([]byte, error) {
	n, _ := Section(&c).Write()
	return n.JSON(), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (c *Circuit) UnmarshalJSON(text []byte) error {
	d, err := document.Parse("circuit", text)
	if err != nil {
		return err
	}
	var read Circuit
	if err := d.Read(Section(&read)); err != nil {
		return fmt.Errorf("read the circuit: %w", err)
	}
	*c = read
	return nil
}
