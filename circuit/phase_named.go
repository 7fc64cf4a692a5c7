package circuit

import (
	"cmp"
	"slices"

	"twophase/neuron"
	"twophase/synapse"
)

// The neural phases of the paper and its relatives, by name. They are turns and settlings of the
// population outputs, with what it receives from the projections feedforward (W) and lateral (M_o).
// A schedule shows and writes them by these names.
var (
	// Feedforward is the first turn: ỹ = M_d⁻¹ W x.
	Feedforward = Turn{Population: "outputs", Slot: neuron.Provisional, Receives: ReceptionsOf(Reception{Through: "feedforward", Slot: neuron.Stimulus})}
	// Lateral is the second turn of the two-phase circuit: y = ỹ − M_d⁻¹ M_o ỹ. All neurons read ỹ.
	Lateral = lateralTurn(neuron.Provisional)
	// feedforwardAsFinal is Feedforward as it can also be written, if Lateral reads y: y = M_d⁻¹ W x.
	feedforwardAsFinal = Turn{Population: "outputs", Slot: neuron.Final, Receives: ReceptionsOf(Reception{Through: "feedforward", Slot: neuron.Stimulus})}

	// LateralAgain is a further turn: y ← ỹ − M_d⁻¹ M_o y. Lateral and S − 2 times LateralAgain are
	// S Jacobi sweeps of Settle, to the last bit.
	LateralAgain = lateralTurn(neuron.Final)
	// StaleLateral is Lateral with signals that arrive one stimulus late: y = ỹ − M_d⁻¹ M_o ỹ(t−1).
	StaleLateral = lateralTurn(neuron.Late)
	// Cascade is a turn in order: y_i = ỹ_i − Σ_{j<i} M_ij y_j / m_ii.
	Cascade = inOrder(lateralTurn(neuron.Final))
	// Fire is the turn of outputs without lateral signals: y = ỹ.
	Fire = Turn{Population: "outputs", Slot: neuron.Final, Base: SlotOf(neuron.Provisional)}
	// Solve finds the outputs at which settling ends: y = (I + M_d⁻¹ M_o)⁻¹ ỹ.
	Solve = Equilibrate{Populations: "outputs", Slot: neuron.Final, Base: SlotOf(neuron.Provisional)}
)

func lateralTurn(from neuron.Slot) Turn {
	return Turn{Population: "outputs", Slot: neuron.Final, Base: SlotOf(neuron.Provisional), Receives: ReceptionsOf(Reception{Through: "lateral", Slot: from})}
}

// Lateral and LateralAgain as they can also be written.
var lateralAfresh, lateralAgainAfresh Phase = turnAfresh(neuron.Provisional), turnAfresh(neuron.Final)

// turnAfresh is y ← M_d⁻¹(W x − M_o s), with the activities s of a slot.
func turnAfresh(from neuron.Slot) Turn {
	return Turn{Population: "outputs", Slot: neuron.Final, Receives: ReceptionsOf(Reception{Through: "feedforward", Slot: neuron.Stimulus}, Reception{Through: "lateral", Slot: from})}
}

func inOrder(t Turn) Turn {
	t.InOrder = true
	return t
}

type namedPhase struct {
	name, equation string
	phase          Phase
}

// isNamed reports whether a phase has a name of its own.
func isNamed(phase Phase) bool {
	return slices.ContainsFunc(named, func(n namedPhase) bool { return n.phase == phase })
}

// named are the phases with names of their own, and their equations in the symbols of the paper.
var named = []namedPhase{
	{"Feedforward", "ỹ = M_d⁻¹ W x", Feedforward},
	{"Fire", "y = ỹ", Fire},
	{"Lateral", "y = ỹ − M_d⁻¹ M_o ỹ", Lateral},
	{"LateralAgain", "y ← ỹ − M_d⁻¹ M_o y", LateralAgain},
	{"StaleLateral", "y = ỹ − M_d⁻¹ M_o ỹ(t−1)", StaleLateral},
	{"Cascade", "y_i = ỹ_i − Σ_{j<i} M_ij y_j / m_ii, in the order of i", Cascade},
	{"Solve", "y = (I + M_d⁻¹ M_o)⁻¹ ỹ = M⁻¹ W x", Solve},
}

// call gives a signature the name of a phase that has one of its own and, in a pair, its equation.
func (g Graph) call(s *Signature, phase Phase) {
	for _, n := range named {
		if n.phase != phase {
			continue
		}
		if s.Name = n.name; g.isPair() {
			s.Equation = n.equation
		}
	}
}

// apart returns the signature of a phase apart from any circuit: in the circuits of the paper, if it can be in them, and
// otherwise the one that is given.
func apart(phase placedIn, s Signature) Signature {
	if phase.checkIn(paperGraph) == nil {
		return SignatureIn(phase, paperGraph)
	}
	return s
}

// paperGraph is the graph in which the named phases are those of the paper.
var paperGraph = twoPopulations(synapse.Hebbian, synapse.AntiHebbianPSP, synapse.AllToAll, neuron.ScalePSP)

// PhaseNamed returns the turn or the settling of a name, such as Feedforward or Solve.
func PhaseNamed(name string) (Phase, bool) {
	for _, n := range named {
		if n.name == name {
			return n.phase, true
		}
	}
	return nil, false
}

// InOwnNames returns a phase that names the parts of the paper, such as Lateral, with the names of a graph that is a pair
// (see Network.InPaperNames). In any other graph, and where it may name other parts, it is as it was.
func (g Graph) InOwnNames(phase Phase) Phase {
	of, own := g.paperNames(), map[string]string{}
	if of == nil {
		return phase
	}
	for name, paper := range of {
		own[paper] = name
	}
	if in, ok := renamed(phase, func(s string) string { return cmp.Or(own[s], s) }); ok {
		return in
	}
	return phase
}

// renamed returns a phase of parts with other names. ok is false of a phase that may name parts in another way.
func renamed(phase Phase, name func(string) string) (_ Phase, ok bool) {
	switch p := phase.(type) {
	case Turn:
		return p.renamed(name), true
	case Settle:
		p.Turn = p.turn().renamed(name)
		if p.Turn == LateralAgain {
			p.Turn = Turn{} // which stands for it
		}
		return p, true
	case Equilibrate:
		p.Populations = NamesOf(name(string(p.Populations)))
		return p, true
	case Residual:
		if p.Through = name(p.through()); p.Through == "feedforward" {
			p.Through = "" // which stands for it
		}
		return p, true
	case Plasticity, MeanField, Unlearn: // which name no part
		return p, true
	}
	return phase, false
}

// renamed returns a turn of parts with other names.
func (t Turn) renamed(name func(string) string) Turn {
	t.Population = name(t.Population)
	receives := t.Receives.List()
	for i := range receives {
		receives[i].Through = name(receives[i].Through)
	}
	t.Receives = ReceptionsOf(receives...)
	return t
}
