package circuit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"twophase/internal/numerics/kernel"
	"twophase/synapse"
)

// MeanField is the phase of a circuit that learns offline, instead of by Plasticity: every
// synapse and every scale changes by its own rule, averaged over all stimuli. The phases
// before it still compute the response to each stimulus, but the circuit does not learn from
// that.
//
// With the second moments G = ⟨x xᵀ⟩ (Circuit.SetMoments) and y = F x, the mean of a product of
// two factors is known if both together have the activity to the power 0 or 2:
//
//	⟨y_i x_j⟩ = (F G)_ij,   ⟨y_i y_j⟩ = (F G Fᵀ)_ij,   ⟨x_j²⟩ = G_jj
//
// It uses all weights at once, so it is not local. It costs O(K N²) and K responses of the neural
// phases. Both executors share its arithmetic.
type MeanField struct{}

// Signature implements Phase.
func (m MeanField) Signature() Signature { return apart(m, Signature{}) }

func (MeanField) checkIn(g Graph) error {
	_, err := g.pairFor("MeanField")
	return err
}

// signatureIn names what learns in that graph: what Plasticity would write there.
func (m MeanField) signatureIn(g Graph) Signature {
	s := Plasticity{}.signatureIn(g)
	s.Name, s.Reads, s.Local = "MeanField", nil, No
	for _, p := range g.Projections {
		s.Reads = append(s.Reads, g.Weights(p.Name))
	}
	s.Reads = append(s.Reads, g.scales(g.OutputName()))
	s.Equation += ", averaged over ⟨x xᵀ⟩"
	return s
}

// SetMoments sets the second moments G = ⟨x xᵀ⟩ [N×N], row-major and symmetric, from which the
// phase MeanField learns. They are not copied and must not be changed. It returns an error if they
// do not fit the circuit or are not finite, or if the circuit cannot have the phase.
func (c *Circuit) SetMoments(g []float64) error {
	if err := (MeanField{}).checkIn(c.spec.Network.Graph); err != nil {
		return err
	}
	if n := c.inputs.Len(); len(g) != n*n {
		return fmt.Errorf("second moments of %d numbers for %d inputs: give %d×%d", len(g), n, n, n)
	}
	if !kernel.Finite(g) {
		return errors.New("the second moments of the stimuli are not finite")
	}
	mean, err := newMeanField(c, g)
	if err == nil {
		c.mean = mean
	}
	return err
}

// Run implements Phase. It returns an error if the circuit has no second moments, if a neuron is
// clamped, or if y is not known to be a linear map of x.
func (MeanField) Run(c *Circuit) error {
	switch {
	case c.mean == nil:
		return errors.New("the circuit has no second moments to learn from: see SetMoments, or --offline of twophase run")
	case c.inputs.HasClamps() || c.outputs.HasClamps():
		return errors.New("a clamped neuron has no place in the mean of the rules over the stimuli")
	}
	return c.mean.learn(c)
}

// newMeanField returns the memory of a circuit that learns from second moments.
func newMeanField(c *Circuit, moments []float64) (f *meanField, err error) {
	k, n := c.outputs.Len(), c.inputs.Len()
	f = &meanField{
		moments: moments, inputs: make([]float64, n), outputs: make([]float64, k),
		filter: kernel.NewMatrix(k, n), crossed: kernel.NewMatrix(k, n), square: kernel.NewMatrix(k, k),
		column: make([]float64, k), post: make([]float64, k), postDecay: make([]float64, k), pre: make([]float64, n), preDecay: make([]float64, n),
	}
	for j := range f.inputs {
		f.inputs[j] = moments[j*n+j]
	}
	if f.forward, err = meanOf(c.forward.Rule()); err != nil {
		return nil, err
	}
	if c.among != nil {
		if f.among, err = meanOf(c.among.Rule()); err != nil {
			return nil, err
		}
	}
	f.scale, err = meanOfScale(c.outputs.ScaleRule())
	return f, err
}

// learn changes all weights and scales by the means of their rules.
func (f *meanField) learn(c *Circuit) error {
	phases, err := c.betweenTurns()
	if err != nil {
		return err
	}
	for _, i := range phases {
		if err := hasMeanResponse(c.schedule[i], c.signatures[i]); err != nil {
			return err
		}
	}
	if err := c.probe(phases); err != nil {
		return err
	}
	f.average(c)
	f.change(c, c.forward, f.forward, c.paceOf(c.pair.forward), f.crossed, nil, f.inputs)
	if c.among != nil {
		f.change(c, c.among, f.among, c.paceOf(c.pair.among), f.square, c.outputs.Gains(), f.outputs)
	}
	f.rescale(c, c.scalePace(c.pair.outputs))
	return nil
}

// average finds F, F G and F G Fᵀ.
func (f *meanField) average(c *Circuit) {
	k, n := len(f.outputs), len(f.inputs)
	for i := range k {
		row := f.filter.Row(i)
		clear(row)
		for j, divisor := range c.outputs.Divisors() {
			kernel.Axpy(row, c.response[i*k+j]/divisor, c.pair.forward.memory.Transmitting(j))
		}
	}
	for j := range n {
		f.filter.Forward(f.moments[j*n : (j+1)*n])
		f.filter.Total(f.column)
		for i, v := range f.column {
			f.crossed.Row(i)[j] = v
		}
	}
	for i := range k {
		f.filter.Forward(f.crossed.Row(i))
		f.filter.Total(f.column)
		for j := range i + 1 { // symmetric to the last bit
			f.square.Row(i)[j], f.square.Row(j)[i] = f.column[j], f.column[j]
		}
		f.outputs[i] = f.column[i]
	}
}

// change changes the weights of a projection by the mean of its rule. The means of products of both
// activities are joint [post×pre]; the presynaptic neurons have gains and ⟨activity²⟩.
func (f *meanField) change(c *Circuit, p *synapse.Projection, r meanRule, a float64, joint *kernel.Matrix, gains, squares []float64) {
	pre, preDecay := f.pre[:len(squares)], f.preDecay[:len(squares)]
	r.drive.post.evaluate(f.post, c.outputs.Gains(), f.outputs)
	r.decay.post.evaluate(f.postDecay, c.outputs.Gains(), f.outputs)
	r.drive.pre.evaluate(pre, gains, squares)
	r.decay.pre.evaluate(preDecay, gains, squares)
	for i := range f.post {
		together := joint.Row(i)
		c.rewrite(p, i, 0, len(squares), false, func(from int, w []float64) {
			for at, v := range w {
				j := from + at
				drive, decay := f.post[i]*pre[j], f.postDecay[i]*preDecay[j]
				if r.drive.joint() {
					drive *= together[j]
				}
				if r.decay.joint() {
					decay *= together[j]
				}
				w[at] = math.FMA(a, drive, float64(math.FMA(-a, decay, 1)*v))
			}
		})
	}
}

// rescale changes the scales by the mean of their rule.
func (f *meanField) rescale(c *Circuit, a float64) {
	if c.outputs.ScaleRule().IsFixed() {
		return
	}
	drain, gains := f.column, c.outputs.Gains()
	f.scale.drive.evaluate(f.post, gains, f.outputs)
	f.scale.decay.evaluate(f.postDecay, gains, f.outputs)
	f.scale.drain.evaluate(drain, gains, f.outputs)
	scales := c.outputs.Scales()
	for out := range c.outputs.Outputs() {
		if i := out.Index(); !out.OwnScale().Frozen() {
			scales[i] = math.FMA(a, f.post[i]-drain[i], float64(math.FMA(-a, f.postDecay[i], 1)*scales[i]))
		}
	}
}

// hasMeanResponse returns an error unless a neural phase with signature s is linear and the same
// for all stimuli.
func hasMeanResponse(phase Phase, s Signature) error {
	for _, v := range []Variable{PreviousY, Late} {
		if slices.Contains(s.Reads, v) {
			return fmt.Errorf("phase %s uses the stimulus before, so that the order of the stimuli counts", s.Name)
		}
	}
	switch phase.(type) {
	case TransmissionFailure, Noise:
		return fmt.Errorf("phase %s is random, which has no place in the mean of the rules over the stimuli", s.Name)
	case Residual, Unlearn:
		return fmt.Errorf("phase %s learns too, from single stimuli", s.Name)
	}
	if s.Linear != Yes || len(s.Writes) != 1 || s.Writes[0] != Provisional && s.Writes[0] != Y {
		return fmt.Errorf("phase %s is not one that finds ỹ or y as a linear map", s.Name)
	}
	return nil
}
