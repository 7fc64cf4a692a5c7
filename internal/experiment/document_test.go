package experiment

import (
	"encoding/json"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/internal/experiment/circuitfile"
	"twophase/internal/text/document"
)

// Same compares experiments; rates are equal if they say the same.
var Same = cmp.Comparer(func(a, b circuit.Rate) bool { return a.String() == b.String() })

// Absolute returns the experiment with absolute paths: the same file may be named in
// two ways.
func Absolute(t interface{ Fatal(...any) }, e Experiment) Experiment {
	paths := []*string{&e.Stimulus.File, &e.Stimulus.Mixing, &e.Stimulus.Centres, &e.InitialWeights}
	e.Stimulus.Files = slices.Clone(e.Stimulus.Files)
	for i := range e.Stimulus.Files {
		paths = append(paths, &e.Stimulus.Files[i].Value)
	}
	for _, path := range paths {
		if *path == "" {
			continue
		}
		var err error
		if *path, err = filepath.Abs(*path); err != nil {
			t.Fatal(err)
		}
	}
	return e
}

// An experiment is written as a file that says the same.
func TestWriteThenParse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := DrawExperiment(t)
		folder := rapid.SampledFrom([]string{".", "sub", "../other", "/abs/folder"}).Draw(t, "folder")
		text := Section(&e, folder).YAML()
		doc, err := Parse(filepath.Join(folder, "x.yaml"), text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if d := cmp.Diff(Absolute(t, e), Absolute(t, doc.Experiment), Same); d != "" {
			t.Fatalf("read back differently (- written, + read):\n%s\n%s", d, text)
		}
	})
}

// An experiment is written as JSON that says the same, whatever of it is given, and is
// not: the zero value of a field is a default that is not filled in yet.
func TestExperimentJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		e := DrawExperiment(t)
		text, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var back Experiment
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if d := cmp.Diff(e, back, Same); d != "" {
			t.Fatalf("read back differently (- written, + read):\n%s\n%s", d, text)
		}
	})
}

// DrawExperiment draws an experiment each of whose values is valid; they need not
// fit together.
func DrawExperiment(t *rapid.T) Experiment {
	maybe := func(name string) bool { return rapid.Bool().Draw(t, name) }
	positive := rapid.Custom(func(t *rapid.T) float64 {
		v := rapid.Float64Range(0, 1e6).Draw(t, "positive")
		if rapid.Bool().Draw(t, "round") {
			v = rapid.SampledFrom([]float64{0.5, 1, 2.25, 1e-9, 1e22}).Draw(t, "round number")
		}
		return v
	})
	file := rapid.Custom(func(t *rapid.T) string {
		return filepath.Clean(rapid.SampledFrom([]string{"data.csv", "sub/a b.npz:W", "/abs/x.npy", "../ü '\"\\n<&>.csv", "true", "1e3", "- x", "#c", "~", "\u2028 😀", "a\tb", "x: y"}).Draw(t, "file"))
	})
	e := New()
	e.Network = rapid.SampledFrom(append(networkNames(), "")).Draw(t, "network")
	if rapid.IntRange(0, 3).Draw(t, "is a circuit of its own") == 0 {
		n := rapid.SampledFrom(circuit.Networks()).Draw(t, "circuit")
		own, err := circuitfile.Of(n, "my-"+n.Name)
		if err != nil {
			t.Fatal(err)
		}
		e.Network, e.Circuit = "", own
	}
	if maybe("settles") {
		e.Settle = &Settle{Method: rapid.SampledFrom([]string{"exact", "jacobi", "gauss-seidel", "euler"}).Draw(t, "method")}
		if e.Settle.Method != exact {
			e.Settle.Sweeps = rapid.IntRange(0, 1000).Draw(t, "sweeps")
			e.Settle.Warm = maybe("warm")
		}
		if maybe("damps") {
			e.Settle.Damping = rapid.Float64Range(0, 0.99).Draw(t, "damping")
			e.Settle.Tolerance = positive.Draw(t, "tolerance")
		}
	}
	if maybe("decays laterally") {
		decay := rapid.Float64Range(0, 2).Draw(t, "lateral decay")
		e.LateralDecay = &decay
	}
	e.Stimulus = drawStimulus(t, file)
	e.Outputs = rapid.IntRange(0, 4).Draw(t, "outputs")
	switch rapid.IntRange(0, 2).Draw(t, "gains") {
	case 0:
		e.Lambda = Lambda{Linear: true, Values: []float64{1, rapid.Float64Range(0.1, 0.9).Draw(t, "last gain")}}
	case 1:
		e.Lambda = Lambda{Linear: false, Values: []float64{1, 0.85, 0.7, 0.55}[:rapid.IntRange(1, 4).Draw(t, "gains")]}
	}
	if maybe("tau") {
		e.Tau, e.InitialM = positive.Draw(t, "tau"), positive.Draw(t, "M")
	}
	if maybe("rate") {
		e.Rate = circuit.DecayingRate(rapid.Float64Range(1e-9, 1).Draw(t, "a"), rapid.Float64Range(0, 1e5).Draw(t, "t0"))
	}
	switch rapid.IntRange(0, 2).Draw(t, "initial") {
	case 0:
		e.InitialW = positive.Draw(t, "W")
	case 1:
		e.InitialWeights = file.Draw(t, "weights")
	}
	e.Steps = rapid.SampledFrom([]int{0, 1, 100, MaxSteps}).Draw(t, "steps")
	e.Trials = rapid.IntRange(0, 3).Draw(t, "trials")
	e.Seed = rapid.Uint64().Draw(t, "seed")
	if maybe("records") {
		e.Record = rapid.SliceOfN(rapid.SampledFrom([]string{"weights@100", "lateral[1,*]@10", "outputs@log", "scale[0]", "lateral around interventions", "scale@9 while error > 0.1"}), 1, 3).Draw(t, "record")
	}
	if maybe("parts") {
		e.Parts = rapid.SliceOfN(rapid.SampledFrom([]string{"all", "lateral[1,*]", "weights,scale[0]"}), 1, 2).Draw(t, "parts of")
	}
	e.Reference = maybe("reference")
	e.Executor = rapid.SampledFrom([]string{"", "compiled", "literal"}).Draw(t, "executor")
	if maybe("interventions") {
		e.Interventions = rapid.SliceOfN(rapid.Custom(drawIntervention), 1, 3).Draw(t, "list")
	}
	return e
}

// drawIntervention draws an intervention each of whose values is valid.
func drawIntervention(t *rapid.T) (i Intervention) {
	word := func(name string, from ...string) string { return rapid.SampledFrom(from).Draw(t, name) }
	number := func(min, max float64) *float64 {
		v := rapid.SampledFrom([]float64{min, max, rapid.Float64Range(min, max).Draw(t, "number")}).Draw(t, "of these")
		return &v
	}
	step := func(name string, from int) int { return rapid.IntRange(from, 100).Draw(t, name) }
	switch word("trigger", "at", "every", "when") {
	case "at":
		at := step("at", 0)
		i.At = &at
	case "every":
		i.Every = step("every", 1)
		if rapid.Bool().Draw(t, "bounded") {
			i.From = step("from", 1)
			i.Until = i.From + step("longer", 0)
		}
	case "when":
		i.When = word("when", "error < 0.01", "lateral_ratio > 0.05", "|lateral[1,0]| > 0.3", "scale[0] < 0.1")
		i.Check = step("check", 0)
	}
	synapses := func(name string) string {
		return word(name, "lateral", "feedforward", "weights", "lateral[0,*]", "feedforward[*,1-2]")
	}
	neurons := func(name string) string { return word(name, "inputs[0]", "outputs", "outputs[0]", "inputs[0-1]") }
	switch word("action", Actions()...) {
	case "lesion":
		if i.Lesion = word("lesion", "lateral", "feedforward[0,*]", "outputs[0]", "inputs[1]"); strings.Contains(i.Lesion, "puts") {
			i.Side = word("side", "", "both", "incoming", "outgoing")
		}
	case "freeze":
		i.Freeze = word("freeze", "lateral", "feedforward[0,*]", "scale[0]", "weights")
	case "thaw":
		i.Thaw = word("thaw", "lateral", "feedforward[0,*]", "scale[0]", "weights")
	case "clamp":
		i.Clamp, i.To = neurons("clamp"), number(-1, 1)
	case "release":
		i.Release = neurons("release")
	case "set":
		i.Set, i.To = word("set", "lateral", "scale[0]", "weights"), number(0, 1)
	case "multiply":
		i.Multiply, i.By = word("multiply", "lateral", "scale[0]", "weights"), number(0, 2)
	case "rate":
		r := circuit.DecayingRate(*number(1e-9, 1), *number(0, 1e5))
		i.Rate = &r
		i.Of = rapid.SampledFrom([]string{"", "lateral"}).Draw(t, "of")
	case "rule":
		i.Rule, i.Of = circuitfile.Rule{Named: "Oja"}, "feedforward"
	case "rate_factor":
		i.RateFactor, i.Of = number(1e-9, 1), "lateral"
	case "tau":
		i.Tau = *number(1e-9, 2)
	case "lambda":
		i.Lambda = &Lambda{Linear: true, Values: []float64{1, *number(0.1, 0.9)}}
		if rapid.Bool().Draw(t, "list") {
			i.Lambda = &Lambda{Linear: false, Values: []float64{1, 0.85, 0.7, 0.55}[:rapid.IntRange(1, 4).Draw(t, "gains")]}
		}
	case "noise":
		i.Noise, i.Size = synapses("noise"), number(0, 1)
	case "failure":
		i.Failure, i.Probability = word("failure", "feedforward", "lateral"), number(0, 1)
	case "quantise":
		i.Quantise, i.Step = synapses("quantise"), number(0, 1)
	case "dale":
		i.Dale, i.Sign = synapses("dale"), word("sign", "positive", "negative", "free")
	case "settle":
		i.Settle = &Settle{Method: word("method", "two-phase", "stale", "cascade", "exact", "jacobi", "gauss-seidel", "euler")}
		if rapid.Bool().Draw(t, "sweeps") {
			i.Settle.Sweeps = step("sweeps", 1)
		}
	case "turns":
		i.Turns = step("turns", 2)
	case "lateral_decay":
		i.LateralDecay = number(0, 2)
	case "stimulus":
		i.Stimulus = &StimulusChange{}
		switch word("change", "rotate", "drift", "spectrum", "correlate", "noise") {
		case "rotate":
			i.Stimulus.Rotate = number(0, 90)
		case "drift":
			i.Stimulus.Drift = number(-90, 90)
		case "spectrum":
			i.Stimulus.Spectrum = []float64{4, 3, 2, 1, 0.5}[:rapid.IntRange(1, 5).Draw(t, "eigenvalues")]
		case "correlate":
			i.Stimulus.Correlate = number(0, 0.99)
		case "noise":
			i.Stimulus.Noise = number(0, 1)
		}
	}
	return i
}

// Placed checks that every one of the joined errors has a place in the text.
func Placed(t *testing.T, text []byte, err error) {
	t.Helper()
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, one := range joined.Unwrap() {
			Placed(t, text, one)
		}
		return
	}
	var failed *document.FileError
	if !errors.As(err, &failed) {
		t.Fatalf("%v has no place", err)
	}
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(string(text), "\ufeff")), "\n")
	if failed.Line < 1 || failed.Line > len(lines) || failed.Column < 1 || failed.Column > len([]rune(lines[failed.Line-1]))+1 {
		t.Fatalf("%v is not in the text", failed.Place)
	}
	if failed.Source != lines[failed.Line-1] {
		t.Fatalf("line %d is %q, not %q", failed.Line, lines[failed.Line-1], failed.Source)
	}
}

// drawStimulus draws the stimuli of an experiment.
func drawStimulus(t *rapid.T, file *rapid.Generator[string]) (s Stimulus) {
	maybe := func(name string) bool { return rapid.Bool().Draw(t, name) }
	given := func(name string, to **float64) {
		if maybe(name) {
			v := rapid.SampledFrom([]float64{0, 0.25, 0.5}).Draw(t, name)
			*to = &v
		}
	}
	condition := func() { s.Condition = rapid.SampledFrom([]float64{0, 1, 2.5}).Draw(t, "condition") }
	kind := rapid.IntRange(-1, len(Kinds())-1).Draw(t, "source")
	if kind < 0 {
		return s
	}
	switch Kinds()[kind] {
	case "problem":
		s.Problem = rapid.SampledFrom(problemNames()).Draw(t, "problem")
	case "spectrum":
		s.Spectrum = []float64{4, 3, 2, 1, 0.5}[:rapid.IntRange(1, 5).Draw(t, "eigenvalues")]
		s.Inputs = rapid.IntRange(0, 20).Draw(t, "inputs")
	case "canonical_correlations":
		s.CanonicalCorrelations = []float64{1, 0.5, 0}[:rapid.IntRange(1, 3).Draw(t, "correlations")]
		s.Views = document.Mapping[Columns]{{Name: "y", Value: Columns{0, 3}}, {Name: "no-2", Value: Columns{4, 6}}}
		condition()
	case "autocorrelations":
		s.Autocorrelations = []float64{0.9, 0.5, 0, -0.5}[:rapid.IntRange(1, 4).Draw(t, "autocorrelations")]
		s.Inputs = rapid.IntRange(0, 20).Draw(t, "inputs")
		condition()
	case "sources":
		s.Sources = rapid.IntRange(1, 5).Draw(t, "sources")
		if given("silence", &s.Silence); maybe("mixing") {
			s.Mixing = file.Draw(t, "mixing file")
		} else {
			s.Inputs = rapid.IntRange(0, 20).Draw(t, "inputs")
			condition()
		}
	case "clusters":
		s.Clusters = rapid.IntRange(1, 3).Draw(t, "clusters")
		if maybe("probabilities") {
			s.Probabilities = []float64{1, 2, 3}[:s.Clusters]
		}
		if given("noise", &s.Noise); maybe("centres") {
			s.Centres = file.Draw(t, "file of centres")
		}
		s.Inputs = rapid.IntRange(0, 20).Draw(t, "inputs")
	case "file", "files":
		if Kinds()[kind] == "file" {
			s.File = file.Draw(t, "file")
			if maybe("columns") {
				s.Views = document.Mapping[Columns]{{Name: "left", Value: Columns{2, 3}}, {Name: "_", Value: Columns{0, 0}}}
			}
		} else {
			s.Files = document.Mapping[string]{{Name: "left", Value: file.Draw(t, "left")}, {Name: "True", Value: file.Draw(t, "right")}}
		}
		s.Center, s.Shuffle = maybe("center"), maybe("shuffle")
		s.Scale = rapid.SampledFrom([]string{"", "none", "eigen", "trace"}).Draw(t, "scale")
		s.Epochs = rapid.IntRange(0, 5).Draw(t, "epochs")
		s.HeldOut = rapid.SampledFrom([]float64{0, 0.25}).Draw(t, "held out")
	}
	return s
}
