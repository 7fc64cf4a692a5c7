package trace

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"twophase/recorder"
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

// What elements the rows of a page are about is read once, and takes a small part of the memory of
// the columns: pages share the order of a record, and one that they cut is a part of it.
func TestLayoutsAreKept(t *testing.T) {
	trial := open(t, record(t, 10, 3, 5000, recorder.Options{}, "weights"), 0)
	if _, err := trial.Series(t.Context(), lateral(2, 1), 0, trial.Last(), 100); err != nil {
		t.Fatal(err)
	}
	kept := trial.parts[0].layouts
	if len(kept.pages) != len(trial.pages) || len(trial.pages) < 4 {
		t.Fatalf("the layouts of %d pages of %d are kept", len(kept.pages), len(trial.pages))
	}
	if int64(kept.bytes) > trial.Rows() {
		t.Errorf("%d bytes are kept for %d rows", kept.bytes, trial.Rows())
	}
	if len(kept.orders) != 1 || len(kept.orders[0].posts) != 30+6+3 {
		t.Errorf("there are %d orders where all records have the same elements", len(kept.orders))
	}
}
