//go:build !js

package series

import (
	"bytes"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// encoded records a circuit at every step and returns what the blocks become in a file. Midway a
// phase gives changes another part. If forget is set, no two blocks share their places.
func encoded(t testing.TB, c *circuit.Circuit, wanted, parts []selection.Selection, capacity, steps int, forget bool) (file []byte, known int) {
	t.Helper()
	of := SourcesOf(selection.SizeOf(c), c)
	plan := of.PlanOf(wanted, nil, parts)
	of.SetProducts(plan)
	for _, k := range of.Keepers(plan) {
		k.KeepChanges(true)
	}
	d := Description{Run: "a run", Requests: "some", Parts: "some"}
	if parts == nil {
		d.Parts = ""
	}
	w := NewWriter(d, of)
	e := NewEncoder(NewLocator(d, of))
	var out bytes.Buffer
	w.Reset(&out)
	b := NewBlock(capacity, ChangeColumns(d, of))
	write := func() {
		if forget {
			clear(e.locator.known)
		}
		if err := e.Encode(w, b); err != nil {
			t.Fatal(err)
		}
		e.Write(w)
		b.Reset()
	}
	for at := range steps {
		if at == steps/2 {
			s := c.Schedule()
			if err := c.SetSchedule(slices.Insert(s, len(s)-1, circuit.Phase(circuit.Residual{}))); err != nil {
				t.Fatal(err)
			}
			plan = of.PlanOf(wanted, nil, parts)
		}
		step(t, c)
		for left := NewPortion(c.StepCount(), plan); left.Rows() > 0; {
			if left = b.Add(left); b.Full() {
				write()
			}
		}
	}
	if b.Rows() > 0 {
		write()
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return out.Bytes(), len(e.locator.known)
}

// A block whose places are known has the bytes of one whose places were found, also after a
// phase has given changes another part.
func TestKnownPlaces(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		wanted := rapid.SliceOfN(rapid.Custom(drawSelection), 1, 3).Draw(rt, "wanted")
		parts := rapid.SliceOfN(rapid.Custom(drawSelection), 0, 2).Draw(rt, "parts")
		capacity, steps := rapid.IntRange(1, 60).Draw(rt, "capacity"), rapid.IntRange(1, 60).Draw(rt, "steps")
		if len(parts) == 0 {
			parts = nil
		}
		found, _ := encoded(t, newCircuit(t, 4, 3), wanted, parts, capacity, steps, true)
		known, _ := encoded(t, newCircuit(t, 4, 3), wanted, parts, capacity, steps, false)
		if !bytes.Equal(found, known) {
			rt.Fatal("blocks with known places have other bytes")
		}
	})
}

// Records of the same elements are alike: once their places are known, none is found.
func TestPlacesAreKnown(t *testing.T) {
	weights := []selection.Selection{selection.All(selection.Weights)}
	const record = 10*3 + 3*2 + 3
	for _, steps := range []int{2 * 128, 2 * 384} { // 128 records fill a whole number of blocks of 128 rows
		if _, known := encoded(t, newCircuit(t, 10, 3), weights, nil, 128, steps, false); known != 2*record {
			t.Errorf("%d steps: %d blocks have places of their own, want the %d that differ, under each schedule", steps, known, 2*record)
		}
	}
}

// However many patterns there are, a bounded number of places is kept.
func TestKnownPlacesAreBounded(t *testing.T) {
	weights := []selection.Selection{selection.All(selection.Weights)}
	_, known := encoded(t, newCircuit(t, 40, 30), weights, nil, 2, 1, false) // 2100 rows
	if known == 0 || known > mostPatterns {
		t.Errorf("%d places are kept of 1050 blocks, want at most %d", known, mostPatterns)
	}
}
