package synapse

import (
	"fmt"
	"math"

	"twophase/internal/kernel"
	"twophase/neuron"
)

// Factored is a local rule whose two endpoints contribute independently,
//
//	w ← (1 − a·p_post·p_pre)·w + a·d_post·d_pre
//
// so that a step costs one evaluation per neuron, not per synapse. It covers
// Hebbian and anti-Hebbian learning with any decay that factors.
type Factored struct {
	Name      string
	Equation  string // Δw in mathematics
	Post, Pre Endpoint
}

// String implements Rule.
func (r Factored) String() string { return r.Name }

// Formula implements Rule.
func (r Factored) Formula() string { return r.Equation }

// Validate implements Rule.
func (r Factored) Validate() error {
	for _, f := range []neuron.Factor{r.Post.Drive, r.Post.Decay, r.Pre.Drive, r.Pre.Decay} {
		if f == nil {
			return fmt.Errorf("rule %q lacks a factor: give both endpoints a drive and a decay, such as neuron.Activity and neuron.Constant(1)", r.Name)
		}
	}
	return nil
}

func (r Factored) next(w, a float64, post, pre neuron.Local) float64 {
	root := math.Sqrt(a)
	keep := kernel.Keep(root*r.Post.Decay.Of(post), root*r.Pre.Decay.Of(pre))
	return kernel.Changed(w, keep, root*r.Post.Drive.Of(post), root*r.Pre.Drive.Of(pre))
}

func (r Factored) parts(w, a float64, post, pre neuron.Local) (c neuron.Change) {
	root := math.Sqrt(a)
	postDrive, preDrive := root*r.Post.Drive.Of(post), root*r.Pre.Drive.Of(pre)
	keep := kernel.Keep(root*r.Post.Decay.Of(post), root*r.Pre.Decay.Of(pre))
	changed := kernel.Changed(w, keep, postDrive, preDrive)
	c.Hebbian, c.Decay, c.Rounding = kernel.Parts(w, float64(keep*w), float64(postDrive*preDrive), changed)
	return c
}

// factors is the working memory of a factored rule: the factors of every
// endpoint, each with its √a.
type factors struct {
	postDrive, postDecay []float64 // [post]
	preDrive, preDecay   []float64 // [pre]
	uniform              bool      // all presynaptic decays are equal
	keep                 []float64 // [post], if they are
}

func newFactors(post, pre int) factors {
	return factors{
		postDrive: kernel.Vector(post), postDecay: kernel.Vector(post), keep: kernel.Vector(post),
		preDrive: kernel.Vector(pre), preDecay: kernel.Vector(pre),
	}
}

func (r Factored) learn(p *Projection, a float64) {
	root := math.Sqrt(a)
	f := &p.factors
	p.post.Evaluate(f.postDrive, r.Post.Drive, root)
	p.post.Evaluate(f.postDecay, r.Post.Decay, root)
	p.pre.Evaluate(f.preDrive, r.Pre.Drive, root)
	var preDecay neuron.Constant
	if preDecay, f.uniform = r.Pre.Decay.(neuron.Constant); f.uniform {
		for i, postDecay := range f.postDecay {
			f.keep[i] = kernel.Keep(postDecay, root*float64(preDecay))
		}
	} else {
		p.pre.Evaluate(f.preDecay, r.Pre.Decay, root)
	}
	p.noteAll(func(to []neuron.Change, s Stretch) { f.note(to, p, s) })
	p.pending = true
	if p.pre == p.post { // no row would be sent in the same pass: each has an absent synapse
		p.settle()
	}
}

// note keeps the changes of which these are the factors, of the synapses of a stretch:
// to the last bit what parts returns of each.
func (f *factors) note(to []neuron.Change, p *Projection, s Stretch) {
	y, x := p.post.Signals(neuron.Final)[s.Post], p.pre.Signals(neuron.Final)
	postDrive, keep := f.postDrive[s.Post], f.keep[s.Post]
	for i, w := range p.weights.Row(s.Post)[s.First:s.End] {
		j := s.First + i
		if !f.uniform {
			keep = kernel.Keep(f.postDecay[s.Post], f.preDecay[j])
		}
		c := &to[i]
		c.Hebbian, c.Decay, c.Rounding = kernel.Parts(w, float64(keep*w), float64(postDrive*f.preDrive[j]), kernel.Changed(w, keep, postDrive, f.preDrive[j]))
		c.Pre, c.Post = x[j], y
	}
}
