package trace

import (
	"fmt"
	"slices"
	"testing"

	"twophase/circuit/selection"
	"twophase/recorder"
)

// One pass finds what snapshots and series, one by one, find.
func TestGatherIsSnapshotsAndSeries(t *testing.T) {
	for _, texts := range [][]string{{"weights", "outputs@3"}, {"lateral@10", "weights@log"}, {"scale[1]@7", "feedforward[0,*]"}} {
		trial := open(t, record(t, 5, 3, 700, partsIf(true, recorder.Options{}), texts...), 0)
		elements := slices.DeleteFunc([]Element{lateral(0, 1), lateral(2, 0), {selection.Feedforward, 0, 4}, {selection.Scale, 1, -1}, {selection.Outputs, 2, -1}}, func(e Element) bool { return !trial.Has(e) })
		moments := []int64{0, 1, 5, 90, 91, 92, 350, 700}
		stretches := []Stretch{{0, 9, 100}, {10, 99, 20}, {100, 700, 30}}
		var seen []string
		series, err := trial.Gather(t.Context(), moments, elements, stretches, func(s *Snapshot) error {
			seen = append(seen, fmt.Sprint(s.Step, s.Parts))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for _, m := range moments {
			s, err := trial.Snapshot(t.Context(), m)
			if err != nil {
				t.Fatal(err)
			}
			if text := fmt.Sprint(s.Step, s.Parts); !slices.Contains(want, text) {
				want = append(want, text)
			}
		}
		if !slices.Equal(seen, want) {
			t.Errorf("%q: the snapshots are\n%s\nwant\n%s", texts, seen, want)
		}
		for i, e := range elements {
			for j, at := range stretches {
				s, err := trial.Series(t.Context(), e, at.From, at.To, at.Points)
				if err != nil {
					t.Fatal(err)
				}
				if got, want := fmt.Sprintf("%+v", series[i][j]), fmt.Sprintf("%+v", s); got != want {
					t.Errorf("%q: %v in %v is\n%s\nwant\n%s", texts, e, at, got, want)
				}
			}
		}
	}
	trial := open(t, record(t, 5, 3, 20, recorder.Options{}, "scale"), 0)
	if _, err := trial.Gather(t.Context(), nil, []Element{lateral(0, 1)}, nil, nil); err == nil {
		t.Error("no error of an element that was not recorded")
	}
}
