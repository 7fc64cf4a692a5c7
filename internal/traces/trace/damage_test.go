package trace

import (
	"bytes"
	"cmp"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"

	"github.com/parquet-go/parquet-go"

	"twophase/recorder"
)

// look reads a folder in every way and returns how many rows it found and the first
// error.
func look(tb testing.TB, folder string) (found int, err error) {
	t, err := Open(folder, 0)
	if err != nil {
		return 0, err
	}
	defer t.Close()
	keep := func(e error) { err = cmp.Or(err, e) }
	elements := t.Elements()
	for i := 0; i < len(elements); i += max(1, len(elements)/3) {
		_, e := t.Series(tb.Context(), elements[i], 0, t.Last(), 40)
		keep(e)
	}
	_, e := t.Snapshot(tb.Context(), t.Last()/2+1)
	keep(e)
	keep(t.Scan(tb.Context(), 0, t.Last(), recordable, func(r Rows) error { found += len(r.Steps); return nil }))
	return found, err
}

// small returns the bytes of a small trace, with or without parts of changes.
func small(t testing.TB, parts bool) []byte {
	b, err := os.ReadFile(filepath.Join(record(t, 4, 3, 60, partsIf(parts, recorder.Options{}), "weights@2", "outputs"), PartName(0, 0)))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Whatever bits of a trace are flipped and wherever it ends, there is an error or there
// are numbers, and no more memory is asked for than a small file can need. A page that
// is damaged is always an error: it has a checksum. The footer and the page index have
// none, as Parquet will have it.
func TestDamageIsAnError(t *testing.T) {
	whole := small(t, true)
	f, err := parquet.OpenFile(bytes.NewReader(whole), int64(len(whole)))
	if err != nil {
		t.Fatal(err)
	}
	index := int(f.Metadata().RowGroups[0].Columns[0].ColumnIndexOffset)
	folder := t.TempDir()
	path := filepath.Join(folder, PartName(0, 0))
	r := rand.New(rand.NewPCG(1, 2))
	missed := 0
	for i := range 600 {
		b := bytes.Clone(whole)
		inPage := i%2 == 0
		at := index + r.IntN(len(b)-index)
		if inPage {
			at = 4 + r.IntN(index-4)
		}
		b[at] ^= 1 << r.IntN(8)
		if i%20 == 1 {
			b = b[:r.IntN(len(b))]
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := look(t, folder)
		runtime.ReadMemStats(&after)
		if n := after.TotalAlloc - before.TotalAlloc; n > 100<<20 {
			t.Fatalf("flipping a bit of byte %d took %d MB", at, n>>20)
		}
		if inPage && err == nil {
			missed++
		}
	}
	// The name of the run and the trial are only read in the index, so that their pages
	// are not looked at.
	if missed > 10 {
		t.Errorf("%d of 300 flipped bits in pages went unnoticed", missed)
	}
}

// FuzzTrace reads a trace of which some bytes are changed: each edit is three bytes,
// the place, counted from the end, where the footer is, and what to flip there.
func FuzzTrace(f *testing.F) {
	traces := [][]byte{small(f, false), small(f, true)}
	folder := f.TempDir()
	path := filepath.Join(folder, PartName(0, 0))
	f.Add(false, []byte{})
	f.Add(true, []byte{9, 0, 1, 40, 2, 255})
	f.Fuzz(func(t *testing.T, parts bool, edits []byte) {
		b := bytes.Clone(traces[0])
		if parts {
			b = bytes.Clone(traces[1])
		}
		for ; len(edits) >= 3; edits = edits[3:] {
			at := int(edits[0]) | int(edits[1])<<8
			b[len(b)-1-at%len(b)] ^= edits[2]
		}
		if err := os.WriteFile(path, b, 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := look(t, folder); err != nil && !strings.Contains(err.Error(), "trace") {
			t.Errorf("the error does not say what was read: %v", err)
		}
	})
}

func TestErrorsSayWhatIsWrong(t *testing.T) {
	whole := small(t, false)
	for name, c := range map[string]struct {
		build func(t *testing.T, folder string)
		want  string
	}{
		"nothing": {func(*testing.T, string) {}, "was nothing recorded? Run again with --record"},
		"a gap": {func(t *testing.T, folder string) {
			put(t, folder, PartName(0, 1), whole)
		}, "traces-0000-00000.parquet is missing, and traces-0000-00001.parquet is there"},
		"interrupted early": {func(t *testing.T, folder string) {
			put(t, folder, PartName(0, 0)+".partial", whole[:100])
		}, "twophase resume"},
		"another trial": {func(t *testing.T, folder string) {
			put(t, folder, PartName(3, 0), whole)
		}, "only of 1 others, of which trial 3 is the first"},
		"renamed": {func(t *testing.T, folder string) {
			b := small(t, false)
			put(t, folder, PartName(0, 0), b)
			other := record(t, 4, 3, 60, recorder.Options{Run: "b"}, "weights@2", "outputs")
			b, err := os.ReadFile(filepath.Join(other, PartName(0, 0)))
			if err != nil {
				t.Fatal(err)
			}
			put(t, folder, PartName(0, 1), b)
		}, "parts of different runs are mixed"},
		"of the future": {func(t *testing.T, folder string) {
			b := bytes.Clone(whole)
			b[bytes.LastIndex(b, []byte("twophase.schema"))+len("twophase.schema")+2] = '9'
			put(t, folder, PartName(0, 0), b)
		}, "its schema is 9, and this twophase reads schema 2: a newer twophase has written it"},
		"cut off": {func(t *testing.T, folder string) {
			put(t, folder, PartName(0, 0), whole[:len(whole)-5])
		}, "does not end as a Parquet file does"},
		"a pipe": {func(t *testing.T, folder string) {
			if err := syscall.Mkfifo(filepath.Join(folder, PartName(0, 0)), 0o644); err != nil {
				t.Skip(err)
			}
		}, "it is not a file"},
		"a link to elsewhere": {func(t *testing.T, folder string) {
			elsewhere := t.TempDir()
			put(t, elsewhere, "x.parquet", whole)
			if err := os.Symlink(filepath.Join(elsewhere, "x.parquet"), filepath.Join(folder, PartName(0, 0))); err != nil {
				t.Skip(err)
			}
		}, "escapes"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := t.TempDir()
			c.build(t, folder)
			trace, err := Open(folder, 0)
			if err == nil {
				trace.Close()
				t.Fatal("it was opened")
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Errorf("the error is\n%v\nand should say\n%s", err, c.want)
			}
		})
	}
}

func put(t testing.TB, folder, name string, b []byte) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(folder, name), b, 0o644); err != nil {
		t.Fatal(err)
	}
}

// A run that was interrupted is read as far as its parts are complete.
func TestInterruptedRunIsReadAsFarAsItIsComplete(t *testing.T) {
	folder := record(t, 4, 3, 200, recorder.Options{PartRows: 500}, "weights")
	last := filepath.Join(folder, PartName(0, 2))
	if err := os.Rename(last, last+".partial"); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(folder, PartName(0, 3))); err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	names, err := fs.Glob(os.DirFS(folder), "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		if n > PartName(0, 2)+".partial" {
			os.Remove(filepath.Join(folder, n))
		}
	}
	trace := open(t, folder, 0)
	if trace.Unfinished() != PartName(0, 2)+".partial" {
		t.Errorf("the unfinished part is %q of %v", trace.Unfinished(), names)
	}
	s, err := trace.Series(t.Context(), lateral(1, 0), 0, trace.Last(), 0)
	if err != nil || int64(len(s.Steps)) != trace.Last()+1 {
		t.Errorf("%d steps of %d: %v", len(s.Steps), trace.Last()+1, err)
	}
}

func TestForeignFileIsRefused(t *testing.T) {
	folder := t.TempDir()
	f, err := os.Create(filepath.Join(folder, PartName(0, 0)))
	if err != nil {
		t.Fatal(err)
	}
	w := parquet.NewGenericWriter[recorder.Row](f, parquet.KeyValueMetadata("twophase.schema", "2"), parquet.KeyValueMetadata("twophase.requests", "outputs"))
	if _, err := w.Write([]recorder.Row{{Step: 1, Projection: "outputs", Weight: 2}}); err != nil {
		t.Fatal(err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	f.Close()
	trace, err := Open(folder, 0)
	if err == nil {
		trace.Close()
		t.Fatal("it was opened")
	}
	if want := "not compressed as twophase does"; !strings.Contains(err.Error(), want) {
		t.Errorf("the error is %v and should say %s", err, want)
	}
}
