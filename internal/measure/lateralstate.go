package measure

import (
	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/number"
)

// LateralState says which lateral state a circuit ended in whose outputs are far from the
// settled ones. Components count from 0.
type LateralState struct {
	Turns       int             `json:"turns"`       // S, in which the outputs settle
	Rank        int             `json:"rank"`        // components that are found
	Missing     []int           `json:"missing"`     // components that are not
	Thresholds  []number.Number `json:"threshold"`   // g* of each null direction, largest first
	Eigenvalues []number.Number `json:"eigenvalues"` // the top K of the stimuli
	Gains       []number.Number `json:"gains"`       // λ [K]
	Tau         number.Number   `json:"tau"`         // τ
	Radius      number.Number   `json:"radius"`      // of M_d⁻¹M_o
}

// Problem returns the problem that the theory has of the state, of a network.
func (s *LateralState) Problem(n circuit.Network) theory.Turns {
	return theory.Turns{Point: theory.FixedPoint{Network: n, Spectrum: floats(s.Eigenvalues), Gains: floats(s.Gains)}, Tau: float64(s.Tau), Count: s.Turns}
}

func floats(v []number.Number) []float64 {
	values := make([]float64, len(v))
	for i, x := range v {
		values[i] = float64(x)
	}
	return values
}

// State returns the lateral state of a circuit that settles by simultaneous turns, or nil if it
// settles in another way, is healthy, or if nothing is known of it or its stimuli.
func (r *Reference) State(c *circuit.Circuit, m Measures) *LateralState {
	network := c.Spec().Network
	network.Schedule = c.Schedule()
	turns := SimultaneousTurns(network)
	if r == nil || r.Eigenvalues == nil || turns < 2 || m.Healthy(network) {
		return nil
	}
	filter, err := c.Filter()
	if err != nil {
		return nil
	}
	k := c.Outputs().Len()
	var seen mat.Dense
	seen.Mul(filter, r.Basis)
	state := &LateralState{
		Turns: turns, Thresholds: []number.Number{}, Eigenvalues: number.Numbers(r.Eigenvalues[:k]),
		Gains: number.Numbers(c.Outputs().Gains()), Tau: number.Number(c.Tau()),
	}
	s, err := state.Problem(network).Observe(&seen, mat.NewDense(k, k, c.M()))
	if err != nil {
		return nil
	}
	state.Rank, state.Missing, state.Radius = s.Rank, append([]int{}, s.Missing...), number.Number(s.Radius)
	for _, t := range s.Thresholds {
		state.Thresholds = append(state.Thresholds, number.Number(t.Value))
	}
	return state
}

// SimultaneousTurns returns the number of turns in which the outputs of a network settle, all at
// once and from rest: Jacobi sweeps too. It is 0 of any other network.
func SimultaneousTurns(n circuit.Network) int {
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
