package neuron

import "slices"

// Freeze stops the neuron's scale from learning.
func (o Output) Freeze() {
	if at, found := slices.BinarySearch(o.population.memory.Frozen, o.index); !found {
		o.population.memory.Frozen = slices.Insert(o.population.memory.Frozen, at, o.index)
	}
}

// Thaw lets a frozen scale learn again.
func (o Output) Thaw() {
	if at, found := slices.BinarySearch(o.population.memory.Frozen, o.index); found {
		o.population.memory.Frozen = slices.Delete(o.population.memory.Frozen, at, at+1)
	}
}

// Frozen reports whether the neuron's scale is frozen.
func (o Output) Frozen() bool { return o.population.isFrozen(o.index) }

func (p *Population) isFrozen(i int) bool {
	_, found := slices.BinarySearch(p.memory.Frozen, i)
	return found
}
