package dataset

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"twophase/internal/testkit/long"
	"twophase/internal/testkit/testfiles"
	"twophase/stimulus"
	"twophase/stimulus/fileformat"
)

// versions returns, by name, a file of each kind and another of the same size, some
// blocks long, of which single stimuli are others.
func versions(tb testing.TB) map[string][2][]byte {
	const rows, inputs = 200, 250
	all := map[string][2][]byte{}
	var made [2]map[string][]byte
	for v := range made {
		var text, raw bytes.Buffer
		for i := range rows * inputs {
			x := uint16(i*7919) % 9000
			if v == 1 && i > 0 && i%7919 == 0 {
				x++
			}
			fmt.Fprintf(&text, "%04d%c", x, ",\n"[btoi(i%inputs == inputs-1)])
			raw.Write([]byte{byte(x), byte(x >> 8)})
		}
		array := testfiles.NPY("'<u2'", "False", fmt.Sprintf("(%d, %d)", rows, inputs), raw.Bytes())
		var stored bytes.Buffer // not compressed, so that both have the same size
		w, err := gzip.NewWriterLevel(&stored, gzip.NoCompression)
		if err != nil {
			tb.Fatal(err)
		}
		w.Write(array)
		w.Close()
		made[v] = map[string][]byte{
			"a.csv": text.Bytes(), "a.npy": array, "a.npy.gz": stored.Bytes(), "a.npz": testfiles.NPZ(array, "x.npy"),
			"a": testfiles.IDX(0x0B, raw.Bytes(), rows, inputs),
		}
	}
	for name := range made[0] {
		all[name] = [2][]byte{made[0][name], made[1][name]}
	}
	return all
}

func btoi(b bool) int {
	if b {
		return 1
	}
	return 0
}

// ways change a file, from what it holds to something else, or to the same.
var ways = map[string]func(path string, to []byte) error{
	"rewritten in place": func(path string, to []byte) error { return rewrite(path, to) },
	"replaced":           func(path string, to []byte) error { return replace(path, to) },
	"with its old time": func(path string, to []byte) error {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		return errors.Join(rewrite(path, to), os.Chtimes(path, info.ModTime(), info.ModTime()))
	},
	"replaced with its old time": func(path string, to []byte) error {
		info, err := os.Stat(path)
		if err != nil {
			return err
		}
		return errors.Join(replace(path, to), os.Chtimes(path, info.ModTime(), info.ModTime()))
	},
}

// rewrite writes into the file that is there.
func rewrite(path string, to []byte) error {
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(to, 0)
	return errors.Join(err, f.Truncate(int64(len(to))), f.Close())
}

// replace puts another file in the place of the one that is there.
func replace(path string, to []byte) error {
	return errors.Join(os.WriteFile(path+".new", to, 0o644), os.Rename(path+".new", path))
}

// TestFileThatChanges changes a file in every way, at any moment, and puts it back now
// and then. No stimulus is ever another than the one that was surveyed, and a reading
// that meets no error has left a file of the same bytes.
func TestFileThatChanges(t *testing.T) {
	long.Draws(t, 25)
	files := versions(t)
	for _, kind := range sorted(files) {
		t.Run(kind, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				checkChanges(t, kind, files[kind], rapid.SampledFrom(sorted(ways)).Draw(t, "way"))
			})
		})
	}
}

func sorted[V any](m map[string]V) (keys []string) {
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func checkChanges(t *rapid.T, kind string, version [2][]byte, way string) {
	folder, err := os.MkdirTemp("", "changes-*")
	if err != nil {
		t.Fatal(err)
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, kind)
	if err := os.WriteFile(path, version[0], 0o644); err != nil {
		t.Fatal(err)
	}
	d, err := Open(context.Background(), path, folder, fileformat.Layout{})
	if err != nil {
		t.Fatal(err)
	}
	defer d.Close()
	found, err := d.Survey(context.Background(), SurveyOptions{})
	if err != nil {
		t.Fatal(err)
	}
	want := wanted(t, d, found.Rows)

	var source stimulus.Source = d.InOrder(0)
	shuffled := rapid.Bool().Draw(t, "shuffled")
	var order []int
	if shuffled {
		s, err := d.Shuffled(0, 1, 0)
		if err != nil {
			t.Fatal(err)
		}
		source = s
	}
	other := [][]byte{version[0], version[1], version[0][:len(version[0])-7], append(slices.Clone(version[0]), "1,2,3,4,5\n"...)}
	now, changed, x := 0, false, make([]float64, d.Inputs())
	read := func(n int) (err error) {
		for range n {
			if err = source.Next(x); err != nil {
				return err
			}
			row := -1
			if s, ok := source.(*Shuffled); ok {
				order = s.order
				row = order[(s.Step()-1)%uint64(found.Rows)]
			} else {
				row = int(source.(*InOrder).Step()-1) % found.Rows
			}
			if !slices.Equal(x, want[row]) {
				t.Fatalf("stimulus %d is %v, and was %v", row, x, want[row])
			}
		}
		return nil
	}
	actions := rapid.SliceOfN(rapid.IntRange(-2, len(other)-1), 1, 5).Draw(t, "actions")
	for _, a := range actions {
		switch a {
		case -2:
			err = read(rapid.IntRange(1, 2*found.Rows).Draw(t, "stimuli"))
		case -1:
			if err := os.Chmod(path, 0o600); err != nil {
				t.Fatal(err)
			}
		default:
			if err := ways[way](path, other[a]); err != nil {
				t.Fatal(err)
			}
			now, changed = a, changed || a != 0
		}
		if err != nil {
			break
		}
	}
	if err == nil {
		err = read(2 * found.Rows) // a whole epoch, and its beginning
	}
	switch {
	case err != nil && !errors.Is(err, ErrChanged):
		t.Fatal(err)
	case err != nil && !changed:
		t.Fatalf("the file was not changed: %v", err)
	case err == nil && now != 0 && !(shuffled && d.store.spool != nil && now == 1): // below
		t.Fatal("no error, but the file is another")
	}
	// A spool is not read from the file again: whether that is another, its times say.
	// Of a file that was written to twice within a tick of the clock they cannot.
}

// wanted returns all stimuli of a dataset.
func wanted(t *rapid.T, d *Dataset, rows int) (all [][]float64) {
	s := d.InOrder(1)
	for range rows {
		x := make([]float64, d.Inputs())
		if err := s.Next(x); err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	return all
}

// TestFileIsReplaced: the end of a reading returns an error if the file was replaced or removed,
// even if nothing more is read of it, and says what is.
func TestFileIsReplaced(t *testing.T) {
	for how, c := range map[string]struct {
		change func(path string) error
		want   string
	}{
		"replaced":  {func(path string) error { return replace(path, []byte("1,2\n3,5\n")) }, "its hash was 96bbd5de61f3… and now is"},
		"rewritten": {func(path string) error { return rewrite(path, []byte("1,2\n3,5\n")) }, "its hash was 96bbd5de61f3… and now is"},
		"shorter":   {func(path string) error { return os.Truncate(path, 4) }, "it had 8 bytes and now has 4"},
		"longer":    {func(path string) error { return rewrite(path, []byte("1,2\n3,4\n5,6\n")) }, "it had 8 bytes and now has 12"},
		"removed":   {os.Remove, "no such file"},
		"a folder":  {func(path string) error { return errors.Join(os.Remove(path), os.Mkdir(path, 0o777)) }, "now has"},
		"chmod":     {func(path string) error { return os.Chmod(path, 0o600) }, ""},
		"a copy":    {func(path string) error { return replace(path, []byte("1,2\n3,4\n")) }, ""},
		"touched":   {func(path string) error { return os.Chtimes(path, time.Now(), time.Unix(0, 0)) }, ""},
	} {
		path := testfiles.Write(t, "a.csv", []byte("1,2\n3,4\n"))
		d := openDataset(t, path)
		if _, err := d.Survey(context.Background(), SurveyOptions{}); err != nil {
			t.Fatal(err)
		}
		time.Sleep(20 * time.Millisecond) // for another tick of the clock of the file system
		if err := c.change(path); err != nil {
			t.Fatal(err)
		}
		for range 2 { // once more, of what was looked at again
			err := d.Unchanged()
			if (c.want == "") != (err == nil) || err != nil && !contains(err, c.want, "the stimuli in "+path) {
				t.Errorf("%s: error %v, want one with %q", how, err, c.want)
			}
			if err != nil && !errors.Is(err, ErrChanged) {
				t.Errorf("%s: %v is not ErrChanged", how, err)
			}
		}
	}
}

func contains(err error, texts ...string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !bytes.Contains([]byte(err.Error()), []byte(text)) })
}

// TestHeldReader: what is read in whatever pieces is what the file holds.
func TestHeldReader(t *testing.T) {
	content := make([]byte, 300_000)
	for i := range content {
		content[i] = byte(i * i >> 3)
	}
	h, err := hold(testfiles.Write(t, "a", content))
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	rapid.Check(t, func(t *rapid.T) {
		r := h.reader()
		for range rapid.IntRange(1, 5).Draw(t, "reads") {
			at := rapid.Int64Range(0, int64(len(content))+10).Draw(t, "at")
			p := make([]byte, rapid.IntRange(0, 200_000).Draw(t, "length"))
			n, err := r.ReadAt(p, at)
			want := content[min(at, int64(len(content))):min(at+int64(len(p)), int64(len(content)))]
			if !bytes.Equal(p[:n], want) || (n < len(p)) != (err == io.EOF) || err != nil && err != io.EOF {
				t.Fatalf("%d bytes at %d: %d, %v", len(p), at, n, err)
			}
		}
	})
}

// TestHeldBlocks: the hashes of very large files take little memory.
func TestHeldBlocks(t *testing.T) {
	for _, size := range []int64{0, 1, 4096, 4 << 30, 4<<30 + 1, 1 << 40, math.MaxInt64 / 4} {
		path := filepath.Join(t.TempDir(), "a")
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if os.Truncate(path, size) != nil { // the file system has no such files
			continue
		}
		h, err := hold(path)
		if err != nil {
			t.Fatal(err)
		}
		if n := int64(len(h.sums)); n > 2*mostBlocks || n*h.block < size {
			t.Errorf("%d blocks of %d bytes for %d", n, h.block, size)
		}
		h.close()
	}
}
