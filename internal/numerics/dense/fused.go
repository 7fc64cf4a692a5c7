package dense

import "twophase/internal/numerics/kernel"

// Feedforward gives a fused step the weights of a feedforward projection, the signals of
// its presynaptic population, and the memory of its factors.
func (p *Projection) Feedforward(t *kernel.TwoPhase, signals []float64) {
	t.Cols, t.Signals = p.pre, signals
	t.Weights, t.Stride = p.weights.Padded()
	t.Sums = p.weights.Sums()
	t.Keep, t.PostDrive, t.PreDrive = p.Factors.Keep, p.Factors.PostDrive, p.Factors.PreDrive
}

// Lateral gives a fused step the weights of a lateral projection and the memory of its
// factors.
func (p *Projection) Lateral(t *kernel.TwoPhase) {
	t.Lateral, t.LateralStride = p.weights.Padded()
	t.Idle = kernel.Vector(t.LateralStride)
	t.PostFactor, t.PreFactor = p.Factors.PostDecay, p.Factors.PreDecay
}

// Run does a fused step t on the stimulus x [pre]; Feedforward has given t the weights. It
// reports how far the step came.
func (p *Projection) Run(t *kernel.TwoPhase, x []float64) kernel.TwoPhaseResult {
	t.Stimulus, t.Pending = x[:p.pre], 1
	if !p.pending || len(p.flushed) > 0 || p.holds > 0 || !p.Factors.Uniform || p.team != nil {
		if !kernel.CopyFinite(t.Signals, x) {
			return kernel.BadStimulus
		}
		p.Send(t.Signals)
		t.Pending = 0
	}
	result := t.Run()
	if t.Part == kernel.EveryPart {
		p.Factors.Uniform = true // a rule that runs fused has equal presynaptic decays
	}
	switch {
	case result == kernel.BadStimulus: // a change that was pending still is
	case t.Part == kernel.Neural:
		p.pending = false
	default:
		p.pending = result == kernel.Done || result == kernel.BadScale
	}
	return result
}

// Finish runs the learning of a routine of which Run has run the neural part.
func (p *Projection) Finish(t *kernel.TwoPhase) kernel.TwoPhaseResult {
	t.Part = kernel.Learning
	result := t.Run()
	p.Factors.Uniform = true
	p.pending = result == kernel.Done || result == kernel.BadScale
	return result
}
