package synapse

import (
	"fmt"
	"iter"

	"twophase/internal/kernel"
	"twophase/neuron"
)

// Projection is a dense set of synapses from every neuron of a presynaptic
// population to every neuron of a postsynaptic one, or among the neurons of one
// population as its Wiring says. The
// weights are one array [post×pre], row-major, each row padded to whole cache
// lines: a row is what one postsynaptic neuron receives.
type Projection struct {
	name      string
	pre, post *neuron.Population
	rule      Rule
	wiring    Wiring // of a projection from a population to itself

	weights *kernel.Matrix // [post×pre]; 0 where a synapse is absent or lesioned
	held    [][]hold       // by postsynaptic neuron: the synapses that do not learn
	holds   int            // how many there are
	spoiled int            // how many of them are frozen or lesioned
	frozen  bool           // the whole projection does not learn

	factors factors // of a factored rule's last change
	pending bool    // that change has yet to be made: see settle
	settled []int   // but in these rows, in order: see Alter
	changes changes // the last ones of some synapses, if asked for

	failures failures // of transmission
}

// New returns a projection of zero weights that learns by rule, from every neuron
// to every other one: a projection from a population to itself has no synapse from a
// neuron to itself. It panics if the postsynaptic population is one of inputs.
func New(name string, pre, post *neuron.Population, rule Rule) *Projection {
	return newProjection(name, pre, post, rule, AllToAll)
}

// NewRecurrent returns a projection of zero weights among the neurons of a
// population that learns by rule. It panics if the population is one of inputs.
func NewRecurrent(name string, among *neuron.Population, rule Rule, wiring Wiring) *Projection {
	return newProjection(name, among, among, rule, wiring)
}

func newProjection(name string, pre, post *neuron.Population, rule Rule, wiring Wiring) *Projection {
	if post.Scales() == nil {
		panic("synapse: a projection onto input neurons")
	}
	p := &Projection{
		name: name, pre: pre, post: post, rule: rule, wiring: wiring,
		weights: kernel.NewMatrix(post.Len(), pre.Len()),
		held:    make([][]hold, post.Len()),
		factors: newFactors(post.Len(), pre.Len()),
	}
	if pre == post {
		for i := range p.held {
			for j := range pre.Len() {
				if !wiring.Joins(i, j) {
					p.hold(i, hold{pre: j, state: absent})
				}
			}
		}
	}
	return p
}

// Name returns the projection's name, such as "feedforward".
func (p *Projection) Name() string { return p.name }

// Pre returns the presynaptic population.
func (p *Projection) Pre() *neuron.Population { return p.pre }

// Post returns the postsynaptic population.
func (p *Projection) Post() *neuron.Population { return p.post }

// Rule returns the rule by which the synapses learn.
func (p *Projection) Rule() Rule { return p.rule }

// Wiring returns which pairs of neurons a projection from a population to itself
// joins.
func (p *Projection) Wiring() Wiring { return p.wiring }

// Len returns the number of synapses, lesioned ones included.
func (p *Projection) Len() int {
	if p.pre == p.post {
		return p.wiring.Len(p.post.Len())
	}
	return p.post.Len() * p.pre.Len()
}

// Has reports whether there is a synapse onto neuron post from neuron pre.
func (p *Projection) Has(post, pre int) bool {
	return post >= 0 && post < p.post.Len() && pre >= 0 && pre < p.pre.Len() &&
		(p.pre != p.post || p.wiring.Joins(post, pre))
}

// Synapse returns a handle of the synapse onto neuron post from neuron pre. It
// panics if there is no such synapse; see Has.
func (p *Projection) Synapse(post, pre int) Synapse {
	if !p.Has(post, pre) {
		panic(fmt.Sprintf("synapse: no %s[%d,%d] in a projection of %d×%d", p.name, post, pre, p.post.Len(), p.pre.Len()))
	}
	return Synapse{p, post, pre}
}

// Onto ranges over the synapses onto neuron post, in the order of their
// presynaptic neurons.
func (p *Projection) Onto(post int) iter.Seq[Synapse] {
	return func(yield func(Synapse) bool) {
		for pre := range p.pre.Len() {
			if p.Has(post, pre) && !yield(Synapse{p, post, pre}) {
				return
			}
		}
	}
}

// All ranges over all synapses, row by row.
func (p *Projection) All() iter.Seq[Synapse] {
	return func(yield func(Synapse) bool) {
		for post := range p.post.Len() {
			for s := range p.Onto(post) {
				if !yield(s) {
					return
				}
			}
		}
	}
}

// Row returns the weights onto neuron post [pre], 0 where there is no synapse.
// It is the projection's own memory, for reading only; whoever runs the steps of
// a projection that is Whole in its place, as it does in a fused step, writes it.
func (p *Projection) Row(post int) []float64 {
	p.settle()
	return p.weights.Row(post)
}

// Weights returns a copy of all weights [post×pre], row-major and unpadded.
func (p *Projection) Weights() []float64 {
	all := make([]float64, 0, p.post.Len()*p.pre.Len())
	for i := range p.post.Len() {
		all = append(all, p.Row(i)...)
	}
	return all
}

// SetWeights sets all weights from w [post×pre], row-major. Elements where
// there is no synapse, or a lesioned one, are passed over. It returns an error,
// and changes nothing, if w has the wrong length or holds what is not a finite
// number.
func (p *Projection) SetWeights(w []float64) error {
	columns := p.pre.Len()
	if len(w) != p.post.Len()*columns {
		return fmt.Errorf("set the weights of %s: got %d, want %d×%d", p.name, len(w), p.post.Len(), columns)
	}
	for i, v := range w {
		if v-v != 0 {
			return fmt.Errorf("set the weight of %s[%d,%d]: %v is not a finite number", p.name, i/columns, i%columns, v)
		}
	}
	for s := range p.All() {
		if !s.Lesioned() {
			s.set(w[s.post*columns+s.pre])
		}
	}
	return nil
}

// Freeze stops all synapses of the projection from learning; they go on
// transmitting.
func (p *Projection) Freeze() { p.frozen = true }

// Thaw undoes Freeze. Synapses that were frozen one by one stay frozen.
func (p *Projection) Thaw() { p.frozen = false }

// Frozen reports whether the whole projection is frozen.
func (p *Projection) Frozen() bool { return p.frozen }
