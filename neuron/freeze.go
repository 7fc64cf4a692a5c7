package neuron

import "slices"

// Freeze stops the neuron's scale from learning.
func (o Output) Freeze() {
	if at, found := slices.BinarySearch(o.population.frozen, o.index); !found {
		o.population.frozen = slices.Insert(o.population.frozen, at, o.index)
	}
}

// Thaw lets a frozen scale learn again.
func (o Output) Thaw() {
	if at, found := slices.BinarySearch(o.population.frozen, o.index); found {
		o.population.frozen = slices.Delete(o.population.frozen, at, at+1)
	}
}

// Frozen reports whether the neuron's scale is frozen.
func (o Output) Frozen() bool { return o.population.isFrozen(o.index) }

func (p *Population) isFrozen(i int) bool {
	_, found := slices.BinarySearch(p.frozen, i)
	return found
}

// HasFrozen reports whether a scale of the population is frozen.
func (p *Population) HasFrozen() bool { return len(p.frozen) > 0 }

// PutBack restores the frozen scales after a step in which all have learnt, and keeps
// the activities that they learnt from, if these are asked for.
func (p *Population) PutBack() {
	if p.rescaling.activity != nil {
		copy(p.rescaling.activity, p.signals[Final])
	}
	if len(p.frozen) > 0 && !p.rule.IsFixed() {
		p.putBack()
	}
}

func (p *Population) putBack() {
	for _, i := range p.frozen {
		p.hold(i, p.rescaling.before[i])
	}
}

// hold leaves scale i at m, and no part of a change behind.
func (p *Population) hold(i int, m float64) {
	r := &p.rescaling
	p.scale[i], r.before[i] = m, m
	r.drive[i], r.decay[i], r.drain[i] = 0, 0, 0
}
