package intervention

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"strconv"

	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// Change is one change by an edit. A synapse that had the wanted value already has no
// Change. If an edit freezes or thaws all synapses of a projection that are not lesioned,
// that is one Change, of a projection without Post and Pre.
type Change struct {
	What       Aspect `json:"what"`
	Projection string `json:"projection,omitempty"` // a projection, a population, or its NAME.scale or NAME.VARIABLE; empty if the whole circuit changed
	Post       int    `json:"post"`                 // the synapse's postsynaptic neuron, or the neuron; −1 where there is none
	Pre        int    `json:"pre"`                  // the synapse's presynaptic neuron; −1 where there is none
	Before     Value  `json:"before"`
	After      Value  `json:"after"`
}

// Aspect is the property of a synapse, a neuron or a circuit that changed. An edit of a
// user's own may have another one, such as "stimulus" in experiments.
type Aspect string

const (
	Weight     Aspect = "weight"     // of a synapse, or the value of a scale or a variable
	Lesioned   Aspect = "lesion"     // of a synapse: its weight, which becomes 0
	Plasticity Aspect = "plasticity" // of a synapse, a scale or a variable: plastic or frozen
	Clamped    Aspect = "clamp"      // of a neuron: free, or its clamped activity
	RateOf     Aspect = "rate"       // α_t
	RuleBy     Aspect = "rule"       // by which a projection learns
	TauOf      Aspect = "tau"        // τ
	GainOf     Aspect = "gain"       // λ_i of an output neuron
	PhaseOf    Aspect = "phase"      // of the schedule, or none

	// What the phase Rewire does, without an intervention.
	Pruned Aspect = "prune"  // of a synapse: its weight, which becomes 0
	Grown  Aspect = "growth" // of a synapse: its weight, which was 0
)

// Value is a number or, if Text is not empty, a text, in JSON too. There, NaN, +Inf and
// -Inf are texts.
type Value struct {
	Number float64
	Text   string
}

// Number returns the value of a number.
func Number(v float64) Value { return Value{Number: v} }

// Text returns the value of a text, which must not be empty.
func Text(s string) Value { return Value{Text: s} }

// String returns the number or the text.
func (v Value) String() string {
	if v.Text != "" {
		return v.Text
	}
	return wording.Format(v.Number)
}

// MarshalJSON implements json.Marshaler.
func (v Value) MarshalJSON() ([]byte, error) {
	if v.Text == "" && !math.IsNaN(v.Number) && !math.IsInf(v.Number, 0) {
		return json.Marshal(v.Number)
	}
	return json.Marshal(v.String())
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *Value) UnmarshalJSON(text []byte) error {
	*v = Value{}
	if string(text) == "null" {
		return errors.New("a value is a number or a text, not null")
	}
	if len(text) == 0 || text[0] != '"' {
		return json.Unmarshal(text, &v.Number)
	}
	if err := json.Unmarshal(text, &v.Text); err != nil {
		return err
	}
	switch v.Text {
	case "":
		return errors.New("a value is a number or a text, which is not empty")
	case "NaN", "+Inf", "-Inf":
		v.Number, _ = strconv.ParseFloat(v.Text, 64)
		v.Text = ""
	}
	return nil
}

// String returns the change as in "M[2,0] weight 0.3 → 0".
func (c Change) String() string {
	place := c.Projection
	switch {
	case c.Post < 0 && place != "":
		place += " "
	case c.Pre >= 0:
		place = fmt.Sprintf("%s[%d,%d] ", place, c.Post, c.Pre)
	case c.Post >= 0:
		place = fmt.Sprintf("%s[%d] ", place, c.Post)
	}
	return fmt.Sprintf("%s%s %v → %v", place, c.What, c.Before, c.After)
}

// Event is an intervention that took place. In an event that changed nothing,
// Changes is empty, and [] in JSON.
type Event struct {
	Step         int      `json:"step"`         // after which it took place; 0 is before the first stimulus
	Intervention int      `json:"intervention"` // its index in the plan, from 0; −1 of what a phase of the schedule did
	Trigger      string   `json:"trigger"`      // the trigger in words
	Edit         string   `json:"edit"`
	Changes      []Change `json:"changes"`
}

func ofSynapse(s synapse.Synapse, what Aspect, before, after Value) Change {
	return Change{what, s.Projection().Name(), s.Post().Index(), s.Pre().Index(), before, after}
}

func ofVariable(v neuron.Variable, what Aspect, before, after Value) Change {
	name := v.Name()
	if of := v.Population().Name(); of != "outputs" || name != "scale" {
		name = of + "." + name
	}
	return Change{what, name, v.Index(), -1, before, after}
}

func ofNeuron(n neuron.Neuron, what Aspect, before, after Value) Change {
	return Change{what, n.Population().Name(), n.Index(), -1, before, after}
}

func ofCircuit(what Aspect, before, after Value) Change {
	return Change{what, "", -1, -1, before, after}
}

// number formats a number so that it parses to the same value.
// same reports whether two numbers are the same bits.
func same(a, b float64) bool { return math.Float64bits(a) == math.Float64bits(b) }
