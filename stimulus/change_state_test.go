package stimulus

import (
	"math"
	"testing"

	"pgregory.net/rapid"
)

// Restore forgets what the source remembered on another way to the same step.
func TestRestoreForgets(t *testing.T) {
	c := newChangingGaussian(t, small().Spectrum, 3, 1, 0)
	read(t, c, 4)
	saved := c.State()
	run := func() [][]float64 {
		apply(t, c, Correlate{0.5})
		return read(t, c, 3)
	}
	want := run()
	restore := func() {
		t.Helper()
		if err := c.Restore(saved); err != nil {
			t.Fatal(err)
		}
	}
	restore()
	apply(t, c, Correlate{0.5}, Rotate{90}) // turns what is remembered of step 4
	restore()
	if got := run(); !equal(got, want) {
		t.Errorf("after Restore the stimuli are %v, were %v", got, want)
	}
}

// A state that is refused leaves no trace of the last stimulus it brings.
func TestRefusedStateLeavesNoTrace(t *testing.T) {
	c := newChangingGaussian(t, small().Spectrum, 3, 1, 0)
	apply(t, c, Correlate{0.5})
	read(t, c, 5)
	before := stateText(t, c)
	wrong := State{Step: 5, Changes: []ChangeAt{{0, Correlate{0.5}}}, Last: slicesOf(10, math.NaN())}
	if err := c.Restore(wrong); err == nil {
		t.Fatal("a state with NaN is accepted")
	}
	if after := stateText(t, c); after != before {
		t.Errorf("the state is %s, was %s", after, before)
	}
}

// TestRestoreFromAnywhere: wherever a source has been, from a state on it goes on as
// one that is built anew does.
func TestRestoreFromAnywhere(t *testing.T) {
	data := sevenColumns(11)
	rapid.Check(t, func(t *rapid.T) {
		gaussian := rapid.Bool().Draw(t, "gaussian")
		build := func() *Changing {
			if gaussian {
				return newChangingGaussian(t, []float64{5, 4, 3, 2, 1, 1, 1}, 2, 1, 0)
			}
			return newChangingFile(t, data, 1)
		}
		type action struct {
			read   int
			change Change
		}
		drawActions := func(label string) []action {
			return rapid.SliceOfN(rapid.Custom(func(t *rapid.T) action {
				return action{rapid.IntRange(0, 2).Draw(t, "read"), drawChange(gaussian).Draw(t, "change")}
			}), 0, 4).Draw(t, label)
		}
		do := func(c *Changing, all []action) (x [][]float64) {
			for _, a := range all {
				x = append(x, read(t, c, a.read)...)
				apply(t, c, a.change)
			}
			return append(x, read(t, c, 2)...)
		}
		c := build()
		do(c, drawActions("before"))
		saved := c.State()
		do(c, drawActions("run on"))
		if rapid.Bool().Draw(t, "seek") { // to the same step, on another way
			if err := c.Seek(saved.Step); err != nil {
				t.Fatal(err)
			}
			apply(t, c, Correlate{0.5}, drawChange(gaussian).Draw(t, "change"))
		}
		fresh := build()
		for _, c := range []*Changing{c, fresh} {
			if err := c.Restore(saved); err != nil {
				t.Fatal(err)
			}
		}
		after := drawActions("after")
		if got, want := do(c, after), do(fresh, after); !equal(got, want) {
			t.Fatalf("after Restore the stimuli are %v, those of a new source %v", got, want)
		}
	})
}
