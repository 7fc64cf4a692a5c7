package circuit

import (
	"fmt"
	"math"

	"twophase/circuit/selection"
	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
	"twophase/synapse"
)

// placed is a phase that changes a selection of synapses.
type placed interface {
	Phase
	where() selection.Selection
}

// checkSynaptic returns an error unless a selection is one of synapses; weights stands for
// those of all projections.
func checkSynaptic(what string, s selection.Selection) error {
	if k := s.Kind(); selection.Known(k) && !k.Synaptic() && k != selection.Weights {
		return fmt.Errorf("%s of %v, which are not synapses: choose a projection, or weights for all", what, s)
	}
	return nil
}

// alteration returns the signature of a phase that changes selected weights, each by
// itself: noise, quantisation or a sign constraint. The change is not linear in the
// weights. It does not change what axons carry, so the map from x to y stays linear.
func alteration(name, equation string, s selection.Selection) Signature {
	return silent(name, fmt.Sprintf("%s, %v", equation, s))
}

// alter calls change to rewrite the selected weights w of each row, beginning with presynaptic
// neuron from. Before each row it calls draw, unless that is nil, with the end of the selected
// places in projection p. Frozen and lesioned synapses keep their weights. clips is that of rewrite.
func (c *Circuit) alter(s selection.Selection, clips bool, draw func(p, post, end int), change func(from int, w []float64)) {
	z := c.size
	for number, p := range c.projections {
		k := selection.Kind(p.Name())
		if !z.Includes(s.Kind(), k) {
			continue
		}
		for post := range p.Post().Len() {
			from, end := s.Row(z, k, post)
			if from >= end {
				continue
			}
			if draw != nil {
				draw(number, post, end)
			}
			c.rewrite(p, post, from, end, clips, change)
		}
	}
}

// Quantise is a phase in which each selected weight becomes the nearest multiple of a step
// (the even one of two equally near), unless its synapse is frozen or lesioned. A change of
// less than half a step is lost.
//
// Both executors call Run; see alter. TestExecutionDoesNotMatter compares them.
type Quantise struct {
	Where selection.Selection `json:"where"` // synapses of one projection; weights stands for those of all
	Step  float64             `json:"step"`  // > 0
}

// Validate returns an error that names the first field that is out of range.
func (q Quantise) Validate() error {
	if !positive(q.Step) {
		return fmt.Errorf("quantisation to multiples of %v: give a positive number", q.Step)
	}
	return checkSynaptic("quantisation", q.Where)
}

// Signature implements Phase.
func (q Quantise) Signature() Signature {
	return alteration("Quantise", fmt.Sprintf("w ← %v round(w/%v)", q.Step, q.Step), q.Where)
}

func (q Quantise) where() selection.Selection { return q.Where }

// Run implements Phase.
func (q Quantise) Run(c *Circuit) error {
	c.alter(q.Where, false, nil, func(_ int, w []float64) {
		for j, v := range w {
			// From 2⁵² steps on, the numbers lie no closer than the steps.
			if steps := v / q.Step; math.Abs(steps) < 1<<52 {
				w[j] = float64(q.Step*math.RoundToEven(steps)) + 0 // of a zero, the positive one
			}
		}
	})
	return nil
}

// SignConstraint is a phase in which each selected weight of the wrong sign becomes 0,
// unless its synapse is frozen. This is Dale's law: a synapse excites or inhibits, and
// never changes from one to the other. The synapse remains and can grow again. With Refuse the
// phase changes no weight: one of the wrong sign, frozen or not, ends the run as a *Divergence.
//
// Both executors call Run; see alter. TestExecutionDoesNotMatter compares them.
type SignConstraint struct {
	Where    selection.Selection `json:"where"`    // synapses of one projection; weights stands for those of all
	Positive bool                `json:"positive"` // weights must be ≥ 0; else ≤ 0
	Refuse   bool                `json:"refuse,omitempty"`
}

// Validate returns an error that names the first field that is out of range.
func (s SignConstraint) Validate() error { return checkSynaptic("sign constraint", s.Where) }

// Signature implements Phase.
func (s SignConstraint) Signature() Signature {
	equation := "w ← min(w, 0)"
	switch {
	case s.Refuse && s.Positive:
		equation = "stops where w < 0"
	case s.Refuse:
		equation = "stops where w > 0"
	case s.Positive:
		equation = "w ← max(w, 0)"
	}
	return alteration("SignConstraint", equation, s.Where)
}

func (s SignConstraint) where() selection.Selection { return s.Where }

// Run implements Phase.
func (s SignConstraint) Run(c *Circuit) error {
	if s.Refuse {
		return s.refuse(c)
	}
	c.alter(s.Where, true, nil, func(_ int, w []float64) {
		for j, v := range w {
			if s.isWrong(v) {
				w[j] = 0
			}
		}
	})
	return nil
}

func (s SignConstraint) isWrong(w float64) bool { return s.Positive && w < 0 || !s.Positive && w > 0 }

// refuse returns a *Divergence if a selected weight has the wrong sign.
func (s SignConstraint) refuse(c *Circuit) error {
	for _, p := range c.projections {
		k := selection.Kind(p.Name())
		if !c.size.Includes(s.Where.Kind(), k) {
			continue
		}
		for post := range p.Post().Len() {
			from, end := s.Where.Row(c.size, k, post)
			for pre := from; pre < end; pre++ {
				if w := p.Row(post)[pre]; s.isWrong(w) {
					return &Divergence{
						Step: c.step, Neuron: p.Post().Output(post), Refused: true, Rate: c.rate.At(c.step),
						What: fmt.Sprintf("%v became %.3g, and a weight of that sign is refused there", p.Synapse(post, pre), w),
					}
				}
			}
		}
	}
	return nil
}

// SynapticNoise is a phase in which each selected synapse takes a random step, unless it is
// frozen or lesioned,
//
//	w ← w + size·ξ,  ξ ~ N(0, 1).
//
// Every ξ is independent of those of other synapses and steps. The two synapses
// between two neurons of a population draw different ones, so that symmetric weights do not stay so, unless the phase is
// Symmetric. Phases with different selections are independent; two with the same selection
// draw the same ξ.
//
// Both executors call Run; see alter. TestExecutionDoesNotMatter compares them, and
// TestSynapticNoiseIsALoop checks both.
type SynapticNoise struct {
	Where selection.Selection `json:"where"` // synapses of one projection; weights stands for those of all
	Size  float64             `json:"size"`  // standard deviation of a step, ≥ 0

	// Symmetric: the synapses i → j and j → i of a projection from a population to itself take
	// the same step, if both are selected and learn.
	Symmetric bool `json:"symmetric,omitempty"`
}

// Validate returns an error that names the first field that is out of range.
func (n SynapticNoise) Validate() error {
	if !(n.Size >= 0) || !finite(n.Size) {
		return fmt.Errorf("synaptic noise of size %v: give 0 or a positive number", n.Size)
	}
	return checkSynaptic("synaptic noise", n.Where)
}

// Signature implements Phase.
func (n SynapticNoise) Signature() Signature {
	equation := fmt.Sprintf("w ← w + %v N(0, 1)", n.Size)
	if n.Symmetric {
		equation += ", one draw a pair"
	}
	return alteration("SynapticNoise", equation, n.Where)
}

func (n SynapticNoise) where() selection.Selection { return n.Where }

// Run implements Phase. Row i of a projection draws as step t·K+i of its stream. Of a pair
// with one draw, that is the draw of the synapse onto the later neuron.
func (n SynapticNoise) Run(c *Circuit) error { return n.bind(c)() }

func (n SynapticNoise) bind(c *Circuit) func() error {
	if n.Size == 0 {
		return func() error { return nil }
	}
	noise, mirror := kernel.Vector(c.size.Widest()), kernel.Vector(c.size.Widest()) // of a row; of that of the other synapse of a pair
	streams := make([]random.Stream, len(c.projections))
	for i, p := range c.projections {
		streams[i] = random.New(c.spec.Seed, c.spec.Trial, fmt.Sprintf("%s noise in %v", p.Name(), n.Where))
	}
	draw := func(p, post, end int) {
		rows := uint64(c.projections[p].Post().Len())
		streams[p].Normals(noise[:end], uint64(c.step)*rows+uint64(post))
		if !n.Symmetric || c.projections[p].Pre() != c.projections[p].Post() {
			return
		}
		for pre := post + 1; pre < end; pre++ {
			streams[p].Normals(mirror[:post+1], uint64(c.step)*rows+uint64(pre))
			noise[pre] = mirror[post]
		}
	}
	add := func(from int, w []float64) { kernel.Axpy(w, n.Size, noise[from:from+len(w)]) }
	return func() error {
		c.alter(n.Where, false, draw, add)
		return nil
	}
}

// SignOf returns the sign of the synapses of a projection, as it or one that is tied to it has it,
// and whether that says that their weights should not be negative.
func (g Graph) SignOf(projection string) (Sign, bool) {
	for _, p := range g.Projections {
		if (p.Name == projection || p.Tied == projection) && (p.Sign == Excitatory || p.Sign == Inhibitory) {
			return p.Sign, true
		}
	}
	return Adds, false
}

// CountNegative returns the number of negative weights of a projection.
func CountNegative(p *synapse.Projection) (n int) {
	for post := range p.Post().Len() {
		for _, w := range p.Row(post) {
			if w < 0 {
				n++
			}
		}
	}
	return n
}
