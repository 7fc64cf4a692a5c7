package recorder

import (
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/recorder/internal/series"
	"twophase/synapse"
)

// drawSelection draws a selection that can be recorded from a circuit that has it.
func drawSelection(t *rapid.T) selection.Selection {
	span := func(label string) string {
		first := rapid.IntRange(0, 12).Draw(t, label)
		return rapid.SampledFrom([]string{"*", fmt.Sprint(first), fmt.Sprintf("%d-%d", first, first+3)}).Draw(t, label+" span")
	}
	k := rapid.SampledFrom(recordable).Draw(t, "kind")
	switch {
	case k == selection.Weights:
		return selection.All(k)
	case k.Synaptic():
		return selection.MustParse(fmt.Sprintf("%v[%s,%s]", k, span("post"), span("pre")))
	}
	return selection.MustParse(fmt.Sprintf("%v[%s]", k, span("post")))
}

func drawRequest(t *rapid.T) Request {
	strides := rapid.OneOf(rapid.Just(LogSpaced), rapid.Custom(func(t *rapid.T) Stride {
		return Stride(rapid.IntRange(1, 20).Draw(t, "stride"))
	}))
	r := Request{Selection: drawSelection(t), Stride: strides.Draw(t, "stride")}
	if rapid.IntRange(0, 2).Draw(t, "dense") == 0 {
		steps := rapid.SliceOfNDistinct(rapid.IntRange(0, 40), 1, 4, rapid.ID).Draw(t, "around")
		r.Unresolved = true
		r = r.Resolve(steps)
		r.Stride = rapid.SampledFrom([]Stride{0, r.Stride}).Draw(t, "besides")
	}
	if rapid.IntRange(0, 2).Draw(t, "conditional") == 0 {
		condition := rapid.SampledFrom([]string{"|lateral| > 0.01", "lateral_ratio > 0.05", "|feedforward[0,0]| < 0.4", "|weights| > 0.9"}).Draw(t, "while")
		r.While, _ = intervention.ParseCondition(condition)
	}
	return r
}

// drawParts draws what is recorded in parts among what is requested: often nothing.
func drawParts(t *rapid.T, requests []Request, z selection.Size) (parts []selection.Selection) {
	for range rapid.IntRange(0, 2).Draw(t, "parts") {
		s := drawSelection(t)
		if rapid.Bool().Draw(t, "all") {
			s = selection.All(selection.Weights)
		}
		if checkParts(requests, []selection.Selection{s}, series.SourcesOf(z, nil)) == nil {
			parts = append(parts, s)
		}
	}
	return parts
}

// selected returns the selection of the parts of all changes, or of none.
func selected(parts bool) []selection.Selection {
	if parts {
		return []selection.Selection{selection.All(selection.Weights)}
	}
	return nil
}

func TestRequestTextRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := drawRequest(t)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got Request
		if err := json.Unmarshal(text, &got); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%v became %s and was read as %v, %v", want, text, got, err)
		}
	})
}

func TestParseRequestForms(t *testing.T) {
	for text, want := range map[string]string{
		"lateral":          "lateral",
		"lateral@1":        "lateral",
		"lateral @ 100":    "lateral@100",
		"scale[0]@log":     "scale[0]@log",
		"feedforward@0010": "feedforward@10",

		"lateral around interventions":                 "lateral around interventions",
		"lateral@1  around 20":                         "lateral@1 around 20",
		"scale@log around 20 0400 while error > 1e-1 ": "scale@log around 20 400 while error > 0.1",
		"weights while  |lateral[1, 0]|>0.3":           "weights while |lateral[1,0]| > 0.3",
	} {
		if r, err := ParseRequest(text); err != nil || r.String() != want {
			t.Errorf("%q was read as %v, %v; want %s", text, r, err, want)
		}
	}
}

func TestParseRequestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"lateral@":                         `"" is not a stride: "" is not a number; write a number of steps from 1, or log`,
		"lateral@0":                        "not a stride",
		"lateral@-1":                       "not a stride",
		"lateral@1_0":                      "write 10;",
		"lateral@1@2":                      "not a stride",
		"lateral@often":                    "not a stride",
		"lateral around":                   "around what: write around interventions",
		"lateral around lesions":           "write around interventions, or around steps",
		"lateral around 20 10":             "in order",
		"lateral around interventions@10":  "is not a number",
		"lateral while":                    "write one such as error < 0.01",
		"lateral while error":              "neither < nor >",
		"lateral while error > 1 around 9": "is not a number",
		"inputs@10":                        "inputs cannot be selected here: choose feedforward, lateral, scale, outputs, weights",
	} {
		_, err := ParseRequest(text)
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), text) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

// A name may be one of a circuit with populations of its own. Of another circuit it is refused.
func TestUnknownNamesCannotBeRequested(t *testing.T) {
	for text, want := range map[string]string{
		"latteral@10": "did you mean lateral?",
		"input":       "choose feedforward, lateral, scale, outputs, weights",
	} {
		r, err := ParseRequest(text)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := Estimate([]Request{r}, Extent{Size: selection.PairSize(3, 2, synapse.AllToAll), Steps: 1, Trials: 1}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
}

// A request that was not read from text is refused as well.
func TestInputsCannotBeRequested(t *testing.T) {
	_, err := Estimate([]Request{{Selection: selection.All(selection.Inputs), Stride: 1}}, Extent{Size: selection.PairSize(3, 2, synapse.AllToAll), Steps: 1, Trials: 1})
	if err == nil || !strings.Contains(err.Error(), "inputs are inputs, which carry the stimulus and are not recorded: choose feedforward") {
		t.Errorf("error %v", err)
	}
}

func FuzzParseRequest(f *testing.F) {
	for _, text := range []string{"lateral@100", "lateral@9 around 2 5 while error > 1", "scale around interventions", "feedforward[0-4,*]@log", "weights", "scale[1]@", "@log"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := ParseRequest(text)
		if err != nil {
			return
		}
		if again, err := ParseRequest(r.String()); err != nil || !reflect.DeepEqual(again, r) {
			t.Errorf("%q was read as %v, and that as %v, %v", text, r, again, err)
		}
	})
}
