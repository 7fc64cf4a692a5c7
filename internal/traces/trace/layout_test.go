package trace

import (
	"testing"

	"twophase/recorder"
)

// What elements the rows of a page are about is read once, and takes a small part of the memory of
// the columns: pages share the order of a record, and one that they cut is a part of it.
func TestLayoutsAreKept(t *testing.T) {
	trial := open(t, record(t, 10, 3, 5000, recorder.Options{}, "weights"), 0)
	var kept layouts
	r, pages := new(pageReader), len(trial.pages)
	for _, pg := range trial.pages {
		if _, err := r.layout(pg, &kept); err != nil {
			t.Fatal(err)
		}
	}
	if len(kept.pages) != pages || pages < 4 {
		t.Fatalf("the layouts of %d pages of %d are kept", len(kept.pages), pages)
	}
	if int64(kept.bytes) > trial.Rows() {
		t.Errorf("%d bytes are kept for %d rows", kept.bytes, trial.Rows())
	}
	if len(kept.orders) != 1 || len(kept.orders[0].posts) != 30+6+3 {
		t.Errorf("there are %d orders where all records have the same elements", len(kept.orders))
	}
}
