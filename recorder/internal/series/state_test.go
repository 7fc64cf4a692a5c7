//go:build !js

package series

import (
	"bytes"
	"path/filepath"
	"testing"

	"twophase/internal/files/wire"
)

// Whatever bytes a state holds, the reader refuses it or takes rows that exist, and needs no more
// memory than the state has bytes.
func FuzzState(f *testing.F) {
	o := Options{
		Description: Description{Run: "a run", Trial: 2, Requests: "weights", Parts: "weights"},
		Folder:      f.TempDir(), PartRows: 110, BlockRows: 13, GroupRows: 20,
	}
	r := record(f, 4, 3, o)
	check(f, r.run(12)) // two complete parts, and one with a row group and a page
	f.Add(r.suspend(f))
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0})
	f.Add([]byte{1, 200, 1, 1, 9, 9, 0})
	aside := filepath.Join(f.TempDir(), "aside")
	f.Fuzz(func(t *testing.T, content []byte) {
		again := r.on(o)
		in := wire.NewReader(content)
		again.trace.Restore(in, 12)
		if in.End() != nil {
			return
		}
		files, present := again.trace.files, again.trace.present
		if state := present.AppendState(files.appendState(nil), again.trace.of); !bytes.Equal(state, content) {
			t.Errorf("the state %x is written as %x", content, state)
		}
		if present != nil {
			check(t, NewEncoder(files.locator).Encode(files.writer, present))
		}
		if files.part != nil {
			part, err := CreateFile(aside)
			check(t, err)
			*files.part = *part
			check(t, files.writer.Close())
			check(t, files.part.Leave())
		}
	})
}
