package measure

import (
	"fmt"
	"io"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/activity"
	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/stimulus"
	"twophase/synapse"
)

// Subject is a circuit and its stimuli, of which declared measures are taken.
type Subject struct {
	Outputs int

	// Filter is F [K×N], nil if the circuit is not known to be linear.
	Filter *mat.Dense

	// Before is the filter at the reference step of the measures of drift, nil if there is none.
	Before *mat.Dense

	// Circuit is what the filter is of, and Reference what it is measured against; either may
	// be nil.
	Circuit   *circuit.Circuit
	Reference *Reference

	// Recent is stimuli and the outputs that they had, nil if none were kept.
	Recent *Recent

	// Data is what the distance is from, nil if there is none.
	Data *Data

	// Respond fills y [K] with the circuit's outputs to the stimulus x [N]. It runs the
	// neural phases, and nothing learns. Nil stands for y = F x where there is a filter.
	Respond func(x, y []float64) error

	// Known is the population of the stimuli that the circuit has learned from, nil if it
	// is not known. Measures ask it for its truth by the interfaces of package stimulus.
	Known stimulus.Population

	// Shown is where the stimuli come from that activity is measured on. Nil stands for
	// Known.HeldOut.
	Shown stimulus.Source

	// On says what the first of these stimuli are, by their number. Nil: they are held out.
	On func(shown int) string
}

// How many stimuli activity is measured on, and how many outputs to them and sources of them
// are held at most.
const (
	HeldOut    = 10_000
	mostActive = 1 << 20
)

// Declared is what declared measures say of a circuit.
type Declared struct {
	Stimuli int      `json:"stimuli"` // number of those that activity was measured on
	On      string   `json:"on"`      // which these are, in words
	Values  []Value  `json:"values"`
	Absent  []Absent `json:"absent,omitempty"`
}

// Value returns the declared measure of a name, with NaN if it is not there. Nil has none.
func (d *Declared) Value(name string) Value {
	if d != nil {
		if i := slices.IndexFunc(d.Values, func(v Value) bool { return v.Name == name }); i >= 0 {
			return d.Values[i]
		}
	}
	return Value{Value: wording.NaN, Best: wording.NaN}
}

// Names returns the names of the measures that are there. Nil has none.
func (d *Declared) Names() (names []string) {
	if d == nil {
		return nil
	}
	for _, v := range d.Values {
		names = append(names, v.Name)
	}
	return names
}

// Value is what a declared measure says.
type Value struct {
	Name  string         `json:"name"`
	Value wording.Number `json:"value"`
	Unit  string         `json:"unit,omitempty"`
	Of    string         `json:"of"`   // what it was taken of: OfActivity or something else
	Best  wording.Number `json:"best"` // what no circuit can improve on, null if it is not known
}

// OfActivity is what a measure was taken of for which stimuli were shown.
const OfActivity = "activity"

// Absent is a declared measure that could not be taken.
type Absent struct {
	Name string `json:"name"`
	Why  string `json:"why"`
}

// Take takes the declared measures of some names. What does not apply is absent, with the reason. It returns an error if a name is not declared, and
// those of Respond and of the stimuli.
func Take(names []string, s Subject) (*Declared, error) {
	declarations, err := declarationsOf(names)
	if err != nil {
		return nil, err
	}
	e, read := &examined{Subject: s}, s.read(declarations)
	activity := func(d Declaration) bool {
		reduced := d.Name == "" // a part that an expression reads
		return d.isOfPopulation() || slices.Contains(d.Needs, NeedActivity) && (!reduced || s.population(d.Part) != nil)
	}
	if slices.ContainsFunc(read, activity) {
		if err := e.show(read); err != nil {
			return nil, err
		}
	}
	found := &Declared{Values: []Value{}}
	if e.outputs != nil {
		found.Stimuli, _ = e.outputs.Dims()
		if found.On = wording.Count(found.Stimuli, "held-out stimulus"); s.On != nil {
			found.On = s.On(found.Stimuli)
		}
	}
	for _, d := range declarations {
		value, best, why := e.value(d)
		if why != "" {
			found.Absent = append(found.Absent, Absent{d.Name, why})
		} else {
			found.Values = append(found.Values, Value{d.Name, wording.Number(value), d.Unit, e.within(d).of(d), wording.Number(best)})
		}
	}
	return found, nil
}

// value returns the value of a measure, and why it has none.
func (e *examined) value(d Declaration) (value, best float64, why string) {
	e = e.within(d)
	if i := slices.IndexFunc(d.Needs, func(n Need) bool { return !e.meets(n) }); i >= 0 {
		return 0, 0, d.Needs[i].lacks()
	}
	value, best, err := d.take(e)
	switch {
	case err != nil:
		return 0, 0, err.Error()
	case !math.IsNaN(value) && !math.IsInf(value, 0):
		return value, best, ""
	case d.Part != "":
		return 0, 0, "it is not defined where activity does not vary, or where all weights are 0"
	}
	return 0, 0, "it is not defined for these weights: the filter or the outputs are 0, or not finite"
}

// TakeNone is Take where nothing can be taken, for one reason.
func TakeNone(names []string, why string) (*Declared, error) {
	declarations, err := declarationsOf(names)
	if err != nil {
		return nil, err
	}
	found := &Declared{Values: []Value{}}
	for _, d := range declarations {
		found.Absent = append(found.Absent, Absent{d.Name, why})
	}
	return found, nil
}

// declarationsOf returns the measures of some names.
func declarationsOf(names []string) (all []Declaration, err error) {
	for _, name := range names {
		d, err := LookupDeclaration(name)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	return all, nil
}

// examined is a subject, with what several measures need of it.
type examined struct {
	Subject
	outputs  *mat.Dense // Y [T×K], nil if there is none
	sources  *mat.Dense // S [T×R] of the same stimuli, nil if they are not known
	labels   []int      // [T]
	clusters int
	recovery *activity.Recovery // nil: not found yet

	activity   map[string]*mat.Dense // by population [T×neurons]: those of which there is a measure
	sent       map[string]*sums      // by population: what its neurons sent of all stimuli that were shown
	part       string                // the population or the projection that measures see; "": the whole circuit
	projection *synapse.Projection   // that of the part, or nil
}

// meets reports whether a need is met.
func (e *examined) meets(n Need) (met bool) {
	switch n {
	case NeedFilter:
		return e.Filter != nil
	case NeedViews:
		_, met = e.Known.(stimulus.TwoViews)
	case NeedTimeOrder:
		_, met = e.Known.(stimulus.Slow)
	case NeedSources:
		return e.sources != nil
	case NeedLabels:
		return e.labels != nil
	case NeedActivity:
		return e.outputs != nil
	case NeedBefore:
		return e.Before != nil
	case NeedPrincipal:
		return e.Reference != nil && e.Circuit != nil && e.Circuit.Spec().Network.FindsPrincipal()
	case NeedSaddle:
		return e.Circuit != nil && e.Reference != nil && e.Reference.Covariance != nil && hasSaddle(e.Circuit.Spec().Network)
	case NeedReceived:
		return len(e.balances()) > 0
	case NeedWeights:
		return len(e.weights()) > 0
	case NeedRead:
		return true
	case NeedData:
		return e.dataOfCircuit() != nil
	case NeedRecent:
		return e.Circuit != nil && e.Recent.Len() > 0 && MatchesByCost(e.Circuit.Spec().Network)
	}
	return met
}

// of says what a measure is taken of.
func (e *examined) of(d Declaration) string {
	switch {
	case d.isOwn():
		return d.Sentence
	case slices.Contains(d.Needs, NeedData):
		return e.Data.String()
	case slices.Contains(d.Needs, NeedSaddle), d.isOfProjection():
		return "the weights"
	case slices.Contains(d.Needs, NeedRecent):
		return "the recent activity"
	case d.Name == whitenessName && e.knowsCovariance():
		return "the filter, for the whole population"
	case slices.Contains(d.Needs, NeedActivity), d.isOfPopulation():
		return OfActivity
	}
	return "the filter"
}

// show shows the stimuli to the circuit, and keeps the outputs and what measures need of single populations.
func (e *examined) show(declarations []Declaration) error {
	respond, shown := e.Respond, e.Shown
	if shown == nil && e.Known != nil {
		shown = e.Known.HeldOut()
	}
	if respond == nil && e.Filter != nil {
		respond = func(x, y []float64) error {
			mat.NewVecDense(len(y), y).MulVec(e.Filter, mat.NewVecDense(len(x), x))
			return nil
		}
	}
	if respond == nil || shown == nil {
		return nil
	}
	mixed, _ := shown.(stimulus.Mixed)
	labelled, _ := shown.(stimulus.Labels)
	k, r := e.Outputs, 0
	if mixed != nil {
		r = mixed.SourceCount()
	}
	numbers, seen := k+r, map[*neuron.Population][]float64{}
	e.sent = map[string]*sums{}
	for _, d := range declarations {
		if p := e.population(d.Part); p != nil && seen[p] == nil && d.isOfPopulation() {
			seen[p], numbers = []float64{}, numbers+p.Len()
		}
		if slices.Contains(d.Needs, NeedReceived) {
			for _, p := range e.onto(d.Part) {
				n := e.population(p.From).Len()
				e.sent[p.From] = &sums{make([]float64, n), make([]float64, n)}
			}
		}
	}
	most := max(1, min(HeldOut, mostActive/numbers))
	outputs, sources := make([]float64, 0, most*k), make([]float64, 0, most*r)
	y, s := make([]float64, k), make([]float64, r)
	x, rows := make([]float64, shown.Inputs()), 0
	for ; rows < most; rows++ {
		if err := shown.Next(x); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		if err := respond(x, y); err != nil {
			return fmt.Errorf("the outputs to stimulus %d of those that are shown at the end: %w", rows+1, err)
		}
		outputs = append(outputs, y...)
		for p := range seen {
			seen[p] = append(seen[p], p.Signals(neuron.Final)...)
		}
		for name, all := range e.sent {
			all.add(e.population(name).Signals(neuron.Final))
		}
		if mixed != nil {
			mixed.Sources(s)
			sources = append(sources, s...)
		}
		if labelled != nil {
			e.labels = append(e.labels, labelled.Label())
		}
	}
	if rows == 0 {
		return nil
	}
	e.outputs, e.activity = mat.NewDense(rows, k, outputs), map[string]*mat.Dense{}
	for p, all := range seen {
		e.activity[p.Name()] = mat.NewDense(rows, p.Len(), all)
	}
	if mixed != nil {
		e.sources = mat.NewDense(rows, r, sources)
	}
	if labelled != nil {
		e.clusters = labelled.Clusters()
	}
	return nil
}

// DeclaredFor returns the names of the declared measures that matter for a network, by what it
// finds: nil for networks of principal components, whose measures are those of a Reference.
func DeclaredFor(n circuit.Network) []string {
	switch n.Finds {
	case circuit.Clusters:
		return []string{"purity", "sparseness", "silent"}
	case circuit.CanonicalSubspace:
		return []string{"canonical_angle", "whiteness", "silent"}
	case circuit.SlowSubspace:
		return []string{"slow_angle", "slowness", "silent"}
	case circuit.Sources:
		return []string{"source_correlation", "source_error", "sparseness", "silent"}
	case circuit.Nothing:
		return []string{"sparseness", "silent", "mean_activity", "largest_correlation", "dimension"}
	case circuit.WhiteOutputs:
		return []string{"whiteness", "silent"}
	}
	return nil
}
