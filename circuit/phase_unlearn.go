package circuit

import (
	"errors"
	"fmt"
	"math"

	"twophase/internal/numerics/random"
	"twophase/neuron"
	"twophase/synapse"
)

// Unlearn is a second learning phase, in which the input axons carry noise n alone and
// the synapses from them unlearn what it brings,
//
//	n ~ N(0, Variance·I),   M' y' = W n,   w_i ← w_i − α y'_i n,   M' learns
//
// where the phases of the schedule that compute y also compute y'. The outputs have further
// synapses among themselves and scales, M', for this phase alone. M' learns from noise by the same
// rules by which M learns from stimuli. The phase is local, if neurons know that it runs.
//
// The change of W is the part Unlearning of its change. Changes of M'
// are not recorded. Selections, clamps of outputs and lesions of M do not
// concern M' and y'. The noise of step t is step t of the stream "unlearning noise" of
// seed and trial.
//
// Both executors call Run; step_executors.go changes W for either. TestExecutionDoesNotMatter
// compares them, and TestUnlearningIsALoop checks both.
type Unlearn struct {
	Variance float64 `json:"variance"` // of the noise of each input, > 0
}

// Validate returns an error if the variance is out of range.
func (u Unlearn) Validate() error {
	if !positive(u.Variance) {
		return fmt.Errorf("unlearning of noise with variance %v: give a positive number", u.Variance)
	}
	return nil
}

// Signature implements Phase. After the phase the axons carry what they carried before it.
// Synapses carry the noise, and the signals of the phases that compute y: see Network.Cost.
func (u Unlearn) Signature() Signature { return apart(u, Signature{}) }

// unlearns reports whether a phase is one of unlearning.
func unlearns(p Phase) bool {
	_, ok := p.(Unlearn)
	return ok
}

func (u Unlearn) checkIn(g Graph) error {
	among, err := g.pairFor("Unlearn")
	if err == nil && among == nil {
		err = errors.New("Unlearn is for outputs with a projection among themselves")
	}
	return err
}

func (u Unlearn) signatureIn(g Graph) Signature {
	forward, _ := g.roles()
	s := silent("Unlearn", fmt.Sprintf("n ~ N(0, %v I), M' y' = W n, w_i ← w_i − α y'_i n, M' learns", u.Variance))
	s.Reads, s.Parts = []Variable{g.Weights(forward.Name)}, []neuron.Part{neuron.Unlearning}
	s.Writes, s.Signals.Through = s.Reads, []Carried{{Projection: forward.Name}}
	return s
}

// newUnlearning returns the memory of Unlearn for a circuit, at its start.
func newUnlearning(c *Circuit) *unlearning {
	u := &unlearning{
		outputs:  neuron.NewOutputs(c.outputs.Gains(), c.spec.InitialScale, c.outputs.ScaleRule()),
		stimulus: make([]float64, c.inputs.Len()),
	}
	u.among = synapse.NewRecurrent("unlearning", u.outputs, c.among.Rule(), c.among.Wiring())
	return u
}

// Run implements Phase.
func (u Unlearn) Run(c *Circuit) error {
	other, x := c.unlearning, c.inputs.Signals(neuron.Stimulus)
	copy(other.stimulus, x)
	random.New(c.spec.Seed, c.spec.Trial, "unlearning noise").Normals(x, uint64(c.step))
	deviation := math.Sqrt(u.Variance)
	for j := range x {
		x[j] *= deviation
	}
	c.inputs.Impose(neuron.Stimulus)
	other.twin.step, other.twin.rate = c.step, c.rate
	err := other.unlearn(c, x)
	copy(x, other.stimulus)
	return err
}

// unlearn runs the phase on the noise that the inputs carry, with M' in the place of M.
func (u *unlearning) unlearn(c *Circuit, noise []float64) error {
	for _, run := range u.runs {
		if err := run(); err != nil {
			return err
		}
	}
	for _, slot := range []neuron.Slot{neuron.Provisional, neuron.Final} {
		if err := u.twin.checkSignals(u.outputs, slot); err != nil {
			return err
		}
	}
	rate := c.paceOf(c.pair.forward)
	for i, y := range u.outputs.Signals(neuron.Final) {
		c.move(c.forward, neuron.Unlearning, i, addition{-(rate * y), noise})
	}
	c.Learn(u.among, c.paceOf(c.pair.among))
	c.rescale(u.outputs, c.scalePace(c.pair.outputs))
	return u.twin.checkScalesOf(u.outputs)
}
