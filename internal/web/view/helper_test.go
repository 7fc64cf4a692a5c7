package view_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/testkit/testfiles"
	"twophase/internal/web/view"
	"twophase/recorder"
)

func TestMain(m *testing.M) { os.Exit(testfiles.Main(m)) }

// start starts a server and returns how it is ended.
func start(t rapid.TB, s view.Source) (address string, end func()) {
	server, err := view.Listen(view.Options{Source: s, Assets: assets, Errors: os.Stderr})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- server.Serve(ctx) }()
	return server.URL(), func() {
		cancel()
		if err := <-done; err != nil {
			t.Fatal(err)
		}
	}
}

// replaceTrace replaces the trace of trial 0 by one of a single record, in which every
// weight is the same.
func replaceTrace(t testing.TB, folder, run string, weight float64) {
	t.Helper()
	if err := os.Remove(filepath.Join(folder, "traces-0000-00000.parquet")); err != nil {
		t.Fatal(err)
	}
	c, err := circuit.New(circuit.Spec{Network: circuit.IfPSP, Inputs: 10, Gains: []float64{1, 0.5}, Rate: circuit.ConstantRate(0.01)})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		for _, row := range [][]float64{c.Forward().Row(i), c.Among().Row(i), c.Outputs().Scales()} {
			for j := range row {
				row[j] = weight
			}
		}
	}
	all, err := recorder.ParseRequest("weights")
	if err != nil {
		t.Fatal(err)
	}
	r, err := recorder.Start(c, []recorder.Request{all}, recorder.Options{Folder: folder, Run: run})
	if err != nil {
		t.Fatal(err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

// copied copies a folder.
func copied(t testing.TB, folder string) string {
	t.Helper()
	copy := filepath.Join(t.TempDir(), "run")
	if err := os.CopyFS(copy, os.DirFS(folder)); err != nil {
		t.Fatal(err)
	}
	return copy
}

// values returns the values of a kind in a snapshot.
func values(s view.Snapshot, k selection.Kind) view.Vector {
	for _, p := range s.Parts {
		if p.Kind == k {
			return p.Values
		}
	}
	return nil
}

// open opens a run folder until the end of the test.
func open(t testing.TB, folder string) *view.Recorded {
	t.Helper()
	r, err := view.Open(folder)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}
