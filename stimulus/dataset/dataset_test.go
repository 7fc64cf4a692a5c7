package dataset

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"golang.org/x/sync/errgroup"
	"pgregory.net/rapid"

	"twophase/internal/testkit/testfiles"
	"twophase/stimulus"
	"twophase/stimulus/fileformat"
)

// numbered returns files of each kind that hold the stimuli (0, 0), (1, −1), …
func numbered(tb testing.TB, rows int) map[string]string {
	var text strings.Builder
	var raw []byte
	var columns bytes.Buffer
	table := parquet.NewGenericWriter[struct{ A, B int32 }](&columns)
	for i := range rows {
		if _, err := table.Write([]struct{ A, B int32 }{{int32(i), int32(-i)}}); err != nil {
			tb.Fatal(err)
		}
		fmt.Fprintf(&text, "%d,%d\n", i, -i)
		raw = append(raw, 0, byte(i), byte(-i>>8), byte(-i))
	}
	if err := table.Close(); err != nil {
		tb.Fatal(err)
	}
	idx := testfiles.IDX(0x0B, raw, uint32(rows), 2)
	array := testfiles.NPY("'>i2'", "False", fmt.Sprintf("(%d, 2)", rows), raw)
	return map[string]string{
		"csv":     testfiles.Write(tb, "a.csv", []byte(text.String())),
		"idx":     testfiles.Write(tb, "a", idx),
		"idx.gz":  testfiles.Write(tb, "a.gz", testfiles.Gzip(idx)),
		"npy":     testfiles.Write(tb, "a.npy", array),
		"parquet": testfiles.Write(tb, "a.parquet", columns.Bytes()),
		"npz":     testfiles.Write(tb, "a.npz", testfiles.NPZ(array, "x.npy")),
	}
}

func TestMain(m *testing.M) { os.Exit(testfiles.Main(m)) }

func openDataset(tb testing.TB, path string) *Dataset {
	tb.Helper()
	d, err := Open(context.Background(), path, tb.TempDir(), fileformat.Layout{})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { d.Close() })
	return d
}

// firsts returns the first inputs of all stimuli, and checks the second ones.
func firsts(tb testing.TB, s stimulus.Source) []int {
	tb.Helper()
	all, err := testfiles.ReadAll(s)
	if err != nil {
		tb.Fatal(err)
	}
	var first []int
	for i := 0; i < len(all); i += 2 {
		if all[i+1] != -all[i] {
			tb.Fatalf("stimulus (%g, %g) is not in the file", all[i], all[i+1])
		}
		first = append(first, int(all[i]))
	}
	return first
}

func TestInOrder(t *testing.T) {
	for kind, path := range numbered(t, 3) {
		d := openDataset(t, path)
		s := d.InOrder(2)
		if got, want := firsts(t, s), []int{0, 1, 2, 0, 1, 2}; !slices.Equal(got, want) {
			t.Errorf("%s: two epochs are %v, want %v", kind, got, want)
		}
		if err := s.Next(make([]float64, 2)); err != io.EOF {
			t.Errorf("%s: %v after the end, want io.EOF", kind, err)
		}
		if got := firsts(t, stimulus.First(d.InOrder(0), 7)); len(got) != 7 {
			t.Errorf("%s: an endless source ended after %d stimuli", kind, len(got))
		}
		if rows, err := d.Rows(); rows != 3 || err != nil {
			t.Errorf("%s: %d rows, %v", kind, rows, err)
		}
	}
}

func TestShuffled(t *testing.T) {
	const rows = 100
	orders := map[string][]int{}
	for kind, path := range numbered(t, rows) {
		s, err := openDataset(t, path).Shuffled(2, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		order := firsts(t, s)
		for epoch, part := range [][]int{order[:rows], order[rows:]} {
			sorted := slices.Sorted(slices.Values(part))
			for i, v := range sorted {
				if i != v {
					t.Fatalf("%s: epoch %d misses stimulus %d", kind, epoch, i)
				}
			}
		}
		if slices.Equal(order[:rows], order[rows:]) {
			t.Errorf("%s: both epochs have the same order", kind)
		}
		orders[kind] = order
	}
	for kind, order := range orders {
		if !slices.Equal(order, orders["csv"]) {
			t.Errorf("%s has another order than csv", kind)
		}
	}
}

func TestShuffledDependsOnSeedAndTrial(t *testing.T) {
	d := openDataset(t, numbered(t, 50)["idx"])
	orders := map[string]bool{}
	for _, key := range [][2]uint64{{1, 0}, {1, 1}, {2, 0}, {1, 0}} {
		s, err := d.Shuffled(1, key[0], key[1])
		if err != nil {
			t.Fatal(err)
		}
		orders[fmt.Sprint(firsts(t, s))] = true
	}
	if len(orders) != 3 {
		t.Errorf("%d different orders from three different keys", len(orders))
	}
}

// checkSeek compares the stimuli after a seek with those that reading reaches.
func checkSeek(t rapid.TB, s stimulus.Seekable, step int) {
	t.Helper()
	read := func(n int) []float64 {
		all, err := testfiles.ReadAll(stimulus.First(s, uint64(n)))
		if err != nil {
			t.Fatal(err)
		}
		return all
	}
	read(step)
	reached := s.Step()
	want := read(5)
	if err := s.Seek(reached); err != nil || s.Step() != reached {
		t.Fatalf("step %d after seeking step %d, error %v", s.Step(), reached, err)
	}
	if got := read(5); !slices.Equal(got, want) {
		t.Fatalf("after seeking step %d: %v, want %v", reached, got, want)
	}
}

func TestDatasetSeek(t *testing.T) {
	for _, path := range numbered(t, 4) {
		d := openDataset(t, path)
		rapid.Check(t, func(t *rapid.T) {
			epochs := rapid.IntRange(0, 3).Draw(t, "epochs")
			shuffled, err := d.Shuffled(epochs, 1, 0)
			if err != nil {
				t.Fatal(err)
			}
			inOrder := d.InOrder(epochs)
			defer inOrder.Close()
			step := rapid.IntRange(0, 15).Draw(t, "step")
			checkSeek(t, inOrder, step)
			checkSeek(t, shuffled, step)
		})
	}
}

// TestTrialsShareADataset reads one dataset in several goroutines; the race
// detector watches.
func TestTrialsShareADataset(t *testing.T) {
	for _, path := range numbered(t, 50) {
		d := openDataset(t, path)
		var group errgroup.Group
		for trial := range uint64(8) {
			group.Go(func() error {
				s, err := d.Shuffled(3, 1, trial)
				if err != nil {
					return err
				}
				all, err := testfiles.ReadAll(s)
				if len(all) != 3*50*2 {
					return fmt.Errorf("%d numbers, %w", len(all), err)
				}
				return err
			})
		}
		if err := group.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// TestSpoolLeavesNothingBehind: neither in use, nor after a fault in the file,
// nor after closing.
func TestSpoolLeavesNothingBehind(t *testing.T) {
	spools := t.TempDir()
	empty := func(when string) {
		t.Helper()
		if left, err := os.ReadDir(spools); err != nil || len(left) != 0 {
			t.Errorf("%s: %v %v in the directory of the temporary files", when, left, err)
		}
	}
	d, err := Open(context.Background(), numbered(t, 10)["csv"], spools, fileformat.Layout{})
	if err != nil {
		t.Fatal(err)
	}
	s, err := d.Shuffled(1, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	empty("in use")
	firsts(t, s)
	if err := d.Close(); err != nil {
		t.Error(err)
	}
	empty("closed")

	bad := testfiles.Write(t, "bad.csv", []byte("1,2\n3,x\n"))
	d, err = Open(context.Background(), bad, spools, fileformat.Layout{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Shuffled(1, 1, 0); err == nil || !strings.Contains(err.Error(), "line 2, input 1") {
		t.Errorf("a fault in the file: error %v", err)
	}
	empty("after a fault")

	d, err = Open(context.Background(), bad, filepath.Join(spools, "nowhere"), fileformat.Layout{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Shuffled(1, 1, 0); err == nil || !strings.Contains(err.Error(), "making a temporary file") {
		t.Errorf("no directory: error %v", err)
	}
}
