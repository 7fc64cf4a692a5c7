package stimulus

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/numerics/random"
	"twophase/internal/testkit/long"
)

// newChangingGaussian returns the stimuli of a spectrum with a subspace of k
// dimensions to turn.
func newChangingGaussian(tb rapid.TB, spectrum []float64, k int, seed, trial uint64) *Changing {
	tb.Helper()
	g, err := NewGaussian(spectrum, seed, trial)
	if err != nil {
		tb.Fatal(err)
	}
	c, err := NewChanging(g, k)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

func apply(tb rapid.TB, c interface{ Apply(Change) error }, changes ...Change) {
	tb.Helper()
	for _, change := range changes {
		if err := c.Apply(change); err != nil {
			tb.Fatal(err)
		}
	}
}

// read returns the next n stimuli.
func read(tb rapid.TB, s Source, n int) [][]float64 {
	tb.Helper()
	all := make([][]float64, n)
	for i := range all {
		all[i] = make([]float64, s.Inputs())
		if err := s.Next(all[i]); err != nil {
			tb.Fatal(err)
		}
	}
	return all
}

func equal(a, b [][]float64) bool { return slices.EqualFunc(a, b, slices.Equal) }

// Without a change it is its source, to the bit, and changes of nothing leave it
// so.
func TestUnchangedIsItsSource(t *testing.T) {
	g := newGaussian(t, "small", 4, 1)
	c := newChangingGaussian(t, small().Spectrum, 3, 4, 1)
	same := func(n int) {
		t.Helper()
		if !equal(read(t, c, n), read(t, g, n)) {
			t.Fatalf("other stimuli before step %d", c.Step())
		}
	}
	same(7)
	for _, nothing := range []Change{Rotate{0}, Drift{0}, Noise{0}, Correlate{0}, Spectrum{small().Spectrum}, Spectrum{[]float64{1, .75, .5, .2}}} {
		apply(t, c, nothing)
		same(5)
	}
	if !slices.Equal(c.Covariance().Entries(), g.Covariance().Entries()) {
		t.Error("another covariance")
	}
}

// drawChange draws a change that Gaussian stimuli of 7 inputs can take, or, of
// none is drawn, only such that a file's stimuli can take.
func drawChange(gaussian bool) *rapid.Generator[Change] {
	return rapid.Custom(func(t *rapid.T) Change {
		kinds := 4
		if gaussian {
			kinds++
		}
		switch rapid.IntRange(1, kinds).Draw(t, "kind") {
		case 1:
			return Rotate{rapid.Float64Range(0, 90).Draw(t, "degrees")}
		case 2:
			return Drift{rapid.SampledFrom([]float64{0, 0.3, -17}).Draw(t, "degrees a step")}
		case 3:
			return Correlate{rapid.SampledFrom([]float64{0, 0.5, 0.9}).Draw(t, "rho")}
		case 4:
			return Noise{rapid.SampledFrom([]float64{0, 0.1}).Draw(t, "size")}
		}
		return Spectrum{rapid.SampledFrom([][]float64{{3, 2, 1}, {7, 6, 5, 4, 3, 2, 1}, {3, 2, 1, 0}}).Draw(t, "spectrum")}
	})
}

// TestChangingSeek: whatever happens and in whichever order stimuli are sought,
// prefetched in blocks, suspended and restored, stimulus t is what straight
// reading makes of the same changes.
func TestChangingSeek(t *testing.T) {
	data := sevenColumns(11)
	for name, build := range map[string]func(rapid.TB, uint64) *Changing{
		"gaussian": func(tb rapid.TB, seed uint64) *Changing {
			return newChangingGaussian(tb, []float64{5, 4, 3, 2, 1, 1, 1}, 2, seed, 0)
		},
		"file": func(tb rapid.TB, seed uint64) *Changing {
			return newChangingFile(tb, data, seed)
		},
	} {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) { checkHistory(t, build, name != "file") })
		})
	}
}

func checkHistory(t *rapid.T, build func(rapid.TB, uint64) *Changing, gaussian bool) {
	const steps = 15
	seed := rapid.Uint64().Draw(t, "seed")
	at := rapid.SliceOfN(rapid.IntRange(0, steps), 0, 6).Draw(t, "at")
	slices.Sort(at)
	changes := make([]Change, len(at))
	for i := range at {
		changes[i] = drawChange(gaussian).Draw(t, "change")
	}

	// The straight reading.
	plain := build(t, seed)
	var want [][]float64
	var states []string
	var bases [][]float64
	for step := 0; ; step++ {
		for i := range at {
			if at[i] == step {
				apply(t, plain, changes[i])
			}
		}
		states = append(states, stateText(t, plain))
		basis, err := plain.Basis(2)
		if err != nil {
			t.Fatal(err)
		}
		bases = append(bases, basis)
		if step == steps {
			break
		}
		want = append(want, read(t, plain, 1)...)
	}

	// The same with the history known, from anywhere.
	for range 3 {
		step := rapid.IntRange(0, steps).Draw(t, "seek")
		if err := plain.Seek(uint64(step)); err != nil {
			t.Fatal(err)
		}
		if basis, err := plain.Basis(2); err != nil || !slices.Equal(basis, bases[step]) {
			t.Fatalf("after seeking %d: basis %v, error %v, want %v", step, basis, err, bases[step])
		}
		if state := stateText(t, plain); state != states[step] {
			t.Fatalf("after seeking %d: state %s, want %s", step, state, states[step])
		}
		n := rapid.IntRange(0, steps-step).Draw(t, "read")
		if got := read(t, plain, n); !equal(got, want[step:step+n]) {
			t.Fatalf("after seeking %d: %v, want %v", step, got, want[step:step+n])
		}
	}

	// The same changed as it goes, prefetched, and from a state in JSON half way.
	inner := build(t, seed)
	p := Prefetch(inner, rapid.IntRange(1, 9).Draw(t, "block"))
	cut := rapid.IntRange(0, steps).Draw(t, "cut")
	for step := range steps {
		for i := range at {
			if at[i] == step {
				apply(t, p, changes[i])
			}
		}
		if step == cut {
			if err := p.Seek(uint64(step)); err != nil {
				t.Fatal(err)
			}
			text := stateText(t, inner)
			p.Close()
			var state State
			if err := json.Unmarshal([]byte(text), &state); err != nil {
				t.Fatal(err)
			}
			inner = build(t, seed)
			if err := inner.Restore(state); err != nil {
				t.Fatal(err)
			}
			p = Prefetch(inner, 3)
		}
		if got := read(t, p, 1); !equal(got, want[step:step+1]) {
			t.Fatalf("stimulus %d prefetched: %v, want %v", step+1, got[0], want[step])
		}
	}
	p.Close()
}

// stateText returns the state as JSON.
func stateText(tb rapid.TB, c *Changing) string {
	tb.Helper()
	text, err := json.Marshal(c.State())
	if err != nil {
		tb.Fatal(err)
	}
	return string(text)
}

// newChangingFile returns stimuli of seven inputs that are shuffled, as those of a file are.
func newChangingFile(tb rapid.TB, data [][]float64, seed uint64) *Changing {
	tb.Helper()
	basis := make([]float64, 14) // two directions, neither orthogonal nor of length 1
	for i := range basis {
		basis[i] = float64(i%5) - 1
	}
	order := random.New(seed, 0, "shuffle")
	shuffled := &rows{stimuli: data, shuffle: &order}
	source := Affine(shuffled, nil, 0.5).(Seekable)
	c, err := NewChangingFile(source, Subspace{Basis: basis, Mean: []float64{1, 0, 0, 2, 0, 0, 1}}, seed, 0)
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// sevenColumns returns that many stimuli, of three digits each.
func sevenColumns(count int) (all [][]float64) {
	for i := range count {
		x := make([]float64, 7)
		for j := range x {
			x[j] = math.Round(1000*math.Sin(float64(1+i*7+j*j))) / 1000
		}
		all = append(all, x)
	}
	return all
}

// TestChangingForgets: a change after a Seek back replaces what came later, so that
// the stimuli are those of the history that is left, however it came about.
func TestChangingForgets(t *testing.T) {
	long.SkipShort(t)
	spectrum := []float64{5, 4, 3, 2, 1, 1, 1}
	rapid.Check(t, func(t *rapid.T) {
		c := newChangingGaussian(t, spectrum, 2, 1, 0)
		var history []ChangeAt
		t.Repeat(map[string]func(*rapid.T){
			"read": func(t *rapid.T) { read(t, c, rapid.IntRange(1, 5).Draw(t, "n")) },
			"seek": func(t *rapid.T) {
				if err := c.Seek(rapid.Uint64Range(0, 20).Draw(t, "step")); err != nil {
					t.Fatal(err)
				}
			},
			"apply": func(t *rapid.T) {
				change := drawChange(true).Draw(t, "change")
				apply(t, c, change)
				history = slices.DeleteFunc(history, func(h ChangeAt) bool { return h.Step > c.Step() })
				history = append(history, ChangeAt{c.Step(), change})
			},
			"": func(t *rapid.T) {
				if got := fmt.Sprint(c.History()); got != fmt.Sprint(history) {
					t.Fatalf("history %s, want %v", got, history)
				}
				fresh := newChangingGaussian(t, spectrum, 2, 1, 0)
				for _, h := range history {
					if h.Step <= c.Step() {
						read(t, fresh, int(h.Step-fresh.Step()))
						apply(t, fresh, h.Change)
					}
				}
				read(t, fresh, int(c.Step()-fresh.Step()))
				if got, want := stateText(t, c), stateText(t, fresh); got != want {
					t.Fatalf("state %s, want %s", got, want)
				}
				if got, want := mustBasis(t, c, 2), mustBasis(t, fresh, 2); !slices.Equal(got, want) {
					t.Fatalf("basis %v, want %v", got, want)
				}
				if got, want := c.Spectrum(), fresh.Spectrum(); !slices.Equal(got, want) {
					t.Fatalf("spectrum %v, want %v", got, want)
				}
			},
		})
	})
}

// A correlation begins with the stimulus of the present history, also where another
// one was remembered for the same step.
func TestCorrelationForgets(t *testing.T) {
	c := newChangingGaussian(t, small().Spectrum, 3, 1, 0)
	seek := func(step uint64) {
		if err := c.Seek(step); err != nil {
			t.Fatal(err)
		}
	}
	read(t, c, 4)
	apply(t, c, Correlate{0.5})
	seek(2)
	apply(t, c, Spectrum{[]float64{5, 1}})
	seek(4)
	apply(t, c, Correlate{0.5})

	fresh := newChangingGaussian(t, small().Spectrum, 3, 1, 0)
	read(t, fresh, 2)
	apply(t, fresh, Spectrum{[]float64{5, 1}})
	read(t, fresh, 2)
	apply(t, fresh, Correlate{0.5})
	if got, want := read(t, c, 1), read(t, fresh, 1); !equal(got, want) {
		t.Errorf("stimulus 5 is %v, want %v", got, want)
	}
}
