package recorder

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
)

// A block whose places are known has the bytes of one whose places were found, also after a
// phase has given changes another part.
func TestKnownPlaces(t *testing.T) {
	root := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		r := drawRecording(rt)
		before, after := rapid.IntRange(0, 40).Draw(rt, "steps before"), rapid.IntRange(0, 40).Draw(rt, "steps after")
		record := func(forget bool) map[string]string {
			folder := tempDir(t, root)
			n, recorder := r.begin(t, folder, 0)
			step := func() {
				n.run(t, 1)
				if forget { // no two blocks of a step have the same places
					recorder.trace.settle()
					clear(recorder.trace.files.locator.known)
				}
			}
			for range before {
				step()
			}
			s := n.Schedule()
			check(rt, n.SetSchedule(slices.Insert(s, len(s)-1, circuit.Phase(circuit.Residual{}))))
			for range after {
				step()
			}
			check(rt, recorder.Close())
			return contents(t, folder)
		}
		sameFiles(rt, record(true), record(false))
	})
}

// Parts of a recording at every step are alike: after the first no place is found.
func TestPlacesAreKnown(t *testing.T) {
	n := newNetwork(t, 10, 3, circuit.Compiled)
	const record = 10*3 + 3*2 + 3
	r := start(t, n, Options{Folder: t.TempDir(), PartRows: 100 * record, blockRows: 128}, "weights")
	locator := r.trace.files.locator
	n.run(t, 599)
	check(t, r.Close())
	if blocks := (100*record + 127) / 128; len(locator.known) != blocks {
		t.Errorf("%d blocks have places of their own, want the %d of a part", len(locator.known), blocks)
	}
}

// However many patterns there are, a bounded number of places is kept.
func TestKnownPlacesAreBounded(t *testing.T) {
	n := newNetwork(t, 40, 30, circuit.Compiled) // 2100 rows
	r := start(t, n, Options{Folder: t.TempDir(), PartRows: 1 << 20, blockRows: 2}, "weights")
	locator := r.trace.files.locator
	n.run(t, 1)
	check(t, r.Close())
	if len(locator.known) == 0 || len(locator.known) > mostPatterns {
		t.Errorf("%d places are kept of 2100 blocks, want at most %d", len(locator.known), mostPatterns)
	}
}
