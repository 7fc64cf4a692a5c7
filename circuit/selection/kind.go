package selection

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"twophase/internal/text/wording"
)

// Kind is the set of elements that a selection selects from: one of the constants, or the
// name of a projection or a population of a circuit. NAME.scale are the scales of population
// NAME, and NAME.VARIABLE a variable of its neurons. Size.Class tells which of these a name is.
type Kind string

const (
	Feedforward Kind = "feedforward" // the synapses W_ij
	Lateral     Kind = "lateral"     // the synapses M_ij, i ≠ j
	Scale       Kind = "scale"       // the scales m_ii of the output neurons
	Outputs     Kind = "outputs"     // the output neurons, with their activities y_i
	Weights     Kind = "weights"     // all synapses and scales together
	Inputs      Kind = "inputs"      // the input neurons, with their activities x_j
)

// Examples of selections for help and errors, from the circuits of the paper.
const (
	ExampleRow      = "lateral[2,*]"
	ExampleSynapse  = "lateral[2,0]"
	ExampleElements = "lateral[2,0], feedforward[0,3], scale[1] or outputs[1]"
)

// kinds holds the kinds that every circuit of the paper has.
var kinds = []Kind{Feedforward, Lateral, Scale, Outputs, Weights, Inputs}

// scaleName names the scales of a population as a variable is named, and scaleSuffix ends their full name.
const (
	scaleName   = "scale"
	scaleSuffix = "." + scaleName
)

// member returns the population that a kind of scales, variables or neurons names, empty for the outputs of any circuit,
// and which of the numbers of its neurons: scale, a variable, or empty for the activity.
func (k Kind) member() (population, variable string) {
	switch k {
	case Scale:
		return "", scaleName
	case Outputs:
		return "", ""
	}
	population, variable, _ = strings.Cut(string(k), ".")
	return population, variable
}

// named is the form of a kind that is not one of the constants, in any alphabet: a circuit knows the names that it has.
var named = regexp.MustCompile(`^[\pL_][\pL\pN_-]*(\.[\pL_][\pL\pN_]*)?$`)

// String returns the kind's name, as it is written in a selection.
func (k Kind) String() string { return string(k) }

// Known reports whether a kind is one of the constants, whose Class does not depend on the
// circuit.
func Known(k Kind) bool { return k.isKnown() }

// isKnown reports whether the kind is one of the constants.
func (k Kind) isKnown() bool { return slices.Contains(kinds, k) }

// Class says what the elements of a kind are.
type Class int

const (
	NoClass    Class = iota // there is no such kind
	Synapses                // synapses, which have two indices
	Scales                  // scales
	Variables               // a variable of neurons, which is allowed where scales are
	Neurons                 // neurons
	Everything              // Weights
)

// class returns what the elements of a constant are.
func (k Kind) class() Class {
	switch k {
	case Feedforward, Lateral:
		return Synapses
	case Scale:
		return Scales
	case Outputs, Inputs:
		return Neurons
	case Weights:
		return Everything
	}
	if strings.HasSuffix(string(k), scaleSuffix) {
		return Scales
	}
	return NoClass
}

// KindsOf returns the constants whose elements are of some classes, for Parse and Check, which allow what is of their
// classes in any circuit.
func KindsOf(classes ...Class) []Kind {
	return slices.DeleteFunc(slices.Clone(kinds), func(k Kind) bool { return !slices.Contains(classes, k.class()) })
}

// Synaptic reports whether the elements of a kind of the paper's circuits are synapses. For
// other circuits, see Size.Class.
func (k Kind) Synaptic() bool { return k.class() == Synapses }

// Includes reports whether the elements of kind m, which is not Weights, are among those of
// k in the paper's circuits. For other circuits, see Size.Includes.
func (k Kind) Includes(m Kind) bool {
	return k == m || k == Weights && (m.class() == Synapses || m.class() == Scales)
}

// parseKind returns the kind of a name, if it is allowed. The error lists the allowed kinds
// or the form of a name, and the nearest name. A name that is none of the constants may be one
// of a circuit.
func parseKind(name string, allowed []Kind) (Kind, error) {
	k, names := Kind(name), namesOf(allowed)
	switch {
	case k.isKnown():
		return k, k.check(allowed)
	case named.MatchString(name) && mayBe(k.class(), allowed):
		return k, nil
	case name != "" && !named.MatchString(name): // of no circuit, whose names are not known here
		return "", fmt.Errorf("there is no %q to select%s: a name has letters, digits, - and _, and begins with a letter or _",
			name, wording.Hint(name, names))
	}
	return "", k.unknown(names)
}

// unknown returns the error of a kind that does not exist.
func (k Kind) unknown(names []string) error {
	return fmt.Errorf("there is no %q to select%s: choose %s", string(k), wording.Hint(string(k), names), strings.Join(names, ", "))
}

// mayBe reports whether elements of a class are among those of the allowed kinds. NoClass is
// not known yet.
func mayBe(class Class, allowed []Kind) bool {
	return class == NoClass && len(allowed) > 0 || class.among(allowed)
}

// among reports whether elements of a class are allowed where those of some constants are.
func (c Class) among(allowed []Kind) bool {
	return slices.ContainsFunc(allowed, func(k Kind) bool {
		return k.class() == c || c == Variables && k.class() == Scales
	})
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
