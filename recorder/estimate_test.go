package recorder

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/testkit/long"
	"twophase/synapse"
)

// recordedRun returns the rows and the bytes that a run really writes.
func recordedRun(t testing.TB, folder string, run Extent, asked []Request) (rows, bytes float64) {
	n := newNetwork(t, run.Size.Inputs, run.Size.Outputs, circuit.Compiled)
	r, err := Start(n.Circuit, asked, Options{Folder: folder, Parts: run.Parts})
	if err != nil {
		t.Fatal(err)
	}
	n.run(t, run.Steps)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for _, name := range files(t, folder) {
		info, err := os.Stat(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		bytes += float64(info.Size())
	}
	return float64(len(read(t, folder))), bytes
}

func TestEstimateOfARealRun(t *testing.T) {
	steps := long.Or(10_000, 20_000)
	for _, run := range []Extent{
		{Size: selection.PairSize(10, 3, synapse.AllToAll), Steps: steps, Trials: 1},
		{Size: selection.PairSize(10, 3, synapse.AllToAll), Steps: steps, Trials: 1, Parts: selected(true)},
		{Size: selection.PairSize(100, 10, synapse.AllToAll), Steps: 1000, Trials: 1},
		{Size: selection.PairSize(100, 10, synapse.AllToAll), Steps: 1000, Trials: 1, Parts: selected(true)},
	} {
		asked := requests(t, "weights@10")
		cost, err := Estimate(asked, run)
		if err != nil {
			t.Fatal(err)
		}
		rows, bytes := recordedRun(t, t.TempDir(), run, asked)
		t.Logf("%+v: %.1f bytes a row", run, bytes/rows)
		if ratio := cost.Bytes / bytes; ratio < 0.75 || ratio > 1.25 {
			t.Errorf("%+v: estimated %v bytes, wrote %v", run, cost.Bytes, bytes)
		}
		if ratio := cost.Rows / rows; ratio < 1 || ratio > 1.01 {
			t.Errorf("%+v: estimated %v rows, wrote %v", run, cost.Rows, rows)
		}
	}
}

func TestEstimateIsNeverTooLowInRows(t *testing.T) {
	root := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		run := Extent{Size: selection.PairSize(4, 3, synapse.AllToAll), Steps: rapid.IntRange(0, 40).Draw(rt, "steps"), Trials: 1}
		var asked []Request
		for _, q := range rapid.SliceOfN(rapid.Custom(drawRequest), 1, 3).Draw(rt, "requests") {
			if q.check(run.Size) == nil {
				asked = append(asked, q)
			}
		}
		cost, err := Estimate(asked, run)
		if err != nil {
			rt.Fatal(err)
		}
		if rows, _ := recordedRun(t, tempDir(t, root), run, asked); rows > cost.Rows {
			rt.Fatalf("%v: estimated %v rows, wrote %v", asked, cost.Rows, rows)
		}
	})
}

func TestEstimateRefusesWhatTheCircuitsDoNotHave(t *testing.T) {
	_, err := Estimate(requests(t, "lateral[3,0]"), Extent{Size: selection.PairSize(10, 3, synapse.AllToAll), Steps: 1, Trials: 1})
	if err == nil || !strings.Contains(err.Error(), "lateral has synapses [0-2, 0-2]") {
		t.Errorf("error %v", err)
	}
}
