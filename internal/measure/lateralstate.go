package measure

import (
	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/text/wording"
)

// LateralState says where a circuit ended whose outputs are far from the settled ones, or that is
// trapped. Components count from 0.
//
// Only a Trap is a state that the theory knows. Thresholds are those of fixed points, and are left
// out of any other.
type LateralState struct {
	Trap        bool             `json:"trap"`        // it is at rest in a lateral state: see isTrap; never of a circuit that whitens, which has none
	Turns       int              `json:"turns"`       // S, in which the outputs settle
	Rank        int              `json:"rank"`        // components that are found
	Missing     []int            `json:"missing"`     // components that are not
	Thresholds  []wording.Number `json:"threshold"`   // g* of each null direction, largest first; of a trap
	Eigenvalues []wording.Number `json:"eigenvalues"` // the top K of the stimuli
	Gains       []wording.Number `json:"gains"`       // λ [K]
	Tau         wording.Number   `json:"tau"`         // τ
	Radius      wording.Number   `json:"radius"`      // of M_d⁻¹M_o
}

// Problem returns the problem that the theory has of the state, of a network.
func (s *LateralState) Problem(n circuit.Network) theory.Turns {
	return theory.Turns{Point: theory.FixedPoint{Network: n.InPaperNames(), Spectrum: wording.Floats(s.Eigenvalues), Gains: wording.Floats(s.Gains)}, Tau: float64(s.Tau), Count: s.Turns}
}

// State returns where a circuit ended that settles by simultaneous turns, or nil if it settles in
// another way, if nothing is known of it or its stimuli, or if it is healthy and in no trap. (Without
// noise, the outputs of a trapped circuit can be close to settled ones.)
func (r *Reference) State(c *circuit.Circuit, m Measures) *LateralState {
	spec := c.Spec()
	network := spec.Network
	network.Schedule = c.Schedule()
	turns := SimultaneousTurns(network)
	healthy := m.Healthy(network)
	if r == nil || r.Eigenvalues == nil || turns < 2 || len(spec.Paces) > 0 || healthy && !(m.SpectralRadius >= fewRadius) {
		return nil
	}
	if among := network.Among(); among.Name != "" { // which may have another rule now
		network = network.WithProjection(among.Name, func(p *circuit.ProjectionSpec) { p.Rule = c.Among().Rule() })
	}
	lateralDecay, _ := network.LateralDecay()
	filter, err := c.Filter()
	if err != nil {
		return nil
	}
	k := c.Outputs().Len()
	var seen mat.Dense
	seen.Mul(filter, r.Basis)
	state := &LateralState{
		Turns: turns, Thresholds: []wording.Number{}, Eigenvalues: wording.Numbers(r.Eigenvalues[:k]),
		Gains: wording.Numbers(c.Outputs().Gains()), Tau: wording.Number(c.Tau()),
	}
	s, err := state.Problem(network).Observe(&seen, mat.NewDense(k, k, c.M()))
	if err != nil {
		return nil
	}
	state.Rank, state.Missing, state.Radius = s.Rank, append([]int{}, s.Missing...), wording.Number(s.Radius)
	if state.Trap = !network.Whitens && state.isTrap(s, lateralDecay) && hasForgotten(c) && r.isAtRest(c, &seen); state.Trap {
		for _, t := range s.Thresholds {
			state.Thresholds = append(state.Thresholds, wording.Number(t.Value))
		}
	}
	if !state.Trap && healthy {
		return nil
	}
	return state
}

// At a fixed point of an even number of turns the spectral radius is 1/ε if a component is missing, with the lateral
// decay ε, and at most 1 if none is. Noise adds a little to it, and a state of full rank counts as lateral from
// fewRadius on. Above MostRadius no fixed point is near.
const (
	fewRadius  = 0.9
	MostRadius = 1.05
)

// isTrap reports whether a circuit that is at rest there stays, by what the theory has of such
// states: each missing component is below every threshold, or none is missing and M_o is large,
// or every output carries the first component after an odd number of turns.
func (l *LateralState) isTrap(s theory.LateralState, lateralDecay float64) bool {
	odd, radius := l.Turns%2 == 1, s.Radius
	if len(s.Missing) > 0 {
		radius *= lateralDecay
	}
	switch {
	case odd && s.Rank == 1 && s.Radius > 1:
		return true
	case radius < fewRadius, radius > MostRadius && !odd:
		return false
	case len(s.Missing) == 0:
		return true
	case len(s.Thresholds) == 0:
		return false
	}
	least := s.Thresholds[len(s.Thresholds)-1].Value
	return float64(l.Eigenvalues[s.Missing[0]]) < least
}

// A weight forgets its start as e^−Σα_t. The transient counts as over from Forgotten on, and the
// circuit as at rest if the mean-field flow would change W at a rate of less than restless, which
// noise alone can come to.
const (
	Forgotten = 10
	restless  = 0.3
)

// hasForgotten reports whether the transient of a circuit is over.
func hasForgotten(c *circuit.Circuit) bool {
	rate, sum := c.Rate(), 0.
	for t := 1; t <= c.StepCount() && sum < Forgotten; t++ {
		sum += rate.At(t)
	}
	return sum >= Forgotten
}

// isAtRest reports whether F G − W is small against W, in the principal subspace. F is that on the
// principal directions [K×K].
func (r *Reference) isAtRest(c *circuit.Circuit, filter *mat.Dense) bool {
	var w, change mat.Dense
	w.Mul(mat.NewDense(c.Outputs().Len(), c.Inputs().Len(), c.Forward().Weights()), r.Basis)
	change.Apply(func(_, j int, v float64) float64 { return v * r.Eigenvalues[j] }, filter)
	change.Sub(&change, &w)
	return mat.Norm(&change, 2) < restless*mat.Norm(&w, 2)
}

// SimultaneousTurns returns the number of turns in which the outputs of a network settle, all at
// once and from rest: Jacobi sweeps too. It is 0 of any other network.
func SimultaneousTurns(n circuit.Network) int {
	n = n.InPaperNames()
	if turns := n.Turns(); turns > 0 {
		return turns
	}
	for _, p := range n.Schedule {
		s, settles := p.(circuit.Settle)
		if settles && s.Method == circuit.Jacobi && s.Tolerance == 0 && s.Damping == 0 && !s.Warm {
			return s.Sweeps
		}
	}
	return 0
}
