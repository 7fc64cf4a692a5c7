package intervention

import (
	"fmt"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/neuron"
)

// Lesion destroys synapses: their weights stay 0. A neuron that has lost all synapses from other
// populations is deaf: no stimulus reaches it. Lesion also freezes its scale, which would drain
// to below 0; Thaw does not undo that.
type Lesion struct {
	Where selection.Choice `json:"where"` // synapses
}

// String implements Edit.
func (e Lesion) String() string { return fmt.Sprintf("lesion %v", e.Where) }

// Validate implements Edit.
func (e Lesion) Validate(z selection.Size) error {
	switch k := e.Where.Kind(); z.Class(k) {
	case selection.Neurons:
		return fmt.Errorf("%v are neurons: lesion synapses, or use LesionNeuron", k)
	case selection.NoClass: // a mistyped name: of synapses or of neurons
		return e.Where.Check(z, selection.KindsOf(selection.Synapses, selection.Neurons)...)
	}
	return e.Where.Check(z, selection.KindsOf(selection.Synapses)...)
}

// Apply implements Edit.
func (e Lesion) Apply(c *circuit.Circuit) ([]Change, error) {
	chosen, err := elements(c, e.Where)
	var changes []Change
	for _, s := range chosen.Synapses {
		if !s.Lesioned() {
			before := s.Weight()
			s.Lesion()
			changes = append(changes, ofSynapse(s, Lesioned, Number(before), Number(0)))
		}
	}
	return append(changes, freezeDeaf(c, changes)...), err
}

// freezeDeaf freezes the scales that learn of the neurons that have just become deaf.
func freezeDeaf(c *circuit.Circuit, lesions []Change) (changes []Change) {
	for _, p := range c.Populations() {
		if p.Scales() == nil || p.ScaleRule().IsFixed() {
			continue
		}
		lost := make([]bool, p.Len())
		for _, l := range lesions {
			if c.Projection(l.Projection).Post() == p {
				lost[l.Post] = true
			}
		}
		for o := range p.Outputs() {
			if scale := o.OwnScale(); lost[o.Index()] && !scale.Frozen() && deaf(c, o.Neuron) {
				scale.Freeze()
				changes = append(changes, ofVariable(scale, Plasticity, Text("plastic"), Text("frozen")))
			}
		}
	}
	return changes
}

// deaf reports whether every synapse onto a neuron from other populations is lesioned. Those within
// its own population cannot sustain its scale: without stimuli they decay.
func deaf(c *circuit.Circuit, o neuron.Neuron) bool {
	received := false // there is such a projection
	for _, p := range c.Projections() {
		if p.Post() != o.Population() || p.Pre() == o.Population() {
			continue
		}
		received = true
		for s := range p.Onto(o.Index()) {
			if !s.Lesioned() {
				return false
			}
		}
	}
	return received
}

// Side selects the synapses of a neuron by their direction. The zero Side is Both.
type Side int

const (
	Both     Side = iota // all its synapses
	Incoming             // those onto the neuron
	Outgoing             // those from the neuron
)

var sideNames = []string{"both", "incoming", "outgoing"}

// String returns both, incoming or outgoing.
func (s Side) String() string {
	if s < Both || s > Outgoing {
		return fmt.Sprintf("Side(%d)", int(s))
	}
	return sideNames[s]
}

// ParseSide returns the side of a name.
func ParseSide(name string) (Side, error) {
	if i := slices.Index(sideNames, name); i >= 0 {
		return Side(i), nil
	}
	return 0, fmt.Errorf("there is no side %q of a neuron: choose %s", name, strings.Join(sideNames, ", "))
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseSide.
func (s *Side) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSide(string(text))
	return err
}

// LesionNeuron lesions all synapses onto neurons, from them, or both. Input neurons have
// only outgoing synapses.
type LesionNeuron struct {
	Neuron selection.Choice `json:"neuron"` // of any populations
	Side   Side             `json:"side"`
}

// String implements Edit.
func (e LesionNeuron) String() string { return fmt.Sprintf("lesion %v, %v", e.Neuron, e.Side) }

// Validate implements Edit.
func (e LesionNeuron) Validate(z selection.Size) error {
	input := z.IsInput(e.Neuron.Kind())
	switch {
	case e.Side < Both || e.Side > Outgoing:
		return fmt.Errorf("%v of a neuron does not exist: choose %s", e.Side, strings.Join(sideNames, ", "))
	case input && e.Side == Incoming:
		return fmt.Errorf("nothing comes in at %v but the stimulus: choose outgoing, or clamp them", e.Neuron)
	case !input && e.Side == Outgoing && isLast(z, e.Neuron.Kind()):
		return fmt.Errorf("nothing goes out from %v, which is the only output: choose incoming or both", e.Neuron)
	}
	return e.Neuron.Check(z, selection.Inputs, selection.Outputs)
}

// isLast reports whether a kind is the outputs, and they are a single neuron from which no projection goes elsewhere.
func isLast(z selection.Size, k selection.Kind) bool {
	return z.Outputs == 1 && (k == selection.Outputs || k == selection.Kind(z.Graph.Output)) &&
		!slices.ContainsFunc(z.Graph.Projections, func(p selection.Projection) bool {
			return p.From == z.Graph.Output && !p.Within
		})
}

// Apply implements Edit.
func (e LesionNeuron) Apply(c *circuit.Circuit) ([]Change, error) {
	chosen, err := elements(c, e.Neuron)
	var changes []Change
	for _, p := range c.Projections() {
		onto, from := make([]bool, p.Post().Len()), make([]bool, p.Pre().Len())
		for _, n := range chosen.Neurons {
			if n.Population() == p.Post() && e.Side != Outgoing {
				onto[n.Index()] = true
			}
			if n.Population() == p.Pre() && e.Side != Incoming {
				from[n.Index()] = true
			}
		}
		for s := range p.All() {
			if (onto[s.Post().Index()] || from[s.Pre().Index()]) && !s.Lesioned() {
				changes = append(changes, ofSynapse(s, Lesioned, Number(s.Weight()), Number(0)))
				s.Lesion()
			}
		}
	}
	return append(changes, freezeDeaf(c, changes)...), err
}
