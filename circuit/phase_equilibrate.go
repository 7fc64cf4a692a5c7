package circuit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/internal/text/wording"
	"twophase/neuron"
)

// Equilibrate is a neural phase in which some populations settle together. Their neurons
// come to a joint equilibrium,
//
//	s_i = f((external_i + Σ_j ± w_ij s_j) / m_ii),
//
// where j runs over the neurons of the set. What arrives from other populations is sent once,
// before they settle. Rectified and linear populations may be mixed: linear interneurons follow
// the rectified neurons at once.
//
// With the method InOrder the linear neurons are eliminated, unless all are linear. The others
// move one after another from rest, each to its equilibrium while the others stay. If what couples
// them is symmetric and positive definite, as in all circuits of this package, that is coordinate
// descent to the only solution. Exact solves the equations of linear populations. AtOnce moves all
// neurons of the set together, with any activation. It may not converge.
type Equilibrate struct {
	Populations Names       `json:"populations"`
	Slot        neuron.Slot `json:"slot"` // final or trace: of all signals of the phase
	// Base is the slot in which the neurons already carry, divided by their scales, what arrives from
	// elsewhere; nothing arrives again then. It is for Exact. The zero Base: none.
	Base      Base        `json:"base,omitzero"`
	Method    Equilibrium `json:"method"`
	Sweeps    int         `json:"sweeps,omitempty"`    // the largest number of sweeps; 0 for Exact
	Tolerance float64     `json:"tolerance,omitempty"` // settled when the largest change of a sweep is at most Tolerance·max|s|
	Damping   float64     `json:"damping,omitempty"`   // in [0, 1), for AtOnce; 0 for the others
}

// Equilibrium is the method of an Equilibrate phase.
type Equilibrium int

const (
	Exact   Equilibrium = iota // by elimination; linear populations only
	InOrder                    // one neuron after another; linear and rectified populations
	AtOnce                     // all neurons at once, damped
)

var equilibria = []string{"exact", "in-order", "at-once"}

// String returns exact, in-order or at-once.
func (e Equilibrium) String() string { return wording.NameOf(e, equilibria) }

// MarshalText implements encoding.TextMarshaler in the form of String.
func (e Equilibrium) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler for the form of String.
func (e *Equilibrium) UnmarshalText(text []byte) (err error) {
	*e, err = wording.ValueOf[Equilibrium]("method", string(text), equilibria)
	return err
}

// Validate returns an error that names the first field that is out of range.
func (e Equilibrate) Validate() error {
	switch {
	case len(e.Populations.List()) == 0:
		return errors.New("which populations settle? give their names")
	case e.Slot != neuron.Final && e.Slot != neuron.Trace:
		return fmt.Errorf("settling in the slot %v: choose final or trace", e.Slot)
	case e.Method < Exact || e.Method > AtOnce:
		return fmt.Errorf("settling method %d does not exist: choose %s", int(e.Method), strings.Join(equilibria, ", "))
	case e.Method == Exact && (e.Sweeps != 0 || e.Tolerance != 0):
		return errors.New("the method exact takes neither sweeps nor a tolerance")
	case e.Damping != 0 && e.Method != AtOnce:
		return fmt.Errorf("settling damping %v: it is for the method at-once", e.Damping)
	case e.Method == Exact:
		return nil
	case e.Base.Given:
		return errors.New("only the method exact settles from a base: choose it, or the phase Settle")
	}
	return checkSweeps(e.Sweeps, e.Tolerance, e.Damping)
}

// Signature implements Phase. What the phase reads, and whether it is linear, depend on the
// circuit.
func (e Equilibrate) Signature() Signature {
	return apart(e, Signature{Name: "Equilibrate", Local: e.local()})
}

// local says that the neurons of a population that settles exactly use the weights of others.
func (e Equilibrate) local() Answer {
	if e.Method == Exact {
		return No
	}
	return Yes
}

// how says how the populations settle.
func (e Equilibrate) how() string {
	if e.Method == Exact {
		return "exactly"
	}
	return fmt.Sprintf("%v, at most %s", e.Method, wording.Count(e.Sweeps, "sweep"))
}

func (e Equilibrate) checkIn(g Graph) error {
	names := e.Populations.List()
	for i, name := range names {
		if err := g.checkActive(name); err != nil {
			return err
		}
		p := g.population(name)
		switch linear, rectified := p.Activation.IsLinear(), p.Activation.IsRectified(); {
		case slices.Contains(names[:i], name):
			return fmt.Errorf("population %s is named twice", name)
		case e.Method == InOrder && p.Scale.NoLeak && linear:
			return fmt.Errorf("the neurons of %s are linear and have no leak, so that they cannot follow others: choose exact, or rectified neurons", name)
		case e.Method == AtOnce && p.Scale.NoLeak:
			return fmt.Errorf("the neurons of %s have no leak, which the method at-once divides by: choose exact or in-order", name)
		case e.Method == Exact && !linear:
			return fmt.Errorf("population %s is %v, and the method exact is for linear ones: choose in-order or at-once", name, p.Activation)
		case e.Method == InOrder && !linear && !rectified:
			return fmt.Errorf("the activation of %s is %v, and the method in-order is for linear and rectified populations: choose at-once", name, p.Activation)
		}
	}
	for i := range g.Projections {
		if p := &g.Projections[i]; slices.Contains(names, p.To) {
			if err := p.checkCarried(slices.Contains(names, p.From)); err != nil {
				return err
			}
		}
	}
	return nil
}

func (e Equilibrate) signatureIn(g Graph) Signature {
	s, names := Signature{Name: "Equilibrate", Linear: Yes, Local: e.local(), Signals: Signals{Known: true}}, e.Populations.List()
	var equations []string
	for _, name := range names {
		p := g.population(name)
		if !p.Activation.IsLinear() {
			s.Linear = No
		}
		s.Writes = append(s.Writes, g.Variable(name, e.Slot))
		if e.Base.Given {
			s.Reads = append(s.Reads, g.Variable(name, e.Base.Slot))
		}
		t, receives := Turn{Population: name, Slot: e.Slot, Base: e.Base}, []Reception(nil)
		for _, of := range g.Projections {
			outside := !slices.Contains(names, of.From)
			if of.To != name || outside && e.Base.Given {
				continue
			}
			s.Reads = append(append(s.Reads, g.Weights(of.Name)), g.sentBy(&of)...)
			receives = append(receives, Reception{Through: of.Name, Slot: e.Slot})
			if outside {
				s.Reads = append(s.Reads, g.Variable(of.From, e.Slot))
			}
			if outside || e.Method != Exact {
				s.Signals.Through = append(s.Signals.Through, Carried{Projection: of.Name, PerSweep: !outside})
			}
		}
		if p.divides() || p.Scale.Multiplies || isNamed(e) {
			s.Reads = append(s.Reads, g.scales(name))
		}
		t.Receives = ReceptionsOf(receives...)
		equations = append(equations, g.turnEquation(t))
	}
	s.Equation = strings.Join(equations, ", ") + "; settled " + e.how()
	return s
}
