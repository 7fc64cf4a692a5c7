package recorder

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/circuit"
)

func drawSpan(t *rapid.T, label string) span {
	first := rapid.IntRange(0, 12).Draw(t, label)
	return rapid.SampledFrom([]span{all, {first, first}, {first, first + 3}}).Draw(t, label+" span")
}

func drawSelection(t *rapid.T) Selection {
	s := Selection{Kind(rapid.IntRange(0, int(Weights)).Draw(t, "kind")), all, all}
	if s.kind != Weights {
		s.post = drawSpan(t, "post")
	}
	if s.kind.synaptic() {
		s.pre = drawSpan(t, "pre")
	}
	return s
}

func TestSelectionTextRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawSelection(t)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Selection
		if err := json.Unmarshal(text, &got); err != nil || got != want || got.Kind() != want.Kind() {
			t.Fatalf("%v became %s and was read as %v, %v", want, text, got, err)
		}
	})
}

func TestParseSelectionForms(t *testing.T) {
	for text, want := range map[string]string{
		" lateral [ 2 , * ] ": "lateral[2,*]",
		"lateral[*,*]":        "lateral",
		"scale[*]":            "scale",
		"scale[3-3]":          "scale[3]",
		"feedforward[0-4,07]": "feedforward[0-4,7]",
	} {
		s, err := ParseSelection(text)
		if err != nil || s.String() != want {
			t.Errorf("%q was read as %v, %v; want %s", text, s, err, want)
		}
	}
}

func TestParseSelectionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"laterl":                      "did you mean lateral?",
		"soma":                        "choose feedforward, lateral, scale, outputs, weights",
		"":                            "choose feedforward, lateral",
		"lateral[2]":                  "lateral takes 2, not 1, indices: write lateral[2,0] or lateral[0-4,*], post before pre",
		"scale[1,2]":                  "scale takes 1, not 2, indices: write scale[2] or scale[0-4]",
		"outputs[1":                   "do not end with ]",
		"weights[1,2]":                "weights takes no indices",
		"lateral[-1,0]":               `"-1" is not an index`,
		"lateral[x,0]":                `"x" is not an index`,
		"lateral[4-2,0]":              "write 2-4",
		"scale[1]]":                   "is not an index",
		"scale[1e3]":                  "is not an index",
		"scale[99999999999999999999]": "is not an index",
	} {
		_, err := ParseSelection(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

func FuzzParseSelection(f *testing.F) {
	for _, text := range []string{"lateral[2,*]", "feedforward[0-4,1]", "scale[1]", "weights", "lateral[", "outputs[0-]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := ParseSelection(text)
		if err != nil {
			return
		}
		if again, err := ParseSelection(s.String()); err != nil || again != s {
			t.Errorf("%q was read as %v, and that as %v, %v", text, s, again, err)
		}
		s.resolve(size{3, 2})
	})
}

func TestSynapsesAndNeurons(t *testing.T) {
	n := newNetwork(t, 4, 3, circuit.Compiled)
	for text, want := range map[string][]string{
		"lateral[2,*]":       {"lateral[2,0]", "lateral[2,1]"},
		"lateral[1,0-2]":     {"lateral[1,0]", "lateral[1,2]"},
		"feedforward[1-2,3]": {"feedforward[1,3]", "feedforward[2,3]"},
		"scale[1]":           {"outputs[1]"},
		"outputs":            {"outputs[0]", "outputs[1]", "outputs[2]"},
	} {
		s, err := ParseSelection(text)
		if err != nil {
			t.Fatal(err)
		}
		synapses, err := s.Synapses(n.Circuit)
		if err != nil {
			t.Fatal(err)
		}
		neurons, err := s.Neurons(n.Circuit)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for s := range synapses {
			got = append(got, s.String())
		}
		for _, n := range neurons {
			got = append(got, n.String())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", text, diff)
		}
	}
}

func TestWeightsSelectsEverySynapseOnce(t *testing.T) {
	n := newNetwork(t, 4, 3, circuit.Compiled)
	synapses, err := Selection{Weights, all, all}.Synapses(n.Circuit)
	if err != nil {
		t.Fatal(err)
	}
	want := append(slices.Collect(n.Feedforward().All()), slices.Collect(n.Lateral().All())...)
	if !slices.Equal(slices.Collect(synapses), want) {
		t.Error("weights does not select the synapses of both projections, in order")
	}
}

func TestResolveSaysWhatExists(t *testing.T) {
	for text, want := range map[string]string{
		"lateral[2,2]":     "lateral[2,2] does not exist: lateral has synapses [0-2, 0-2] without the diagonal (indices count from 0)",
		"lateral[3,*]":     "[0-2, 0-2]",
		"lateral[0,1-3]":   "[0-2, 0-2]",
		"feedforward[0,4]": "feedforward has synapses [0-2, 0-3]",
		"scale[3]":         "scale has neurons [0-2]",
		"outputs[0-3]":     "outputs has neurons [0-2]",
	} {
		n := newNetwork(t, 4, 3, circuit.Compiled)
		s, err := ParseSelection(text)
		if err != nil {
			t.Fatal(err)
		}
		synapses, err := s.Synapses(n.Circuit)
		var missing *Missing
		if !errors.As(err, &missing) || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
		for s := range synapses {
			t.Errorf("%s selects %v in spite of the error", text, s)
		}
		if neurons, err := s.Neurons(n.Circuit); !errors.As(err, &missing) || neurons != nil {
			t.Errorf("%s: Neurons returns %v, %v", text, neurons, err)
		}
	}
}

func TestSingleOutputHasNoLateralSynapses(t *testing.T) {
	one := size{4, 1}
	if _, err := (Selection{Lateral, all, all}).resolve(one); err == nil || !strings.Contains(err.Error(), "no synapses") {
		t.Errorf("lateral of one output: error %v", err)
	}
	if p, err := (Selection{Weights, all, all}).resolve(one); err != nil || p.rows != 5 {
		t.Errorf("weights of one output: %d elements, %v; want 5", p.rows, err)
	}
}
