package stimulus

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// TestChangeErrors: each error says what is wrong, and leaves the stimuli as they
// were.
func TestChangeErrors(t *testing.T) {
	unknown, err := NewChangingFile(&rows{stimuli: sevenColumns(5)}, Subspace{}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	flat := newChangingGaussian(t, small().Spectrum, 3, 1, 0)
	apply(t, flat, Rotate{10}, Drift{1}, Drift{0}, Spectrum{[]float64{1, 0.5, 0.2}})
	drifting := newChangingGaussian(t, small().Spectrum, 3, 1, 0)
	apply(t, drifting, Drift{1})
	for _, c := range []struct {
		stimuli *Changing
		change  Change
		want    string
	}{
		{drifting, Spectrum{[]float64{1, 0.5, 0.2}}, "the subspace that drifts is lost: the first 3 principal directions are not defined"},
		{unknown, Rotate{45}, "the principal directions of the stimuli are not known"},
		{unknown, Drift{1}, "the principal directions of the stimuli are not known"},
		{unknown, Spectrum{[]float64{1}}, "Gaussian stimuli only"},
		{newChangingGaussian(t, []float64{3, 2, 1}, 3, 1, 0), Rotate{45}, "all 3 principal directions span the whole space"},
		{newChangingGaussian(t, []float64{3, 2, 1}, 0, 1, 0), Rotate{45}, "how many dimensions"},
		{newChangingGaussian(t, []float64{3, 2, 2}, 2, 1, 0), Drift{1}, "eigenvalues 2 and 3 of the spectrum are both 2"},
		{flat, Rotate{1}, "eigenvalues 3 and 4 of the spectrum are both 0.2"},
		{flat, Rotate{91}, "from 0 to 90"},
		{flat, Rotate{math.NaN()}, "from 0 to 90"},
		{flat, Drift{-91}, "−90 to 90"},
		{flat, Drift{math.Inf(1)}, "−90 to 90"},
		{flat, Correlate{1}, "from 0 to below 1"},
		{flat, Correlate{-0.5}, "from 0 to below 1"},
		{flat, Noise{-1}, "not negative"},
		{flat, Noise{math.Inf(1)}, "not negative"},
		{flat, Spectrum{nil}, "empty"},
		{flat, Spectrum{[]float64{1, 2}}, "list them from the largest to the smallest"},
		{flat, Spectrum{make([]float64, 11)}, "11 eigenvalues for stimuli of 10 inputs"},
		{flat, &Rotate{10}, "a change of type *stimulus.Rotate: give a Rotate,"},
	} {
		before := stateText(t, c.stimuli)
		if err := c.stimuli.Apply(c.change); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: error %v, want one with %q", c.change, err, c.want)
		}
		if after := stateText(t, c.stimuli); after != before {
			t.Errorf("%v: state %s after the error, was %s", c.change, after, before)
		}
	}
	p := Prefetch(newGaussian(t, "small", 1, 0), 0)
	defer p.Close()
	if err := p.Apply(Noise{1}); err == nil || !strings.Contains(err.Error(), "its source cannot change") {
		t.Errorf("error %v", err)
	}
}

func TestNewChangingErrors(t *testing.T) {
	for _, k := range []int{-1, 11} {
		if _, err := NewChanging(newGaussian(t, "small", 1, 0), k); err == nil || !strings.Contains(err.Error(), "no subspace") {
			t.Errorf("%d dimensions: error %v", k, err)
		}
	}
	for want, s := range map[string]Subspace{
		"a mean of 3 inputs":                     {Mean: make([]float64, 3)},
		"15 numbers are no matrix":               {Basis: make([]float64, 15)},
		"110 numbers are no matrix":              {Basis: make([]float64, 110)},
		"principal direction 1 is a combination": {Basis: make([]float64, 10)},
		"principal direction 2 is a combination": {Basis: slicesOf(20, 1)},
		"NaN":                                    {Basis: slicesOf(10, math.NaN())},
		"the mean: input 0 is +Inf":              {Mean: slicesOf(10, math.Inf(1))},
	} {
		if _, err := NewChangingFile(newGaussian(t, "small", 1, 0), s, 1, 0); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

func slicesOf(n int, v float64) []float64 {
	all := make([]float64, n)
	for i := range all {
		all[i] = v
	}
	return all
}

func TestChangeJSON(t *testing.T) {
	for text, change := range map[string]Change{
		`{"rotate":45}`:       Rotate{45},
		`{"drift":-0.1}`:      Drift{-0.1},
		`{"spectrum":[2,1]}`:  Spectrum{[]float64{2, 1}},
		`{"correlate":0.9}`:   Correlate{0.9},
		`{"noise":0}`:         Noise{0},
		`{"noise":1e-7}`:      Noise{1e-7},
		`{"rotate":0.1}`:      Rotate{0.1},
		`{"correlate":0.125}`: Correlate{0.125},
	} {
		written, err := json.Marshal(change)
		if err != nil || string(written) != text {
			t.Errorf("%v is written as %s, error %v, want %s", change, written, err, text)
		}
		if read, err := DecodeChange([]byte(text)); err != nil || !reflect.DeepEqual(read, change) {
			t.Errorf("%s is read as %v, error %v", text, read, err)
		}
	}
	for _, wrong := range []string{`{}`, `{"rotate":1,"noise":1}`, `{"turn":1}`, `{"rotate":"far"}`, `null`, ``, `{"spectrum":null}`,
		`{"noise":1,"noise":2}`, `{"spectrum":[2,1],"spectrum":null}`, `{"noise":1} {"noise":2}`, `{"noise":1}]`, `{"Noise":1}`, `{"ROTATE":1}`, `[{"noise":1}]`,
	} {
		if _, err := DecodeChange([]byte(wrong)); err == nil || !strings.Contains(err.Error(), "rotate, drift, spectrum, correlate, noise") {
			t.Errorf("%s: error %v does not list the changes", wrong, err)
		}
	}
}

// A change that was suspended is read as strictly.
func TestChangeAtJSON(t *testing.T) {
	for text, want := range map[string]string{
		`{"step":5,"change":{"noise":1}}`:           "",
		`{"Step":5,"change":{"noise":1}}`:           `no key "Step": choose step, change`,
		`{"step":5,"step":6,"change":{"noise":1}}`:  `key "step" is there twice`,
		`{"step":5,"change":{"noise":1,"noise":1}}`: `key "noise" is there twice`,
		`{"step":5,"change":{"Noise":1}}`:           `no key "Noise"`,
		`{"step":5}`:                                "reading a change",
	} {
		var h ChangeAt
		switch err := json.Unmarshal([]byte(text), &h); {
		case want == "" && (err != nil || h != ChangeAt{5, Noise{1}}):
			t.Errorf("%s is read as %v, %v", text, h, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		}
	}
}

// FuzzDecodeChange: what is read has one key, and is written and read as the same.
func FuzzDecodeChange(f *testing.F) {
	for _, text := range []string{`{"rotate":45}`, `{"drift":-1e-3}`, `{"spectrum":[2,1]}`, `{"correlate":0.9}`, ` {"noise":0}`, `{"noise":1,"noise":2}`, `{"Noise":1}`, `{"noise":1}{}`, `{"spectrum":[]}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		change, err := DecodeChange([]byte(text))
		if err != nil {
			return
		}
		var keys map[string]any
		if err := json.Unmarshal([]byte(text), &keys); err != nil {
			t.Fatalf("%q is read as %v, and is no object: %v", text, change, err)
		}
		if strings.Count(text, ":") != len(keys) {
			t.Errorf("%q has a key twice and is read as %v", text, change)
		}
		for key, value := range keys {
			if !slices.Contains([]string{"rotate", "drift", "spectrum", "correlate", "noise"}, key) {
				t.Errorf("%q is read as %v", text, change)
			}
			if value == nil { // as if it were not there
				delete(keys, key)
			}
		}
		if len(keys) != 1 {
			t.Errorf("%q of %d keys is read as %v", text, len(keys), change)
		}
		written, err := json.Marshal(change)
		if err != nil {
			t.Fatal(err)
		}
		if again, err := DecodeChange(written); err != nil || !reflect.DeepEqual(again, change) {
			t.Errorf("%q is read as %v, and %s as %v, %v", text, change, written, again, err)
		}
	})
}

// TestRestoreErrors: a state that does not fit is refused, and the stimuli go on.
func TestRestoreErrors(t *testing.T) {
	c := newChangingGaussian(t, small().Spectrum, 3, 1, 0)
	apply(t, c, Correlate{0.5})
	read(t, c, 3)
	want := read(t, c, 2)
	for _, wrong := range []struct {
		state State
		want  string
	}{
		{State{Step: 5, Changes: []ChangeAt{{6, Noise{1}}}}, "change 1 is of step 6, later than that"},
		{State{Step: 5, Changes: []ChangeAt{{4, Noise{1}}, {3, Noise{1}}}}, "change 2 is of step 3, earlier than"},
		{State{Step: 5, Changes: []ChangeAt{{4, nil}}}, "change 1 is missing"},
		{State{Step: 5, Changes: []ChangeAt{{4, Rotate{400}}}}, "from 0 to 90"},
		{State{Step: 5, Changes: []ChangeAt{{4, Spectrum{[]float64{1}}}, {4, Rotate{4}}}}, "are both 1"},
		{State{Step: 5, Changes: []ChangeAt{{4, Drift{1}}, {5, Spectrum{[]float64{1}}}}}, "change 2 of the stimulus, after step 5: the subspace that drifts is lost"},
		{State{Step: 5, Changes: []ChangeAt{{0, Correlate{0.5}}}}, "a last stimulus of 0 inputs, not 10"},
		{State{Step: 5, Changes: []ChangeAt{{0, Correlate{0.5}}}, Last: slicesOf(10, math.NaN())}, "NaN"},
		{State{Step: 5, Last: slicesOf(10, 1)}, "no correlation"},
	} {
		if err := c.Restore(wrong.state); err == nil || !strings.Contains(err.Error(), wrong.want) {
			t.Errorf("error %v, want one with %q", err, wrong.want)
		}
		if err := c.Seek(3); err != nil || !equal(read(t, c, 2), want) {
			t.Errorf("after the error %q the stimuli are others, error %v", wrong.want, err)
		}
	}
}

// The source's own error ends the stimuli, and a change does not bring them back.
func TestChangingEnd(t *testing.T) {
	errBroken := errors.New("broken")
	c, err := NewChangingFile(&counted{last: 4, err: errBroken}, Subspace{}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := Prefetch(c, 3)
	defer p.Close()
	read(t, p, 4)
	x := make([]float64, 2)
	for range 2 {
		if err := p.Next(x); err != errBroken || p.Step() != 4 {
			t.Errorf("error %v after stimulus %d", err, p.Step())
		}
		apply(t, p, Noise{1})
	}
}

func TestChangingDoesNotAllocate(t *testing.T) {
	c := newChangingGaussian(t, large().Spectrum, 10, 1, 0)
	file := newChangingFile(t, sevenColumns(1000), 1)
	for _, c := range []*Changing{c, file} {
		apply(t, c, Rotate{10}, Rotate{10}, Drift{1}, Correlate{0.5}, Noise{0.1})
		x := make([]float64, c.Inputs())
		c.Next(x)
		if n := testing.AllocsPerRun(100, func() { c.Next(x) }); n != 0 {
			t.Errorf("%v allocations per stimulus, want none", n)
		}
	}
}

// BenchmarkChanging is a stimulus of the paper's large problem, plain and under
// changes.
func BenchmarkChanging(b *testing.B) {
	plain := newGaussian(b, "large", 1, 0)
	x := make([]float64, 100)
	b.Run("gaussian", func(b *testing.B) {
		for b.Loop() {
			plain.Next(x)
		}
	})
	for _, run := range []struct {
		name    string
		changes []Change
	}{
		{"unchanged", nil}, {"rotate", []Change{Rotate{45}}}, {"drift", []Change{Drift{0.1}}},
		{"correlate", []Change{Correlate{0.5}}}, {"noise", []Change{Noise{0.1}}},
	} {
		b.Run(run.name, func(b *testing.B) {
			c := newChangingGaussian(b, large().Spectrum, 10, 1, 0)
			apply(b, c, run.changes...)
			for b.Loop() {
				c.Next(x)
			}
		})
	}
}

func TestChangeString(t *testing.T) {
	for want, change := range map[string]Change{
		"rotate by 45 degrees":              Rotate{45},
		"drift by -0.01 degrees a stimulus": Drift{-0.01},
		"spectrum 1, 0.5, 0.2":              Spectrum{[]float64{1, 0.5, 0.2}},
		"correlate by 0.9":                  Correlate{0.9},
		"noise of size 0.1":                 Noise{0.1},
	} {
		if got := change.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
