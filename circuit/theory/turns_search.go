package theory

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"gonum.org/v1/gonum/mat"

	"twophase/internal/random"
)

// Search says how hard lateral states are searched for. The zero Search is the default.
type Search struct {
	Starts int    // random starts with all components; 0: 8
	Ranks  int    // random starts with each smaller number of components; 0: 2, negative: none
	Seed   uint64 // of the starts

	firstTrap bool // end when a state is found that traps
}

// LateralStates is what a search found.
type LateralStates struct {
	Turns  Turns
	Wanted Stability      // of the wanted fixed point
	States []LateralState // without mirror images: largest rank first, and then those that trap

	// Of Starts random starts with all components, Reached ended at the wanted fixed point, or at
	// one with the same components in another order that is left only slowly. Unsettled ended at
	// none in their time: the flow oscillates, diverges or is slow. The others ended in States.
	Starts, Reached, Unsettled int
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

// Search looks for lateral states. It lets the flow run from random starts, with all
// components and with only the first r < K of them, moves what it arrives at to the fixed
// point by Newton's method, and keeps fixed points with M_o ≠ 0. A stable one that misses a
// component has the first r, and r > K/2 for an even number of turns.
//
// The fixed points, their thresholds and their stability are computed. There may be others,
// which no start ended in.
func (t Turns) Search(s Search) (*LateralStates, error) {
	if err := t.Validate(); err != nil {
		return nil, fmt.Errorf("searching lateral states: %w", err)
	}
	if s.Starts == 0 {
		s.Starts = 8
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

// start returns a random start: W is N(0, 1/N), as circuits start, times 1, 3 or 1/3.
func (f *turnsFlow) start(seed uint64, trial int) []float64 {
	z := make([]float64, f.size())
	w := z[:f.k*f.n]
	random.New(seed, uint64(trial), "lateral states").Normals(w, 0)
	spread := []float64{1, 3, 1. / 3}[trial%3] / math.Sqrt(float64(len(f.Point.Spectrum))) / f.unit
	for i := range w {
		w[i] *= spread
	}
	for i := range f.k {
		z[f.entry(i, i)] = f.Point.Network.InitialScale / f.unit
	}
	return z
}

// A startEnd is where a start ended.
type startEnd struct {
	whole  bool           // all components were there
	state  *LateralState  // nil if it did not settle
	passed []LateralState // unstable states that it came by
	err    error
}

// runStarts lets the flow run from all starts of a search, and returns where they ended, in
// their order. If the search ends with the first trap, starts after it may be missing.
func (t Turns) runStarts(s Search, k int) []startEnd {
	components := slices.Repeat([]int{min(len(t.Point.Spectrum), k+min(k, fewMore))}, s.Starts)
	if !t.Point.Network.Whitens {
		least := k/2 + 1
		if t.Count%2 == 1 {
			least = 1
		}
		for r := k - 1; r >= least; r-- {
			if t.Point.Spectrum[r-1] > 0 {
				components = append(components, slices.Repeat([]int{r}, max(0, s.Ranks))...)
			}
		}
	}
	ends := make([]startEnd, len(components))
	var next atomic.Int64
	var trapped atomic.Bool
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(ends)) {
		workers.Go(func() {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(ends) || s.firstTrap && trapped.Load() {
					return
				}
				f, trial := newTurnsFlow(t, components[i]), i
				if i >= s.Starts {
					trial = (i - s.Starts) % s.Ranks
				}
				ends[i] = f.settle(f.start(s.Seed, trial))
				ends[i].whole = i < s.Starts
				if end := ends[i].state; end != nil && !end.isWanted(k) && end.Traps() {
					trapped.Store(true)
				}
			}
		})
	}
	workers.Wait()
	return ends
}

// fewMore is how many components beyond the wanted ones a start has at most. What is beyond
// them decays faster, and starts matter little to it.
const fewMore = 4

// settlingTimes are the s at which a flow is looked at, and mostSteps how many steps it may
// take in all. Where not all components are there, it has fewTimes and fewSteps.
var settlingTimes = []float64{30, 60, 120, 250, 500, 1000, 2000}

const (
	fewTimes  = 4
	mostSteps = 40000
	fewSteps  = 8000
)

// From the time surelySettled on, Newton's method may go as far as it likes: what is left to
// go then is along slow directions, and its first steps follow the flow.
const surelySettled = 250

// settle lets the flow run from z until it is at a fixed point that is not unstable to it.
func (f *turnsFlow) settle(z []float64) (end startEnd) {
	before, steps := 0., 0
	times, most := settlingTimes, mostSteps
	if f.n < f.k {
		times, most = times[:fewTimes], fewSteps
	}
	for _, s := range times {
		taken, ok := f.run(z, s-before, most-steps)
		if steps += taken; !ok {
			return end
		}
		before = s
		near, point := f.reduced(z)
		if near == nil {
			continue
		}
		far := math.Inf(1)
		if s < surelySettled {
			far = 0.2
		}
		if !near.polish(point, far) || near.rankLost(point) {
			continue
		}
		state, err := near.state(point)
		if err != nil {
			return startEnd{err: err}
		}
		ordering := s >= surelySettled && state.isWanted(f.k)                           // all is found, and what is left is slow
		if ordering || state.Traps() || near.n == f.n && state.Within <= marginalRate { // what is left out of f does not count
			end.state = &state
			return end
		}
		if !state.isWanted(f.k) {
			end.passed = append(end.passed, state)
		}
		for i := range f.k { // what has all but vanished would take long to come back
			for c := near.n; c < f.n; c++ {
				z[i*f.n+c] += 1e-4 * f.g[c] * float64(1-2*((i*c+i/2)%2))
			}
		}
	}
	return end
}

// reduced returns the flow with the first components only that z has, at most K, and z there;
// nil if those that z has are not the first ones.
func (f *turnsFlow) reduced(z []float64) (*turnsFlow, []float64) {
	filter := mat.NewDense(f.k, f.n, f.filter(z))
	r := f.n
	for r > 1 && mat.Norm(filter.ColView(r-1), 2) < 1e-3 {
		r--
	}
	if r > f.k {
		return nil, nil
	}
	reduced := newTurnsFlow(f.Turns, r)
	point := make([]float64, reduced.size())
	for i := range f.k {
		copy(point[i*r:(i+1)*r], z[i*f.n:])
	}
	copy(point[f.k*r:], z[f.k*f.n:])
	return reduced, point
}

// rankLost reports whether a component has vanished at the fixed point z.
func (f *turnsFlow) rankLost(z []float64) bool {
	filter := mat.NewDense(f.k, f.n, f.filter(z))
	for c := range f.n {
		if mat.Norm(filter.ColView(c), 2) < 1e-6 {
			return true
		}
	}
	return false
}

// Enough reports whether the search found the number of turns sufficient: every lateral state
// found is unstable, and at least half of the starts with all components ended at the wanted fixed
// point.
func (l LateralStates) Enough() bool { return len(l.Traps()) == 0 && 2*l.Reached >= l.Starts }

// TurnsEnough returns the smallest even number of turns, up to most, that is Enough, or 0 if there
// is none. It calls Search for each number. Count of t is ignored.
func (t Turns) TurnsEnough(s Search, most int) (int, error) {
	s.firstTrap = true
	var traps []LateralState // of two turns fewer
	for t.Count = 2; t.Count <= most; t.Count += 2 {
		followed, err := t.follow(traps)
		if err != nil {
			return 0, err
		}
		if traps = followed; len(traps) > 0 {
			continue
		}
		found, err := t.Search(s)
		if err != nil {
			return 0, err
		}
		if found.Enough() {
			return t.Count, nil
		}
		traps = found.Traps()
	}
	return 0, nil
}

// follow returns the traps that Newton's method finds from those of another number of turns.
func (t Turns) follow(others []LateralState) (traps []LateralState, err error) {
	for _, o := range others {
		f := newTurnsFlow(t, o.Rank)
		z := f.at(o)
		if !f.polish(z, math.Inf(1)) || f.rankLost(z) {
			continue
		}
		s, err := f.state(z)
		if err != nil {
			return nil, err
		}
		if !s.isWanted(f.k) && s.Traps() {
			traps = append(traps, s)
		}
	}
	return traps, nil
}

// at returns the z of a state.
func (f *turnsFlow) at(s LateralState) []float64 {
	z := make([]float64, f.size())
	for i := range f.k {
		for c, g := range f.g {
			z[i*f.n+c] = g * s.Filter.At(i, c)
		}
		for j := i; j < f.k; j++ {
			z[f.entry(i, j)] = s.M.At(i, j) / f.unit
		}
	}
	return z
}
