package probe_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/circuit/weights"
	"twophase/internal/run/probe"
	"twophase/internal/testkit/enginetest"
)

// answer writes the stimuli into a file and shows them to what a run has learnt.
func answer(t *testing.T, r probe.Request, stimuli string) *probe.Answer {
	t.Helper()
	if r.Stimuli == "" {
		r.Stimuli = filepath.Join(t.TempDir(), "stimuli.csv")
		if err := os.WriteFile(r.Stimuli, []byte(stimuli), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	a, err := r.Answer(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// The responses of a circuit that has learnt are those of plain loops over its weights, to the bit, by either executor;
// and its run folder stays as it is.
func TestResponsesArePlainLoops(t *testing.T) {
	for _, executor := range []string{"literal", "compiled"} {
		run := enginetest.Record(t, `
steps: 60
outputs: 2
rate: 0.02
executor: `+executor+`
stimulus: {spectrum: [1, 0.7, 0.5, 0.2]}
circuit:
  name: mine
  populations: {x: {input: true}, h: {size: 4, activation: rectified}, y: {}}
  projections:
    A: {from: x, to: h, rule: Hebbian}
    B: {from: h, to: y, rule: Hebbian}
  schedule: [{turn: h, receives: [A]}, {turn: y, receives: [B]}, plasticity]
  output: y
`)
		before := folderOf(t, run)
		archive := before["weights.npz"]
		arrays, err := weights.Read(bytes.NewReader(archive), int64(len(archive)))
		if err != nil {
			t.Fatal(err)
		}
		named := map[string][]float64{}
		for _, a := range arrays {
			named[a.Name] = a.Values
		}
		dot := func(row []float64, x []float64) float64 { // four partial sums, as package kernel documents
			return (float64(row[0]*x[0]) + float64(row[1]*x[1])) + (float64(row[2]*x[2]) + float64(row[3]*x[3]))
		}
		a := answer(t, probe.Request{Run: run}, "1,0.5,-0.25,3\n-2,0.1,0.7,0.3\n")
		for s, x := range [][]float64{{1, 0.5, -0.25, 3}, {-2, 0.1, 0.7, 0.3}} {
			h := make([]float64, 4)
			var want []float64
			for i := range h {
				h[i] = max(0, dot(named["A"][4*i:4*i+4], x))
			}
			want = append(want, h...)
			for i := range 2 {
				want = append(want, dot(named["B"][4*i:4*i+4], h))
			}
			for i, c := range a.Responses.Columns {
				if math.Float64bits(c.Values[s]) != math.Float64bits(want[i]) {
					t.Errorf("%s: %s to stimulus %d is %v, want %v", executor, c.Name, s, c.Values[s], want[i])
				}
			}
		}
		var names []string
		for _, c := range a.Responses.Columns {
			names = append(names, c.Name)
		}
		if want := []string{"h[0]", "h[1]", "h[2]", "h[3]", "y[0]", "y[1]"}; !slices.Equal(names, want) {
			t.Errorf("the columns are %q, want %q", names, want)
		}
		if diff := cmp.Diff(before, folderOf(t, run)); diff != "" {
			t.Errorf("probing changes the run folder: %s", diff)
		}
	}
}

// folderOf reads all files of a folder.
func folderOf(t *testing.T, dir string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if err == nil {
			files[e.Name()], err = os.ReadFile(filepath.Join(dir, e.Name()))
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// doubles is a run of a circuit whose outputs are twice its inputs.
func doubles(t *testing.T, inputs string) string {
	return enginetest.Record(t, `
steps: 2
outputs: 1
stimulus: {spectrum: [`+inputs+`]}
circuit:
  name: doubles
  populations: {x: {input: true}, y: {activation: rectified}}
  projections: {W: {from: x, to: y, start: 2}}
  schedule: [{turn: y, receives: [W]}]
`)
}

// What is said of neurons and labels follows from the definitions, here for the responses 2, 4, 6, 0, 20, 0.
func TestMeasuresOfNeurons(t *testing.T) {
	run := doubles(t, "1")
	labels := filepath.Join(t.TempDir(), "labels.txt")
	if err := os.WriteFile(labels, []byte("low\nlow\nhigh\nlow\nhigh\nhigh\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	n := answer(t, probe.Request{Run: run, Labels: labels}, "1\n2\n3\n0\n10\n-1\n")
	mean, square := 32.0/6, (4+16+36+400)/6.0
	one := n.Neurons[0]
	for _, c := range []struct {
		name      string
		got, want float64
	}{
		{"mean", float64(one.Mean), mean},
		{"spread", float64(one.Spread), math.Sqrt(square - mean*mean)},
		{"sparseness", float64(one.Sparseness), (1 - mean*mean/square) / (1 - 1.0/6)},
		{"silent", float64(one.Silent), 2.0 / 6},
		{"best", float64(one.Best), 4},
		{"selectivity", float64(one.Selectivity), (26.0/3 - 2) / (26.0/3 + 2)}, // high: 6, 20, 0; low: 2, 4, 0
		{"decoding", float64(n.OfLabels[0].Decoding), 2.0 / 3},                 // centroids 2 and 13 of stimuli 0, 2 and 4; 0 of stimulus 5 is nearer to low
		{"chance", float64(n.OfLabels[0].Chance), 2.0 / 3},
		{"purity", float64(n.OfLabels[0].Purity), 2.0 / 6}, // 2 of the 4 stimuli that have a winner
	} {
		if math.Abs(c.got-c.want) > 1e-14 {
			t.Errorf("%s is %v, want %v", c.name, c.got, c.want)
		}
	}
	if one.Neuron != "y[0]" || one.BestClass != "high" {
		t.Errorf("%+v, want high as the best class of y[0]", one)
	}
}

// A grid has the points of nested loops, and 0 elsewhere.
func TestGrid(t *testing.T) {
	run := doubles(t, "1, 1, 1")
	a := answer(t, probe.Request{Run: run, Stimuli: probe.Grid, Inputs: []int{2, 0}, Range: probe.Range{From: 0, To: 1, By: 0.5}}, "")
	at := 0
	for second := range 3 {
		for first := range 3 {
			x2, x0 := float64(second)/2, float64(first)/2
			got := []float64{a.Responses.Columns[0].Values[at], a.Responses.Columns[1].Values[at], a.Responses.Columns[2].Values[at]}
			if want := []float64{x2, x0, 2*x2 + 2*x0}; !slices.Equal(got, want) || a.Responses.Steps[at] != int64(at) {
				t.Errorf("point %d is %v, want %v", at, got, want)
			}
			at++
		}
	}
	if len(a.Responses.Steps) != at {
		t.Errorf("%d points, want %d", len(a.Responses.Steps), at)
	}
}

// Stimuli beyond those that measures are taken on are shown too, and rows of a file are transformed as the run's own.
func TestStimuliOfTheRun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.csv")
	if err := os.WriteFile(path, []byte("3,1\n-1,2\n0.5,0.25\n-2,-1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	run := enginetest.Record(t, "network: ifPSP\nsteps: 8\noutputs: 1\nstimulus: {file: "+path+", center: true, scale: trace}\n")
	own := answer(t, probe.Request{Run: run, Stimuli: probe.OfRun}, "")
	file := answer(t, probe.Request{Run: run, Stimuli: path}, "")
	raw := answer(t, probe.Request{Run: run, Stimuli: path, Raw: true}, "")
	if diff := cmp.Diff(own.Responses, file.Responses); diff != "" {
		t.Errorf("the file of the run has other responses: %s", diff)
	}
	if cmp.Equal(own.Responses, raw.Responses) {
		t.Error("raw stimuli have the same responses")
	}
	run = enginetest.Record(t, "network: ifPSP\nsteps: 8\noutputs: 1\nstimulus: {file: "+path+", center: true, held_out: 0.5}\n")
	own, file = answer(t, probe.Request{Run: run, Stimuli: probe.OfRun}, ""), answer(t, probe.Request{Run: run, Stimuli: path}, "")
	if got, want := own.Responses.Columns[0].Values, file.Responses.Columns[0].Values[2:]; !slices.Equal(got, want) || own.Stimuli != "2 stimuli of the file that were held out" {
		t.Errorf("%s: %v, want %v", own.Stimuli, got, want)
	}
	many := answer(t, probe.Request{Run: doubles(t, "1"), Stimuli: probe.OfRun, Count: 10_050}, "")
	if len(many.Responses.Steps) != 10_050 || many.Measures.Stimuli != 10_000 || len(many.Responses.Columns[0].Values) != 10_050 {
		t.Errorf("%d responses and measures on %d, want 10050 and 10000", len(many.Responses.Steps), many.Measures.Stimuli)
	}
}
