package circuit

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// Divergence is the error of a circuit of which an activity, a weight or a scale has left
// its range. Its text says when and where, and what to do.
type Divergence struct {
	Step    int             // the step that noticed it
	Neuron  neuron.Output   // the neuron of that activity, weight or scale
	What    string          // its present value, in words
	Synapse synapse.Synapse // the largest synapse onto that neuron; the zero Synapse if it has none
	Weight  float64         // of that synapse
	Rate    float64         // α at that step
	Decayed bool            // the neuron was silent, and its divisor decayed to 0
	Fell    bool            // its scale fell to 0 or below: no stimulus is too large, but a step is
	Refused bool            // a weight took a sign that SignConstraint refuses
	OwnRate bool            // the neurons set their learning rate by themselves
	Changed bool            // a variable of the neuron has grown: its change decides, and no rate need

	Told string // the reason, of a divergence that was read from a file
}

// GobEncode implements gob.GobEncoder: it writes the step and the reason.
func (d *Divergence) GobEncode() ([]byte, error) {
	return fmt.Appendf(nil, "%d %s", d.Step, d.Reason()), nil
}

// GobDecode implements gob.GobDecoder.
func (d *Divergence) GobDecode(text []byte) (err error) {
	step, reason, _ := strings.Cut(string(text), " ")
	*d = Divergence{Told: reason}
	d.Step, err = strconv.Atoi(step)
	return err
}

// Error implements error.
func (d *Divergence) Error() string {
	return fmt.Sprintf("diverged at step %d: %s", d.Step, d.Reason())
}

// Reason says what has left its range, and what to do.
func (d *Divergence) Reason() string {
	if d.Told != "" {
		return d.Told
	}
	onto := ""
	if d.Synapse != (synapse.Synapse{}) {
		onto = fmt.Sprintf("the largest synapse onto %v is %v = %.3g, and ", d.Neuron, d.Synapse, d.Weight)
	}
	advice := "lower the rate, or scale the stimulus down"
	switch {
	case d.Changed:
		advice = "let the variable change less in a step"
	case d.Decayed:
		advice = "start the weights so that every neuron is driven (start: positive in a file), take fewer outputs, or another seed"
	case d.Refused:
		advice = "lower the rate, start the weights farther from 0, or let weights of the wrong sign become 0 (enforce: clip)"
	case d.OwnRate:
		advice = "start Ŷ, which sets the learning rate, higher (initial_m), or scale the stimulus down"
	case d.Fell:
		advice = "lower the rate"
	}
	return fmt.Sprintf("%s; %sthe learning rate α = %.3g: %s", d.What, onto, d.Rate, advice)
}

// badStimulus returns the error of a stimulus that is not finite.
func (c *Circuit) badStimulus(x []float64) error {
	j := slices.IndexFunc(x, func(v float64) bool { return v-v != 0 })
	first := 0 // of the inputs of a population
	for _, n := range c.nodes {
		if !n.spec.Input {
			continue
		}
		if j < first+n.Len() {
			return fmt.Errorf("step %d: the stimulus of %v is %v, not a finite number", c.step, n.Neuron(j-first), x[j])
		}
		first += n.Len()
	}
	panic("circuit: a stimulus that is finite")
}

// checkSignals returns an error if a signal of a population is not finite.
func (c *Circuit) checkSignals(p *neuron.Population, slot neuron.Slot) error {
	if kernel.Finite(p.Signals(slot)) {
		return nil
	}
	for i, y := range p.Signals(slot) {
		if y-y != 0 {
			return c.divergedAt(p, i, fmt.Sprintf("the %v activity of %v is %v", slot, p.Output(i), y))
		}
	}
	return nil
}

// CheckWeights returns a *Divergence if a weight is not finite. Step does not check every
// weight: one that is not finite shows in the activity of the next step.
func (c *Circuit) CheckWeights() error {
	for _, p := range c.Projections() {
		for i := range p.Post().Len() {
			if !kernel.Finite(p.Row(i)) {
				return c.divergedAt(p.Post(), i, fmt.Sprintf("a weight onto %v is not a finite number", p.Post().Output(i)))
			}
		}
	}
	return nil
}

// checkScales returns an error if a scale of any population has left its range.
func (c *Circuit) checkScales() error {
	for _, n := range c.nodes {
		if err := c.checkScalesOf(n.Population); err != nil {
			return err
		}
	}
	return nil
}

// checkScalesOf returns an error if a scale is not a positive number or, if scales multiply,
// not a finite one.
func (c *Circuit) checkScalesOf(p *neuron.Population) error {
	for i, m := range p.Scales() {
		switch {
		case positive(m) || p.ScaleRule().Multiplies && finite(m):
		case p.ScaleRule().Multiplies:
			return c.divergedAt(p, i, fmt.Sprintf("the scale of %v became %.3g", p.Output(i), m))
		default:
			return c.divergedAt(p, i, fmt.Sprintf("the scale of %v became %.3g, and it must stay positive", p.Output(i), m))
		}
	}
	return nil
}

// divergedAt returns the error of neuron i of a population, with the largest synapse onto
// it. A NaN counts as an infinite weight.
func (c *Circuit) divergedAt(population *neuron.Population, i int, what string) error {
	d := &Divergence{Step: c.step, What: what, Rate: c.rate.At(c.step), OwnRate: c.spec.Network.SetsOwnRate()}
	if scales := population.Scales(); scales != nil { // no inputs
		d.Neuron, d.Fell = population.Output(i), scales[i] <= 0
	}
	size := -1.0
	largest := func(s synapse.Synapse) {
		w := math.Abs(s.Weight())
		if math.IsNaN(w) {
			w = math.Inf(1)
		}
		if w > size {
			size, d.Synapse, d.Weight = w, s, s.Weight()
		}
	}
	for _, l := range c.links {
		switch {
		case l.to != population:
		case l.back:
			for s := range l.synapses.All() {
				if s.Pre().Index() == i {
					largest(s)
				}
			}
		default:
			for s := range l.synapses.Onto(i) {
				largest(s)
			}
		}
	}
	return d
}
