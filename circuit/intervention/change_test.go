package intervention_test

import (
	"encoding/json"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
)

// An event is written as documented, with a list of changes that may be empty, and
// read as the same.
func TestEventJSON(t *testing.T) {
	c := small(t, circuit.IfPSP)
	_, events := start(t, c,
		intervention.Intervention{intervention.At(0), intervention.Set{on("scale[1]"), 2}},
		intervention.Intervention{intervention.At(0), intervention.Set{on("scale[1]"), 2}},
		intervention.Intervention{intervention.At(0), intervention.Freeze{selection.Of(all(selection.Lateral))}},
		intervention.Intervention{intervention.At(0), intervention.SetTau{0.25}},
	)
	want := []string{
		`{"step":0,"intervention":0,"trigger":"at 0","edit":"set scale[1] to 2","changes":[{"what":"weight","projection":"scale","post":1,"pre":-1,"before":1,"after":2}]}`,
		`{"step":0,"intervention":1,"trigger":"at 0","edit":"set scale[1] to 2","changes":[]}`,
		`{"step":0,"intervention":2,"trigger":"at 0","edit":"freeze lateral","changes":[{"what":"plasticity","projection":"lateral","post":-1,"pre":-1,"before":"plastic","after":"frozen"}]}`,
		`{"step":0,"intervention":3,"trigger":"at 0","edit":"set tau to 0.25","changes":[{"what":"tau","post":-1,"pre":-1,"before":0.5,"after":0.25}]}`,
	}
	for n, e := range *events {
		text, err := json.Marshal(e)
		if err != nil || string(text) != want[n] {
			t.Errorf("event %d is written as %s, %v\nwant %s", n, text, err, want[n])
		}
		var read intervention.Event
		if err := json.Unmarshal(text, &read); err != nil || !cmp.Equal(read, e) {
			t.Errorf("%s is read as %+v, %v", text, read, err)
		}
	}
}

// Any value is written and read as the same bits.
func TestValueJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := intervention.Number(rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.NaN(), math.Inf(1), math.Inf(-1), math.Copysign(0, -1)})).Draw(t, "number"))
		if rapid.Bool().Draw(t, "text") {
			want = intervention.Text(rapid.SampledFrom([]string{"free", "10/(250+t)", "∞", `"`}).Draw(t, "text"))
		}
		text, err := json.Marshal(want)
		var got intervention.Value
		if err == nil {
			err = json.Unmarshal(text, &got)
		}
		same := math.Float64bits(got.Number) == math.Float64bits(want.Number) || got.Number != got.Number && want.Number != want.Number
		if err != nil || !same || got.Text != want.Text {
			t.Fatalf("%#v is written as %s and read as %#v, %v", want, text, got, err)
		}
	})
	for _, wrong := range []string{`""`, `null`, `true`, `[1]`, `{}`} {
		var v intervention.Value
		if err := json.Unmarshal([]byte(wrong), &v); err == nil {
			t.Errorf("%s is read as %#v", wrong, v)
		}
	}
}

// The fields of an edit have the names that the keys of an experiment have: words in
// small letters.
func TestEditsAreWrittenInSmallLetters(t *testing.T) {
	keys := map[string]string{}
	for _, e := range []intervention.Edit{
		intervention.Lesion{}, intervention.LesionNeuron{}, intervention.Freeze{}, intervention.Thaw{},
		intervention.Set{Where: on("lateral[1,0]"), To: 0.5}, intervention.Multiply{Where: on("scale"), By: 2},
		intervention.Clamp{Neuron: on("inputs[3]"), To: 1}, intervention.Release{},
		intervention.SetRate{To: circuit.ConstantRate(1)}, intervention.SetTau{}, intervention.SetGains{},
		intervention.SetSchedule{}, intervention.Noise{}, intervention.ActivityNoise{}, intervention.Failure{}, intervention.Quantise{}, intervention.Dale{},
	} {
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		name := reflect.TypeOf(e).Name()
		keys[name] = string(text)
		var fields map[string]any
		if err := json.Unmarshal(text, &fields); err != nil {
			t.Fatal(err)
		}
		for key := range fields {
			if key != strings.ToLower(key) {
				t.Errorf("%s has the key %q", name, key)
			}
		}
	}
	for name, want := range map[string]string{
		"Set":      `{"where":"lateral[1,0]","to":0.5}`,
		"Multiply": `{"where":"scale","by":2}`,
		"Clamp":    `{"neuron":"inputs[3]","to":1}`,
	} {
		if keys[name] != want {
			t.Errorf("%s is written as %s, want %s", name, keys[name], want)
		}
	}
}
