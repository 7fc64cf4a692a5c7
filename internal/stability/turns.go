package stability

import (
	"slices"

	"twophase/circuit/theory"
	"twophase/internal/number"
)

// MostTurns is the largest number of turns that a search for enough turns tries.
const MostTurns = 20

// Turns is the theory of settling that is truncated after a number of simultaneous turns. The
// states are found by a search; that a state is a fixed point, its thresholds and its stability
// are computed. Components count from 0.
type Turns struct {
	Turns  int    `json:"turns"`        // S
	Enough *int   `json:"turns_enough"` // the smallest even S without a stable lateral state found, or null
	Traps  []Trap `json:"traps"`        // lateral states found, those that are stable first
	Answer string `json:"answer"`

	Starts    int      `json:"starts"`    // number of random starts of the flow with all components
	Reached   int      `json:"reached"`   // number of these that ended with all components and M_o = 0
	Unsettled int      `json:"unsettled"` // number of these that ended at no state in their time
	Complete  bool     `json:"complete"`  // it is proved that no stable state misses a component
	Remedies  []Remedy `json:"remedies"`  // what helps; empty if no help is needed

	wanted   theory.Stability
	spectrum []float64
	known    bool // the search speaks for or against the turns
}

// Trap is a lateral state.
type Trap struct {
	Rank      int             `json:"rank"`
	Scales    []number.Number `json:"scales"`    // m [K]
	Threshold []number.Number `json:"threshold"` // g* of each null direction, largest first
	Missing   []int           `json:"missing"`
	Radius    number.Number   `json:"radius"`
	Error     number.Number   `json:"e_pro"`
	Slowest   number.Number   `json:"rate"` // the largest of all rates: the state is stable if it is negative
	Stable    bool            `json:"stable"`
	Starts    int             `json:"starts"` // how many of the random starts ended here
}

// NewTurns searches the lateral states of a network with S turns, and what helps against them.
func NewTurns(p theory.FixedPoint, tau float64, turns int) (*Turns, error) {
	problem := theory.Turns{Point: p, Tau: tau, Count: turns}
	l, err := p.Linearise(tau)
	if err != nil {
		return nil, err
	}
	found := &theory.LateralStates{Wanted: l.Stability()}
	if found.Wanted != theory.Unstable { // else the flow has nowhere to go, and no search of traps says anything
		if found, err = problem.Search(theory.Search{}); err != nil {
			return nil, err
		}
	}
	t := &Turns{
		Turns: turns, Traps: []Trap{}, Starts: found.Starts, Reached: found.Reached, Unsettled: found.Unsettled,
		Complete: problem.Complete(), Remedies: []Remedy{}, wanted: found.Wanted, spectrum: p.Spectrum,
		known: found.Enough() || len(found.Traps()) > 0,
	}
	for _, s := range found.States {
		t.Traps = append(t.Traps, newTrap(s))
	}
	slices.SortStableFunc(t.Traps, func(a, b Trap) int {
		switch {
		case a.Stable == b.Stable:
			return b.Starts - a.Starts
		case a.Stable:
			return -1
		}
		return 1
	})
	enough := 0
	if found.Wanted != theory.Unstable {
		if enough, err = problem.TurnsEnough(theory.Search{}, MostTurns); err != nil {
			return nil, err
		}
	}
	if enough > 0 {
		t.Enough = &enough
	}
	if t.trapped() || !t.known || found.Wanted == theory.Unstable {
		if t.Remedies, err = remedies(problem, enough); err != nil {
			return nil, err
		}
	}
	t.Answer = t.answer(len(p.Gains))
	return t, nil
}

func newTrap(s theory.LateralState) Trap {
	t := Trap{
		Rank: s.Rank, Scales: number.Numbers(s.Scales()), Threshold: []number.Number{}, Missing: append([]int{}, s.Missing...),
		Radius: number.Number(s.Radius), Error: number.Number(s.Error), Slowest: number.Number(max(s.Within, s.Outside)), Stable: s.Traps(), Starts: s.Starts,
	}
	for _, x := range s.Thresholds {
		t.Threshold = append(t.Threshold, number.Number(x.Value))
	}
	return t
}

// trapped reports whether a lateral state that was found is stable.
func (t *Turns) trapped() bool { return len(t.Traps) > 0 && t.Traps[0].Stable }
