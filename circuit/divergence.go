package circuit

import (
	"fmt"
	"math"
	"slices"

	"twophase/internal/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// Divergence is the error of a circuit whose numbers have run away. Its text
// says when, where, and what helps.
type Divergence struct {
	Step    int             // the step at which it was noticed
	Neuron  neuron.Output   // the neuron that ran away
	What    string          // what became of it
	Synapse synapse.Synapse // the largest synapse onto that neuron
	Weight  float64         // of that synapse
	Rate    float64         // α at that step
}

// Error implements error.
func (d *Divergence) Error() string {
	return fmt.Sprintf("diverged at step %d: %s; the largest synapse onto %v is %v = %.3g, and the learning rate α = %.3g: lower the rate, start M higher, or scale the stimulus down",
		d.Step, d.What, d.Neuron, d.Synapse, d.Weight, d.Rate)
}

// badStimulus returns the error of a stimulus that is not finite.
func (c *Circuit) badStimulus(x []float64) error {
	j := slices.IndexFunc(x, func(v float64) bool { return v-v != 0 })
	return fmt.Errorf("step %d: the stimulus of %v is %v, not a finite number", c.step, c.inputs.Neuron(j), x[j])
}

// checkActivity returns an error if an output's signal is not finite.
func (c *Circuit) checkActivity(slot neuron.Slot) error {
	for i, y := range c.outputs.Signals(slot) {
		if y-y != 0 {
			return c.diverged(i, fmt.Sprintf("the %v activity of %v is %v", slot, c.outputs.Output(i), y))
		}
	}
	return nil
}

// CheckWeights returns a *Divergence if a weight is not finite. Step does not
// look at every weight; a weight that has left the range of numbers shows in
// the activity that it drives at the next step.
func (c *Circuit) CheckWeights() error {
	for _, p := range c.Projections() {
		for i := range p.Post().Len() {
			if !kernel.Finite(p.Row(i)) {
				return c.diverged(i, fmt.Sprintf("a weight onto %v is not a finite number", c.outputs.Output(i)))
			}
		}
	}
	return nil
}

// checkScales returns an error if a scale is not a positive number.
func (c *Circuit) checkScales() error {
	for i, m := range c.outputs.Scales() {
		if !positive(m) {
			return c.diverged(i, fmt.Sprintf("the scale of %v became %.3g, and it must stay positive", c.outputs.Output(i), m))
		}
	}
	return nil
}

// diverged returns the error of output neuron i, with the largest synapse onto
// it. A weight that is not a number counts as infinite.
func (c *Circuit) diverged(i int, what string) error {
	d := &Divergence{Step: c.step, Neuron: c.outputs.Output(i), What: what, Rate: c.rate.At(c.step)}
	size := -1.0
	for _, p := range c.Projections() {
		for s := range p.Onto(i) {
			w := math.Abs(s.Weight())
			if math.IsNaN(w) {
				w = math.Inf(1)
			}
			if w > size {
				size, d.Synapse, d.Weight = w, s, s.Weight()
			}
		}
	}
	return d
}
