package circuit

import (
	"math"
	"slices"

	"twophase/internal/kernel"
	"twophase/neuron"
)

// fused is the step of a two-phase circuit, or of a cascade, in one piece: it reads
// what the phases Feedforward, Lateral or Cascade, and Plasticity read, and leaves
// behind what they leave behind, to the last bit. Where these three stand next to each other in a
// longer schedule, the other phases run before and after the piece.
//
// Synapses and scales that are held one by one are put back after it. What learns
// by another rule than the paper's, is frozen as a whole, or has its changes kept,
// learns as the phase Plasticity says, after the two neural phases in one piece.
// Clamped outputs and synapses that fail to transmit are for the phases one by one.
type fused struct {
	step     kernel.TwoPhase
	learning kernel.TwoPhase // of M alone

	from  int  // the place of the three phases in the schedule
	whole bool // they are all of it

	// The rules of W, and of M_o and M_d, are of the paper's form.
	feedforward, lateral bool
}

// fuse returns the fused step, or nil if the schedule has not the two-phase one or
// that of a cascade in it, the neurons do not divide by scales that learn (in a
// cascade, that stay), or the executor is literal.
func fuse(c *Circuit) *fused {
	from := c.schedule.find(twoPhase)
	inOrder := false
	if from < 0 {
		from, inOrder = c.schedule.find(cascade), true
	}
	scale := c.spec.Network.Scale
	if c.spec.Executor != Compiled || from < 0 || scale.Metaplastic || scale.IsFixed() && !inOrder {
		return nil
	}
	f := &fused{from: from, whole: len(c.schedule) == len(twoPhase)}
	f.step.Cascade = inOrder
	scales := c.outputs.Fuse(&f.step)
	f.feedforward = c.feedforward.FuseFeedforward(&f.step)
	f.lateral = c.lateral.FuseLateral(&f.step) && scales

	f.learning = f.step
	f.learning.Part = kernel.Learning
	f.learning.Cols = 1 // what becomes of the factors of W does not matter
	f.learning.Keep, f.learning.PreDrive = kernel.Vector(f.step.Rows), kernel.Vector(1)
	return f
}

// find returns the place of phases that stand next to each other, or −1.
func (s Schedule) find(phases Schedule) int {
	for from := range len(s) - len(phases) + 1 {
		if slices.Equal(s[from:from+len(phases)], phases) {
			return from
		}
	}
	return -1
}

// intact reports whether signals travel as the fused step lets them.
func (c *Circuit) intact() bool {
	return !c.outputs.HasClamps() && !c.feedforward.Failing() && !c.lateral.Failing()
}

// runFused runs the phases of the two-phase schedule as one, on the stimulus x. Scales
// that went wrong are its error if no other phase comes after it.
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
		c.outputs.PutBack()
	case lateral:
		c.feedforward.Learn(rate)
		f.learning.LateralRoot = f.step.LateralRoot
		result = f.learning.Run()
		c.lateral.PutBack()
		c.outputs.PutBack()
	default:
		if err := (Plasticity{}).Run(c); err != nil {
			return err
		}
		result = kernel.BadScale // for all that is known
	}
	if result != kernel.Done && f.whole {
		return c.checkScales() // it may have been a frozen one, which was put back
	}
	return nil
}

// fault returns the error of a fused step that went wrong before it learnt.
func (c *Circuit) fault(result kernel.TwoPhaseResult, x []float64) (err error) {
	switch result {
	case kernel.BadStimulus:
		err = c.badStimulus(x)
	case kernel.BadProvisional:
		err = c.checkActivity(neuron.Provisional)
	case kernel.BadFinal:
		err = c.checkActivity(neuron.Final)
	}
	if err == nil {
		panic("circuit: a fused step has gone wrong where nothing is")
	}
	return err
}
