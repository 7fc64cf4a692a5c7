package theory_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/testkit/long"
)

// images are the largest eigenvalues of the images of Fashion-MNIST, in units of the first.
func images() []float64 {
	return []float64{1, 0.611, 0.207, 0.171, 0.1325, 0.119, 0.081, 0.066, 0.046, 0.045, 0.040, 0.035, 0.030, 0.027}
}

// falling are k gains from 1 to 0.7.
func falling(k int) []float64 {
	gains := make([]float64, k)
	for i := range gains {
		gains[i] = 1 - 0.3*float64(i)/float64(max(1, k-1))
	}
	return gains
}

func ones(k int) []float64 { return slices.Repeat([]float64{1}, k) }

func turns(spectrum, gains []float64, count int) theory.Turns {
	return theory.Turns{Point: theory.FixedPoint{Network: circuit.IfPSP, Spectrum: spectrum, Gains: gains}, Tau: 0.5, Count: count}
}

func search(t interface{ Fatal(...any) }, turns theory.Turns) *theory.LateralStates {
	found, err := turns.Search(theory.Search{})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// plainRates are dW/ds and dM/ds of settling by turns, from the definition: W [K×n] on the
// eigenvectors, M [K×K], both row-major.
func plainRates(t theory.Turns, n int, w, m []float64) (dw, dm []float64) {
	k, g := len(t.Point.Gains), t.Point.Spectrum
	y := make([]float64, k*n)
	for range t.Count {
		next := make([]float64, k*n)
		for i := range k {
			for c := range n {
				sum := w[i*n+c]
				for j := range k {
					if j != i {
						sum -= m[i*k+j] * y[j*n+c]
					}
				}
				next[i*n+c] = sum / m[i*k+i]
			}
		}
		y = next
	}
	dw, dm = make([]float64, k*n), make([]float64, k*k)
	for i := range k {
		for c := range n {
			dw[i*n+c] = g[c]*y[i*n+c] - w[i*n+c]
		}
		for j := range k {
			sum := 0.
			for c := range n {
				sum += g[c] * y[i*n+c] * y[j*n+c]
			}
			switch decay := t.Point.Gains[i] * t.Point.Gains[j]; {
			case !t.Point.Network.Whitens:
				sum -= decay * decayOf(t.Point.Network, i, j) * m[i*k+j]
			case i == j:
				sum -= decay
			}
			dm[i*k+j] = sum / t.Tau
		}
	}
	return dw, dm
}

// weightsOf returns W = F G and M of a state.
func weightsOf(t theory.Turns, s theory.LateralState) (w, m []float64) {
	k, r := s.Filter.Dims()
	for i := range k {
		for c := range r {
			w = append(w, t.Point.Spectrum[c]*s.Filter.At(i, c))
		}
	}
	return w, slices.Clone(s.M.RawMatrix().Data)
}

// plainSlowest is the largest real part of the rates near a state within its components, by
// differences of plainRates, for a symmetric M.
func plainSlowest(t theory.Turns, s theory.LateralState) float64 {
	k, r := s.Filter.Dims()
	w, m := weightsOf(t, s)
	rates := func(at int, h float64) []float64 {
		w, m := slices.Clone(w), slices.Clone(m)
		if at < k*r {
			w[at] += h
		} else {
			i, j := triangle(at-k*r, k)
			m[i*k+j] += h
			if i != j {
				m[j*k+i] += h
			}
		}
		dw, dm := plainRates(t, r, w, m)
		for i := range k {
			dw = append(dw, dm[i*k+i:(i+1)*k]...)
		}
		return dw
	}
	d, least := k*r+k*(k+1)/2, math.Inf(1)
	for _, v := range s.Scales() {
		least = min(least, v)
	}
	jacobian, h := mat.NewDense(d, d, nil), 1e-3*least
	for at := range d {
		above, below, far, deep := rates(at, h), rates(at, -h), rates(at, 2*h), rates(at, -2*h)
		for i := range d {
			jacobian.Set(i, at, (8*(above[i]-below[i])-(far[i]-deep[i]))/(12*h))
		}
	}
	var eigen mat.Eigen
	eigen.Factorize(jacobian, mat.EigenNone)
	slowest := math.Inf(-1)
	for _, x := range eigen.Values(nil) {
		slowest = max(slowest, real(x))
	}
	return slowest
}

// triangle returns row and column of the given entry of an upper triangle.
func triangle(at, k int) (i, j int) {
	for at >= k-i {
		at -= k - i
		i++
	}
	return i, i + at
}

// The scales and thresholds of lateral states that other programs found, to the digits that
// are known: the flow by LSODA from M = I, and the thresholds read off B.
func TestPublishedLateralStates(t *testing.T) {
	published := []struct {
		spectrum   []float64
		outputs    int
		scales     []float64
		thresholds []float64
		digits     float64
	}{
		{[]float64{1, 0.3, 0.05, 0.01}, 3, []float64{0.5568, 0.1917, 0.1420}, []float64{0.10288}, 6e-5},
		{[]float64{1, 0.5, 0.05, 0.01}, 3, []float64{0.6194, 0.2952, 0.1821}, []float64{0.13346}, 6e-5},
		{[]float64{1, 0.7, 0.05, 0.01}, 3, []float64{0.6684, 0.3850, 0.1949}, []float64{0.14716}, 6e-5},
		{images(), 5, nil, []float64{0.187}, 6e-4},
		{images(), 10, nil, []float64{0.124, 0.0736}, 6e-4},
	}
	for _, c := range published[:long.Or(4, len(published))] {
		states := search(t, turns(c.spectrum, falling(c.outputs), 2)).States
		i := slices.IndexFunc(states, func(s theory.LateralState) bool {
			return s.Traps() && s.Rank == c.outputs-len(c.thresholds) && math.Abs(s.Thresholds[0].Value-c.thresholds[0]) < c.digits
		})
		if i < 0 {
			t.Errorf("%v, K = %d: no state with the threshold %v", c.spectrum[:3], c.outputs, c.thresholds)
			continue
		}
		for j, v := range c.thresholds {
			if math.Abs(states[i].Thresholds[j].Value-v) > c.digits {
				t.Errorf("%v, K = %d: threshold %v, want %v", c.spectrum[:3], c.outputs, states[i].Thresholds[j].Value, v)
			}
		}
		for j, m := range c.scales {
			if math.Abs(states[i].Scales()[j]-m) > c.digits {
				t.Errorf("%v: scale %v, want %v", c.spectrum[:3], states[i].Scales()[j], m)
			}
		}
	}
}

// A missing component is found from its threshold on: with two turns, a third eigenvalue just
// below it leaves the state of rank 2 stable, and one just above does not.
func TestThresholdSeparates(t *testing.T) {
	for _, of := range []struct{ factor, stable float64 }{{0.95, 1}, {1.05, 0}} {
		third := of.factor * 0.102883
		found := search(t, turns([]float64{1, 0.3, third, 0.001}, falling(3), 2))
		deficient := 0.
		for _, s := range found.Traps() {
			if s.Rank == 2 {
				deficient++
			}
		}
		if deficient != of.stable {
			t.Errorf("third eigenvalue at %v of the threshold: %v stable states of rank 2, want %v", of.factor, deficient, of.stable)
		}
	}
}

// Full rank is not all: a stable state in which every component is found and M_o ≠ 0.
func TestLateralStateOfFullRank(t *testing.T) {
	found := search(t, turns([]float64{1, 0.3, 0.10494, 0.002}, falling(3), 2))
	traps := found.Traps()
	if len(traps) != 1 || traps[0].Rank != 3 || len(traps[0].Thresholds) != 0 || len(traps[0].Missing) != 0 {
		t.Fatalf("%d traps: %+v", len(traps), traps)
	}
	s := traps[0]
	estimate := mat.DenseCopyOf(s.Filter)
	estimate.Apply(func(i, _ int, v float64) float64 { return v / falling(3)[i] }, estimate)
	var svd mat.SVD
	svd.Factorize(estimate, mat.SVDNone)
	for i, want := range []float64{0.894, 0.826, 0.276} {
		if got := svd.Values(nil)[i]; math.Abs(got-want) > 6e-4 {
			t.Errorf("singular value %d is %v, want %v", i, got, want)
		}
	}
	if math.Abs(s.Radius-0.964) > 6e-4 || math.Abs(s.Within+0.027) > 6e-4 {
		t.Errorf("radius %v, slowest rate %v; want 0.964, −0.027", s.Radius, s.Within)
	}
	if s.Starts == 0 || s.Starts+found.Reached+found.Unsettled != found.Starts {
		t.Errorf("of %d starts, %d ended in the state, %d at the wanted point, %d nowhere", found.Starts, s.Starts, found.Reached, found.Unsettled)
	}
}

// What is proved of every lateral state holds of every one that is found, on random problems
// with random gains: it is a fixed point, its stability is that of a numerical Jacobian, both
// forms of the threshold agree, more than half of the components are found by an even number
// of turns, the radius is 1 if one is missing and below 1 if none is, and an even number S of turns
// has no threshold above g_1/S and no scale above g_1.
func TestLateralStatesHaveTheirProperties(t *testing.T) {
	eachProblem(t, long.Or(12, 60), checkProperties)
}

func checkProperties(t *testing.T, rng *rand.Rand) {
	problem := drawTurns(rng)
	found, err := problem.Search(theory.Search{Starts: 4, Ranks: 1})
	if err != nil {
		t.Fatal(err)
	}
	k, g, even := len(problem.Point.Gains), problem.Point.Spectrum, problem.Count%2 == 0
	for _, s := range found.States {
		name := fmt.Sprintf("%d turns, K = %d, rank %d", problem.Count, k, s.Rank)
		w, m := weightsOf(problem, s)
		dw, dm := plainRates(problem, s.Rank, w, m)
		for _, v := range append(dw, dm...) {
			if math.Abs(v) > 1e-9*(1+mat.Max(s.M)) {
				t.Fatalf("%s: not a fixed point, a rate is %v", name, v)
			}
		}
		if want := plainSlowest(problem, s); math.Abs(s.Within-want) > 1e-5*(1+math.Abs(want)) {
			t.Fatalf("%s: the slowest rate is %v, by differences %v", name, s.Within, want)
		}
		if len(s.Thresholds) != k-s.Rank || len(s.Missing) != k-s.Rank {
			t.Fatalf("%s: %d thresholds and %d missing components", name, len(s.Thresholds), len(s.Missing))
		}
		for _, x := range s.Thresholds {
			if math.Abs(x.Value-x.Mean) > 1e-6*x.Value || !(x.Value > 0) {
				t.Fatalf("%s: threshold %v by the eigenvalue, %v by the scales", name, x.Value, x.Mean)
			}
			if most := g[0] / float64(problem.Count); even && x.Value > most*(1+1e-9) {
				t.Fatalf("%s: threshold %v above g_1/S = %v", name, x.Value, most)
			}
			if s.Traps() && g[s.Rank] > x.Value*(1+1e-6) {
				t.Fatalf("%s: stable, but eigenvalue %v is above the threshold %v", name, g[s.Rank], x.Value)
			}
		}
		if even && (2*s.Rank <= k || s.Rank < k && math.Abs(s.Radius-1) > 1e-6 || s.Rank == k && s.Radius >= 1) {
			t.Fatalf("%s: radius %v", name, s.Radius)
		}
		if even && slices.Max(s.Scales()) > g[0]*(1+1e-9) {
			t.Fatalf("%s: scales %v above g_1", name, s.Scales())
		}
		if proof, _ := problem.Proof(); s.Traps() && s.Rank < k && proof >= theory.FullRank || proof == theory.NoLateral {
			t.Fatalf("%s: %v, although it is proved that there is no such state", name, s.Stability())
		}
	}
}

// The flow of its own never ends but where a prediction says that it can: from random starts of
// W, at the wanted fixed point or at a trap that is found.
func TestFlowEndsWhereItIsPredicted(t *testing.T) { eachProblem(t, long.Or(12, 60), checkEnd) }

func checkEnd(t *testing.T, rng *rand.Rand) {
	problem := drawTurns(rng)
	problem.Count = 2 + 2*rng.IntN(2)
	k, n := len(problem.Point.Gains), len(problem.Point.Spectrum)
	w, m := weights(rng.Uint64(), k, n), make([]float64, k*k)
	for i := range k {
		m[i*k+i] = 1
	}
	step := 0.05
	for range 8000 {
		dw, dm := plainRates(problem, n, w, m)
		for i, v := range dw {
			w[i] += step * v
		}
		for i, v := range dm {
			m[i] += step * v
		}
	}
	dw, dm := plainRates(problem, n, w, m)
	for _, v := range append(dw, dm...) {
		if !(math.Abs(v) < 1e-7) {
			return // it is not at rest
		}
	}
	scales, lateral := make([]float64, k), 0.
	for i := range k {
		scales[i] = m[i*k+i]
		for j := range i {
			lateral = max(lateral, math.Abs(m[i*k+j]))
		}
	}
	near := func(others []float64) bool {
		return slices.EqualFunc(scales, others, func(a, b float64) bool { return math.Abs(a-b) < 1e-3 })
	}
	found := search(t, problem)
	if lateral < 1e-3 && near(problem.Point.Scales()) {
		if found.Wanted == theory.Unstable {
			t.Fatal("the flow is at the wanted fixed point, which is unstable")
		}
		return
	}
	for _, s := range found.States {
		if near(s.Scales()) {
			if !s.Traps() {
				t.Fatalf("the flow is in a state of rank %d that is unstable: %v and %v", s.Rank, s.Within, s.Outside)
			}
			return
		}
	}
	t.Fatalf("the flow ended at scales %v with |M_o| up to %v, which was not found", scales, lateral)
}

// drawTurns draws a problem of two to five outputs, whose eigenvalues and gains fall by random
// ratios.
func drawTurns(rng *rand.Rand) theory.Turns {
	between := func(a, b float64) float64 { return a + (b-a)*rng.Float64() }
	k := 2 + rng.IntN(4)
	spectrum, gains := []float64{1}, []float64{1}
	for len(spectrum) < k+2 {
		spectrum = append(spectrum, spectrum[len(spectrum)-1]*between(0.2, 0.9))
	}
	for len(gains) < k {
		gains = append(gains, gains[len(gains)-1]*between(0.75, 0.98))
	}
	return turns(spectrum, gains, 2+rng.IntN(3))
}

// eachProblem runs a test for a number of random problems.
func eachProblem(t *testing.T, problems int, test func(*testing.T, *rand.Rand)) {
	for seed := range problems {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { test(t, source(uint64(seed))) })
	}
}

// With equal gains and two turns, two outputs have a continuum of lateral states, of which one
// is known in closed form: m = 2g₁g₂/(g₁+g₂), M_12 = mρ, ρ = (g₁−g₂)/(g₁+g₂), σ² = 1 − ρ². It is
// marginal, and the search counts it as one.
func TestContinuumOfEqualGains(t *testing.T) {
	g1, g2 := 1., 0.4
	problem, rho, m := turns([]float64{g1, g2, 0.1}, ones(2), 2), (g1-g2)/(g1+g2), 2*g1*g2/(g1+g2)
	f := math.Sqrt((1 - rho*rho) / 2) // the rows of F are (f, f) and (f, −f)
	dw, dm := plainRates(problem, 2, []float64{g1 * f, g2 * f, g1 * f, -g2 * f}, []float64{m, m * rho, m * rho, m})
	for _, v := range append(dw, dm...) {
		if math.Abs(v) > 1e-14 {
			t.Errorf("the closed form is not a fixed point: a rate is %v", v)
		}
	}
	traps := search(t, problem).Traps()
	if len(traps) != 1 || traps[0].Stability() != theory.Marginal || traps[0].Rank != 2 {
		t.Fatalf("%d traps: %+v", len(traps), traps)
	}
}

// The collapsed state of an odd number of turns in its closed form: scales, radius and
// thresholds, with equal gains; and where it loses its stability.
func TestCollapse(t *testing.T) {
	flat := func(k int) []float64 { return fill([]float64{1, 0.9}, k, 0.8) }
	for _, c := range []struct {
		outputs, turns int
		scale          float64
	}{{3, 3, 3}, {5, 3, 13}, {5, 5, 205}} {
		s, ok, err := turns(flat(c.outputs), ones(c.outputs), c.turns).Collapse()
		if err != nil || !ok {
			t.Fatal(ok, err)
		}
		for i, m := range s.Scales() {
			if math.Abs(m-c.scale) > 1e-9*c.scale {
				t.Errorf("K = %d, S = %d: scale %d is %v, want %v", c.outputs, c.turns, i, m, c.scale)
			}
		}
		if k := float64(c.outputs); math.Abs(s.Radius-(k-1)) > 1e-9 {
			t.Errorf("K = %d: radius %v", c.outputs, s.Radius)
		}
		for _, x := range s.Thresholds {
			if want := c.scale / float64(c.turns); math.Abs(x.Value-want) > 1e-9*want || math.Abs(x.Mean-want) > 1e-9*want {
				t.Errorf("K = %d, S = %d: threshold %v and %v, want %v", c.outputs, c.turns, x.Value, x.Mean, want)
			}
		}
		problem := turns(flat(c.outputs), ones(c.outputs), c.turns)
		w, m := weightsOf(problem, s)
		dw, dm := plainRates(problem, 1, w, m)
		for _, v := range append(dw, dm...) {
			if math.Abs(v) > 1e-9*c.scale {
				t.Errorf("K = %d, S = %d: not a fixed point, a rate is %v", c.outputs, c.turns, v)
			}
		}
	}
	for _, second := range []float64{0.32, 0.35} { // of two outputs, beside g_1/3
		s, ok, err := turns([]float64{1, second, 0.01}, ones(2), 3).Collapse()
		if err != nil || !ok || s.Traps() != (second < 1./3) {
			t.Errorf("two outputs, second eigenvalue %v: %v, %v, %v", second, s.Stability(), ok, err)
		}
	}
	// It exists for two outputs if and only if S λ_2 > (S−1) λ̄.
	for _, second := range []float64{0.45, 0.55} {
		_, ok, err := turns([]float64{1, 0.5}, []float64{1, second}, 3).Collapse()
		if want := 3*second > 2*(1+second)/2; err != nil || ok != want {
			t.Errorf("λ_2 = %v: %v, %v", second, ok, err)
		}
	}
	if _, ok, err := turns(flat(4), falling(4), 4).Collapse(); ok || err != nil {
		t.Errorf("four turns collapse: %v", err)
	}
	// With the gains of the paper it is the state of three turns on images.
	found := search(t, turns(images(), falling(5), 3))
	if traps := found.Traps(); len(traps) != 1 || traps[0].Rank != 1 || traps[0].Starts != found.Starts || math.Abs(traps[0].Error-10.9) > 0.05 {
		t.Errorf("three turns on images: %+v", traps)
	}
}

// How many turns are enough: the paper's problems need two, images more.
func TestTurnsEnough(t *testing.T) {
	for name, c := range map[string]struct {
		spectrum []float64
		gains    []float64
		want     int
	}{
		"small":       {small().spectrum, small().gains, 2},
		"images to 3": {images(), falling(3), 2},
		"images to 5": {images(), falling(5), 4},
	} {
		if enough, basin, err := turns(c.spectrum, c.gains, 2).FewestTurns(theory.Search{}, 12); err != nil || enough != c.want || !basin.Enough() {
			t.Errorf("%s: %d turns, %+v, %v; want %d", name, enough, basin, err, c.want)
		}
	}
	if enough, _, err := turns(images(), falling(5), 2).FewestTurns(theory.Search{}, 2); err != nil || enough != 0 {
		t.Errorf("at most two turns on images: %d, %v", enough, err)
	}
}

// Ten components of images, with the gains that other programs found to be enough for two turns
// and with the paper's, which need more than eight.
func TestLongTurnsForTenComponents(t *testing.T) {
	long.Only(t)
	if enough, basin, err := turns(images(), falling(10), 2).FewestTurns(theory.Search{}, 20); err != nil || enough < 6 {
		t.Errorf("%d turns, %+v, %v", enough, basin, err)
	}
	gains := make([]float64, 10)
	for i := range gains {
		gains[i] = math.Sqrt(images()[i])
	}
	steep := turns(images(), gains, 2)
	steep.Tau = 0.1
	if found := search(t, steep); found.Wanted != theory.Stable || found.Reached < found.Starts/2 {
		t.Errorf("λ = √g, τ = 0.1: %v, %d of %d starts reached the wanted point", found.Wanted, found.Reached, found.Starts)
	}
	if steep.Tau = 0.5; search(t, steep).Wanted != theory.Unstable {
		t.Error("λ = √g, τ = 0.5: the wanted point is not unstable")
	}
}

// What is not a number of turns, or takes none, is an error that says so.
func TestWrongTurns(t *testing.T) {
	cascade := turns(images(), falling(3), 2)
	cascade.Point.Network = circuit.CascadePSP
	for want, wrong := range map[string]theory.Turns{
		"1 turn: no output receives another": turns(images(), falling(3), 1),
		"0 turns":                            turns(images(), falling(3), 0),
		"fire one after another":             cascade,
		"larger than the one before it":      turns([]float64{0.5, 1, 0.2}, falling(2), 2),
	} {
		if _, err := wrong.Search(theory.Search{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: want %q", err, want)
		}
	}
}

// A circuit in a lateral state is observed to be in it, at the state and a little beside it.
func TestObserve(t *testing.T) {
	problem := turns(images(), falling(5), 2)
	s := search(t, problem).Traps()[0]
	rng := source(1)
	for _, beside := range []float64{0, 1e-3} {
		filter, m := mat.NewDense(5, 5, nil), mat.DenseCopyOf(s.M)
		filter.Slice(0, 5, 0, s.Rank).(*mat.Dense).Copy(s.Filter)
		filter.Apply(func(_, _ int, v float64) float64 { return v + beside*rng.NormFloat64() }, filter)
		m.Apply(func(_, _ int, v float64) float64 { return v * (1 + beside*rng.NormFloat64()) }, m)
		got, err := problem.Observe(filter, m)
		if err != nil {
			t.Fatal(err)
		}
		if got.Rank != s.Rank || !slices.Equal(got.Missing, s.Missing) || math.Abs(got.Radius-s.Radius) > 20*beside+1e-9 ||
			math.Abs(got.Thresholds[0].Value-s.Thresholds[0].Value) > 20*beside*s.Thresholds[0].Value+1e-9 {
			t.Errorf("%v beside a state of rank %d, missing %v, threshold %v: observed rank %d, missing %v, threshold %v, radius %v",
				beside, s.Rank, s.Missing, s.Thresholds[0].Value, got.Rank, got.Missing, got.Thresholds[0].Value, got.Radius)
		}
	}
	wanted := mat.NewDense(5, 5, nil)
	for i, v := range falling(5) {
		wanted.Set(i, i, v)
	}
	if got, err := problem.Observe(wanted, mat.DenseCopyOf(mat.NewDiagDense(5, images()[:5]))); err != nil || got.Rank != 5 || got.Radius > 1e-12 || len(got.Thresholds) > 0 {
		t.Errorf("the wanted point is observed as %+v, %v", got, err)
	}
}
