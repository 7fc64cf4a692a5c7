package circuit

import (
	"fmt"
	"slices"
	"strings"

	"twophase/internal/kernel"
	"twophase/neuron"
)

// Residual is a phase of plasticity that is not local: outputs are projected back
// through the weights, to where no synapse hears them by itself, and what a neuron has
// been told so is taken from its weights,
//
//	w_i ← w_i − α y_i r_i,   r_i = Σ_k c_ik y_k w_k
//
// from the present weights. With Hebb's rule afterwards it is Δw_i = α y_i (x − r_i):
// a neuron learns from what is left of the stimulus. What c_ik is, Of says. What it takes
// is the part Nonlocal of the change of a synapse, what Hebb's rule adds Hebbian.
type Residual struct {
	Of Backprojection `json:"of"`
}

// Backprojection says what is projected back to an output neuron.
type Backprojection int

const (
	// FromAll is c_ik = 1: every neuron learns from what all of them leave.
	FromAll Backprojection = iota
	// Weighted is c_ik = 1/λ_i².
	Weighted
	// FromEarlier is c_ik = 1 for k ≤ i: a neuron learns from what it and those before
	// it leave.
	FromEarlier
	// Gradient is c_ii = 1 and c_ik = 2 for k < i.
	Gradient
	// Reconstruction is FromAll and, beside it, w_i ← w_i − α (w_i·r) x: with twice
	// Hebb's rule it is gradient descent of the error of reconstruction ‖x − Wᵀy‖².
	Reconstruction
)

var backprojections = []string{"all", "weighted", "earlier", "gradient", "reconstruction"}

// String returns all, weighted, earlier, gradient or reconstruction.
func (b Backprojection) String() string {
	if b < FromAll || b > Reconstruction {
		return fmt.Sprintf("Backprojection(%d)", int(b))
	}
	return backprojections[b]
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (b Backprojection) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler for the form of String.
func (b *Backprojection) UnmarshalText(text []byte) error {
	i := slices.Index(backprojections, string(text))
	if i < 0 {
		return fmt.Errorf("backprojection %q does not exist: choose %s", text, strings.Join(backprojections, ", "))
	}
	*b = Backprojection(i)
	return nil
}

// Validate returns an error if the backprojection does not exist.
func (r Residual) Validate() error {
	if r.Of < FromAll || r.Of > Reconstruction {
		return fmt.Errorf("%v does not exist: choose %s", r.Of, strings.Join(backprojections, ", "))
	}
	return nil
}

// Signature implements Phase.
func (r Residual) Signature() Signature {
	equation := map[Backprojection]string{
		FromAll:        "w_i ← w_i − α y_i Σ_k y_k w_k",
		Weighted:       "w_i ← w_i − (α/λ_i²) y_i Σ_k y_k w_k",
		FromEarlier:    "w_i ← w_i − α y_i Σ_{k≤i} y_k w_k",
		Gradient:       "w_i ← w_i − α y_i (y_i w_i + 2 Σ_{k<i} y_k w_k)",
		Reconstruction: "w_i ← w_i − α (y_i r + (w_i·r) x), r = Σ_k y_k w_k",
	}[r.Of]
	s := Signature{Name: "Residual", Equation: equation, Reads: []Variable{Y, W}, Writes: []Variable{W}, Makes: []neuron.Part{neuron.Nonlocal}, NonLocal: true}
	if r.Of == Reconstruction {
		s.Reads = []Variable{X, Y, W}
	}
	return s
}

// Run implements Phase.
func (r Residual) Run(c *Circuit) error {
	rate, n := c.rate.At(c.step), c.inputs.Len()
	if c.back == nil {
		c.back = make([]float64, 2*n)
	}
	clear(c.back)
	if r.Of == FromEarlier || r.Of == Gradient {
		r.inOrder(c, rate, c.back[:n], c.back[n:])
	} else {
		r.atOnce(c, rate, c.back[:n])
	}
	return nil
}

// atOnce takes from every row what is projected back to all of them.
func (r Residual) atOnce(c *Circuit, rate float64, back []float64) {
	y, x, gains := c.outputs.Signals(neuron.Final), c.inputs.Signals(neuron.Final), c.outputs.Gains()
	for i, v := range y {
		kernel.Axpy(back, v, c.feedforward.Row(i))
	}
	for i, v := range y {
		c.feedforward.AlterPart(neuron.Nonlocal, i, func(w []float64) {
			told := rate * v
			switch r.Of {
			case Weighted:
				told /= gains[i] * gains[i]
			case Reconstruction:
				kernel.Axpy(w, -(rate * kernel.Dot(w, back)), x)
			}
			kernel.Axpy(w, -told, back)
		})
	}
}

// inOrder takes from one row after another what it and those before it project back:
// twice of those before it, if it is a Gradient.
func (r Residual) inOrder(c *Circuit, rate float64, back, next []float64) {
	for i, v := range c.outputs.Signals(neuron.Final) {
		row := c.feedforward.Row(i)
		if r.Of == Gradient {
			copy(next, back)
			kernel.Axpy(next, 2*v, row)
		}
		kernel.Axpy(back, v, row)
		c.feedforward.AlterPart(neuron.Nonlocal, i, func(w []float64) { kernel.Axpy(w, -(rate * v), back) })
		if r.Of == Gradient {
			copy(back, next)
		}
	}
}
