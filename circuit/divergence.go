package circuit

import (
	"fmt"
	"math"

	"twophase/neuron"
	"twophase/synapse"
)

// Divergence is the error of a circuit whose numbers have run away. Its text
// says where, why, and what helps.
type Divergence struct {
	Step  int    // the step at which it was noticed
	Where string // what ran away, such as lateral[2,0]
	What  string // what happened to it
	Rate  float64
}

// Error implements error.
func (d *Divergence) Error() string {
	return fmt.Sprintf("diverged at step %d: %s %s (learning rate α = %.3g): lower the rate, start M higher, or scale the stimulus down",
		d.Step, d.Where, d.What, d.Rate)
}

// checkActivity returns an error if an output is not a finite number.
func (c *Circuit) checkActivity() error {
	for i, y := range c.outputs.Signals(neuron.Final) {
		if y-y != 0 {
			return c.whyNotFinite(i)
		}
	}
	return nil
}

// checkScales returns an error if a scale is not a positive number.
func (c *Circuit) checkScales() error {
	for i, m := range c.outputs.Scales() {
		if !positive(m) {
			return c.diverged(fmt.Sprintf("the scale of %v", c.outputs.Output(i)), fmt.Sprintf("became %.3g, and it must stay positive", m))
		}
	}
	return nil
}

// whyNotFinite names the largest synapse onto an output neuron whose activity
// is no longer a finite number, unless the stimulus itself was not finite.
func (c *Circuit) whyNotFinite(i int) error {
	for j, x := range c.inputs.Signals(neuron.Final) {
		if x-x != 0 {
			return fmt.Errorf("step %d: the stimulus of %v is %v, not a finite number", c.step, c.inputs.Neuron(j), x)
		}
	}
	var worst synapse.Synapse
	size := math.Inf(-1)
	for _, p := range c.Projections() {
		for s := range p.Onto(i) {
			w := math.Abs(s.Weight())
			if math.IsNaN(w) {
				w = math.Inf(1)
			}
			if w > size {
				worst, size = s, w
			}
		}
	}
	return c.diverged(worst.String(), fmt.Sprintf("reached %.3g and drove %v out of range", worst.Weight(), c.outputs.Output(i)))
}

func (c *Circuit) diverged(where, what string) error {
	return &Divergence{Step: c.step, Where: where, What: what, Rate: c.spec.Rate.At(c.step)}
}
