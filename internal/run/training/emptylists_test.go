package training

import (
	"bytes"
	"encoding/gob"
	"encoding/json"
	"testing"

	"twophase/internal/measure"
	"twophase/internal/run/monitor"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// A finding with empty lists, as of declared measures that could not be taken, is read back as it
// was saved, so that the summary of a resumed run has the same bytes.
func TestEmptyListsAreReadBack(t *testing.T) {
	want := &monitor.Finding{Result: &result.Result{
		Declared: &measure.Declared{Values: []measure.Value{}},
		State:    &measure.LateralState{Missing: []int{}, Thresholds: []wording.Number{}},
	}}
	var saved bytes.Buffer
	if err := gob.NewEncoder(&saved).Encode(Checkpoint{Result: want}); err != nil {
		t.Fatal(err)
	}
	var read Checkpoint
	if err := gob.NewDecoder(&saved).Decode(&read); err != nil {
		t.Fatal(err)
	}
	text := func(f *monitor.Finding) string {
		b, err := json.Marshal(f.Result)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	if got := text(read.finding()); got != text(want) {
		t.Errorf("%s, want %s", got, text(want))
	}
}
