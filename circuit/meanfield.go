package circuit

import (
	"fmt"
	"math"

	"twophase/internal/kernel"
	"twophase/neuron"
	"twophase/synapse"
)

// meanFactor is a factor as a power of the activity, times a number that does not depend on it.
type meanFactor struct {
	of     neuron.Factor
	power  int
	square bool // the factor is squared, as in a rule of scales
}

// meanFactorOf returns a factor as a power of the activity, and whether it is one.
func meanFactorOf(f neuron.Factor) (m meanFactor, ok bool) {
	if _, constant := f.(neuron.Constant); constant {
		return meanFactor{of: f}, true
	}
	switch f {
	case neuron.Gain:
		return meanFactor{of: f}, true
	case neuron.Activity:
		return meanFactor{of: f, power: 1}, true
	case neuron.SquaredActivity:
		return meanFactor{of: f, power: 2}, true
	}
	return m, false
}

// evaluate sets dst [n] to the factor of every neuron, with ⟨activity²⟩ [n] in the place of
// activity², and 1 in the place of a single activity. Inputs have no gains [n], and 1 for each.
func (m meanFactor) evaluate(dst, gains, squares []float64) {
	for i := range dst {
		local := neuron.Local{Activity: 1, Gain: 1}
		if gains != nil {
			local.Gain = gains[i]
		}
		v := m.of.Of(local)
		if m.square {
			v *= v
		}
		if m.power == 2 {
			v *= squares[i]
		}
		dst[i] = v
	}
}

// meanProduct is the mean of a product of a factor of each endpoint of a synapse.
type meanProduct struct{ post, pre meanFactor }

// joint reports whether the mean is one of a product of both activities.
func (m meanProduct) joint() bool { return m.post.power == 1 }

// meanRule is the mean of a rule, Δw = a⟨d_post d_pre⟩ − a⟨p_post p_pre⟩ w.
type meanRule struct{ drive, decay meanProduct }

// meanOf returns the mean of a rule. It returns an error if that does not follow from the second
// moments of the activities.
func meanOf(r synapse.Rule) (m meanRule, err error) {
	f, factored := r.(synapse.Factored)
	drive, known := meanProductOf(f.Post.Drive, f.Pre.Drive)
	decay, alsoKnown := meanProductOf(f.Post.Decay, f.Pre.Decay)
	if !factored || f.UnitRate || f.Also[0].Post != nil || !known || !alsoKnown {
		return m, fmt.Errorf("the mean of the rule %s does not follow from the second moments of the stimuli", r)
	}
	return meanRule{drive, decay}, nil
}

func meanProductOf(post, pre neuron.Factor) (m meanProduct, ok bool) {
	a, known := meanFactorOf(post)
	b, alsoKnown := meanFactorOf(pre)
	sum := a.power + b.power
	return meanProduct{a, b}, known && alsoKnown && (sum == 0 || sum == 2)
}

// meanScale is the mean of a rule of scales, Δm = a(⟨d²⟩ − ⟨q²⟩) − a⟨p²⟩ m.
type meanScale struct{ drive, decay, drain meanFactor }

// meanOfScale returns the mean of a rule of scales, or an error as meanOf does.
func meanOfScale(r neuron.ScaleRule) (m meanScale, err error) {
	for _, f := range []struct {
		to *meanFactor
		of neuron.Factor
	}{{&m.drive, r.Drive}, {&m.decay, r.Decay}, {&m.drain, r.Drain}} {
		of, ok := meanFactorOf(f.of)
		of.power, of.square = 2*of.power, true
		if !ok || of.power > 2 || r.UnitRate || r.Multiplies {
			return m, fmt.Errorf("the mean of the rule of scales %s does not follow from the second moments of the stimuli", r.Name)
		}
		*f.to = of
	}
	return m, nil
}

// meanField is the working memory of the phase MeanField.
type meanField struct {
	moments []float64 // G [N×N]
	inputs  []float64 // ⟨x_j²⟩ [N]
	outputs []float64 // ⟨y_i²⟩ [K]

	phases   Schedule       // the neural phases between ỹ and y; nil: not found since the schedule was set
	saved    probed         // what the outputs carry
	response []float64      // ∂y/∂ỹ [K×K]
	filter   *kernel.Matrix // F [K×N]
	crossed  *kernel.Matrix // F G [K×N]
	square   *kernel.Matrix // F G Fᵀ [K×K]
	column   []float64      // [K]

	feedforward, lateral meanRule
	scale                meanScale

	post, postDecay []float64 // [K]: of a projection
	pre, preDecay   []float64 // [N]: likewise
}

// newMeanField returns the memory of a circuit that learns from second moments.
func newMeanField(c *Circuit, moments []float64) (f *meanField, err error) {
	k, n := c.outputs.Len(), c.inputs.Len()
	f = &meanField{
		moments: moments, inputs: make([]float64, n), outputs: make([]float64, k),
		response: make([]float64, k*k), filter: kernel.NewMatrix(k, n), crossed: kernel.NewMatrix(k, n), square: kernel.NewMatrix(k, k),
		column: make([]float64, k), post: make([]float64, k), postDecay: make([]float64, k), pre: make([]float64, n), preDecay: make([]float64, n),
	}
	for j := range f.inputs {
		f.inputs[j] = moments[j*n+j]
	}
	if f.feedforward, err = meanOf(c.feedforward.Rule()); err != nil {
		return nil, err
	}
	if c.lateral != nil {
		if f.lateral, err = meanOf(c.lateral.Rule()); err != nil {
			return nil, err
		}
	}
	f.scale, err = meanOfScale(c.outputs.ScaleRule())
	return f, err
}

// learn changes all weights and scales by the means of their rules.
func (f *meanField) learn(c *Circuit) error {
	if f.phases == nil {
		if err := f.findPhases(c); err != nil {
			return err
		}
	}
	if err := c.probe(f.response, f.phases, &f.saved); err != nil {
		return err
	}
	f.average(c)
	f.change(c, c.feedforward, f.feedforward, c.paceOf(c.links[0]), f.crossed, nil, f.inputs)
	if c.lateral != nil {
		f.change(c, c.lateral, f.lateral, c.paceOf(c.links[1]), f.square, c.outputs.Gains(), f.outputs)
	}
	f.rescale(c, c.scalePace(c.nodes[1]))
	return nil
}

// findPhases finds the neural phases of the circuit's schedule between ỹ and y.
func (f *meanField) findPhases(c *Circuit) error {
	phases, err := c.afterFeedforward()
	if err != nil {
		return err
	}
	for _, phase := range phases {
		if err := hasMeanResponse(phase); err != nil {
			return err
		}
	}
	f.phases = phases
	return nil
}

// average finds F, F G and F G Fᵀ.
func (f *meanField) average(c *Circuit) {
	k, n := len(f.outputs), len(f.inputs)
	for i := range k {
		row := f.filter.Row(i)
		clear(row)
		for j, divisor := range c.outputs.Divisors() {
			kernel.Axpy(row, f.response[i*k+j]/divisor, c.rows.feedforward.Transmitting(j))
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
		c.rewrite(p, i, 0, len(squares), func(from int, w []float64) {
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
		if i := out.Index(); !out.Frozen() {
			scales[i] = math.FMA(a, f.post[i]-drain[i], float64(math.FMA(-a, f.postDecay[i], 1)*scales[i]))
		}
	}
}
