package neuron

import (
	"math"

	"twophase/internal/kernel"
)

// ScaleRule is the local rule of an output neuron's scale,
//
//	m ← (1 − a·p²)·m + a·(d² − q²)
//
// with the learning rate a and three factors that the neuron computes by
// itself: a drive d, a decay p in proportion to m, and a constant drain q.
type ScaleRule struct {
	Name     string
	Equation string // Δm in mathematics
	Drive    Factor // d
	Decay    Factor // p
	Drain    Factor // q

	// Metaplastic says that the scale sets how fast the neuron's synapses learn and
	// nothing else: the neuron does not divide what it receives by it.
	Metaplastic bool
}

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
	// CumulativeActivity is Ŷ_i, the sum of all y_i² so far, at learning rate 1.
	CumulativeActivity = ScaleRule{
		Name:     "cumulative activity",
		Equation: "Ŷ_i ← Ŷ_i + y_i²",
		Drive:    Activity, Decay: Constant(0), Drain: Constant(0),
		Metaplastic: true,
	}
)

// rescaling is the working memory of a population's scale rule [n each]: the
// three factors of the last change, the scales before it, and the activities that it
// saw, nil if they are not asked for.
type rescaling struct {
	drive, decay, drain []float64
	before, activity    []float64
}

func newRescaling(n int) rescaling {
	return rescaling{drive: kernel.Vector(n), decay: kernel.Vector(n), drain: kernel.Vector(n), before: kernel.Vector(n)}
}

// Rescale applies the scale rule to every neuron whose scale is not frozen, at
// learning rate a.
func (p *Population) Rescale(a float64) {
	if p.rule.IsFixed() {
		p.PutBack()
		return
	}
	root := math.Sqrt(a)
	r := &p.rescaling
	p.Evaluate(r.drive, p.rule.Drive, root)
	p.Evaluate(r.decay, p.rule.Decay, root)
	p.Evaluate(r.drain, p.rule.Drain, root)
	copy(r.before, p.scale)
	kernel.Rescale(p.scale, r.drive, r.decay, r.drain)
	p.PutBack()
}

// Rescale applies the population's scale rule to this neuron alone, at learning
// rate a, unless its scale is frozen. Population.Rescale does the same to all of
// them. The decay and the Hebbian product are those of a synapse from the neuron to
// itself, so that M keeps the symmetry and the bits of one matrix.
func (o Output) Rescale(a float64) {
	p, i, root, local := o.population, o.index, math.Sqrt(a), o.Local()
	r := &p.rescaling
	if r.activity != nil {
		r.activity[i] = local.Activity
	}
	switch {
	case p.rule.IsFixed():
		return
	case p.isFrozen(i):
		p.hold(i, p.scale[i])
		return
	}
	r.drive[i], r.decay[i], r.drain[i] = root*p.rule.Drive.Of(local), root*p.rule.Decay.Of(local), root*p.rule.Drain.Of(local)
	r.before[i] = p.scale[i]
	p.scale[i] = kernel.Rescaled(p.scale[i], r.drive[i], r.decay[i], r.drain[i])
}

// KeepChanges says whether the activities that the scale rule sees from now on are
// kept, for Output.LastScaleChange; the parts of the changes always are.
func (p *Population) KeepChanges(on bool) {
	switch r := &p.rescaling; {
	case !on:
		r.activity = nil
	case r.activity == nil:
		r.activity = kernel.Vector(p.Len())
	}
}

// LastScaleChange returns why the scale moved when it learnt last: a·d², −a·(p²·m + q²),
// the rounding, and y if Population.KeepChanges was on. The parts of a frozen scale are
// 0. After a divergence they mean nothing.
func (o Output) LastScaleChange() (c Change) {
	r, i := &o.population.rescaling, o.index
	drive, before := r.drive[i], r.before[i]
	kept := kernel.Rescaled(before, 0, r.decay[i], r.drain[i])
	changed := kernel.Rescaled(before, drive, r.decay[i], r.drain[i])
	c.Hebbian, c.Decay, c.Rounding = kernel.Parts(before, kept, float64(drive*drive), changed)
	if r.activity != nil {
		c.Post = r.activity[i]
	}
	return c
}
