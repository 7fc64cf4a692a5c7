package circuit

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/internal/numerics/dense"
	"twophase/internal/numerics/kernel"
	"twophase/internal/numerics/random"
	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// Rewire is a phase of structural plasticity. Every so many steps it prunes the synapses of a projection whose
// |weight| has been below a bound for a time, and may grow as many at places of the projection that were vacant before:
// places where its wiring has no synapse at the start, or where one was pruned earlier. If there are fewer such places,
// each of them gets a synapse.
//
// A pruned synapse neither transmits nor learns, as a lesioned one, but it can grow again; a lesioned one cannot. Frozen
// synapses are not pruned, and nothing changes in a projection that is frozen as a whole.
//
// The phase counts, for each synapse, the steps since its |weight| was last not below the bound. So it looks at every
// weight in every step. Growth is not local: how many synapses grow depends on those that are pruned elsewhere. By
// correlation, the phase also sums the products of the two activities at every place.
//
// Both executors call Run; TestRewireIsALoop checks both.
type Rewire struct {
	Projection string  `json:"projection"` // with synapses of its own
	Every      int     `json:"every"`      // steps from one pruning to the next
	Below      float64 `json:"below"`      // bound of |weight|, ≥ 0
	For        int     `json:"for"`        // steps below it after which a synapse is pruned
	Grow       Growth  `json:"grow"`
	Start      float64 `json:"start,omitempty"` // weight of a synapse that grows
}

// Growth says where synapses grow.
type Growth int

const (
	GrowNone       Growth = iota // nowhere
	GrowRandom                   // at random
	GrowCorrelated               // where the activities of the two neurons are most correlated since the last pruning
)

var growths = []string{"none", "random", "correlation"}

// String returns none, random or correlation.
func (g Growth) String() string { return wording.NameOf(g, growths) }

// MarshalText implements encoding.TextMarshaler in the form of String.
func (g Growth) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler for the form of String.
func (g *Growth) UnmarshalText(text []byte) (err error) {
	*g, err = wording.ValueOf[Growth]("growth", string(text), growths)
	return err
}

// Validate returns an error that names the first field that is out of range.
func (r Rewire) Validate() error {
	switch {
	case r.Every < 1:
		return fmt.Errorf("rewiring of %s every %d steps: give at least 1", r.Projection, r.Every)
	case !(r.Below >= 0) || !finite(r.Below):
		return fmt.Errorf("rewiring of %s below %v: give 0 or a positive number", r.Projection, wording.Format(r.Below))
	case r.For < 1 || r.For > math.MaxInt32:
		return fmt.Errorf("rewiring of %s after %d steps below the bound (for): give a number from 1 to %d", r.Projection, r.For, math.MaxInt32)
	case r.Grow < GrowNone || r.Grow > GrowCorrelated:
		return fmt.Errorf("rewiring of %s with the growth %v: choose %s", r.Projection, r.Grow, strings.Join(growths, ", "))
	case r.Grow == GrowCorrelated && r.Every < 3:
		return fmt.Errorf("rewiring of %s every %s by correlation: a correlation needs at least 3 steps; give every: 3 or more", r.Projection, wording.Count(r.Every, "step"))
	case r.Grow == GrowNone && r.Start != 0:
		return fmt.Errorf("rewiring of %s has a start, and nothing grows: leave it out, or choose grow: random or correlation", r.Projection)
	case !finite(r.Start):
		return fmt.Errorf("rewiring of %s with the start %v: give a finite number", r.Projection, r.Start)
	}
	return nil
}

// Signature implements Phase. It does not change what axons carry.
func (r Rewire) Signature() Signature { return apart(r, r.signature()) }

func (r Rewire) signature() Signature {
	s := silent("Rewire", fmt.Sprintf("every %s, prunes where |w| < %v for %s", wording.Count(r.Every, "step"), r.Below, wording.Count(r.For, "step")))
	where := "at random"
	if r.Grow == GrowCorrelated {
		where = "where its neurons are most correlated"
	}
	if r.Grow != GrowNone {
		s.Equation += fmt.Sprintf(", grows as many %s with w = %v", where, r.Start)
		s.Local = No
	}
	return s
}

func (r Rewire) signatureIn(g Graph) Signature {
	s := r.signature()
	s.Equation = r.Projection + ": " + s.Equation
	s.Reads = []Variable{g.Weights(r.Projection)}
	s.Writes = s.Reads
	if p := g.projection(r.Projection); r.Grow == GrowCorrelated && p != nil {
		s.Reads = append(s.Reads, g.Variable(p.From, neuron.Final), g.Variable(p.To, neuron.Final))
	}
	return s
}

func (r Rewire) checkIn(g Graph) error {
	if err := g.CheckOwn(r.Projection); err != nil {
		return fmt.Errorf("rewiring: %w", err)
	}
	p := g.projection(r.Projection)
	sign, signed := g.SignOf(r.Projection)
	switch {
	case p.Wiring == synapse.Unconnected:
		return fmt.Errorf("rewiring: projection %s has no synapses", r.Projection)
	case signed && r.Start < 0:
		return fmt.Errorf("rewiring: projection %s is %v, and a start of %v is below 0", r.Projection, sign, r.Start)
	case r.Grow != GrowNone && !p.hasList():
		return r.noRoom()
	}
	return nil
}

// noRoom returns the error of a projection in which nothing can grow.
func (r Rewire) noRoom() error {
	return fmt.Errorf("rewiring: projection %s has a synapse at every place at the start, so that none can grow elsewhere: give it fewer (wiring: {random: 0.5}), or choose grow: none", r.Projection)
}

// rewires returns the phase that rewires a projection, if there is one.
func (s Schedule) rewires(projection string) (r Rewire, is bool) {
	for _, phase := range s {
		if r, is = phase.(Rewire); is && r.Projection == projection {
			return r, true
		}
	}
	return Rewire{}, false
}

// vacate gives a projection with listed synapses a place for every other one, where it can grow.
func (r Rewire) vacate(p *synapse.Projection, listed []bool) error {
	columns := p.Pre().Len()
	for s := range p.All() {
		if !listed[s.Post().Index()*columns+s.Pre().Index()] {
			s.Prune()
		}
	}
	if r.Grow != GrowNone && p.Gone() == 0 {
		return r.noRoom()
	}
	return nil
}

// setRewiring makes the memory of the projections that a schedule rewires, and drops that of others.
func (c *Circuit) setRewiring(s Schedule) {
	for _, l := range c.links {
		r, is := s.rewires(l.name)
		switch {
		case !is:
			l.rewiring = nil
		case l.rewiring == nil:
			l.rewiring = &rewiring{faint: make([]uint32, l.to.Len()*l.pre.Len())}
		}
		if is && r.Grow != GrowCorrelated {
			l.rewiring.sums = nil
		} else if is && l.rewiring.sums == nil {
			l.rewiring.sums = newPairSums(l.to.Len(), l.pre.Len())
		}
	}
}

// Rewires reports whether a phase rewires a projection.
func (c *Circuit) Rewires() bool {
	return slices.ContainsFunc(c.links, func(l *link) bool { return l.rewiring != nil })
}

// Run implements Phase.
func (r Rewire) Run(c *Circuit) error {
	l := c.link(r.Projection)
	if l.memory.Frozen {
		return nil
	}
	l.rewiring.count(l, r)
	sums := l.rewiring.sums
	if sums != nil {
		sums.add(l.to.Signals(neuron.Final), l.pre.Signals(neuron.Final))
	}
	if c.step%r.Every != 0 {
		return nil
	}
	done := l.rewiring.turnOver(l, r, func(vacant []int) []int {
		if sums != nil {
			return sums.order(vacant)
		}
		return random.New(c.spec.Seed, c.spec.Trial, "growth of "+r.Projection).Permutation(len(vacant), uint64(c.step))
	})
	if sums != nil {
		sums.clear()
	}
	if c.watchRewiring == nil || done.Pruned == nil {
		return nil
	}
	return c.watchRewiring(done)
}

// count counts the steps that weights have been below the bound, of the synapses that learn.
func (m *rewiring) count(l *link, r Rewire) {
	columns := l.pre.Len()
	l.memory.Flush()
	for post := range l.to.Len() {
		faint := m.faint[post*columns:][:columns]
		for pre, w := range l.memory.Row(post) {
			switch {
			case !(math.Abs(w) < r.Below):
				faint[pre] = 0
			case faint[pre] < uint32(r.For):
				faint[pre]++
			}
		}
		for _, h := range l.memory.Held(post) {
			faint[h.Pre] = 0
		}
	}
}

// turnOver prunes the synapses that were faint for long enough, and grows others at the first of the vacant places in
// some order, which returns indices into them.
func (m *rewiring) turnOver(l *link, r Rewire, order func(vacant []int) []int) Rewired {
	done, p, columns := Rewired{Projection: r.Projection, Every: r.Every}, l.synapses, l.pre.Len()
	m.vacant = m.vacant[:0]
	for post := range l.to.Len() {
		for _, h := range l.memory.Held(post) {
			if r.Grow != GrowNone && h.Why == dense.Vacant {
				m.vacant = append(m.vacant, post*columns+h.Pre)
			}
		}
	}
	for at, n := range m.faint {
		if n >= uint32(r.For) {
			s := p.Synapse(at/columns, at%columns)
			done.Pruned = append(done.Pruned, Turnover{s, s.Weight()})
			s.Prune()
			m.faint[at] = 0
		}
	}
	if few := min(len(done.Pruned), len(m.vacant)); few > 0 {
		chosen := order(m.vacant)[:few]
		slices.Sort(chosen)
		for _, i := range chosen {
			s := p.Synapse(m.vacant[i]/columns, m.vacant[i]%columns)
			s.Grow(r.Start)
			done.Grown = append(done.Grown, Turnover{s, r.Start})
		}
	}
	return done
}

// newPairSums returns sums over no steps.
func newPairSums(post, pre int) *pairSums {
	vector := func(n int) []float64 { return make([]float64, n) }
	return &pairSums{vector(1), vector(post), vector(pre), vector(post), vector(pre), vector(post), vector(pre), vector(post * pre)}
}

// vectors returns all sums; nil if there are none.
func (s *pairSums) vectors() [][]float64 {
	if s == nil {
		return nil
	}
	return [][]float64{s.steps, s.firstPost, s.firstPre, s.post, s.pre, s.postSquares, s.preSquares, s.products}
}

func (s *pairSums) clear() {
	for _, v := range s.vectors() {
		clear(v)
	}
}

// add takes in the activities of a step.
func (s *pairSums) add(post, pre []float64) {
	if s.steps[0]++; s.steps[0] == 1 {
		copy(s.firstPost, post)
		copy(s.firstPre, pre)
	}
	for j, x := range pre {
		d := x - s.firstPre[j]
		s.pre[j] += d
		s.preSquares[j] = math.FMA(d, d, s.preSquares[j])
	}
	for i, y := range post {
		e := y - s.firstPost[i]
		s.post[i] += e
		s.postSquares[i] = math.FMA(e, e, s.postSquares[i])
		row := s.products[i*len(pre):][:len(pre)]
		for j, x := range pre {
			row[j] = math.FMA(e, x-s.firstPre[j], row[j])
		}
	}
}

// correlation returns the correlation coefficient of the neurons at a place, 0 if one of them is constant.
func (s *pairSums) correlation(at int) float64 {
	i, j, n := at/len(s.pre), at%len(s.pre), s.steps[0]
	of := func(products, a, b float64) float64 { return math.FMA(n, products, -float64(a*b)) }
	spread := float64(of(s.postSquares[i], s.post[i], s.post[i]) * of(s.preSquares[j], s.pre[j], s.pre[j]))
	if !(spread > 0) {
		return 0
	}
	return min(max(of(s.products[at], s.post[i], s.pre[j])/math.Sqrt(spread), -1), 1)
}

// order returns the indices of places by falling correlation, and by place where it is the same.
func (s *pairSums) order(places []int) []int {
	order := make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.correlation(places[b]), s.correlation(places[a])) })
	return order
}

// RewiringState is the memory of a phase Rewire.
type RewiringState struct {
	Projection string
	Faint      []uint32    // [post×pre]: for how many steps |weight| has been below the bound
	Sums       [][]float64 `json:",omitempty"` // since the last pruning, if synapses grow by correlation: see pairSums
}

// rewirings returns the memory of all phases Rewire.
func (c *Circuit) rewirings() (all []RewiringState) {
	for _, l := range c.links {
		if l.rewiring != nil {
			s := RewiringState{Projection: l.name, Faint: slices.Clone(l.rewiring.faint)}
			for _, v := range l.rewiring.sums.vectors() {
				s.Sums = append(s.Sums, slices.Clone(v))
			}
			all = append(all, s)
		}
	}
	return all
}

func (c *Circuit) restoreRewirings(all []RewiringState) error {
	for _, l := range c.links {
		if l.rewiring == nil {
			continue
		}
		i, sums := slices.IndexFunc(all, func(s RewiringState) bool { return s.Projection == l.name }), l.rewiring.sums.vectors()
		sameShape := func(a, b []float64) bool { return len(a) == len(b) && kernel.Finite(b) }
		if i < 0 || len(all[i].Faint) != len(l.rewiring.faint) || !slices.EqualFunc(sums, all[i].Sums, sameShape) {
			return fmt.Errorf("restore: the state has not the counts of the rewiring of %s", l.name)
		}
		copy(l.rewiring.faint, all[i].Faint)
		for k, v := range sums {
			copy(v, all[i].Sums[k])
		}
	}
	return nil
}
