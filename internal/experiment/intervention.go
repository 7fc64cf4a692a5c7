package experiment

import (
	"twophase/circuit"
	"twophase/internal/experiment/circuitfile"
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

	Tau    float64 `json:"tau,omitempty"`
	Lambda *Lambda `json:"lambda,omitempty"`

	// Phases of the schedule, each over the synapses that it names.
	Noise       string   `json:"noise,omitempty"`
	Size        *float64 `json:"size,omitempty"`      // of Noise; 0 ends it
	Symmetric   bool     `json:"symmetric,omitempty"` // of Noise
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

// action is a key that names an action, and whether it is given.
type action struct {
	Key   string
	Given bool
}

// Actions returns all actions, and which are given.
func (i *Intervention) Actions() []action {
	return []action{
		{"lesion", i.Lesion != ""}, {"freeze", i.Freeze != ""}, {"thaw", i.Thaw != ""}, {"clamp", i.Clamp != ""},
		{"release", i.Release != ""}, {"set", i.Set != ""}, {"multiply", i.Multiply != ""}, {"rate", i.Rate != nil}, {"rate_factor", i.RateFactor != nil}, {"rule", i.Rule.Given()},
		{"tau", i.Tau != 0}, {"lambda", i.Lambda != nil}, {"noise", i.Noise != ""}, {"failure", i.Failure != ""},
		{"quantise", i.Quantise != ""}, {"dale", i.Dale != ""}, {"settle", i.Settle != nil}, {"turns", i.Turns != 0}, {"stimulus", i.Stimulus != nil},
	}
}

// Actions are the keys that say what an intervention does.
var Actions = func() (names []string) {
	for _, a := range new(Intervention).Actions() {
		names = append(names, a.Key)
	}
	return names
}()
