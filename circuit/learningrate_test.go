package circuit_test

import (
	"fmt"
	"log"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
)

func parseRate(t testing.TB, text string) circuit.Rate {
	t.Helper()
	r, err := circuit.ParseRate(text)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// The learning rates of the paper: its small and its large problem.
func ExampleParseRate() {
	for _, text := range []string{"10/(250+t)", "1.1e-3 until 10000, 1e-4"} {
		rate, err := circuit.ParseRate(text)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("α_t = %v: %.4g at first, then %.4g and %.4g\n", rate, rate.At(1), rate.At(10000), rate.At(10001))
	}
	// Output:
	// α_t = 10/(250+t): 0.03984 at first, then 0.0009756 and 0.0009755
	// α_t = 0.0011 until 10000, 0.0001: 0.0011 at first, then 0.0011 and 0.0001
}

func TestRateAt(t *testing.T) {
	for _, test := range []struct {
		rate circuit.Rate
		want map[int]float64
	}{
		{circuit.ConstantRate(0.25), map[int]float64{1: 0.25, 2: 0.25, math.MaxInt: 0.25}},
		{circuit.DecayingRate(10, 250), map[int]float64{1: 10.0 / 251, 750: 0.01, 999750: 1e-5}},
		{circuit.DecayingRate(1, -0.5), map[int]float64{1: 2, 2: 1 / 1.5}},
		{parseRate(t, "1 until 2, 2/(8+t) until 10, 0.5"), map[int]float64{1: 1, 2: 1, 3: 2.0 / 11, 10: 2.0 / 18, 11: 0.5, math.MaxInt: 0.5}},
	} {
		for step, want := range test.want {
			if got := test.rate.At(step); got != want {
				t.Errorf("%v at step %d is %v, want %v", test.rate, step, got, want)
			}
		}
		if err := test.rate.Validate(); err != nil {
			t.Error(err)
		}
	}
}

// segment is a rate's segment as the test writes it.
type segment struct {
	a, t0  float64
	decays bool
	until  int
}

func (s segment) text(last bool) string {
	text := strconv.FormatFloat(s.a, 'g', -1, 64)
	if s.decays {
		text += "/(" + strconv.FormatFloat(s.t0, 'g', -1, 64) + "+t)"
	}
	if !last {
		text += " until " + strconv.Itoa(s.until)
	}
	return text
}

// What is parsed is what is printed; it has the value of its segments, and
// spaces do not matter.
func TestRateRoundTrip(t *testing.T) {
	positive := rapid.Float64Range(math.SmallestNonzeroFloat64, math.MaxFloat64/2)
	rapid.Check(t, func(t *rapid.T) {
		var segments []segment
		var texts []string
		until, count := 0, rapid.IntRange(1, 4).Draw(t, "segments")
		for i := range count {
			until += rapid.IntRange(1, 1000).Draw(t, "length")
			s := segment{a: rapid.Float64Range(1e-300, 1e300).Draw(t, "a"), decays: rapid.Bool().Draw(t, "decays"), until: until}
			if s.decays {
				s.t0 = rapid.OneOf(positive.Filter(func(v float64) bool { return v < 1e5 }), rapid.Float64Range(-0.9, 0)).Draw(t, "t0")
			}
			segments = append(segments, s)
			texts = append(texts, s.text(i == count-1))
		}
		text := strings.Join(texts, ", ")
		r, err := circuit.ParseRate(text)
		if err != nil {
			t.Fatal(err)
		}
		if r.String() != text {
			t.Fatalf("%q is printed as %q", text, r)
		}
		for _, variant := range []string{strings.ReplaceAll(text, " ", ""), "  " + strings.ReplaceAll(text, "/", " / ") + " "} {
			if other, err := circuit.ParseRate(variant); err != nil || !reflect.DeepEqual(r, other) {
				t.Fatalf("%q is read as %v, %v", variant, other, err)
			}
		}
		var back circuit.Rate
		if marshalled, err := r.MarshalText(); err != nil || back.UnmarshalText(marshalled) != nil || !reflect.DeepEqual(r, back) {
			t.Fatalf("%v is unmarshalled as %v (%v)", r, back, err)
		}
		step := rapid.IntRange(1, until+1000).Draw(t, "t")
		for i, s := range segments {
			if step > s.until && i < count-1 {
				continue
			}
			want := s.a
			if s.decays {
				want = s.a / (s.t0 + float64(step))
			}
			if r.At(step) != want {
				t.Fatalf("%v at step %d is %v, want %v", r, step, r.At(step), want)
			}
			break
		}
	})
}

// One constructor, one text: the same rate.
func TestRateConstructorsAreTheirTexts(t *testing.T) {
	for text, rate := range map[string]circuit.Rate{
		"0.001":            circuit.ConstantRate(1e-3),
		"10/(250+t)":       circuit.DecayingRate(10, 250),
		"0.5/(1e+06+t)":    circuit.DecayingRate(0.5, 1e6),
		"1e-300/(-0.25+t)": circuit.DecayingRate(1e-300, -0.25),
	} {
		if rate.String() != text || !reflect.DeepEqual(rate, parseRate(t, text)) {
			t.Errorf("%q: %v, parsed %v", text, rate, parseRate(t, text))
		}
	}
}

func TestRateErrors(t *testing.T) {
	const hint = "; write one such as 1e-3, 10/(250+t) or 1.1e-3 until 10000, 1e-4"
	const parts = ": each part but the last must end at a step, and each later than the one before"
	for text, want := range map[string]string{
		"":                          `learning rate "": "" is not a number` + hint,
		"fast":                      `learning rate "fast": "fast" is not a number` + hint,
		"nan":                       `learning rate "nan": "nan" is not a finite number` + hint,
		"inf":                       `learning rate "inf": "inf" is not a finite number` + hint,
		"1e999":                     `learning rate "1e999": "1e999" is too large for a number: the largest is 1.8e308` + hint,
		"1,":                        `learning rate "1,": "" is not a number` + hint,
		"1_0":                       `learning rate "1_0": "1_0" is not a number: write 10` + hint,
		"0x1p-3/(250+t)":            `learning rate "0x1p-3/(250+t)": "0x1p-3" is not a number: write 0.125` + hint,
		"1e-3 until noon, 1":        `learning rate "1e-3 until noon, 1": until which step? "noon" is not a number` + hint,
		"1e-3 until 1.5, 1":         `learning rate "1e-3 until 1.5, 1": until which step? "1.5" is not a whole number` + hint,
		"10/250":                    `learning rate "10/250": "250" is not of the form (t0+t)` + hint,
		"10/(t+250)":                `learning rate "10/(t+250)": "(t+250)" is not of the form (t0+t)` + hint,
		"10/(250+s)":                `learning rate "10/(250+s)": "(250+s)" is not of the form (t0+t)` + hint,
		"10/(+t)":                   `learning rate "10/(+t)": "(+t)" is not of the form (t0+t)` + hint,
		"x/(250+t)":                 `learning rate "x/(250+t)": "x" is not a number` + hint,
		"0":                         "learning rate 0 is not a positive number from step 1 on",
		"-1e-3":                     "learning rate -0.001 is not a positive number from step 1 on",
		"10/(-1+t)":                 "learning rate 10/(-1+t) is not a positive number from step 1 on",
		"1 until -3, 2":             `learning rate "1 until -3, 2": until which step? "-3" is out of range: give a whole number from 0 on, of at most 18 digits` + hint,
		"1/(-7.5+t)":                "learning rate 1/(-7.5+t) is not a positive number from step 1 on",
		"1 until 5, 10/(-6+t)":      "learning rate 1 until 5, 10/(-6+t) is not a positive number from step 6 on",
		"1 until 10":                "learning rate 1 until 10" + parts,
		"1, 2":                      "learning rate 1, 2" + parts,
		"1 until 10, 2 until 10, 3": "learning rate 1 until 10, 2 until 10, 3" + parts,
		"1 until 10, 2 until 5, 3":  "learning rate 1 until 10, 2 until 5, 3" + parts,
		"1 until 0, 2":              "learning rate 1 until 0, 2" + parts,
	} {
		if _, err := circuit.ParseRate(text); err == nil || err.Error() != want {
			t.Errorf("%q: error\n%v, want\n%s", text, err, want)
		}
	}
	want := "the learning rate is missing: give one such as 1e-3 or 10/(250+t)"
	if err := (circuit.Rate{}).Validate(); err == nil || err.Error() != want {
		t.Errorf("no rate: %v", err)
	}
}

// What is accepted is printed as it was read, and is a rate.
func FuzzParseRate(f *testing.F) {
	for _, text := range []string{"1e-3", "10/(250+t)", "1.1e-3 until 10000, 1e-4", "1 until 2, 2/(-1+t) until 10, 5e-324", "1e-3/(-0+t)", "1 until 9223372036854775807"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		r, err := circuit.ParseRate(text)
		if err != nil {
			return
		}
		again, err := circuit.ParseRate(r.String())
		if err != nil || !reflect.DeepEqual(r, again) {
			t.Fatalf("%q → %v → %v, %v", text, r, again, err)
		}
		if a := r.At(1); !(a > 0) || math.IsInf(a, 1) {
			t.Fatalf("%v is %v at step 1", r, a)
		}
	})
}
