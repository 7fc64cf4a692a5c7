package dataset

import (
	"slices"
	"testing"
)

// TestSurveyUnpacks: what a survey has unpacked is what Shuffled would unpack, and is not read again.
func TestSurveyUnpacks(t *testing.T) {
	for name, path := range numbered(t, 50) {
		d, other := openDataset(t, path), openDataset(t, path)
		summary, err := d.Survey(t.Context(), SurveyOptions{Unpack: true})
		if err != nil {
			t.Fatal(err)
		}
		unpacked := d.store
		shuffled, err := d.Shuffled(1, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		if f, err := d.open(); err != nil || (f.Array() == nil) != (unpacked != nil) || unpacked != nil && d.store != unpacked {
			t.Errorf("%s: the survey has kept %v, and %v is used (%v)", name, unpacked, d.store, err)
		}
		want, err := other.Shuffled(1, 1, 2)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := firsts(t, shuffled), firsts(t, want); summary.Rows != 50 || !slices.Equal(a, b) {
			t.Errorf("%s: %v, want %v", name, a, b)
		}
	}
}
