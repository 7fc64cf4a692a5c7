package result

import (
	"bytes"
	"testing"

	"twophase/internal/text/strict"
)

// Whatever a summary holds, what is accepted of it is what package json reads, trial by
// trial.
func FuzzReadSummary(f *testing.F) {
	for _, text := range []string{`{"schema":1,"results":[{"curve":[{"step":1,"e_pro":null}]}, {}]}`, `{"results":[1 , 2]}`, `{`, `{"results":[`, `{"schema":1} x`, `{"results":[ ]}`, `{"results":[],"Results":[{}],"warnings":["a"]}`} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var s SavedSummary
		if err := s.read(&measured{ctx: t.Context(), in: bytes.NewReader(text)}); err != nil {
			return
		}
		var whole Summary
		if strict.Unmarshal(text, &whole) != nil {
			return // keys in another case, and results that are none
		}
		if len(whole.Results) == 0 {
			whole.Results = nil // as where there is no list
		}
		for trial, at := range s.stretches {
			r, err := at.result(bytes.NewReader(text))
			if err != nil {
				t.Fatalf("trial %d: %v", trial, err)
			}
			s.Summary.Results = append(s.Summary.Results, r)
		}
		got, err := Indented(s.Summary)
		if err != nil {
			t.Fatal(err)
		}
		if want, err := Indented(whole); err != nil || !bytes.Equal(got, want) && len(whole.Results) == len(s.stretches) {
			t.Fatalf("%s, want %s, %v", got, want, err)
		}
		if len(whole.Results) != len(s.stretches) {
			t.Fatalf("%d results, want %d", len(s.stretches), len(whole.Results))
		}
	})
}
