package neuron

import (
	"fmt"
	"slices"
)

// Variable is a handle of a number that a neuron keeps by itself and that learns: its scale m_ii, or one of the
// variables of its own (Further). Handles are values; they compare equal if they name the same number.
type Variable struct {
	Neuron
	of int // of the population's further quantities, or ofScale
}

// ofScale is the scale in the place of a further quantity.
const ofScale = -1

// OwnScale returns a handle of the neuron's scale. It panics if the neuron is one of inputs, which have none.
func (o Output) OwnScale() Variable {
	if o.population.memory.Scale == nil {
		panic(fmt.Sprintf("neuron: %v has no scale", o))
	}
	return Variable{o.Neuron, ofScale}
}

// Own returns a handle of a variable of the neuron's own. It panics if the population has none of that name.
func (n Neuron) Own(name string) Variable {
	k := n.population.variable(name)
	if k < 0 {
		panic(fmt.Sprintf("neuron: %s has no variable %s", n.population.name, name))
	}
	return Variable{n, k}
}

// Name returns the name of the variable, or scale.
func (v Variable) Name() string {
	if v.of == ofScale {
		return "scale"
	}
	return v.population.quantities[v.of].Name
}

// String returns a name such as outputs.theta[2].
func (v Variable) String() string {
	return fmt.Sprintf("%s.%s[%d]", v.population.name, v.Name(), v.index)
}

// Value returns the number.
func (v Variable) Value() float64 { return v.values()[v.index] }

// values returns the values of all neurons.
func (v Variable) values() []float64 {
	if v.of == ofScale {
		return v.population.memory.Scale
	}
	return v.population.further[v.of]
}

// Set sets the number. It returns an error, and changes nothing, if Check does.
func (v Variable) Set(to float64) error {
	if err := v.Check(to); err != nil {
		return err
	}
	v.values()[v.index] = to
	return nil
}

// Check returns an error unless the variable may have a value: a finite number, which is positive if it is a scale that
// does not multiply.
func (v Variable) Check(value float64) error {
	if v.of == ofScale {
		return Output{v.Neuron}.CheckScale(value)
	}
	if value-value != 0 {
		return fmt.Errorf("set %v: %v is not a finite number", v, value)
	}
	return nil
}

// frozen returns the neurons whose variable does not learn, in order.
func (v Variable) frozen() *[]int {
	if v.of == ofScale {
		return &v.population.memory.Frozen
	}
	return &v.population.held[v.of]
}

// Freeze stops the variable from learning.
func (v Variable) Freeze() {
	frozen := v.frozen()
	if at, found := slices.BinarySearch(*frozen, v.index); !found {
		*frozen = slices.Insert(*frozen, at, v.index)
	}
}

// Thaw lets a frozen variable learn again.
func (v Variable) Thaw() {
	frozen := v.frozen()
	if at, found := slices.BinarySearch(*frozen, v.index); found {
		*frozen = slices.Delete(*frozen, at, at+1)
	}
}

// Frozen reports whether the variable is frozen.
func (v Variable) Frozen() bool {
	_, found := slices.BinarySearch(*v.frozen(), v.index)
	return found
}
