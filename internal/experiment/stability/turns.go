package stability

import (
	"slices"

	"twophase/circuit/theory"
	"twophase/internal/text/wording"
)

// MostTurns is the largest number of turns that a search for enough turns tries.
const MostTurns = 20

// Turns is the theory of settling that is truncated after a number of simultaneous turns. The
// states are found by a search; that a state is a fixed point, its thresholds and its stability
// are computed. How often a circuit fails is bounded by starts of its own. Components count from 0.
type Turns struct {
	Turns     int     `json:"turns"`        // S
	Enough    *int    `json:"turns_enough"` // the smallest even S of which no start fails, or null
	Traps     []Trap  `json:"traps"`        // lateral states found, those that are stable first
	Answer    string  `json:"answer"`       // in words, with the verdict at its beginning
	Verdict   Verdict `json:"verdict"`
	Condition string  `json:"proved_of,omitempty"` // of which turns complete or unlateral are proved

	Starts      int            `json:"starts"`        // number of random starts of the flow, as circuits start
	Reached     int            `json:"reached"`       // number of these that ended with all components and M_o = 0
	Unsettled   int            `json:"unsettled"`     // number of these that ended at no state in their time
	Oscillating int            `json:"oscillating"`   // of the unsettled, how many still change fast
	Escaped     int            `json:"escaped"`       // of the unsettled, in how many M grows without bound
	Least       wording.Number `json:"failure_least"` // bounds of the probability that a start fails, each with 95 % confidence;
	Most        wording.Number `json:"failure_most"`  // here those that are unsettled count as failures

	Complete  bool           `json:"complete"`       // it is proved that no linearly stable fixed point misses a component; other flows are not excluded
	NoLateral bool           `json:"unlateral"`      // it is proved that every fixed point has M_o = 0; other flows are not excluded
	TauShare  wording.Number `json:"tau_share"`      // τ as a part of the largest τ at which nothing grows; at most 1/3 is advised
	Transient wording.Number `json:"transient_rate"` // α at the first step up to which circuits whose rate falls were not lost, by experience
	Remedies  []Remedy       `json:"remedies"`       // what helps; empty if no help is needed

	wanted    theory.Stability
	escapes   bool
	unbounded bool // without lateral decay M can grow without bound from some starts
	amplifies bool
	whitens   bool
	tau       float64
	basin     theory.Basin
	others    theory.Basin // of Enough
	spectrum  []float64
}

// Verdict says what is known of whether a number of turns is enough. What is proved is about fixed points only, and excludes
// no circuit that comes to no rest: so no verdict is "proved".
type Verdict string

// The verdicts.
const (
	Refused  Verdict = "refused"  // a start fails, M can grow without bound, odd turns amplify, or the wanted fixed point is unstable
	Probable Verdict = "probable" // none of the starts fails: see Turns.Most
	Unknown  Verdict = "unknown"  // too few starts came to rest, or M can grow without bound from others, as without lateral decay
)

// verdict returns what is known.
func (t *Turns) verdict() Verdict {
	switch {
	case t.wanted == theory.Unstable, t.escapes:
		return Refused
	case t.noneFails() && t.basin.Enough() && !t.unbounded:
		return Probable
	case t.noneFails(), t.basin.Failed == 0 && t.basin.Open > 0:
		return Unknown
	}
	return Refused
}

// Trap is a lateral state.
type Trap struct {
	Rank      int              `json:"rank"`
	Scales    []wording.Number `json:"scales"`    // m [K]
	Threshold []wording.Number `json:"threshold"` // g* of each null direction, largest first
	Missing   []int            `json:"missing"`
	Radius    wording.Number   `json:"radius"`
	Error     wording.Number   `json:"e_pro"`
	Slowest   wording.Number   `json:"rate"`   // the largest of all rates; 0 if the state turns freely, as within equal eigenvalues
	Stable    bool             `json:"stable"` // linearly: no rate is positive
	Starts    int              `json:"starts"` // how many of the random starts ended here
}

// NewTurns searches the lateral states of a network with S turns, and what helps against them.
func NewTurns(p theory.FixedPoint, tau float64, turns int) (*Turns, error) {
	problem := theory.Turns{Point: p, Tau: tau, Count: turns}
	l, err := p.Linearise(tau)
	if err != nil {
		return nil, err
	}
	share, err := problem.TauShare()
	if err != nil {
		return nil, err
	}
	found, enough, others := &theory.LateralStates{Wanted: l.Stability()}, 0, theory.Basin{}
	if found.Wanted != theory.Unstable { // else the flow has nowhere to go, and no search of traps says anything
		if found, err = problem.Search(theory.Search{}); err != nil {
			return nil, err
		}
		if enough, others, err = fewestTurns(problem, found); err != nil {
			return nil, err
		}
	}
	proof, condition := problem.Proof()
	epsilon, projects := p.Network.LateralDecay()
	t := &Turns{
		Turns: turns, Traps: []Trap{}, Starts: found.Starts, Reached: found.Reached, Unsettled: found.Unsettled, Oscillating: found.Oscillating, Escaped: found.Escaped,
		Complete: proof >= theory.FullRank, NoLateral: proof == theory.NoLateral, Condition: condition, TauShare: wording.Number(share), Remedies: []Remedy{},
		wanted: found.Wanted, escapes: problem.Escapes(), unbounded: projects && epsilon == 0 && len(p.Gains) > 1, amplifies: amplifies(problem, found.States), whitens: p.Network.Whitens, tau: tau, basin: found.Basin(), others: others, spectrum: p.Spectrum,
	}
	t.Transient = wording.Number(problem.TransientRate())
	t.Least, t.Most = wording.Number(t.basin.Least()), wording.Number(t.basin.Most())
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
	if enough > 0 {
		t.Enough = &enough
	}
	if !t.noneFails() {
		if t.Remedies, err = remedies(problem, enough, others); err != nil {
			return nil, err
		}
	}
	t.Verdict = t.verdict()
	t.Answer = t.answer(len(p.Gains))
	return t, nil
}

// fewestTurns returns the smallest even number of turns of which no start fails, and what its starts
// say. Of those of the problem it knows what a search found.
func fewestTurns(t theory.Turns, found *theory.LateralStates) (int, theory.Basin, error) {
	if t.Count%2 == 1 || t.Count > MostTurns || found.Reached < found.Starts {
		return t.FewestTurns(theory.Search{}, MostTurns)
	}
	fewer, basin, err := t.FewestTurns(theory.Search{}, t.Count-2)
	if fewer == 0 {
		return t.Count, found.Basin(), err
	}
	return fewer, basin, err
}

// noneFails reports whether no start fails, and no turns of another start escape or are amplified.
func (t *Turns) noneFails() bool {
	return t.Starts > 0 && !t.escapes && t.basin.Failed+t.basin.Open == 0 && !t.amplifies
}

// amplifying is the spectral radius above which turns amplify, beyond rounding.
const amplifying = 1 + 1e-6

func newTrap(s theory.LateralState) Trap {
	t := Trap{
		Rank: s.Rank, Scales: wording.Numbers(s.Scales()), Threshold: []wording.Number{}, Missing: append([]int{}, s.Missing...),
		Radius: wording.Number(s.Radius), Error: wording.Number(s.Error), Slowest: wording.Number(max(s.Within, s.Outside)), Stable: s.Traps(), Starts: s.Starts,
	}
	for _, x := range s.Thresholds {
		t.Threshold = append(t.Threshold, wording.Number(x.Value))
	}
	return t
}

// trapped reports whether a lateral state that was found is stable.
func (t *Turns) trapped() bool { return len(t.Traps) > 0 && t.Traps[0].Stable }
