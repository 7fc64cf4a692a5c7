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
)

// rescaling is the working memory of a population's scale rule [n each]: the
// three factors, and the two parts of the last change.
type rescaling struct {
	drive, decay, drain []float64
	hebbian, decayed    []float64
}

func newRescaling(n int) rescaling {
	return rescaling{
		drive: make([]float64, n), decay: make([]float64, n), drain: make([]float64, n),
		hebbian: make([]float64, n), decayed: make([]float64, n),
	}
}

// Rescale applies the scale rule to every neuron at learning rate a.
func (p *Population) Rescale(a float64) {
	root := math.Sqrt(a)
	r := &p.rescaling
	p.Evaluate(r.drive, p.rule.Drive, root)
	p.Evaluate(r.decay, p.rule.Decay, root)
	p.Evaluate(r.drain, p.rule.Drain, root)
	for i := range p.scale {
		p.change(i, r.drive[i], r.decay[i], r.drain[i])
	}
}

// rescale applies the scale rule to neuron i alone.
func (p *Population) rescale(i int, a float64) {
	root, local := math.Sqrt(a), p.Local(i)
	p.change(i, root*p.rule.Drive.Of(local), root*p.rule.Decay.Of(local), root*p.rule.Drain.Of(local))
}

// change moves the scale of neuron i by factors that carry their √a. The decay
// and the Hebbian product are those of a synapse from the neuron to itself, so
// that M keeps the symmetry and the bits of one matrix.
func (p *Population) change(i int, drive, decay, drain float64) {
	m := p.scale[i]
	kept := math.FMA(-drain, drain, float64(kernel.Keep(decay, decay)*m))
	p.scale[i] = math.FMA(drive, drive, kept)
	p.rescaling.hebbian[i] = drive * drive
	p.rescaling.decayed[i] = kept - m
}
