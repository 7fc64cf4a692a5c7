package neuron

import (
	"math"

	"twophase/internal/numerics/kernel"
)

// ScaleRule is the local rule of an output neuron's scale,
//
//	m ← (1 − a·p²)·m + a·(d² − q²)
//
// with the learning rate a and three factors that the neuron computes by
// itself: a drive d, a decay p in proportion to m, and a constant drain q.
type ScaleRule struct {
	Name     string
	Equation string // Δm in mathematics; empty: what follows from the factors (Formula)
	Drive    Factor // d
	Decay    Factor // p
	Drain    Factor // q

	// Metaplastic says that the scale only sets how fast the neuron's synapses learn: the
	// neuron does not divide its input current by it.
	Metaplastic bool
	// Multiplies says that the neuron multiplies what it sends by the scale, which may have
	// either sign, and does not divide its input current by it.
	Multiplies bool
	// NoLeak says that the divisor of the neuron's input current is 0: it comes to rest
	// only where the current is 0. Only a phase that settles can find its activity.
	NoLeak bool
	// UnitRate says that the rule follows its Equation at learning rate 1 only.
	UnitRate bool
}

// Learns reports whether the rule changes scales. The zero ScaleRule, which is none, does not.
func (r ScaleRule) Learns() bool { return r.Drive != nil && !r.IsFixed() }

// IsFixed reports whether the rule leaves every scale as it is.
func (r ScaleRule) IsFixed() bool {
	return r.Drive == Factor(Constant(0)) && r.Decay == Factor(Constant(0)) && r.Drain == Factor(Constant(0))
}

var (
	// ScalePSP is the diagonal of principal subspace projection's
	// M ← M + (α/τ)(y yᵀ − Λ M Λ)   (Algorithm 1).
	ScalePSP = ScaleRule{
		Name:     "scale PSP",
		Equation: "Δm_ii = (α/τ)(y_i² − λ_i² m_ii)",
		Drive:    Activity, Decay: Gain, Drain: Constant(0),
	}
	// ScalePSW is the diagonal of principal subspace whitening's
	// M ← M + (α/τ)(y yᵀ − Λ²)   (Algorithm 2).
	ScalePSW = ScaleRule{
		Name:     "scale PSW",
		Equation: "Δm_ii = (α/τ)(y_i² − λ_i²)",
		Drive:    Activity, Decay: Constant(0), Drain: Gain,
	}
	// NoScale is the rule of neurons without scaling variables: m_ii stays at 1.
	NoScale = ScaleRule{
		Name:     "none",
		Equation: "m_ii stays as it is",
		Drive:    Constant(0), Decay: Constant(0), Drain: Constant(0),
	}
	// NoLeak is the rule of neurons that have neither scaling variables nor a leak. They
	// come to rest only where their input current is 0.
	NoLeak = ScaleRule{
		Name:     "none, no leak",
		Equation: "m_ii = 0",
		Drive:    Constant(0), Decay: Constant(0), Drain: Constant(0),
		NoLeak: true,
	}
	// CumulativeActivity is Ŷ_i, the sum of all y_i² so far, at learning rate 1.
	CumulativeActivity = ScaleRule{
		Name:     "cumulative activity",
		Equation: "Ŷ_i ← Ŷ_i + y_i²",
		Drive:    Activity, Decay: Constant(0), Drain: Constant(0),
		Metaplastic: true, UnitRate: true,
	}
)

// Rescale applies the scale rule to every neuron whose scale is not frozen, at
// learning rate a.
func (p *Population) Rescale(a float64) {
	if p.memory.Fixed {
		p.memory.EndChange(p.memory.Signals[Final])
		return
	}
	root := math.Sqrt(a)
	r := &p.memory.Scales
	p.Evaluate(r.Drive, p.rule.Drive, root, Currents{})
	p.Evaluate(r.Decay, p.rule.Decay, root, Currents{})
	p.Evaluate(r.Drain, p.rule.Drain, root, Currents{})
	copy(r.Before, p.memory.Scale)
	kernel.Rescale(p.memory.Scale, r.Drive, r.Decay, r.Drain)
	p.memory.EndChange(p.memory.Signals[Final])
}

// Rescale applies the population's scale rule to this neuron, at learning rate a, unless its
// scale is frozen. Population.Rescale does the same to all neurons. The decay and the
// Hebbian product are those of a synapse from the neuron to itself, so that scales and
// the weights among them have the bits of one symmetric matrix M.
func (o Output) Rescale(a float64) {
	p, i, root, local := o.population, o.index, math.Sqrt(a), o.Local()
	r := &p.memory.Scales
	if r.Activity != nil {
		r.Activity[i] = local.Activity
	}
	switch {
	case r.Fixed:
		return
	case o.OwnScale().Frozen():
		r.Hold(i, p.memory.Scale[i])
		return
	}
	r.Drive[i], r.Decay[i], r.Drain[i] = root*p.rule.Drive.Of(local), root*p.rule.Decay.Of(local), root*p.rule.Drain.Of(local)
	r.Before[i] = p.memory.Scale[i]
	p.memory.Scale[i] = kernel.Rescaled(p.memory.Scale[i], r.Drive[i], r.Decay[i], r.Drain[i])
}

// KeepChanges sets whether Output.LastScaleChange also has the activity that the rule used.
// It is for recorders.
func (p *Population) KeepChanges(on bool) {
	switch r := &p.memory.Scales; {
	case !on:
		r.Activity = nil
	case r.Activity == nil:
		r.Activity = kernel.Vector(p.Len())
	}
}

// LastScaleChange returns the last change of the scale in parts: a·d², −a·(p²·m + q²), the
// rounding, and y if Population.KeepChanges was on. The parts of a frozen scale are 0. They
// are not defined after a divergence.
func (o Output) LastScaleChange() (c Change) {
	r, i := &o.population.memory.Scales, o.index
	drive, before := r.Drive[i], r.Before[i]
	kept := kernel.Rescaled(before, 0, r.Decay[i], r.Drain[i])
	changed := kernel.Rescaled(before, drive, r.Decay[i], r.Drain[i])
	c.Hebbian, c.Decay, c.Rounding = kernel.Parts(before, kept, float64(drive*drive), changed)
	if r.Activity != nil {
		c.Post = r.Activity[i]
	}
	return c
}
