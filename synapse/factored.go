package synapse

import (
	"fmt"
	"math"

	"twophase/internal/numerics/kernel"
	"twophase/neuron"
)

// Endpoint holds the factors of one endpoint of a synapse in a factored rule.
type Endpoint struct {
	Drive neuron.Factor // d
	Decay neuron.Factor // p
}

// Factored is a local rule whose two endpoints contribute independently,
//
//	w ← (1 − a·p_post·p_pre)·w + a·d_post·d_pre
//
// or a sum Σ_r a·d_post^r·d_pre^r of up to three such products (Also), so that a step costs one evaluation per neuron, not per synapse. It covers
// Hebbian and anti-Hebbian learning with any decay that factors.
type Factored struct {
	Name      string
	Equation  string // Δw in mathematics; empty: what follows from the factors (In)
	Post, Pre Endpoint

	// Also holds further products of drives, added in this order, each rounded once. A
	// Product without a Post is unused.
	Also [2]Product

	// UnitRate says that the rule follows its Equation at learning rate 1 only.
	UnitRate bool
}

// String implements Rule.
func (r Factored) String() string { return r.Name }

// Formula implements Rule. In writes it with the symbols of a circuit.
func (r Factored) Formula() string {
	if r.Equation != "" {
		return r.Equation
	}
	return r.In(Symbols{"w", "post", "pre", "a"})
}

// Product is a further product d_post·d_pre of a Factored rule.
type Product struct{ Post, Pre neuron.Factor }

// also returns the number of further products.
func (r *Factored) also() (n int) {
	for n < len(r.Also) && r.Also[n].Post != nil {
		n++
	}
	return n
}

// FurtherProducts returns the number of products in a rule's Factored.Also, 0 for a Pairwise
// rule.
func FurtherProducts(rule Rule) int {
	r, _ := rule.(Factored) // no other rule has any
	return r.also()
}

// Validate implements Rule.
func (r Factored) Validate() error {
	for _, f := range []neuron.Factor{r.Post.Drive, r.Post.Decay, r.Pre.Drive, r.Pre.Decay} {
		if f == nil {
			return fmt.Errorf("rule %q lacks a factor: give both endpoints a drive and a decay, such as neuron.Activity and neuron.Constant(1)", r.Name)
		}
	}
	for i, also := range r.Also {
		if (also.Post == nil) != (also.Pre == nil) || also.Post != nil && i > 0 && r.Also[i-1].Post == nil {
			return fmt.Errorf("rule %q: its further products must stand one after another, each with a drive of both endpoints", r.Name)
		}
	}
	return nil
}

func (r Factored) next(w, a float64, post, pre neuron.Local) float64 {
	root := math.Sqrt(a)
	keep := kernel.Keep(root*r.Post.Decay.Of(post), root*r.Pre.Decay.Of(pre))
	w = kernel.Changed(w, keep, root*r.Post.Drive.Of(post), root*r.Pre.Drive.Of(pre))
	for _, also := range r.Also[:r.also()] {
		w = kernel.Changed(w, 1, root*also.Post.Of(post), root*also.Pre.Of(pre))
	}
	return w
}

func (r Factored) parts(w, a float64, post, pre neuron.Local) (c neuron.Change) {
	root := math.Sqrt(a)
	keep := kernel.Keep(root*r.Post.Decay.Of(post), root*r.Pre.Decay.Of(pre))
	w = noteFirst(&c, w, keep, root*r.Post.Drive.Of(post), root*r.Pre.Drive.Of(pre))
	for i, also := range r.Also[:r.also()] {
		w = noteAlso(&c, i, w, root*also.Post.Of(post), root*also.Pre.Of(pre))
	}
	return c
}

// noteFirst keeps the parts of the change of w by the decay and the first product, and
// returns the weight after it.
func noteFirst(c *neuron.Change, w, keep, postDrive, preDrive float64) float64 {
	changed := kernel.Changed(w, keep, postDrive, preDrive)
	c.Hebbian, c.Decay, c.Rounding = kernel.Parts(w, float64(keep*w), float64(postDrive*preDrive), changed)
	return changed
}

// noteAlso keeps the part of the change of w by a further product, and returns the weight
// after it.
func noteAlso(c *neuron.Change, i int, w, postDrive, preDrive float64) float64 {
	changed := kernel.Changed(w, 1, postDrive, preDrive)
	part := &c.Second
	if i == 1 {
		part = &c.Third
	}
	var lost float64
	if *part, lost = kernel.Moved(0, w, changed); lost != 0 {
		c.Hebbian, c.Rounding = kernel.Join(c.Hebbian, c.Rounding, lost)
	}
	return changed
}

func (r Factored) learn(p *Projection, a float64) {
	root := math.Sqrt(a)
	f := &p.memory.Factors
	p.post.Evaluate(f.PostDrive, r.Post.Drive, root, p.received)
	p.post.Evaluate(f.PostDecay, r.Post.Decay, root, p.received)
	p.pre.Evaluate(f.PreDrive, r.Pre.Drive, root, neuron.Currents{})
	var preDecay neuron.Constant
	if preDecay, f.Uniform = r.Pre.Decay.(neuron.Constant); f.Uniform {
		for i, postDecay := range f.PostDecay {
			f.Keep[i] = kernel.Keep(postDecay, root*float64(preDecay))
		}
	} else {
		p.pre.Evaluate(f.PreDecay, r.Pre.Decay, root, neuron.Currents{})
	}
	also := p.also[:r.also()]
	for i := range also {
		p.post.Evaluate(also[i].post, r.Also[i].Post, root, p.received)
		p.pre.Evaluate(also[i].pre, r.Also[i].Pre, root, neuron.Currents{})
	}
	p.noteAll(func(to []neuron.Change, s Stretch) { p.noteFactored(to, s, also) })
	p.memory.Defer()
	for _, drives := range also {
		p.memory.Flush()
		copy(f.PostDrive, drives.post)
		copy(f.PreDrive, drives.pre)
		f.Uniform = true
		clear(f.PostDecay)
		for i := range f.Keep {
			f.Keep[i] = 1
		}
		p.memory.Defer()
	}
	if p.pre == p.post { // no row would be sent in the same pass: each has an absent synapse
		p.memory.Flush()
	}
}

// drives are the drives of a further product, each with its √a.
type drives struct{ post, pre []float64 } // [post], [pre]

// newDrives returns the memory for the further products of a rule.
func newDrives(rule Rule, post, pre int) []drives {
	all := make([]drives, FurtherProducts(rule))
	for i := range all {
		all[i] = drives{kernel.Vector(post), kernel.Vector(pre)}
	}
	return all
}

// noteFactored keeps the changes that the factors are about to make of the synapses of a
// stretch: to the last bit what parts returns of each.
func (p *Projection) noteFactored(to []neuron.Change, s Stretch, also []drives) {
	f := &p.memory.Factors
	y, x := p.post.Signals(neuron.Final)[s.Post], p.pre.Signals(neuron.Final)
	postDrive, keep := f.PostDrive[s.Post], f.Keep[s.Post]
	for i, w := range p.memory.Stored(s.Post)[s.First:s.End] {
		j := s.First + i
		if !f.Uniform {
			keep = kernel.Keep(f.PostDecay[s.Post], f.PreDecay[j])
		}
		c := &to[i]
		w = noteFirst(c, w, keep, postDrive, f.PreDrive[j])
		for r, d := range also {
			w = noteAlso(c, r, w, d.post[s.Post], d.pre[j])
		}
		c.Pre, c.Post = x[j], y
	}
}
