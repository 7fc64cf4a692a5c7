package inspect

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/measure/report"
	"twophase/internal/numerics/random"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/trace"
	"twophase/recorder"
)

// recorded records all that a network has, with all parts, and opens its trace.
func recorded(t *testing.T, of circuit.Network) (string, *trace.Trial) {
	t.Helper()
	spec := circuit.Spec{Network: of, Inputs: 6, Gains: of.DefaultGains(3), Rate: circuit.ConstantRate(0.02)}
	if of.SetsOwnRate() {
		spec.Rate = circuit.ConstantRate(1)
	}
	if of.Name == circuit.AdaptiveWhitening.Name {
		spec.Gains = of.DefaultGains(spec.Inputs)
	}
	c, err := circuit.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	texts := []string{"weights"}
	for _, p := range c.Populations() {
		if p.Scales() != nil {
			texts = append(texts, p.Name())
		}
	}
	var requests []recorder.Request
	for _, text := range texts {
		q, err := recorder.ParseRequest(text)
		if err != nil {
			t.Fatal(err)
		}
		requests = append(requests, q)
	}
	parts, err := recorder.ParseParts("all")
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	r, err := recorder.Start(c, requests, recorder.Options{Folder: folder, Parts: parts})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Discard()
	x, stream := make([]float64, 6), random.New(1, 0, "stimulus")
	for step := range 60 {
		stream.Normals(x, uint64(step+1))
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	trial, err := trace.Open(folder, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { trial.Close() })
	return folder, trial
}

// Every element of every network with a graph has its story, its synapses a life, and what
// was recorded its pictures.
func TestGraphsAreInspected(t *testing.T) {
	for _, of := range circuit.NetworksThat(func(n circuit.Network) bool { return !n.IsPair() }) {
		folder, trial := recorded(t, of)
		z, seen := trial.Size(), map[string]bool{}
		for _, e := range trial.Elements() {
			if seen[e.Kind.String()] {
				continue
			}
			seen[e.Kind.String()] = true
			r, err := OfElement(t.Context(), folder, 0, trial, e, pruning.Default)
			if err != nil {
				t.Fatalf("%s: %v: %v", of.Name, e, err)
			}
			var text bytes.Buffer
			if err := r.WriteStory(&text); err != nil || !strings.Contains(text.String(), e.String()) {
				t.Errorf("%s: %v: %v", of.Name, e, err)
			}
			if lives := r.Story.Life != nil; !z.Graph.HasPaperNames() && lives != z.Synaptic(e.Kind) || lives && r.Story.Life.Synapse != e.String() {
				t.Errorf("%s: the life of %v is %+v", of.Name, e, r.Story.Life)
			}
			if r.Story.Parts != nil && !r.Story.Parts.All {
				t.Errorf("%s: the parts of %v are not those of all changes", of.Name, e)
			}
		}
		drawn, missing, err := Figures(t.Context(), folder, 0, trial, nil, nil, "", pruning.Default, report.AutoTime)
		if err != nil {
			t.Fatalf("%s: %v", of.Name, err)
		}
		names := ""
		for _, f := range drawn {
			names += f.Name + " "
		}
		if !strings.HasPrefix(names, "traces weights ") {
			t.Errorf("%s: drawn are %s, not %v", of.Name, names, missing)
		}
	}
}

// The synapses of a circuit without a projection lateral are those of its first projection
// within a population, by name.
func TestLivesAreNamedByTheirProjection(t *testing.T) {
	folder, trial := recorded(t, circuit.BioCCA)
	r, err := OfCircuit(t.Context(), folder, 0, trial, "", pruning.Default)
	if err != nil {
		t.Fatal(err)
	}
	var text, csv bytes.Buffer
	if err := r.WriteText(&text, 0); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteCSV(&csv); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(text.String(), "\nM synapses by |weight| at the end\n") || !strings.Contains(csv.String(), ",\"M[2,0]\",") || r.Pruning.Size != 6 || r.Pruning.Recorded != 6 {
		t.Errorf("%d synapses, %d recorded:\n%s\n%s", r.Pruning.Size, r.Pruning.Recorded, &text, &csv)
	}
	if last := r.Pruning.Curve[len(r.Pruning.Curve)-1]; !last.Ratio.Finite() {
		t.Error("the ratio of M is not known, and M and its scales were recorded")
	}
	_, trial = recorded(t, circuit.BioCCAInterneurons)
	for projection, want := range map[selection.Kind]string{
		"":  "the network has no synapses within a population; name a projection that was recorded: Wx, Wy or P",
		"p": `projection "p" does not exist (did you mean P?); name a projection that was recorded: Wx, Wy or P`,
		"z": `projection "z" does not exist; name a projection that was recorded: Wx, Wy or P`,
	} {
		if _, err := pruning.Of(t.Context(), trial, projection, nil, pruning.Default); err == nil || err.Error() != want {
			t.Errorf("projection %q of a circuit without lateral synapses: error %v, want %s", projection, err, want)
		}
	}
}

// The synapses of every projection of every network can be followed by its name. Those of the projection within the
// outputs are the lateral ones, as for the run.
func TestEveryProjectionIsFollowed(t *testing.T) {
	for _, of := range circuit.NetworksThat(func(n circuit.Network) bool { return !n.IsPair() }) {
		folder, trial := recorded(t, of)
		for _, k := range trial.Size().Kinds() {
			if !trial.Size().Synaptic(k) {
				continue
			}
			r, err := OfCircuit(t.Context(), folder, 0, trial, k, pruning.Default)
			if err != nil {
				t.Errorf("%s: %v: %v", of.Name, k, err)
				continue
			}
			p := r.Pruning
			if len(p.Synapses) == 0 || !strings.HasPrefix(p.Synapses[0].Synapse, k.String()+"[") || p.Cadence != "every step" || !strings.Contains(r.Headline, p.What()) {
				t.Errorf("%s: %v: %d synapses recorded %s: %s", of.Name, k, len(p.Synapses), p.Cadence, r.Headline)
			}
			n := 0
			for _, s := range p.Synapses {
				if s.Pruned {
					n++
				}
			}
			if last := p.Curve[len(p.Curve)-1].Pruned; n != p.Pruned || math.Abs(float64(last)-float64(n)/float64(p.Counted())) > 1e-15 {
				t.Errorf("%s: %v: %d synapses are pruned, %d are counted, and the course ends with %v", of.Name, k, n, p.Pruned, last)
			}
		}
	}
	_, trial := recorded(t, circuit.Stack)
	if p, err := pruning.Of(t.Context(), trial, "", nil, pruning.Default); err != nil || p.Kind() != "M2" {
		t.Errorf("the lateral synapses of the outputs of a stack are %v: %v", p.Kind(), err)
	}
}

// A rule of two products has a line for the second.
func TestSecondProductsAreNamed(t *testing.T) {
	folder, trial := recorded(t, circuit.BioNICADirect)
	r, err := OfElement(t.Context(), folder, 0, trial, trace.Element{Kind: "feedforward", Post: 1, Pre: 2}, pruning.Default)
	if err != nil {
		t.Fatal(err)
	}
	series, err := trial.Series(t.Context(), trace.Element{Kind: "feedforward", Post: 1, Pre: 2}, 1, 60, 0)
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, v := range series.Second {
		sum += v
	}
	var text bytes.Buffer
	if err := r.WriteStory(&text); err != nil || r.Story.Parts.Second == nil || float64(*r.Story.Parts.Second) != sum || sum == 0 {
		t.Errorf("the second product is %v in all, want %v: %v", r.Story.Parts.Second, sum, err)
	}
	if want := fmt.Sprintf("second product %10s in all", rounded(*r.Story.Parts.Second)); !strings.Contains(text.String(), want) || r.Story.Parts.Third != nil {
		t.Errorf("no %q in\n%s", want, &text)
	}
}

// The lateral ratio has the name of the projection that it is of.
func TestRatioIsNamedAfterItsProjection(t *testing.T) {
	for want, p := range map[string]pruning.Circuit{
		"‖M_o‖/‖M‖":                 {IsAmong: true},
		"‖L‖/‖L with its diagonal‖": {IsAmong: true, Projection: "L"},
		"lateral ratio":             {Projection: "W"},
	} {
		if got := (&Report{Pruning: &p}).ratio(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
