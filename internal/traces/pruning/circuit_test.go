package pruning_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/circuit/subspace"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/trace"
	"twophase/recorder"
	"twophase/stimulus"
)

// run runs a circuit on the paper's small problem, recorded to a new folder, with
// outputs lesioned after a step (−1: never), and returns the trace and the circuit.
func run(t *testing.T, steps, lesion int, texts ...string) (*trace.Trial, *circuit.Circuit) {
	t.Helper()
	g, err := stimulus.NewGaussian([]float64{1, 0.75, 0.5, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP, Inputs: 10, Gains: circuit.LinearGains(3, 1, 0.7),
		Rate: circuit.DecayingRate(10, 250), Executor: circuit.Compiled,
	})
	if err != nil {
		t.Fatal(err)
	}
	o := recorder.Options{Folder: t.TempDir()}
	var requests []recorder.Request
	for _, text := range texts {
		r, err := recorder.ParseRequest(text)
		if err != nil {
			t.Fatal(err)
		}
		requests = append(requests, r)
	}
	r, err := recorder.Start(c, requests, o)
	if err != nil {
		t.Fatal(err)
	}
	log, err := recorder.StartEvents(o)
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float64, 10)
	for step := range steps {
		if step == lesion {
			changes, err := intervention.Lesion{Where: selection.Of(selection.MustParse("lateral[2,*]"))}.Apply(c)
			if err != nil {
				t.Fatal(err)
			}
			if err := log.Append(intervention.Event{Step: step, Edit: "lesion lateral[2,*]", Changes: changes}); err != nil {
				t.Fatal(err)
			}
		}
		if err := g.Next(x); err != nil {
			t.Fatal(err)
		}
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(r.Close(), log.Close()); err != nil {
		t.Fatal(err)
	}
	trial, err := trace.Open(o.Folder, 0)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { trial.Close() })
	return trial, c
}

func of(t *testing.T, trial *trace.Trial) *pruning.Circuit {
	t.Helper()
	p, err := pruning.Of(t.Context(), trial, "", nil, pruning.Default)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// What the circuit does is what the observatory sees: the last of everything.
func TestObservatorySeesTheCircuit(t *testing.T) {
	trial, c := run(t, 3000, -1, "lateral@10", "weights@log")
	p := of(t, trial)
	m := mat.NewDense(3, 3, nil)
	for i := range 3 {
		for j := range 3 {
			if i == j {
				m.Set(i, i, c.Outputs().Output(i).Scale())
			} else {
				m.Set(i, j, c.Among().Synapse(i, j).Weight())
			}
		}
	}
	last := p.Curve[len(p.Curve)-1]
	if last.Step != 3000 || p.Curve[0].Step != 0 || p.Curve[0].Ratio != 0 || p.Curve[0].Pruned != 0 {
		t.Errorf("the curve begins with %+v and ends with %+v", p.Curve[0], last)
	}
	if float64(last.Ratio) != subspace.LateralRatio(m) {
		t.Errorf("‖M_o‖/‖M‖ = %v", last.Ratio)
	}
	for _, s := range p.Synapses {
		if want := math.Abs(c.Among().Synapse(s.Post, s.Pre).Weight()); float64(s.Final) != want {
			t.Errorf("%s ends at %v, want %v", s.Synapse, s.Final, want)
		}
		if s.Rank > 1 && s.Final > p.Synapses[s.Rank-2].Final {
			t.Errorf("%s is of rank %d", s.Synapse, s.Rank)
		}
		if s.Birth == nil || *s.Birth > 100 || s.Peak < s.Final {
			t.Errorf("%s: %+v", s.Synapse, s.Life)
		}
		// M is symmetric, and so are the lives.
		if twin := p.Of(s.Pre, s.Post); twin.Peak != s.Peak || twin.PeakStep != s.PeakStep || twin.State != s.State {
			t.Errorf("%s and its twin: %+v, %+v", s.Synapse, s.Life, twin.Life)
		}
	}
	if len(p.Synapses) != 6 || p.Size != 6 || p.Recorded != 6 || p.Thinned != 1 || len(p.Notes) != 0 {
		t.Errorf("%+v", p)
	}
}

// Lesioned synapses are not pruned ones, and do not count among those that
// might have been.
func TestLesionedIsNotPruned(t *testing.T) {
	trial, _ := run(t, 2000, 800, "weights")
	p := of(t, trial)
	for _, s := range p.Synapses {
		if lesioned := s.Post == 2; lesioned != (s.State == pruning.Lesioned) || lesioned != (s.LesionedAt != nil && *s.LesionedAt == 800) || lesioned && s.Pruned {
			t.Errorf("%s: %+v", s.Synapse, s.Life)
		}
	}
	if p.Lesioned != 2 || p.Counted() != 4 || len(p.Events) != 1 || p.Events[0].Step != 800 || p.Events[0].Changes != 2 {
		t.Errorf("%+v", p)
	}
	if last := p.Curve[len(p.Curve)-1]; last.Pruned != p.Fraction || float64(p.Fraction) != float64(p.Pruned)/4 {
		t.Errorf("the curve ends with %v pruned, and %v are", last.Pruned, p.Fraction)
	}
	// The ratio falls at the lesion, and the moments on both sides are there.
	at := map[int64]pruning.Point{}
	for _, point := range p.Curve {
		at[point.Step] = point
	}
	if before, after := at[800], at[801]; !(before.Ratio > after.Ratio) {
		t.Errorf("‖M_o‖/‖M‖ is %v before and %v after", before.Ratio, after.Ratio)
	}
}

func TestMissingRecordsAreReported(t *testing.T) {
	trial, _ := run(t, 300, -1, "lateral[0,*]@5")
	p := of(t, trial)
	if p.Recorded != 2 || p.Size != 6 {
		t.Errorf("%d of %d recorded", p.Recorded, p.Size)
	}
	notes := strings.Join(p.Notes, "\n")
	if want := "2 of 6 lateral synapses were recorded"; !strings.Contains(notes, want) {
		t.Errorf("the notes do not say %q:\n%s", want, notes)
	}
	text, err := json.Marshal(p)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), `"lateral_ratio":null`) {
		t.Errorf("the JSON is %s", text)
	}
	trial, _ = run(t, 100, -1, "feedforward@5")
	if _, err := pruning.Of(t.Context(), trial, "", nil, pruning.Default); !errors.As(err, new(pruning.NotRecorded)) {
		t.Errorf("without lateral weights: %v", err)
	}
}
