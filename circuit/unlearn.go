package circuit

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/kernel"
	"twophase/internal/random"
	"twophase/neuron"
	"twophase/synapse"
)

// Unlearn is a second learning phase, in which the input axons carry noise n alone and
// the feedforward synapses unlearn what it brings,
//
//	n ~ N(0, Variance·I),   M' y' = W n,   w_i ← w_i − α y'_i n,   M' learns
//
// with y' found as y is, by the phase of the schedule that settles, say. The outputs have lateral synapses and scales
// of their own for it, M', which learn from noise as those of the schedule learn from
// stimuli, by the same rules. It is local, given that neurons know which phase it is.
//
// What it makes of a feedforward weight is the part Unlearning of its change; what M'
// learns is not recorded. Selections, clamps and lesions concern the synapses and
// neurons of the other phases.
// Noise for step t is step t of the stream "unlearning noise" of seed and trial.
type Unlearn struct {
	Variance float64 `json:"variance"` // of the noise of each input, > 0
}

// unlearning is what the outputs have for unlearning alone.
type unlearning struct {
	outputs  *neuron.Population
	lateral  *synapse.Projection
	stimulus []float64 // [N]: what the inputs carry in the other phases
}

// Validate returns an error if the variance is out of range.
func (u Unlearn) Validate() error {
	if !positive(u.Variance) {
		return fmt.Errorf("unlearning of noise with variance %v: give a positive number", u.Variance)
	}
	return nil
}

// Signature implements Phase.
func (u Unlearn) Signature() Signature {
	return Signature{
		Name:     "Unlearn",
		Equation: fmt.Sprintf("n ~ N(0, %v I), M' y' = W n, w_i ← w_i − α y'_i n, M' learns", u.Variance),
		Reads:    []Variable{W},
		Writes:   []Variable{W},
		Makes:    []neuron.Part{neuron.Unlearning},
	}
}

// unlearns reports whether a phase is one of unlearning.
func unlearns(p Phase) bool {
	_, ok := p.(Unlearn)
	return ok
}

// newUnlearning returns what the outputs of a circuit have for unlearning, at its start.
func newUnlearning(c *Circuit) *unlearning {
	n := c.spec.Network
	u := &unlearning{
		outputs:  neuron.NewOutputs(c.outputs.Gains(), c.spec.InitialScale, n.Scale),
		stimulus: make([]float64, c.inputs.Len()),
	}
	u.lateral = synapse.NewRecurrent("unlearning", u.outputs, n.lateral(), n.Wiring)
	return u
}

// Run implements Phase.
func (u Unlearn) Run(c *Circuit) error {
	other, x := c.unlearning, c.inputs.Signals(neuron.Final)
	copy(other.stimulus, x)
	random.New(c.spec.Seed, c.spec.Trial, "unlearning noise").Normals(x, uint64(c.step))
	deviation := math.Sqrt(u.Variance)
	for j := range x {
		x[j] *= deviation
	}
	c.inputs.Impose(neuron.Final)
	outputs, lateral, settling := c.outputs, c.lateral, c.settling
	c.outputs, c.lateral = other.outputs, other.lateral
	err := u.unlearn(c, x)
	c.outputs, c.lateral, c.settling = outputs, lateral, settling
	copy(x, other.stimulus)
	return err
}

// unlearn runs the phase on the noise that the inputs carry, with what the outputs have
// for it.
func (Unlearn) unlearn(c *Circuit, noise []float64) error {
	if err := (Feedforward{}).Run(c); err != nil {
		return err
	}
	for i, phase := range c.schedule {
		if slices.Contains(c.written[i], neuron.Final) {
			if err := phase.Run(c); err != nil {
				return err
			}
		}
	}
	for _, slot := range []neuron.Slot{neuron.Provisional, neuron.Final} {
		if err := c.checkActivity(slot); err != nil {
			return err
		}
	}
	rate := c.rate.At(c.step)
	for i, y := range c.outputs.Signals(neuron.Final) {
		c.feedforward.AlterPart(neuron.Unlearning, i, func(w []float64) { kernel.Axpy(w, -(rate * y), noise) })
	}
	c.Learn(c.lateral, rate/c.tau)
	c.Rescale(rate / c.tau)
	return c.checkScales()
}
