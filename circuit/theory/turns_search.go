package theory

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"twophase/internal/numerics/random"
)

// Search says how hard lateral states are searched for. The zero Search is the default.
type Search struct {
	Starts int    // starts of the circuit's own; 0: EnoughStarts, or FewStarts with more than ManyOutputs
	Ranks  int    // starts with each smaller number of components; 0: 2, negative: none
	Seed   uint64 // of the starts

	firstFailure bool // end when a start of the circuit's own has failed
}

// LateralStates is what a search found.
type LateralStates struct {
	Turns  Turns
	Wanted Stability      // of the wanted fixed point
	States []LateralState // without mirror images: largest rank first, and then those that trap

	// Of Starts starts of the circuit's own, Reached ended at the wanted fixed point, or at
	// one with the same components in another order that is left only slowly. Unsettled ended at
	// none in their time. Of these, in Escaped M grows without bound, and Oscillating still
	// change fast. The others ended in States.
	Starts, Reached, Unsettled int
	Escaped, Oscillating       int
}

// Basin returns what the starts say of the probability of failure.
func (l LateralStates) Basin() Basin {
	open := l.Unsettled - l.Escaped - l.Oscillating
	return Basin{Starts: l.Starts, Failed: l.Starts - l.Reached - open, Open: open}
}

// Traps returns the states that are not unstable.
func (l LateralStates) Traps() (traps []LateralState) {
	for _, s := range l.States {
		if s.Traps() {
			traps = append(traps, s)
		}
	}
	return traps
}

// Search looks for lateral states. It lets the flow run from starts of the circuit's own (W is
// N(0, 1/N), M the initial scale) and from starts that have only the first r < K components. It
// moves what it arrives at to the fixed point by Newton's method, and keeps fixed points with
// M_o ≠ 0. A linearly stable one that misses a component has the first r ≥ LeastRank.
//
// The fixed points, their thresholds and their stability are computed. There may be others,
// which no start ended in. How often a circuit fails, Basin says.
func (t Turns) Search(s Search) (*LateralStates, error) {
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("searching lateral states: %w", err)
	}
	if s.Starts == 0 {
		s.Starts = EnoughStarts
		if len(t.Point.Gains) > ManyOutputs {
			s.Starts = FewStarts
		}
	}
	if s.Ranks == 0 {
		s.Ranks = 2
	}
	found := &LateralStates{Turns: t, Starts: s.Starts}
	l, err := t.Point.Linearise(t.Tau)
	if err != nil {
		return nil, fmt.Errorf("searching lateral states: %w", err)
	}
	found.Wanted = l.Stability()
	k := len(t.Point.Gains)
	for _, end := range t.runStarts(s, k) {
		if end.err != nil {
			return nil, fmt.Errorf("searching lateral states: %w", end.err)
		}
		for _, state := range end.passed {
			found.add(state)
		}
		switch {
		case end.state == nil && end.whole:
			found.Unsettled++
			found.Escaped += end.escaped
			found.Oscillating += end.oscillating
		case end.state == nil:
		case end.state.isWanted(k) && end.whole:
			found.Reached++
		case end.state.isWanted(k):
		case end.whole:
			found.add(*end.state).Starts++
		default:
			found.add(*end.state)
		}
	}
	if collapsed, ok, err := t.Collapse(); err != nil {
		return nil, err
	} else if ok {
		found.add(collapsed)
	}
	slices.SortStableFunc(found.States, func(a, b LateralState) int {
		if a.Rank != b.Rank {
			return b.Rank - a.Rank
		}
		return int(a.Stability()) - int(b.Stability())
	})
	return found, nil
}

// add adds a state, unless it is there, and returns it.
func (l *LateralStates) add(s LateralState) *LateralState {
	i := slices.IndexFunc(l.States, s.same)
	if i < 0 {
		i = len(l.States)
		l.States = append(l.States, s)
	}
	return &l.States[i]
}

// start returns a random start, as circuits start: W is N(0, 1/N), and M the initial scale.
func (f *turnsFlow) start(seed uint64, trial int) []float64 {
	z := make([]float64, f.size())
	w := z[:f.k*f.n]
	random.New(seed, uint64(trial), "lateral states").Normals(w, 0)
	for i := range w {
		w[i] /= math.Sqrt(float64(len(f.Point.Spectrum))) * f.unit
	}
	for i := range f.k {
		z[f.entry(i, i)] = f.Point.Network.InitialScale / f.unit
	}
	return z
}

// runStarts lets the flow run from all starts of a search, and returns where they ended, in
// their order. If the search ends with the first failure, starts after it may be missing.
func (t Turns) runStarts(s Search, k int) []startEnd {
	components := slices.Repeat([]int{min(len(t.Point.Spectrum), k+mostMore)}, s.Starts)
	for r := k - 1; r >= t.LeastRank(); r-- {
		if t.Point.Spectrum[r-1] > 0 {
			components = append(components, slices.Repeat([]int{r}, max(0, s.Ranks))...)
		}
	}
	ends := make([]startEnd, len(components))
	var next atomic.Int64
	var failed atomic.Bool
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(ends)) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(ends) || s.firstFailure && failed.Load() {
					return
				}
				f, trial := newTurnsFlow(t, components[i]), i
				if i >= s.Starts {
					trial = (i - s.Starts) % s.Ranks
				}
				ends[i] = f.settle(f.start(s.Seed, trial))
				ends[i].whole = i < s.Starts
				if end := ends[i].state; end == nil || !end.isWanted(k) {
					failed.Store(true)
				}
			}
		})
	}
	workers.Wait()
	return ends
}

// mostMore is how many components beyond the wanted ones a start has at most. What is beyond
// them decays faster, and starts matter little to it.
const mostMore = 16

// FewestTurns returns the smallest even number of turns, up to most, from none of whose starts the
// search fails, and what these starts say; 0 if there is none. It stops at the first start that
// fails, so that a number of turns which fails often costs little. The confidence is that of each
// number of turns by itself. Count of t is ignored.
func (t Turns) FewestTurns(s Search, most int) (int, Basin, error) {
	s.firstFailure, s.Ranks = true, -1
	for t.Count = 2; t.Count <= most; t.Count += 2 {
		found, err := t.Search(s)
		if err != nil {
			return 0, Basin{}, err
		}
		if found.Reached == found.Starts {
			return t.Count, found.Basin(), nil
		}
	}
	return 0, Basin{}, nil
}
