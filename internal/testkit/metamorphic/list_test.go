package metamorphic

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/numerics/kernel"
	"twophase/synapse"
)

// List is what happens to some circuits, one operation after another.
type List struct {
	Circuits Circuits
	Ops      []Op
}

// Circuits says which circuits there are at first. They differ in their trial.
type Circuits struct {
	Network string       `json:"network"`
	Inputs  int          `json:"inputs"`
	Outputs int          `json:"outputs"`
	Number  int          `json:"number"`
	Rate    circuit.Rate `json:"rate"`
	Seed    uint64       `json:"seed"`
	Size    float64      `json:"size"` // of the stimuli
}

// Op is an operation. Which fields count depends on what it does.
type Op struct {
	Do string `json:"-"`

	// Circuit is the number of a circuit, modulo how many there are; everyone stands
	// for all of them, and firstGroup for those that share the first lanes.
	Circuit int `json:"circuit,omitempty"`

	Steps   int      `json:"steps,omitempty"`    // of step: how many; of observe: between two looks; of surge: until then
	When    *Trigger `json:"when,omitempty"`     // of edit; nil: at once
	Edit    *Edit    `json:"edit,omitempty"`     // of edit
	Value   string   `json:"value,omitempty"`    // of surge: the first number of the stimulus
	State   bool     `json:"state,omitempty"`    // of observe: look at the whole state, not only at y
	On      bool     `json:"on,omitempty"`       // of keep
	Record  []string `json:"record,omitempty"`   // of record: requests
	Parts   []string `json:"parts,omitempty"`    // of record
	RowsMax int      `json:"rows_max,omitempty"` // of record: rows of a file

	// Of touch: what a handle does to synapses.
	How   string               `json:"how,omitempty"`
	Where *selection.Selection `json:"where,omitempty"`
}

// What an operation does.
const (
	step       = "step"       // all circuits take some steps
	edit       = "edit"       // a circuit is edited, or will be
	touch      = "touch"      // synapses are touched through their handles
	keep       = "keep"       // a circuit keeps its changes, or no more
	surge      = "surge"      // a stimulus to come is odd
	look       = "look"       // the states of all circuits are noted
	observe    = "observe"    // an observer is attached
	record     = "record"     // a recording starts
	closing    = "close"      // it ends
	fork       = "fork"       // one more circuit goes on as this one
	checkpoint = "checkpoint" // all circuits are saved
	kill       = "kill"       // what happened since the last checkpoint happens again
)

const (
	everyone   = -1
	firstGroup = -kernel.Lanes
)

// What handles do, to each of some synapses or to their whole projection.
const (
	lesion    = "lesion"
	freeze    = "freeze"
	thaw      = "thaw"
	set       = "set"
	freezeAll = "freeze all"
	thawAll   = "thaw all"
)

// otherRules are what the rules of projections can change to, where a network allows it.
var otherRules = []circuit.RuleOf{{Projection: "feedforward", Rule: synapse.Oja}, {Projection: "lateral", Rule: synapse.AntiHebbianPSW}}

// spec returns the specification of a circuit.
func (c Circuits) spec(trial int) circuit.Spec {
	n := c.network()
	spec := circuit.Spec{
		Network: n, Inputs: c.Inputs, Gains: n.DefaultGains(c.Outputs), Rate: c.Rate,
		Seed: c.Seed, Trial: uint64(trial),
	}
	for _, r := range otherRules {
		if n.CheckRule(r.Projection, r.Rule) == nil {
			spec.Rules = append(spec.Rules, r)
		}
	}
	return spec
}

func (c Circuits) network() circuit.Network {
	for _, n := range circuit.NetworksThat(circuit.Network.IsPair) {
		if n.Name == c.Network {
			return n
		}
	}
	panic("there is no network " + c.Network)
}

func (c Circuits) size() selection.Size {
	return selection.PairSize(c.Inputs, c.Outputs, c.network().Among().Wiring)
}

// String returns the list as text, an operation a line.
func (l List) String() string {
	var text strings.Builder
	writeLine(&text, "circuits", l.Circuits)
	for _, op := range l.Ops {
		writeLine(&text, op.Do, op)
	}
	return text.String()
}

// writeLine writes a word and what it is of as JSON.
func writeLine(text *strings.Builder, word string, v any) {
	var line bytes.Buffer
	e := json.NewEncoder(&line)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	fmt.Fprintf(text, "%s %s", word, &line)
}

// readLines calls f with the word and the rest of every line that is not empty or a
// comment.
func readLines(text string, f func(word string, rest []byte) error) error {
	for n, line := range strings.Split(text, "\n") {
		word, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		if word == "" || strings.HasPrefix(word, "#") {
			continue
		}
		if err := f(word, []byte(rest)); err != nil {
			return fmt.Errorf("line %d, %s: %w", n+1, word, err)
		}
	}
	return nil
}

// parseOp reads an operation.
func parseOp(word string, rest []byte) (Op, error) {
	op := Op{Do: word}
	switch word {
	case step, edit, touch, keep, surge, look, observe, record, closing, fork, checkpoint, kill:
		return op, strict(rest, &op)
	}
	return op, fmt.Errorf("there is no such operation")
}

// strict reads JSON of which every key is known.
func strict(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// named returns the name of the type of v.
func named(v any) string { return reflect.TypeOf(v).Name() }
