package circuit

import (
	"fmt"
	"strings"

	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// Residual is a phase of plasticity that is not local. It projects the outputs back through
// the weights, and subtracts the result from the weights of each neuron,
//
//	w_i ← w_i − α y_i r_i,   r_i = Σ_k c_ik y_k w_k.
//
// With Hebb's rule afterwards the change is Δw_i = α y_i (x − r_i): a neuron learns from
// the residual of the stimulus. Of chooses the c_ik. What the phase subtracts is the part
// Nonlocal of the change of a weight; what Hebb's rule adds is the part Hebbian.
//
// Both executors call Run. They walk the weights in two ways (step_executors.go), which
// TestExecutionDoesNotMatter compares; TestResidualIsALoop checks both.
type Residual struct {
	Of      Backprojection `json:"of"`
	Through string         `json:"through,omitempty"` // the projection that learns; "": feedforward
}

// through returns the name of the projection that learns.
func (r Residual) through() string {
	if r.Through == "" {
		return "feedforward"
	}
	return r.Through
}

func (r Residual) checkIn(g Graph) error {
	if err := g.CheckOwn(r.through()); err != nil {
		return err
	}
	if p := g.projection(r.through()); p.From == p.To {
		return fmt.Errorf("projection %s joins a population to itself: nothing is projected back through it", p.Name)
	}
	return nil
}

func (r Residual) signatureIn(g Graph) Signature {
	s, p := r.signature(), g.projection(r.through())
	s.Reads = []Variable{g.Variable(p.To, neuron.Final), g.Weights(p.Name)}
	s.Writes = []Variable{g.Weights(p.Name)}
	s.Signals = Signals{Known: true, Through: []Carried{{Projection: p.Name, Back: true}}}
	if r.Of == Reconstruction {
		s.Reads = append([]Variable{g.Variable(p.From, neuron.Final)}, s.Reads...)
		s.Signals.Through = append(s.Signals.Through, s.Signals.Through...)
	}
	return s
}

// Backprojection says which outputs are projected back to an output neuron.
type Backprojection int

const (
	// FromAll is c_ik = 1: every neuron learns from the residual of all.
	FromAll Backprojection = iota
	// Weighted is c_ik = 1/λ_i².
	Weighted
	// FromEarlier is c_ik = 1 for k ≤ i: a neuron learns from the residual of itself and
	// the neurons before it.
	FromEarlier
	// Gradient is c_ii = 1 and c_ik = 2 for k < i.
	Gradient
	// Reconstruction is FromAll and, beside it, w_i ← w_i − α (w_i·r) x: with twice
	// Hebb's rule it is gradient descent of the error of reconstruction ‖x − Wᵀy‖².
	Reconstruction
)

var backprojections = []string{"all", "weighted", "earlier", "gradient", "reconstruction"}

// String returns all, weighted, earlier, gradient or reconstruction.
func (b Backprojection) String() string { return wording.NameOf(b, backprojections) }

// MarshalText implements encoding.TextMarshaler in the form of String.
func (b Backprojection) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler for the form of String.
func (b *Backprojection) UnmarshalText(text []byte) (err error) {
	*b, err = wording.ValueOf[Backprojection]("backprojection", string(text), backprojections)
	return err
}

// Validate returns an error if the backprojection does not exist.
func (r Residual) Validate() error {
	if r.Of < FromAll || r.Of > Reconstruction {
		return fmt.Errorf("%v does not exist: choose %s", r.Of, strings.Join(backprojections, ", "))
	}
	return nil
}

// Signature implements Phase. The phase does not change what axons carry. Every feedforward
// synapse carries one signal back, and in a Reconstruction another one for w_i·r.
func (r Residual) Signature() Signature {
	return apart(r, r.signature())
}

// signature is Signature without what depends on the circuit.
func (r Residual) signature() Signature {
	equation := map[Backprojection]string{
		FromAll:        "w_i ← w_i − α y_i Σ_k y_k w_k",
		Weighted:       "w_i ← w_i − (α/λ_i²) y_i Σ_k y_k w_k",
		FromEarlier:    "w_i ← w_i − α y_i Σ_{k≤i} y_k w_k",
		Gradient:       "w_i ← w_i − α y_i (y_i w_i + 2 Σ_{k<i} y_k w_k)",
		Reconstruction: "w_i ← w_i − α (y_i r + (w_i·r) x), r = Σ_k y_k w_k",
	}[r.Of]
	return Signature{Name: "Residual", Equation: equation, Parts: []neuron.Part{neuron.Nonlocal}, Linear: Yes, Local: No}
}

// Run implements Phase.
func (r Residual) Run(c *Circuit) error { return r.bind(c)() }

func (r Residual) bind(c *Circuit) func() error {
	l := c.link(r.through())
	back, next := make([]float64, l.pre.Len()), make([]float64, l.pre.Len())
	return func() error {
		clear(back)
		if r.Of == FromEarlier || r.Of == Gradient {
			r.inOrder(c, l.synapses, c.paceOf(l), back, next)
		} else {
			r.atOnce(c, l.synapses, c.paceOf(l), back)
		}
		return nil
	}
}

// atOnce subtracts from every row the projection of all outputs.
func (r Residual) atOnce(c *Circuit, p *synapse.Projection, rate float64, back []float64) {
	y, x, gains := p.Post().Signals(neuron.Final), p.Pre().Signals(neuron.Final), p.Post().Gains()
	for i, v := range y {
		c.projectBack(p, back, i, v)
	}
	for i, v := range y {
		learned := rate * v
		switch r.Of {
		case Weighted:
			learned /= gains[i] * gains[i]
		case Reconstruction:
			c.move(p, neuron.Nonlocal, i, addition{-(rate * c.along(p, i, back)), x}, addition{-learned, back})
			continue
		}
		c.move(p, neuron.Nonlocal, i, addition{-learned, back})
	}
}

// inOrder subtracts from one row after another the projection of its own output and those
// before it. A Gradient subtracts the latter twice.
func (r Residual) inOrder(c *Circuit, p *synapse.Projection, rate float64, back, next []float64) {
	for i, v := range p.Post().Signals(neuron.Final) {
		if r.Of == Gradient {
			copy(next, back)
			c.projectBack(p, next, i, 2*v)
		}
		c.projectBack(p, back, i, v)
		c.move(p, neuron.Nonlocal, i, addition{-(rate * v), back})
		if r.Of == Gradient {
			copy(back, next)
		}
	}
}
