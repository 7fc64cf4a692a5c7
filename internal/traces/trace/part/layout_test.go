package part

import (
	"os"
	"testing"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/numerics/random"
	"twophase/recorder"
	"twophase/synapse"
)

// What elements the rows of a page are about is read once, and takes a small part of the memory of
// the columns: pages share the order of a record, and one that they cut is a part of it.
func TestLayoutsAreKept(t *testing.T) {
	folder := t.TempDir()
	record(t, folder, 10, 3, 5000)
	root, err := os.OpenRoot(folder)
	check(t, err)
	defer root.Close()
	f, err := Open(root, Name(0, 0), 0)
	check(t, err)
	defer f.In.Close()
	f.Kinds = selection.PairSize(10, 3, synapse.AllToAll).Kinds()
	var kept Layouts
	r, pages := new(Reader), f.Parquet.Pages()
	for i := range pages {
		pg, err := f.Page(i)
		check(t, err)
		_, err = r.Layout(pg, &kept)
		check(t, err)
	}
	if len(kept.pages) != pages || pages < 4 {
		t.Fatalf("the layouts of %d pages of %d are kept", len(kept.pages), pages)
	}
	if int64(kept.bytes) > f.Parquet.Rows() {
		t.Errorf("%d bytes are kept for %d rows", kept.bytes, f.Parquet.Rows())
	}
	if len(kept.orders) != 1 || len(kept.orders[0].posts) != 30+6+3 {
		t.Errorf("there are %d orders where all records have the same elements", len(kept.orders))
	}
}

// record records all weights of a circuit at every step.
func record(t *testing.T, folder string, n, k, steps int) {
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP, Inputs: n, Gains: circuit.LinearGains(k, 1, 0.5), Rate: circuit.ConstantRate(1e-3),
	})
	check(t, err)
	all, err := recorder.ParseRequest("weights")
	check(t, err)
	r, err := recorder.Start(c, []recorder.Request{all}, recorder.Options{Folder: folder})
	check(t, err)
	x, stream := make([]float64, n), random.New(1, 0, "stimulus")
	for step := range steps {
		stream.Normals(x, uint64(step))
		check(t, c.Step(x))
	}
	check(t, r.Close())
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
