package page_test

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/measure"
	"twophase/internal/testkit/long"
	"twophase/internal/text/wording"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/trace"
	"twophase/internal/web/page"
	"twophase/internal/web/simulator"
	"twophase/internal/web/view"
	"twophase/synapse"
)

// markup would run, load or show something if it were taken for markup.
const markup = `</script><script>window.hacked=1</script><img src=x onerror="window.hacked=1"><svg onload=window.hacked=1>` + "\u2028]]>{{7*7}}"

// hostile is a Source whose texts are markup and whose numbers are not numbers.
type hostile struct{ inputs, outputs int }

var nan = math.NaN()

func gaps(n int) view.Vector {
	v := make(view.Vector, n)
	for i := range v {
		v[i] = []float64{nan, math.Inf(1), math.Inf(-1)}[i%3]
	}
	return v
}

func (h hostile) Run(context.Context) (*view.Run, error) {
	schedule := []simulator.Phase{{Name: markup, Equation: markup, Reads: []circuit.Variable{"x", "W", markup}, Writes: []circuit.Variable{"ỹ", markup}},
		{Name: "learns", Equation: "W_<b>", Reads: []circuit.Variable{markup}, Writes: []circuit.Variable{"W"}, NonLocal: true}}
	return &view.Run{Title: markup, Network: markup, Inputs: h.inputs, Outputs: h.outputs, Steps: 100, Trials: 2, Run: markup, Folder: markup, Done: true,
		Schedule: schedule, Graph: h.graph(), Recorded: []view.Recording{{Request: markup, Kind: markup}},
		Twins: []view.Twin{{Name: markup}}, Warnings: []string{markup}, Interventions: []string{markup}}, nil
}

func (h hostile) Trial(_ context.Context, trial int) (*view.Trial, error) {
	n := wording.Number(nan)
	return &view.Trial{Trial: trial, First: 0, Last: 100, Rows: 1,
		Curve:  []view.Point{{Point: measure.NewPoint(1), Pruned: n}, {Point: measure.NewPoint(50), Pruned: n}},
		Events: []pruning.Event{{Step: 30, Edit: markup}},
		Pruning: &pruning.Circuit{Notes: []string{markup}, Noise: wording.Number(nan), Synapses: []pruning.Synapse{
			{Synapse: markup, Pre: 1, Rank: 1, Life: pruning.Life{State: markup, Peak: wording.Number(nan), Final: wording.Number(nan), Noise: wording.Number(nan), Threshold: wording.Number(nan), HalfLife: wording.Number(nan), Decay: pruning.Decay{HalfLife: wording.Number(nan), Why: markup}}},
			{Synapse: "lateral[1,0]", Post: 1, Rank: 2, Life: pruning.Life{Peak: wording.Number(math.Inf(1))}}}},
		Warnings: []string{markup},
	}, nil
}

func (h hostile) Series(_ context.Context, q view.SeriesQuery) (*view.Series, error) {
	if strings.HasPrefix(q.Element, "scale") {
		return nil, &view.Refusal{Status: 404, Text: markup}
	}
	step := []int64{0, 10, 20, 100}
	return &view.Series{Element: markup, Total: 4, Step: step, Weight: view.Vector{nan, 1, nan, math.Inf(1)}, Hebbian: gaps(4), Decay: gaps(4), Pre: gaps(4)}, nil
}

func (h hostile) Snapshot(_ context.Context, _ int, step int64) (*view.Snapshot, error) {
	found := &view.Snapshot{Step: step}
	for _, p := range h.graph().Parts {
		part := view.SnapshotPart{Kind: p.Kind, Step: step, Columns: p.Columns, Values: gaps(p.Rows * p.Columns)}
		if h.outputs > 1000 { // as of a matrix that is too large
			part.Values, part.Blocks = nil, &view.Blocks{Rows: 2, Columns: 2, Mean: gaps(4), Extreme: gaps(4)}
		}
		found.Parts = append(found.Parts, part)
	}
	return found, nil
}

// graph returns the paper's circuit, with a part of another name.
func (h hostile) graph() *simulator.Graph {
	g := simulator.NewGraph(selection.PairSize(h.inputs, h.outputs, synapse.AllToAll), circuit.Graph{}, func(selection.Kind) bool { return true })
	g.Parts = append(g.Parts, simulator.GraphPart{Part: selection.Part{Kind: markup, Class: "scales", Rows: 1, Columns: 1, To: markup}, Sign: markup})
	return g
}

// Gather is what Snapshot and Series say.
func (h hostile) Gather(ctx context.Context, trial int, moments []int64, elements []string, _ []trace.Stretch) (snapshots []*view.Snapshot, series map[string]*view.Series, err error) {
	for _, step := range moments {
		s, _ := h.Snapshot(ctx, trial, step)
		snapshots = append(snapshots, s)
	}
	series = make(map[string]*view.Series)
	for _, e := range elements {
		if s, err := h.Series(ctx, view.SeriesQuery{Trial: trial, Element: e}); err == nil {
			series[e] = s
		}
	}
	return snapshots, series, nil
}

func (h hostile) Step(_ context.Context, _ int, step int64) (*view.Step, float64, error) {
	if step%2 == 1 {
		return nil, 0, &view.Refusal{Status: 422, Text: markup}
	}
	moment := view.Moment{Name: markup, Equation: markup, Signals: []view.Signal{{Variable: markup, Population: "outputs", Values: gaps(h.outputs)}}, Note: markup}
	return &view.Step{Step: step, X: gaps(h.inputs), Phases: []view.Moment{moment, moment}}, 1, nil
}

func (h hostile) Twin(string) (view.Source, error) { return h, nil }

// A hostile run can show its markup as text, and that is all that it can do: in the
// inspector, and in a report.
func TestHostileRun(t *testing.T) {
	long.Only(t)
	for name, source := range map[string]hostile{"circuit": {inputs: 10, outputs: 3}, "matrices": {inputs: 300, outputs: 4}, "one output": {inputs: 5, outputs: 1}, "nothing": {inputs: 0, outputs: 0}, "many outputs": {inputs: 2, outputs: 5000}} {
		t.Run(name, func(t *testing.T) {
			b := newTab(t, 1280, 900)
			address := serve(t, source)
			b.open(address + "#element=" + `%3Cimg%20src=x%20onerror=alert(1)%3E`)
			attack(b)
			b.staysHome(address)
		})
	}
	t.Run("report", func(t *testing.T) {
		digest, err := view.TakeDigest(t.Context(), hostile{inputs: 10, outputs: 3}, 0, false, nil)
		if err != nil {
			t.Fatal(err)
		}
		b := newTab(t, 1280, 900)
		address := writeReport(t, digest)
		b.open(address)
		attack(b)
		b.staysHome(address)
	})
}

// attack uses the page in all ways that show texts of the run.
func attack(b *tab) {
	b.Helper()
	if got := b.text(`document.querySelector('h1').textContent`); got != markup {
		b.Errorf("the title is %q", got)
	}
	b.press("m", " ", " ", "n", "n", "n", "w", "y", "l", "0", "+")
	b.run(typeInto("#step", "42"))
	b.press("n", "p", escape, "?")
	if b.holds(`window.hacked`) {
		b.Error("markup of the run was run")
	}
	if found := b.text(`[...document.querySelectorAll('img, script:not([src]):not([type="application/json"]):not([type="module"]), iframe')].map((e) => e.outerHTML).join()`); found != "" {
		b.Errorf("markup of the run became %s", found)
	}
	if found := b.text(`document.body.innerText.match(/NaN|Infinity|undefined|\[object/)?.[0] ?? ''`); found != "" {
		b.Errorf("the page says %s: %s", found, b.text(`document.body.innerText.slice(0, 3000)`))
	}
	b.fits()
}

// writeReport writes a report to a disk and returns its address.
func writeReport(t *testing.T, digest *view.Digest) string {
	t.Helper()
	data, err := json.Marshal(digest)
	if err != nil {
		t.Fatal(err)
	}
	text, err := page.Report(digest.Run.Title, data)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "report.html")
	if err := os.WriteFile(path, text, 0o666); err != nil {
		t.Fatal(err)
	}
	return "file://" + path
}
