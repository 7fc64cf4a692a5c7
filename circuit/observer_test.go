package circuit_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
)

// guest is an occasional observer with a list of when it wants to look.
type guest struct {
	wishes []int
	asked  int // wishes that were asked for
	seen   []int
}

func (g *guest) Observe(c *circuit.Circuit) error {
	g.seen = append(g.seen, c.StepCount())
	return nil
}

func (g *guest) Next() int {
	g.asked++
	return g.wishes[min(g.asked, len(g.wishes))-1]
}

// An occasional observer looks at the steps that it asks for, and at the very
// next one if it asks for one that is past; others look at every step.
func TestOccasionalObserversLookWhenTheyAskTo(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c, err := circuit.New(paperSpec(circuit.IfPSP, 4, 2))
		if err != nil {
			t.Fatal(err)
		}
		steps := rapid.IntRange(0, 30).Draw(t, "steps")
		var guests []*guest
		var want [][]int
		every := &diary{}
		for i := range rapid.IntRange(0, 3).Draw(t, "guests") {
			if i == 1 {
				c.Attach(every)
			}
			g := &guest{wishes: rapid.SliceOfN(rapid.IntRange(-1, 40), 1, 40).Draw(t, "wishes")}
			var looks []int
			for look, asked := max(1, g.wishes[0]), 1; look <= steps; asked++ {
				looks = append(looks, look)
				look = max(look+1, g.wishes[min(asked, len(g.wishes)-1)])
			}
			c.Attach(g)
			guests, want = append(guests, g), append(want, looks)
		}
		for range steps {
			if err := c.Step(make([]float64, 4)); err != nil {
				t.Fatal(err)
			}
		}
		for i, g := range guests {
			if !slices.Equal(g.seen, want[i]) {
				t.Fatalf("guest %d of wishes %v looked at %v, want %v", i, g.wishes, g.seen, want[i])
			}
		}
		if len(guests) > 1 && len(every.seen) != steps {
			t.Fatalf("%d of %d steps were observed", len(every.seen), steps)
		}
	})
}
