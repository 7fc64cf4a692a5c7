package circuit

import (
	"math"
	"slices"

	"twophase/internal/kernel"
	"twophase/neuron"
)

// fused is the step of a two-phase circuit in one piece: it reads what the
// phases Feedforward, Lateral and Plasticity read, and leaves behind what they
// leave behind, to the last bit.
//
// Synapses and scales that are held one by one are put back after it. What learns
// by another rule than the paper's, is frozen as a whole, or has its changes kept,
// learns as the phase Plasticity says, after the two neural phases in one
// piece.
type fused struct {
	step     kernel.TwoPhase
	learning kernel.TwoPhase // of M alone

	// The rules of W, and of M_o and M_d, are of the paper's form.
	feedforward, lateral bool
}

// fuse returns the fused step, or nil if the schedule is not the two-phase one
// or the executor is literal.
func fuse(c *Circuit) *fused {
	if c.spec.Executor != Compiled || !slices.Equal(c.schedule, twoPhase) {
		return nil
	}
	f := new(fused)
	scales := c.outputs.Fuse(&f.step)
	f.feedforward = c.feedforward.FuseFeedforward(&f.step)
	f.lateral = c.lateral.FuseLateral(&f.step) && scales

	f.learning = f.step
	f.learning.Part = kernel.Learning
	f.learning.Cols = 1 // what becomes of the factors of W does not matter
	f.learning.Keep, f.learning.PreDrive = kernel.Vector(f.step.Rows), kernel.Vector(1)
	return f
}

// runFused runs the phases of the two-phase schedule as one, on the stimulus x.
func (c *Circuit) runFused(x []float64) error {
	f, rate := c.fused, c.rate.At(c.step)
	f.step.Root, f.step.LateralRoot = math.Sqrt(rate), math.Sqrt(rate/c.tau)
	feedforward := f.feedforward && c.feedforward.LearnsFused()
	lateral := f.lateral && c.lateral.LearnsFused()
	f.step.Part = kernel.Neural
	if feedforward && lateral {
		f.step.Part = kernel.EveryPart
	}
	result := c.feedforward.RunFused(&f.step, x)
	if result != kernel.Done && result != kernel.BadScale {
		return c.fault(result, x)
	}
	switch {
	case feedforward && lateral:
		c.lateral.PutBack()
	case lateral:
		c.feedforward.Learn(rate)
		f.learning.LateralRoot = f.step.LateralRoot
		result = f.learning.Run()
		c.lateral.PutBack()
	default:
		if err := (Plasticity{}).Run(c); err != nil {
			return err
		}
		return c.checkScales()
	}
	if c.outputs.HasFrozen() {
		c.outputs.PutBack()
		if result == kernel.BadScale { // perhaps that of a frozen one, before it was put back
			return c.checkScales()
		}
	}
	if result != kernel.Done {
		return c.fault(result, x)
	}
	return nil
}

// fault returns the error of a fused step that went wrong.
func (c *Circuit) fault(result kernel.TwoPhaseResult, x []float64) (err error) {
	switch result {
	case kernel.BadStimulus:
		err = c.badStimulus(x)
	case kernel.BadProvisional:
		err = c.checkActivity(neuron.Provisional)
	case kernel.BadFinal:
		err = c.checkActivity(neuron.Final)
	case kernel.BadScale:
		err = c.checkScales()
	}
	if err == nil {
		panic("circuit: a fused step has gone wrong where nothing is")
	}
	return err
}
