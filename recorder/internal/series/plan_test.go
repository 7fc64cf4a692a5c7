package series

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/circuit/selection"
	"twophase/synapse"
)

// element is one place of a plan.
type element struct {
	Kind      selection.Kind
	Post, Pre int
	Changed   bool
}

// drawSelection draws a selection of weights, scales or outputs.
func drawSelection(t *rapid.T) selection.Selection {
	span := func(label string) string {
		first := rapid.IntRange(0, 12).Draw(t, label)
		return rapid.SampledFrom([]string{"*", fmt.Sprint(first), fmt.Sprintf("%d-%d", first, first+3)}).Draw(t, label+" span")
	}
	k := rapid.SampledFrom([]selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Outputs, selection.Weights}).Draw(t, "kind")
	switch {
	case k == selection.Weights:
		return selection.All(k)
	case k.Synaptic():
		return selection.MustParse(fmt.Sprintf("%v[%s,%s]", k, span("post"), span("pre")))
	}
	return selection.MustParse(fmt.Sprintf("%v[%s]", k, span("post")))
}

func TestPlanIsUnionWithoutWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		z := selection.PairSize(rapid.IntRange(1, 9).Draw(t, "inputs"), rapid.IntRange(1, 6).Draw(t, "outputs"), synapse.AllToAll)
		wanted := rapid.SliceOfN(rapid.Custom(drawSelection), 0, 3).Draw(t, "wanted")
		written := rapid.SliceOfN(rapid.Custom(drawSelection), 0, 3).Draw(t, "written")
		parts := rapid.SliceOfN(rapid.Custom(drawSelection), 0, 2).Draw(t, "parts")
		covers := func(selections []selection.Selection, e element) bool {
			for _, s := range selections {
				if from, end := s.Row(z, e.Kind, e.Post); from <= e.Pre && e.Pre < end {
					return true
				}
			}
			return false
		}
		var want, got []element
		for _, k := range z.Kinds() {
			for post := range z.Outputs {
				for pre := range z.Width(k) {
					e := element{k, post, pre, false}
					e.Changed = covers(parts, e)
					if covers(wanted, e) && !covers(written, e) && !(k == selection.Lateral && post == pre) {
						want = append(want, e)
					}
				}
			}
		}
		p := SourcesOf(z, nil).PlanOf(wanted, written, parts)
		for _, r := range p.runs {
			for pre := r.first; pre < r.end; pre++ {
				got = append(got, element{r.of.kind, r.post, pre, r.changed})
			}
		}
		changed := 0
		for _, e := range want {
			if e.Changed {
				changed++
			}
		}
		if diff := cmp.Diff(want, got); diff != "" || p.Rows != len(want) || p.Changed != changed {
			t.Fatalf("%d rows (-want +got):\n%s", p.Rows, diff)
		}
	})
}

// What a row costs does not grow with the widest row of the circuit: a projection from many neurons to few adds few rows, and
// little to the work of a plan, which would grow many times if each row cost as much as the widest one.
func TestPlanTakesLinearTime(t *testing.T) {
	const neurons = 100_000
	least := func(pre int) time.Duration {
		z := selection.NewSize(selection.Graph{
			Populations: []selection.Population{{Name: "x", Neurons: 2, Input: true}, {Name: "h", Neurons: neurons}, {Name: "y", Neurons: 2}, {Name: "z", Neurons: pre, Input: true}},
			Projections: []selection.Projection{{Name: "V", Post: neurons, Pre: 2, To: "h", From: "x"}, {Name: "U", Post: 2, Pre: pre, To: "y", From: "z"}},
			Output:      "y",
		})
		of, best := SourcesOf(z, nil), time.Hour
		for range 3 {
			began := time.Now()
			if p := of.PlanOf([]selection.Selection{selection.All("V")}, nil, nil); p.Rows != 2*neurons {
				t.Fatalf("%d rows of %d neurons", p.Rows, neurons)
			}
			best = min(best, time.Since(began))
		}
		return best
	}
	if narrow, wide := least(1), least(neurons); wide > 8*narrow {
		t.Errorf("beside a narrow projection it takes %v, beside a wide one %v", narrow, wide)
	}
}
