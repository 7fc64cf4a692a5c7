package circuit

import (
	"errors"
	"fmt"
	"slices"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// ErrNotLinear is the error of Circuit.Filter if y is not known to be a linear map of x. The
// measures that need the filter are not known then.
var ErrNotLinear = errors.New("y is not known to be a linear map of x, so that there is no filter")

// betweenTurns returns the neural phases between ỹ and y. It
// returns an error of ErrNotLinear unless Feedforward writes ỹ, phases that say that they
// are linear then compute y from ỹ, and all use the same weights.
func (c *Circuit) betweenTurns() ([]int, error) {
	if c.pair == nil {
		return nil, errors.New("the circuit is no pair")
	}
	if c.afterward != nil {
		return c.afterward, nil
	}
	probed := []int{} // not nil
	g := c.spec.Network.Graph
	provisional, y := g.Variable(g.OutputName(), neuron.Provisional), g.Variable(g.OutputName(), neuron.Final)
	last := c.signatures.lastWriter(y)
	hasProvisional := false // Feedforward comes before the phase
	for i, phase := range c.schedule {
		s := c.signatures[i]
		if addsNoise(phase) {
			continue // the filter is that of the signals that the noise is added to
		}
		if i > last {
			if c.late != nil && slices.Contains(s.Writes, provisional) {
				return nil, c.notLinear(s, "changes ỹ after y is found, which the next stimulus uses")
			}
			continue
		}
		if err := c.checkLinear(s); err != nil {
			return nil, err
		}
		switch {
		case !hasProvisional && phase == g.InOwnNames(Feedforward):
			hasProvisional = true
		case len(s.Writes) == 0:
		case !slices.Equal(s.Writes, []Variable{y}):
			return nil, c.notLinear(s, fmt.Sprintf("writes %s before y is found, where only Feedforward may write ỹ and all others y", variables(s.Writes)))
		case !hasProvisional:
			return nil, c.notLinear(s, "writes y before Feedforward has written ỹ")
		case slices.ContainsFunc(s.Reads, c.isNotProbed):
			return nil, c.notLinear(s, fmt.Sprintf("reads %s, where y must come from ỹ alone", variables(s.Reads)))
		default:
			probed = append(probed, i)
		}
	}
	c.afterward = probed
	return probed, nil
}

// checkLinear returns an error of ErrNotLinear unless a phase of the schedule says that it is linear.
func (c *Circuit) checkLinear(s Signature) error {
	switch s.Linear {
	case NotKnown:
		return c.notLinear(s, "does not say whether it is linear: set Linear in its Signature, under a name of its own")
	case No:
		return c.notLinear(s, "is not linear")
	}
	return nil
}

// isNotProbed reports whether Filter neither sets nor keeps a variable.
func (c *Circuit) isNotProbed(v Variable) bool {
	g := c.spec.Network.Graph
	known := []Variable{PreviousY, g.scales(g.OutputName()), g.Weights(c.pair.forward.name)}
	for _, slot := range []neuron.Slot{neuron.Provisional, neuron.Final, neuron.Late} {
		known = append(known, g.Variable(g.OutputName(), slot))
	}
	if c.pair.among != nil {
		known = append(known, g.Weights(c.pair.among.name))
	}
	return !slices.Contains(known, v)
}

// notLinear returns an error of ErrNotLinear that a phase of the schedule causes.
func (c *Circuit) notLinear(s Signature, why string) error {
	return fmt.Errorf("%w: phase %s of %v %s", ErrNotLinear, s.Name, c.Schedule(), why)
}

// probe sets c.response [K×K], row-major, to ∂y/∂ỹ, the response of y to the phases between ỹ
// and y: see Filter. No output may be clamped to another signal than 0.
func (c *Circuit) probe(phases []int) error {
	y, provisional := c.outputs.Signals(neuron.Final), c.outputs.Signals(neuron.Provisional)
	late := c.outputs.Signals(neuron.Late)
	all, settling := [3][]float64{y, provisional, late}, c.settling
	for i, signals := range all {
		c.probed[i] = append(c.probed[i][:0], signals...)
	}
	defer func() {
		for i, signals := range all {
			copy(signals, c.probed[i])
		}
		c.settling = settling
	}()
	k := c.outputs.Len()
	if c.response == nil {
		c.response = make([]float64, k*k)
	}
	for j := range k {
		clear(y)
		clear(provisional)
		provisional[j] = 1
		c.outputs.Impose(neuron.Provisional)
		copy(late, provisional)
		for _, i := range phases {
			if err := c.runs[i](); err != nil {
				return err
			}
			c.outputs.Impose(neuron.Final)
		}
		if !kernel.Finite(y) {
			return c.divergedAt(c.outputs, j, fmt.Sprintf("the outputs' response to %v is not finite", c.outputs.Output(j)))
		}
		for i, v := range y {
			c.response[i*k+j] = v
		}
	}
	return nil
}
