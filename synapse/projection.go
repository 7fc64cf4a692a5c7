package synapse

import (
	"fmt"
	"iter"

	"twophase/internal/numerics/dense"
	"twophase/neuron"
)

// Projection is the synapses from one population to another, or among the neurons of one,
// by its Wiring. The weights are one dense array [post×pre]: a row belongs to one
// postsynaptic neuron.
type Projection struct {
	name      string
	pre, post *neuron.Population
	rule      Rule
	wiring    Wiring
	listed    []bool // [post×pre]: the synapses that there are, if the wiring is Listed
	count     int    // the number of synapses

	received neuron.Currents // what the postsynaptic neurons received last, if it is kept
	window   neuron.Window   // of the running mean of that, if it is kept
	also     []drives        // of the further products of the rule

	memory  dense.Projection // the weights, and the synapses that do not learn or transmit
	changes changes          // the last changes of some synapses, if they are kept
}

func init() { dense.OfProjection = func(p any) *dense.Projection { return &p.(*Projection).memory } }

// New returns a projection of zero weights that learns by rule, from every neuron
// to every other one: a projection from a population to itself has no synapse from a
// neuron to itself. It panics if the postsynaptic population is one of inputs.
func New(name string, pre, post *neuron.Population, rule Rule) *Projection {
	return newProjection(name, pre, post, rule, AllToAll, nil)
}

// NewRecurrent returns a projection of zero weights among the neurons of a
// population that learns by rule. It panics if the population is one of inputs.
func NewRecurrent(name string, among *neuron.Population, rule Rule, wiring Wiring) *Projection {
	return newProjection(name, among, among, rule, wiring, nil)
}

// NewListed returns a projection of zero weights that learns by rule, with the synapses
// that are listed [post×pre], row-major. From a population to itself there is none from a
// neuron to itself. It panics if the postsynaptic population is one of inputs, or if the
// list has another length.
func NewListed(name string, pre, post *neuron.Population, rule Rule, listed []bool) *Projection {
	if len(listed) != pre.Len()*post.Len() {
		panic("synapse: a list of synapses that does not fit the populations")
	}
	return newProjection(name, pre, post, rule, Listed, listed)
}

func newProjection(name string, pre, post *neuron.Population, rule Rule, wiring Wiring, listed []bool) *Projection {
	if post.Scales() == nil {
		panic("synapse: a projection onto input neurons")
	}
	p := &Projection{
		name: name, pre: pre, post: post, rule: rule, wiring: wiring, listed: listed,
		also:   newDrives(rule, post.Len(), pre.Len()),
		memory: dense.NewProjection(post.Len(), pre.Len()),
		count:  post.Len() * pre.Len(),
	}
	if pre == post || listed != nil {
		for i := range post.Len() {
			for j := range pre.Len() {
				if !p.Has(i, j) {
					p.memory.Hold(i, dense.Held{Pre: j, Why: dense.Absent})
					p.count--
				}
			}
		}
	}
	return p
}

// Name returns the projection's name.
func (p *Projection) Name() string { return p.name }

// Pre returns the presynaptic population.
func (p *Projection) Pre() *neuron.Population { return p.pre }

// Post returns the postsynaptic population.
func (p *Projection) Post() *neuron.Population { return p.post }

// Rule returns the rule by which the synapses learn.
func (p *Projection) Rule() Rule { return p.rule }

// Wiring returns which pairs of neurons the projection joins: AllToAll between two
// populations unless its synapses are Listed.
func (p *Projection) Wiring() Wiring { return p.wiring }

// Len returns the number of synapses, lesioned ones included.
func (p *Projection) Len() int { return p.count }

// Has reports whether there is a synapse onto neuron post from neuron pre.
func (p *Projection) Has(post, pre int) bool {
	return post >= 0 && post < p.post.Len() && pre >= 0 && pre < p.pre.Len() &&
		(p.listed == nil || p.listed[post*p.pre.Len()+pre]) && (p.pre != p.post || p.wiring.Joins(post, pre))
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
// It is the projection's own memory, for reading only.
func (p *Projection) Row(post int) []float64 { return p.memory.Row(post) }

// Weights returns a copy of all weights [post×pre], row-major and unpadded.
func (p *Projection) Weights() []float64 {
	all := make([]float64, 0, p.post.Len()*p.pre.Len())
	for i := range p.post.Len() {
		all = append(all, p.Row(i)...)
	}
	return all
}

// SetWeights sets all weights from w [post×pre], row-major. It ignores elements of absent
// and lesioned synapses. It returns an error, and changes nothing, if w has the wrong
// length or an element that is not finite.
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
		if !s.Gone() {
			s.set(w[s.post*columns+s.pre])
		}
	}
	return nil
}

// Freeze stops all synapses of the projection from learning; they go on
// transmitting.
func (p *Projection) Freeze() { p.memory.Frozen = true }

// Thaw undoes Freeze. Synapses that were frozen one by one stay frozen.
func (p *Projection) Thaw() { p.memory.Frozen = false }

// Frozen reports whether the whole projection is frozen.
func (p *Projection) Frozen() bool { return p.memory.Frozen }
