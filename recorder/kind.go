package recorder

import (
	"fmt"
	"strings"

	"twophase/internal/nearest"
)

// Kind is what a selection selects from.
type Kind int

const (
	Feedforward Kind = iota // the synapses W_ij
	Lateral                 // the synapses M_ij, i ≠ j
	Scale                   // the scales m_ii of the output neurons
	Outputs                 // the final activities y_i
	Weights                 // feedforward, lateral and scale together
)

// kindNames holds the names of all kinds.
var kindNames = []string{"feedforward", "lateral", "scale", "outputs", "weights"}

// String returns the kind's name, as it is written in a selection.
func (k Kind) String() string { return kindNames[k] }

// synaptic reports whether the elements are synapses, which have two indices.
func (k Kind) synaptic() bool { return k == Feedforward || k == Lateral }

// members returns the kinds that a kind consists of, in the order in which they
// are recorded.
func (k Kind) members() []Kind {
	if k == Weights {
		return []Kind{Feedforward, Lateral, Scale}
	}
	return []Kind{k}
}

// parseKind returns the kind of a name. The error lists those that exist and
// the one that was probably meant.
func parseKind(name string) (Kind, error) {
	for k, n := range kindNames {
		if n == name {
			return Kind(k), nil
		}
	}
	return 0, fmt.Errorf("there is no %q to select%s: choose %s", name, nearest.Hint(name, kindNames), strings.Join(kindNames, ", "))
}
