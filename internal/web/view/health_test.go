package view_test

import (
	"bytes"
	"fmt"
	"regexp"
	"testing"

	"twophase/internal/testkit/enginetest"
	"twophase/internal/testkit/long"
	"twophase/internal/traces/inspect"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
	"twophase/internal/web/view"
)

// The health of the neural phases has one definition, that of the network and its stimuli:
// the page, inspect and the summary say the same, and say it from the first answer on.
func TestHealthIsThatOfTheSummary(t *testing.T) {
	long.SkipShort(t)
	for _, network := range []string{"ifPSP", "PSP", "cascadePSP", "apex", "similarity-matching"} {
		folder := enginetest.Record(t, fmt.Sprintf("network: %s\nstimulus: {problem: small}\nsteps: 500\nrecord: [lateral@10, weights@log]\nreference: true\n", network))
		saved, err := result.ReadSummary(t.Context(), folder)
		if err != nil {
			t.Fatal(err)
		}
		found, err := saved.Result(0)
		if err != nil {
			t.Fatal(err)
		}
		source, known := open(t, folder), 0
		for {
			trial, err := source.Trial(t.Context(), 0)
			if err != nil {
				t.Fatal(err)
			}
			at := make(map[int]view.Point)
			for _, p := range trial.Curve {
				at[p.Step] = p
			}
			for _, p := range found.Curve {
				got := at[p.Step]
				if p.SettlingError.Finite() && p.SpectralRadius.Finite() {
					known++
				}
				if fmt.Sprint(got.SettlingError, got.SpectralRadius) != fmt.Sprint(p.SettlingError, p.SpectralRadius) {
					t.Errorf("%s, step %d, pending %t: the page has %v, %v, the summary %v, %v", network, p.Step, trial.Pending, got.SettlingError, got.SpectralRadius, p.SettlingError, p.SpectralRadius)
				}
			}
			if !trial.Pending {
				break
			}
		}
		last := found.Curve[len(found.Curve)-1]
		if known < 10 || last.SettlingError != found.Measures.SettlingError || last.SpectralRadius != found.Measures.SpectralRadius {
			t.Errorf("%s: %d moments are known, and the last is %+v, where the run ended with %v, %v", network, known, last, found.Measures.SettlingError, found.Measures.SpectralRadius)
		}
		from, err := trace.Open(folder, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		r, err := inspect.OfCircuit(t.Context(), folder, 0, from, "", pruning.Default)
		if err != nil {
			t.Fatal(err)
		}
		var text bytes.Buffer
		if err := r.WriteText(&text, 0); err != nil {
			t.Fatal(err)
		}
		if !regexp.MustCompile(`(?m)^  settling error .*; over the run's stimuli$`).Match(text.Bytes()) || fmt.Sprint(r.Curve) != fmt.Sprint(found.Curve) {
			t.Errorf("%s: inspect has another course of the health:\n%s", network, &text)
		}
	}
}
