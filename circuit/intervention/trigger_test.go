package intervention

import (
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit/selection"
)

// dues returns the steps up to last at which a trigger is due, asked from one to the
// next.
func dues(t Trigger, last int) (steps []int) {
	for step := t.due(0); step <= last; step = t.due(step + 1) {
		steps = append(steps, step)
	}
	return steps
}

func TestDueSteps(t *testing.T) {
	for _, test := range []struct {
		trigger Trigger
		want    []int
	}{
		{At(0), []int{0}},
		{At(7), []int{7}},
		{Every{Steps: 5}, []int{5, 10, 15, 20}},
		{Every{Steps: 5, From: 5}, []int{5, 10, 15, 20}},
		{Every{Steps: 5, From: 3}, []int{3, 8, 13, 18}},
		{Every{Steps: 5, From: 3, Until: 13}, []int{3, 8, 13}},
		{Every{Steps: 5, From: 3, Until: 12}, []int{3, 8}},
		{Every{Steps: 5, From: 12, Until: 12}, []int{12}},
		{When{Check: 6}, []int{6, 12, 18}},
		{Every{Steps: math.MaxInt, From: 1}, []int{1}},
		{Every{Steps: math.MaxInt - 1, From: 3}, []int{3}},
	} {
		if got := dues(test.trigger, 20); !slices.Equal(got, test.want) {
			t.Errorf("%v is due at %v, want %v", test.trigger, got, test.want)
		}
	}
}

// From any step on, the next due step is the next of all of them.
func TestDueIsTheNextOfAll(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := Every{rapid.IntRange(1, 9).Draw(t, "steps"), rapid.IntRange(0, 30).Draw(t, "from"), 0}
		if rapid.Bool().Draw(t, "ends") {
			e.Until = e.first() + rapid.IntRange(0, 40).Draw(t, "for")
		}
		if err := e.Validate(selection.Size{}); err != nil {
			t.Fatal(err)
		}
		all := dues(e, 100)
		from := rapid.IntRange(0, 60).Draw(t, "asked from")
		want := never
		if i := slices.IndexFunc(all, func(s int) bool { return s >= from }); i >= 0 {
			want = all[i]
		}
		if got := e.due(from); got != want {
			t.Fatalf("%v is due at %d from %d on, want %d of %v", e, got, from, want, all)
		}
	})
}
