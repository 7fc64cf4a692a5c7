package trace

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Columns that are asked for are those of the whole series, and the others are nil.
func TestSeriesOfColumns(t *testing.T) {
	eachRecording(t, func(t *testing.T, trace *Trial, rows []row) {
		e := trace.Elements()[0]
		whole, err := trace.Series(t.Context(), e, 0, trace.Last(), 0)
		if err != nil {
			t.Fatal(err)
		}
		weight, err := trace.Series(t.Context(), e, 0, trace.Last(), 0, "weight")
		if want := (Series{Steps: whole.Steps, Weight: whole.Weight, Total: whole.Total}); err != nil || !cmp.Equal(weight, want, cmpopts.EquateNaNs()) {
			t.Fatalf("%v: weights %+v, want %+v: %v", e, weight, want, err)
		}
		why, err := trace.Series(t.Context(), e, 0, trace.Last(), 0, "hebbian", "pre_activity")
		if want := (Series{Steps: whole.Steps, Hebbian: whole.Hebbian, PreActivity: whole.PreActivity, Total: whole.Total}); err != nil || !cmp.Equal(why, want, cmpopts.EquateNaNs()) {
			t.Fatalf("%v: parts %+v, want %+v: %v", e, why, want, err)
		}
	})
}
