package selection

import (
	"fmt"
	"slices"
	"strings"

	"twophase/internal/nearest"
)

// Kind is what a selection selects from.
type Kind int

const (
	Feedforward Kind = iota // the synapses W_ij
	Lateral                 // the synapses M_ij, i ≠ j
	Scale                   // the scales m_ii of the output neurons
	Outputs                 // the output neurons, with their activities y_i
	Weights                 // feedforward, lateral and scale together
	Inputs                  // the input neurons, with their activities x_j
)

// kindNames holds the names of all kinds.
var kindNames = []string{"feedforward", "lateral", "scale", "outputs", "weights", "inputs"}

// kinds holds all kinds.
var kinds = []Kind{Feedforward, Lateral, Scale, Outputs, Weights, Inputs}

// String returns the kind's name, as it is written in a selection.
func (k Kind) String() string { return kindNames[k] }

// Synaptic reports whether the elements are synapses, which have two indices.
func (k Kind) Synaptic() bool { return k == Feedforward || k == Lateral }

// Includes reports whether the elements of kind m, which is not Weights, are
// among those of k.
func (k Kind) Includes(m Kind) bool {
	return k == m || k == Weights && (m.Synaptic() || m == Scale)
}

// parseKind returns the kind of a name, if it is among those allowed. The error
// lists these and the one that was probably meant.
func parseKind(name string, allowed []Kind) (Kind, error) {
	if k := slices.Index(kindNames, name); k >= 0 {
		return Kind(k), Kind(k).check(allowed)
	}
	names := namesOf(allowed)
	return 0, fmt.Errorf("there is no %q to select%s: choose %s", name, nearest.Hint(name, names), strings.Join(names, ", "))
}

// check returns an error that lists the allowed kinds unless k is among them.
func (k Kind) check(allowed []Kind) error {
	if slices.Contains(allowed, k) {
		return nil
	}
	return fmt.Errorf("%v cannot be selected here: choose %s", k, strings.Join(namesOf(allowed), ", "))
}

func namesOf(kinds []Kind) []string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	return names
}
