package theory_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/testkit/long"
)

func powerLaw(n int, beta float64) []float64 {
	g := make([]float64, n)
	for i := range g {
		g[i] = math.Pow(float64(i+1), -beta)
	}
	return g
}

// whitening returns a problem with the plasticity of PSW and its τ.
func whitening(spectrum, gains []float64, count int) theory.Turns {
	t := turns(spectrum, gains, count)
	t.Point.Network, t.Tau = circuit.IfPSW, circuit.IfPSW.Tau
	return t
}

// The largest scale, at most g_1, and S times the largest threshold, at most g_1, of states of an even
// number of turns that another program found. The eigenvalues of images are known to three digits.
func TestBoundsOfLateralStates(t *testing.T) {
	states := []struct {
		spectrum         []float64
		outputs, turns   int
		scale, threshold float64
		digits           float64
	}{
		{[]float64{1, 0.3, 0.02}, 3, 2, 0.55681, 0.20577, 6e-6},
		{images(), 5, 2, 0.51100, 0.37396, 3e-4},
		{powerLaw(8, 2), 5, 4, 0.58341, 0.26167, 6e-6},
		{images(), 10, 2, 0.29825, 0.24803, 3e-4},
		{images(), 10, 4, 0.59724, 0.47893, 3e-4},
	}
	for _, want := range states[:long.Or(3, len(states))] {
		problem := turns(want.spectrum, falling(want.outputs), want.turns)
		problem.Tau = 0.3
		found, err := problem.Search(theory.Search{Starts: 8})
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(found.States, func(s theory.LateralState) bool {
			return len(s.Thresholds) > 0 && math.Abs(slices.Max(s.Scales())-want.scale) < want.digits &&
				math.Abs(float64(want.turns)*s.Thresholds[0].Value-want.threshold) < want.digits
		}) {
			t.Errorf("K = %d, S = %d: no state with a scale of %v and S g* = %v", want.outputs, want.turns, want.scale, want.threshold)
		}
	}
}

// What is proved, and of which problems.
func TestProof(t *testing.T) {
	flat := []float64{1, 0.9, 0.8, 0.3}
	for _, c := range []struct {
		turns theory.Turns
		want  theory.Proof
	}{
		{turns(flat, falling(3), 2), theory.FullRank},
		{turns(flat, falling(3), 3), theory.Unproved},
		{turns(flat, falling(4), 2), theory.Unproved},
		{turns(flat, falling(4), 4), theory.FullRank}, // any gains
		{turns(flat, falling(2), 2), theory.NoLateral},
		{turns(flat, ones(2), 2), theory.FullRank},
		{turns(flat, falling(2), 4), theory.FullRank},
		{turns(flat, falling(1), 3), theory.NoLateral},
		{whitening(flat, falling(4), 2), theory.NoLateral},
		{whitening(flat, ones(4), 2), theory.FullRank},
		{whitening(flat, falling(4), 3), theory.Unproved},
		{slow(turns(flat, falling(4), 2), 0.33), theory.FullRank}, // ε ≤ 1/(K−1)
		{slow(turns(flat, falling(4), 4), 0.33), theory.FullRank},
		{slow(turns(flat, falling(4), 2), 0.34), theory.Unproved},
		{slow(turns([]float64{1, 0.9, 0.8, 0.4}, falling(4), 2), 0.6), theory.FullRank}, // g_K ≥ g_1 (1+ε)/4
		{slow(turns([]float64{1, 0.9, 0.8, 0.4}, falling(4), 2), 0.61), theory.Unproved},
		{slow(turns(flat, falling(4), 4), 0.9), theory.Unproved}, // not known
		{slow(turns(flat, falling(2), 2), 0.9), theory.FullRank},
		{slow(turns(flat, falling(4), 3), 0.1), theory.Unproved},
		{slow(turns(flat, falling(4), 3), 0), theory.FullRank},
	} {
		if got, of := c.turns.Proof(); got != c.want || (of == "") != (got == theory.Unproved) {
			t.Errorf("%s, gains %v, S = %d: %v, want %v", c.turns.Point.Network.Name, c.turns.Point.Gains, c.turns.Count, got, c.want)
		}
	}
}

// Where it is proved that M_o = 0 at every fixed point, no lateral state is found, and starts with an
// even number of turns find all components, with few outputs as with many.
func TestNoLateralStates(t *testing.T) {
	eachProblem(t, long.Or(8, 30), func(t *testing.T, rng *rand.Rand) {
		problem := drawTurns(rng)
		k := len(problem.Point.Gains)
		for _, proved := range []theory.Turns{
			whitening(problem.Point.Spectrum, problem.Point.Gains, 2+2*rng.IntN(3)),
			turns(problem.Point.Spectrum, problem.Point.Gains[:2], 2),
		} {
			found, err := proved.Search(theory.Search{Starts: 4})
			if err != nil {
				t.Fatal(err)
			}
			if proof, _ := proved.Proof(); proof != theory.NoLateral || len(found.States) > 0 || found.Escaped > 0 {
				t.Errorf("%s, K = %d, S = %d: %d lateral states, %d of %d starts escape", proved.Point.Network.Name, k, proved.Count, len(found.States), found.Escaped, found.Starts)
			}
		}
	})
}

// With an odd number of turns and the plasticity of PSW, the flow with equal gains and W along the first
// component is not bounded: m_o − m_d grows at 1/τ, exactly, and m as another program found.
func TestEscape(t *testing.T) {
	for _, c := range []struct {
		outputs int
		want    map[float64]float64 // m at s
	}{
		{3, map[float64]float64{1e3: 172.29, 1e4: 764.93}},
		{5, map[float64]float64{1e3: 293.57, 1e4: 1253.84}},
	} {
		k := c.outputs
		problem := whitening(slices.Repeat([]float64{1}, k), ones(k), 3)
		problem.Tau = 1
		z := ones(k + k*k) // W of one component, M
		for i := range k {
			for j := range k {
				if i != j {
					z[k+i*k+j] = 0
				}
			}
		}
		const h = 0.5
		rates := func(z []float64) []float64 {
			dw, dm := plainRates(problem, 1, z[:k], z[k:])
			return append(dw, dm...)
		}
		beside := func(z, d []float64, h float64) []float64 {
			moved := slices.Clone(z)
			for i, v := range d {
				moved[i] += h * v
			}
			return moved
		}
		for step := 1; step <= 1e4/h; step++ {
			a := rates(z)
			b := rates(beside(z, a, h/2))
			d := rates(beside(z, b, h/2))
			e := rates(beside(z, d, h))
			for i := range z {
				z[i] += h / 6 * (a[i] + 2*b[i] + 2*d[i] + e[i])
			}
			s := float64(step) * h
			if m, ok := c.want[s]; ok && math.Abs(z[k]-m) > 0.01 {
				t.Errorf("K = %d, s = %v: m = %.3f, want %v", k, s, z[k], m)
			}
			if apart := z[k+1] - z[k]; math.Abs(apart-(s-1)) > 1e-6*s {
				t.Fatalf("K = %d, s = %v: m_o − m_d = %v, want %v", k, s, apart, s-1)
			}
		}
	}
}

// Starts of circuits escape with an odd number of turns, and none does with an even one: on images with
// three, all do.
func TestStartsEscape(t *testing.T) {
	for count, want := range map[int]int{2: 0, 3: 12, 4: 0} {
		problem := whitening(images(), falling(5), count)
		found, err := problem.Search(theory.Search{Starts: 12})
		if err != nil {
			t.Fatal(err)
		}
		if found.Escaped != want || found.Reached != found.Starts-want || problem.Escapes() != (want > 0) {
			t.Errorf("S = %d: %d of %d starts escape, %d reach the wanted point", count, found.Escaped, found.Starts, found.Reached)
		}
	}
}

// No fixed point misses a component, no state is lateral, and yet flows oscillate for ever, below the
// largest stable τ; well below it none does.
func TestOscillation(t *testing.T) {
	problem := turns([]float64{1, 0.69, 0.6, 0.2}, []float64{1, 0.99, 0.84}, 2)
	for _, tau := range []float64{5, 1.9} {
		problem.Tau = tau
		share, err := problem.TauShare()
		if err != nil || math.Abs(share-tau/5.86050) > 1e-6 {
			t.Errorf("τ = %v is %v of the largest, %v; want that of 5.8605", tau, share, err)
		}
		found := search(t, problem)
		if oscillates := share > theory.SafeTauShare; (found.Oscillating > 0) != oscillates || found.Reached+found.Unsettled != found.Starts || found.Basin().Enough() == oscillates {
			t.Errorf("τ = %v: %d of %d starts oscillate, %d reached the wanted point", tau, found.Oscillating, found.Starts, found.Reached)
		}
	}
}

// A state of full rank that few starts of a circuit's own end in is found, and its turns are not called
// enough.
func TestRareState(t *testing.T) {
	found := search(t, turns([]float64{1, 0.34553, 0.18557, 0.11939, 0.0848, 0.06412, 0.05062, 0.04125}, falling(5), 4))
	traps := found.Traps()
	if len(traps) != 1 || traps[0].Rank != 5 || math.Abs(traps[0].Radius-0.964) > 6e-4 || math.Abs(traps[0].Within+0.027) > 6e-4 || found.Basin().Enough() {
		t.Errorf("%d traps, %+v", len(traps), found.Basin())
	}
}

// On a steep spectrum the integrator's errors make the rates of the smallest scales large: no motion, and
// no oscillation.
func TestSteepSpectrumDoesNotOscillate(t *testing.T) {
	spectrum := []float64{1, 0.02169, 0.01807, 0.005878, 0.004537, 0.004137, 0.001924, 0.001728}
	found, err := turns(spectrum, falling(5), 10).Search(theory.Search{Starts: long.Or(8, 59), Ranks: -1})
	if err != nil {
		t.Fatal(err)
	}
	if found.Reached != found.Starts {
		t.Errorf("%d of %d starts reached the wanted point, %d oscillate", found.Reached, found.Starts, found.Oscillating)
	}
}

// How many circuits fail is what their own starts predict: the flow by its definition, in small steps,
// from other starts fails as often as the bounds of a search allow. The problems are of all kinds: odd
// and even numbers of turns, states that few and many starts end in, escapes and oscillations.
func TestPredictedFailuresAreSeen(t *testing.T) {
	oscillating := turns([]float64{1, 0.62, 0.55, 0.2}, []float64{1, 0.97, 0.8}, 2)
	oscillating.Tau = 4
	problems := []theory.Turns{
		turns([]float64{1, 0.8, 0.6, 0.3}, falling(3), 2),
		turns(fill([]float64{1, 0.75, 0.5}, 10, 0.2), falling(4), 2),
		oscillating,
		whitening(powerLaw(8, 1), falling(4), 5),
		turns([]float64{1, 0.25, 0.1}, falling(2), 3),
		turns(powerLaw(12, 1.5), falling(6), 4),
	}
	for _, p := range problems[:long.Or(4, len(problems))] {
		found, err := p.Search(theory.Search{Starts: 40, Ranks: -1})
		if err != nil {
			t.Fatal(err)
		}
		k, n := len(p.Point.Gains), len(p.Point.Spectrum)
		seen := theory.Basin{Starts: 12}
		for trial := range seen.Starts {
			w, m := weights(uint64(trial+1), k, n), make([]float64, k*k)
			for i := range k {
				m[i*k+i] = p.Point.Network.InitialScale
			}
			for range 12_000 {
				dw, dm := plainRates(p, n, w, m)
				for i, v := range dw {
					w[i] += 0.02 * v
				}
				for i, v := range dm {
					m[i] += 0.02 * v
				}
			}
			lateral := 0.
			for i := range k {
				for j := range i {
					lateral = max(lateral, math.Abs(m[i*k+j])/math.Sqrt(m[i*k+i]*m[j*k+j]))
				}
			}
			if !(lateral < 0.1) {
				seen.Failed++
			}
		}
		if predicted := found.Basin(); seen.Most() < predicted.Least() || predicted.Most() < seen.Least() {
			t.Errorf("%s, K = %d, S = %d: %d of %d starts fail, predicted %d of %d", p.Point.Network.Name, k, p.Count, seen.Failed, seen.Starts, predicted.Failed+predicted.Open, predicted.Starts)
		}
	}
}

// Where the last wanted eigenvalue equals the next, any basis of what these span is wanted: four turns
// reach it from all starts, and two end in a state that misses a component.
func TestEqualEigenvaluesAtTheEdge(t *testing.T) {
	spectrum := fill([]float64{1, 0.75, 0.5}, 10, 0.2)
	for count, all := range map[int]bool{2: false, 4: true, 6: true} {
		found, err := turns(spectrum, falling(4), count).Search(theory.Search{Starts: 12})
		if err != nil {
			t.Fatal(err)
		}
		if found.Wanted != theory.Marginal || (found.Reached == found.Starts) != all || len(found.Traps()) > 0 == all || found.Unsettled > 0 {
			t.Errorf("S = %d: %d of %d starts reach the wanted points, %d unsettled, %d traps", count, found.Reached, found.Starts, found.Unsettled, len(found.Traps()))
		}
	}
	for _, spectrum := range [][]float64{
		{1, 1, 0.6, 0.2}, {1, 0.7, 0.7, 0.7, 0.2}, // and within the wanted ones
		{1, 0.7, 0.5, 0.4999, 0.2}, {1, 0.7, 0.5, 0.5 - 1e-15, 0.2}, // or nearly equal
	} {
		if found := search(t, turns(spectrum, falling(3), 2)); found.Reached != found.Starts {
			t.Errorf("%v: %d of %d starts reach the wanted points", spectrum, found.Reached, found.Starts)
		}
	}
}

// The bounds are those of Clopper and Pearson: the number of starts that bound a failure by 5 % is the
// least, and at the bounds the tails of the binomial distribution have 5 %.
func TestBasin(t *testing.T) {
	for failed, starts := range []int{theory.EnoughStarts, 93, 124, 153} {
		if !(theory.Basin{Starts: starts, Failed: failed}).Enough() || (theory.Basin{Starts: starts - 1, Failed: failed}).Enough() || (theory.Basin{Starts: starts, Open: failed + 1}).Enough() {
			t.Errorf("%d failures: %d starts are not the fewest", failed, starts)
		}
	}
	atMost := func(k, n int, p float64) float64 { // P(Binomial(n, p) ≤ k)
		sum, term := 0., math.Pow(1-p, float64(n))
		for i := range k + 1 {
			sum += term
			term *= p / (1 - p) * float64(n-i) / float64(i+1)
		}
		return sum
	}
	for _, b := range []theory.Basin{{40, 7, 0}, {59, 3, 0}, {8, 1, 0}, {59, 50, 4}} {
		if low := 1 - atMost(b.Failed-1, b.Starts, b.Least()); math.Abs(low-0.05) > 1e-9 {
			t.Errorf("%+v: at the lower bound %v, as many failures have the probability %v", b, b.Least(), low)
		}
		if high := atMost(b.Failed+b.Open, b.Starts, b.Most()); math.Abs(high-0.05) > 1e-9 {
			t.Errorf("%+v: at the upper bound %v, as few failures have the probability %v", b, b.Most(), high)
		}
	}
	if none, all := (theory.Basin{Starts: 59}), (theory.Basin{Starts: 59, Failed: 59}); none.Least() != 0 || all.Most() != 1 {
		t.Errorf("%v, %v", none.Least(), all.Most())
	}
}
