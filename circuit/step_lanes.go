package circuit

import (
	"math"
	"slices"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// lanes is the state of up to kernel.Lanes circuits side by side.
type lanes struct {
	how   *laneRates
	now   trials
	start trials // before the block that was run last
	block *block
}

// trials is the state of circuits in lanes, with their last stimuli.
type trials struct {
	*kernel.Trials
	step int       // the number of steps taken
	x    []float64 // [N×Lanes]
}

// block is the working memory of some steps of circuits in lanes.
type block struct {
	steps   int // the largest number of steps
	n       int
	stride  int       // from the stimuli of one circuit to those of the next
	stimuli []float64 // [Lanes×stride]: of each circuit [steps×N]
	x       []float64 // [steps×N×Lanes]

	// The factors of some steps [steps×FactorCount]. The groups of an ensemble share them.
	factors     []float64
	how         *laneRates
	from, valid int     // the step before the first one, and the number of valid ones
	rate        float64 // α at the last one
}

// blockStimuli is about the number of values in one circuit's stimuli of a block: few
// enough for a block to stay in the nearest cache.
const blockStimuli = 640

// newLanes returns lanes for circuits of k outputs, with the working memory b.
func newLanes(k int, b *block) *lanes {
	l := &lanes{block: b}
	for _, t := range []*trials{&l.now, &l.start} {
		*t = trials{Trials: kernel.NewTrials(k, b.n), x: kernel.Aligned(b.n * kernel.Lanes)}
	}
	return l
}

// newBlock returns working memory for circuits of n inputs and k outputs.
func newBlock(k, n int) *block {
	steps := max(shortestBlock, blockStimuli/n)
	stride := (steps*n + 3) &^ 3
	return &block{
		steps: steps, n: n, stride: stride,
		stimuli: kernel.Aligned(kernel.Lanes * stride),
		x:       kernel.Aligned(kernel.Lanes * stride),
		factors: kernel.Aligned(steps * kernel.FactorCount(k)),
	}
}

// stimulus returns the stimuli s … s+some−1 [some×N] of the circuit in lane l, as the
// block's own memory.
func (b *block) stimulus(l, s, some int) []float64 {
	return b.stimuli[l*b.stride+s*b.n:][:some*b.n]
}

// run takes n steps with the stimuli of the block. Only the first lanes are used. It
// returns one bit for each of them that failed.
func (l *lanes) run(used, n int) (wrong uint8) {
	l.start.Copy(l.now.Trials)
	copy(l.start.x, l.now.x)
	l.start.step = l.now.step
	b := l.block
	for lane := used; lane < kernel.Lanes; lane++ {
		copy(b.stimuli[lane*b.stride:][:n*b.n], b.stimuli[lane%used*b.stride:])
	}
	kernel.Interleave(b.x, b.stimuli, n*b.n, b.stride)
	l.now.Cascade = l.how.cascade
	wrong = l.now.Step(b.x, l.factors(n), n) & (1<<used - 1)
	l.now.step += n
	copy(l.now.x, b.x[(n-1)*len(l.now.x):])
	return wrong
}

// factors returns the factors of the next n steps.
func (l *lanes) factors(n int) []float64 {
	b, count := l.block, kernel.FactorCount(len(l.how.gains))
	if l.now.step != b.from || l.how != b.how {
		b.how, b.from, b.valid = l.how, l.now.step, 0
	}
	for ; b.valid < n; b.valid++ {
		factors, rate := b.factors[b.valid*count:][:count], l.how.rate.At(b.from+b.valid+1)
		if b.valid > 0 && rate == b.rate {
			copy(factors, b.factors[(b.valid-1)*count:])
			continue
		}
		b.rate = rate
		l.how.decays.Factors(factors, math.Sqrt(rate), math.Sqrt(rate/l.how.tau))
	}
	return b.factors[:n*count]
}

// load puts the state of a circuit into a lane.
func (t *trials) load(c *Circuit, lane int) {
	k, n := c.outputs.Len(), c.inputs.Len()
	for i := range k {
		scatter(t.Weights[i*n*kernel.Lanes:], lane, c.forward.Row(i))
		scatter(t.Lateral[i*k*kernel.Lanes:], lane, c.among.Row(i))
	}
	scatter(t.Scale, lane, c.outputs.Scales())
}

// store gives a circuit the state of its lane. The circuit repeats the last change of its
// scales, so that it also has the factors of that change.
func (t *trials) store(c *Circuit, lane int) {
	k, n := c.outputs.Len(), c.inputs.Len()
	for i := range k {
		gather(c.forward.Row(i), t.Weights[i*n*kernel.Lanes:], lane)
		gather(c.among.Row(i), t.Lateral[i*k*kernel.Lanes:], lane)
	}
	gather(c.inputs.Signals(neuron.Stimulus), t.x, lane)
	gather(c.outputs.Signals(neuron.Provisional), t.Provisional, lane)
	gather(c.outputs.Signals(neuron.Final), t.Final, lane)
	gather(c.outputs.Scales(), t.Before, lane)
	c.step, c.complete = t.step, t.step
	c.Rescale(c.rate.At(c.step) / c.tau)
}

// scatter puts v into a lane.
func scatter(lanes []float64, lane int, v []float64) {
	for i, x := range v {
		lanes[i*kernel.Lanes+lane] = x
	}
}

// gather takes v out of a lane.
func gather(v, lanes []float64, lane int) {
	for i := range v {
		v[i] = lanes[i*kernel.Lanes+lane]
	}
}

// shortestBlock is the smallest number of steps between observations for which sharing
// lanes is faster.
const shortestBlock = 4

// laneRates are the rates and decays by which circuits in lanes learn.
type laneRates struct {
	cascade bool // the outputs fire one after another
	rate    Rate
	tau     float64
	gains   []float64 // that the decays come from
	decays  kernel.Decays
}

// mostSharedWeights is the largest number of weights of a circuit that gains by sharing
// lanes: the weights of kernel.Lanes circuits then stay in the nearest cache.
const mostSharedWeights = 500

// isSmall reports whether circuits of the spec gain by sharing lanes.
func (s Spec) isSmall() bool {
	k := len(s.Gains)
	return k*(s.Inputs+k) <= mostSharedWeights
}

// sharesLanes reports whether the circuit can share lanes and gains by it. Its whole step
// must be fused.
func (c *Circuit) sharesLanes() bool {
	f := c.whole()
	return f != nil && f.floor == nil && !c.pair.ownPaces && !c.paced && !c.ruled && f.feedforward && f.lateral && c.spec.isSmall() &&
		(!f.step.Cascade || f.step.InOrder == plainCascade) && f.intact(c) && !c.inputs.HasClamps() && len(f.scales.Frozen) == 0
}

// plainCascade is a cascade whose decays do not depend on activity, and whose scales learn.
var plainCascade = kernel.InOrder{Cascade: true, Ordered: true}

// newLaneRates returns the rates of a circuit that shares lanes.
func newLaneRates(c *Circuit) *laneRates {
	t := &c.whole().step
	return &laneRates{cascade: t.Cascade, rate: c.rate, tau: c.tau, gains: slices.Clone(c.outputs.Gains()), decays: kernel.Decays{
		Post: slices.Clone(t.PostDecay), Pre: t.PreDecay,
		LateralPost: slices.Clone(t.LateralPostDecay), LateralPre: slices.Clone(t.LateralPreDecay),
		Scale: slices.Clone(t.ScaleDecay), Drain: slices.Clone(t.ScaleDrain),
	}}
}

// fits reports whether a circuit with the same rules has these rates.
func (l *laneRates) fits(c *Circuit) bool {
	return l.cascade == c.whole().step.Cascade && l.tau == c.tau && slices.Equal(l.rate.segments, c.rate.segments) && slices.Equal(l.gains, c.outputs.Gains())
}

// equal reports whether l and o are the same.
func (l *laneRates) equal(o *laneRates) bool {
	return l.cascade == o.cascade && l.tau == o.tau && slices.Equal(l.rate.segments, o.rate.segments) && slices.Equal(l.gains, o.gains) &&
		slices.Equal(l.decays.Post, o.decays.Post) && l.decays.Pre == o.decays.Pre &&
		slices.Equal(l.decays.LateralPost, o.decays.LateralPost) && slices.Equal(l.decays.LateralPre, o.decays.LateralPre) &&
		slices.Equal(l.decays.Scale, o.decays.Scale) && slices.Equal(l.decays.Drain, o.decays.Drain)
}
