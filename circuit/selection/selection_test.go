package selection_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// span is a range of indices, and how it is written in its shortest form.
type span struct {
	text        string
	first, last int
}

func drawSpan(t *rapid.T, label string) span {
	first := rapid.IntRange(0, 12).Draw(t, label)
	return rapid.SampledFrom([]span{
		{"*", 0, 1 << 30}, {fmt.Sprint(first), first, first}, {fmt.Sprintf("%d-%d", first, first+3), first, first + 3},
	}).Draw(t, label+" span")
}

// drawText draws a selection as it is written in its shortest form, and the spans
// of its indices.
func drawText(t *rapid.T) (text string, k selection.Kind, post, pre span) {
	k = rapid.SampledFrom([]selection.Kind{
		selection.Feedforward, selection.Lateral, selection.Scale, selection.Outputs, selection.Weights, selection.Inputs,
	}).Draw(t, "kind")
	post, pre = span{"*", 0, 1 << 30}, span{"*", 0, 1 << 30}
	if k != selection.Weights {
		post = drawSpan(t, "post")
	}
	if k.Synaptic() {
		pre = drawSpan(t, "pre")
	}
	switch {
	case post.text == "*" && pre.text == "*":
		return k.String(), k, post, pre
	case k.Synaptic():
		return fmt.Sprintf("%v[%s,%s]", k, post.text, pre.text), k, post, pre
	}
	return fmt.Sprintf("%v[%s]", k, post.text), k, post, pre
}

func TestTextRoundTrips(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want, kind, _, _ := drawText(t)
		s := selection.MustParse(want)
		text, err := json.Marshal(s)
		if err != nil || s.String() != want || s.Kind() != kind {
			t.Fatalf("%s was read as %v of kind %v, and written as %s, %v", want, s, s.Kind(), text, err)
		}
		var got selection.Selection
		if err := json.Unmarshal(text, &got); err != nil || got != s {
			t.Fatalf("%v became %s and was read as %v, %v", s, text, got, err)
		}
	})
}

func TestParseForms(t *testing.T) {
	for text, want := range map[string]selection.Selection{
		" lateral [ 2 , * ] ": selection.MustParse("lateral[2,*]"),
		"lateral[*,*]":        selection.All(selection.Lateral),
		"scale[*]":            selection.All(selection.Scale),
		"scale[3-3]":          selection.Neuron(selection.Scale, 3),
		"inputs[03]":          selection.Neuron(selection.Inputs, 3),
		"feedforward[4,07]":   selection.Synapse(selection.Feedforward, 4, 7),
		"scale[1e3]":          selection.Neuron(selection.Scale, 1000),
		"lateral[0-1e1,3]":    selection.MustParse("lateral[0-10,3]"),
		"scale[20e-1-3]":      selection.MustParse("scale[2-3]"),
	} {
		if s, err := selection.Parse(text); err != nil || s != want {
			t.Errorf("%q was read as %v, %v; want %v", text, s, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"laterl[0":                    "do not end with ]",
		"9soma":                       "a name has letters",
		"":                            "choose feedforward, lateral",
		"lateral[2]":                  "lateral takes 2, not 1, indices: write lateral[2,0] or lateral[0-4,*], post before pre",
		"scale[1,2]":                  "scale takes 1, not 2, indices: write scale[2] or scale[0-4]",
		"outputs[1":                   "do not end with ]",
		"weights[1,2]":                "weights takes no indices",
		"weights[1":                   "write weights",
		"lateral[-1,0]":               `"-1" is not an index`,
		"lateral[x,0]":                `"x" is not an index`,
		"lateral[4-2,0]":              "write 2-4",
		"scale[1]]":                   "is not an index",
		"scale[1e-3]":                 `"1e-3" is not an index: "1e-3" is not a whole number`,
		"scale[1_0]":                  `"1_0" is not an index: "1_0" is not a number: write 10`,
		"scale[0x1]":                  "write 1",
		"lateral[2--4,0]":             "is not an index",
		"scale[99999999999999999999]": "is not an index",
	} {
		_, err := selection.Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
	_, err := selection.Parse("feedforward", selection.Inputs, selection.Outputs)
	if err == nil || !strings.Contains(err.Error(), "feedforward cannot be selected here: choose inputs, outputs") {
		t.Errorf("of another kind: error %v", err)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range []string{"lateral[2,*]", "feedforward[0-4,1]", "scale[1]", "weights", "lateral[", "outputs[0-]", "inputs[0]"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s, err := selection.Parse(text)
		if err != nil {
			return
		}
		if again, err := selection.Parse(s.String()); err != nil || again != s {
			t.Errorf("%q was read as %v, and that as %v, %v", text, s, again, err)
		}
		s.Check(selection.PairSize(3, 2, synapse.AllToAll))
	})
}

func newCircuit(t rapid.TB, n, k int) *circuit.Circuit {
	return newWiredCircuit(t, n, k, synapse.AllToAll)
}

func newWiredCircuit(t rapid.TB, n, k int, lateral synapse.Wiring) *circuit.Circuit {
	t.Helper()
	network := circuit.IfPSP
	network = network.WithProjection("lateral", func(p *circuit.ProjectionSpec) { p.Wiring = lateral })
	c, err := circuit.New(circuit.Spec{Network: network, Inputs: n, Gains: circuit.LinearGains(k, 1, 0.5), Rate: circuit.ConstantRate(0.1)})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// handles returns the names of all that a selection selects, and its error.
func handles(s selection.Selection, c *circuit.Circuit) (names []string, err error) {
	synapses, err := s.Synapses(c)
	for s := range synapses {
		names = append(names, s.String())
	}
	scales, err2 := s.Variables(c)
	for _, o := range scales {
		names = append(names, fmt.Sprintf("scale[%d]", o.Index()))
	}
	neurons, err3 := s.Neurons(c)
	for _, n := range neurons {
		names = append(names, n.String())
	}
	if (err == nil) != (err2 == nil) || (err == nil) != (err3 == nil) {
		return names, fmt.Errorf("errors %v, %v and %v", err, err2, err3)
	}
	return names, err
}

// Handles, rows and the check all agree with what the text says.
func TestSelectedIsWhatIsWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(1, 7).Draw(t, "N")
		wiring := rapid.SampledFrom([]synapse.Wiring{synapse.AllToAll, synapse.Ordered, synapse.Unconnected}).Draw(t, "wiring")
		c := newWiredCircuit(t, n, rapid.IntRange(1, n).Draw(t, "K"), wiring)
		z := selection.SizeOf(c)
		text, kind, post, pre := drawText(t)
		var want, rows []string
		for _, k := range []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Outputs, selection.Inputs} {
			wide := map[selection.Kind]int{selection.Feedforward: z.Inputs, selection.Lateral: z.Outputs}[k]
			for i := range z.Neurons(k) {
				for j := range max(wide, 1) {
					name := fmt.Sprintf("%v[%d,%d]", k, i, j)
					if wide == 0 {
						name = fmt.Sprintf("%v[%d]", k, i)
					}
					exists := k != selection.Lateral || wiring == synapse.AllToAll && i != j || wiring == synapse.Ordered && j < i
					if from, end := selection.MustParse(text).Row(z, k, i); from <= j && j < end && !(k == selection.Lateral && i == j) {
						rows = append(rows, name)
					}
					chosen := kind == k || kind == selection.Weights && (wide > 0 || k == selection.Scale)
					if chosen && exists && post.first <= i && i <= post.last && pre.first <= j && j <= pre.last {
						want = append(want, name)
					}
				}
			}
		}
		beyond := post.text != "*" && post.last >= z.Neurons(kind) || pre.text != "*" && pre.last >= z.Width(kind)
		got, err := handles(selection.MustParse(text), c)
		var missing *selection.Missing
		switch {
		case beyond || len(want) == 0:
			if !errors.As(err, &missing) || got != nil {
				t.Fatalf("%s of %v selects %v, error %v; want none and a *Missing", text, z, got, err)
			}
		case err != nil || !slices.Equal(got, want):
			t.Fatalf("%s of %v (-want +got), %v:\n%s", text, z, err, cmp.Diff(want, got))
		}
		if !slices.Equal(rows, want) {
			t.Fatalf("rows of %s of %v (-want +got):\n%s", text, z, cmp.Diff(want, rows))
		}
	})
}

func TestMissingSaysWhatExists(t *testing.T) {
	c := newCircuit(t, 4, 3)
	for text, want := range map[string]string{
		"lateral[2,2]":     "lateral[2,2] does not exist: lateral has synapses [0-2, 0-2] without the diagonal (indices count from 0)",
		"lateral[3,*]":     "[0-2, 0-2]",
		"lateral[0,1-3]":   "[0-2, 0-2]",
		"feedforward[0,4]": "feedforward has synapses [0-2, 0-3]",
		"scale[3]":         "scale has neurons [0-2]",
		"outputs[0-3]":     "outputs has neurons [0-2]",
		"inputs[4]":        "inputs has neurons [0-3]",
	} {
		if _, err := handles(selection.MustParse(text), c); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
	err := selection.All(selection.Lateral).Check(selection.PairSize(4, 1, synapse.AllToAll))
	if err == nil || !strings.Contains(err.Error(), "no synapses") {
		t.Errorf("lateral of one output: error %v", err)
	}
	for wiring, want := range map[synapse.Wiring]string{
		synapse.Ordered:     "lateral has synapses [i, j] with j < i, onto neurons 1-2 from earlier ones",
		synapse.Unconnected: "the network has no lateral synapses",
	} {
		err := selection.MustParse("lateral[0-1,1-2]").Check(selection.PairSize(4, 3, wiring))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("lateral, %v: error %v", wiring, err)
		}
	}
	err = selection.All(selection.Weights).Check(selection.PairSize(4, 3, synapse.AllToAll), selection.Inputs)
	if err == nil || !strings.HasSuffix(err.Error(), "choose outputs, inputs") {
		t.Errorf("of another kind: error %v", err)
	}
}

// No circuit has negative indices, which a program may ask for.
func TestNegativeIndicesAreMissing(t *testing.T) {
	z := selection.PairSize(4, 3, synapse.AllToAll)
	for _, s := range []selection.Selection{
		selection.Synapse(selection.Feedforward, -1, 0), selection.Synapse(selection.Lateral, 0, -1),
		selection.Neuron(selection.Outputs, -1), selection.Neuron(selection.Scale, -2), selection.Neuron(selection.Inputs, -1),
	} {
		var missing *selection.Missing
		if err := s.Check(z); !errors.As(err, &missing) {
			t.Errorf("%v: error %v", s, err)
		}
	}
}
