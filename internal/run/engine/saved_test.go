package engine

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/testkit/long"
	"twophase/internal/traces/result"
	"twophase/synapse"
)

// What is read of a run is what was written, trial by trial.
func TestReadSummary(t *testing.T) {
	written, folder := mustRun(t, "network: PSP\nsettle: {method: jacobi, sweeps: 3}\noutputs: 3\nsteps: 300\ntrials: 5\ninterventions: [{at: 30, freeze: lateral}]\n")
	m, err := result.ReadManifest(folder)
	if err != nil || m.Run != written.Run || m.Experiment.Steps != 300 {
		t.Fatalf("the manifest is %+v, %v", m, err)
	}
	read, err := result.ReadSummary(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	want, err := result.Indented(written)
	if err != nil {
		t.Fatal(err)
	}
	for trial := range 5 {
		r, err := read.Result(trial)
		if err != nil {
			t.Fatal(err)
		}
		read.Results = append(read.Results, r)
	}
	got, err := result.Indented(read.Summary)
	if err != nil || string(got) != string(want) {
		t.Errorf("read and written again it is\n%s, %v, want\n%s", got, err, want)
	}
	for _, trial := range []int{-1, 5} {
		if _, err := read.Result(trial); err == nil {
			t.Errorf("there is trial %d", trial)
		}
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := result.ReadSummary(cancelled, folder); err == nil {
		t.Error("it is read although that was cancelled")
	}

	schedule, err := m.Experiment.Schedule()
	if err != nil || schedule.String() != "Feedforward → Settle → Plasticity" {
		t.Errorf("the schedule is %v, %v", schedule, err)
	}
}

// What another program has written, or a newer one, is said to be so.
func TestReadRefuses(t *testing.T) {
	for _, c := range []struct{ name, text, why string }{
		{"manifest.json", `{"schema":2,"run":"a","version":"9"}`, "newer twophase"},
		{"manifest.json", `{"schema":1}`, "a schema or a run is missing"},
		{"manifest.json", `{"run":`, "unexpected"},
		{"manifest.json", `{"schema":1,"run":"a","experiment":{"steps":"many"}}`, "cannot unmarshal"},
		{"summary.json", `{"schema":2}`, "newer twophase"},
		{"manifest.json", `{"schema":1,"run":"a"} {}`, "after top-level value"},
		{"summary.json", `{"schema":1} {}`, "something else follows"},
		{"summary.json", `{"schema":1} x`, "something else follows"},
		{"summary.json", `{"results":[],"results":[]}`, "two lists"},
		{"summary.json", `[]`, "where there should be {"},
		{"summary.json", `{"results":{}}`, "where there should be ["},
		{"summary.json", `{"schema":1,"results":[{}]`, "EOF"},
		{"summary.json", strings.Repeat(`{"a":`, 1_000_000), "max depth"},
		{"summary.json", `{"a":"` + strings.Repeat("x", 3<<20) + `"}`, "too large"},
		{"summary.json", `{"results":["` + strings.Repeat("x", 3<<20) + `"]}`, "too large"},
		{"summary.json", `{"warnings":["` + strings.Repeat("x", 300<<10) + `"]}`, "too large"},
		{"summary.json", `{"results":[` + strings.Repeat("0,", 20_000) + `0]}`, "more than 10000 results"},
	} {
		folder := t.TempDir()
		if err := os.WriteFile(filepath.Join(folder, c.name), []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		_, err := result.ReadManifest(folder)
		if c.name == "summary.json" {
			_, err = result.ReadSummary(t.Context(), folder)
		}
		if err == nil || !strings.Contains(err.Error(), c.why) {
			t.Errorf("%.40q: %v, want %q", c.text, err, c.why)
		}
	}
}

// Interventions are described in words, also of a run that cannot be resolved any more, and
// never by the megabyte.
func TestInterventionTexts(t *testing.T) {
	long.SkipShort(t)
	e := experiment.Experiment{Network: "ifPSP", Stimulus: experiment.Stimulus{File: "/nowhere"}}
	for range 300 {
		e.Interventions = append(e.Interventions, at(5, experiment.Intervention{Lambda: &experiment.Lambda{Linear: true, Values: []float64{1, 0.5}}}))
	}
	e.Interventions[1] = at(7, experiment.Intervention{Lesion: "lateral[0,1]"})
	e.Interventions[2] = experiment.Intervention{}
	texts := e.InterventionTexts(selection.PairSize(16000, 16000, synapse.AllToAll))
	if len(texts) != 201 || texts[200] != "and 100 more" || texts[1] != "at 7: lesion lateral[0,1]" || !strings.HasPrefix(texts[2], "not valid: the time is missing") {
		t.Errorf("%d texts: %q", len(texts), texts[1:3])
	}
	if n := len(texts[0]); n > 510 || !strings.HasPrefix(texts[0], "at 5: set lambda to 1, 0.99") || !strings.HasSuffix(texts[0], "…") {
		t.Errorf("%d bytes: %q", n, texts[0])
	}
	if texts := e.InterventionTexts(selection.PairSize(10, 1<<40, synapse.AllToAll)); len(texts) != 0 {
		t.Errorf("%d texts of a circuit that no one can have", len(texts))
	}
	e = experiment.Experiment{Network: "psp-rectified", Interventions: e.Interventions[1:2]}
	if texts := e.InterventionTexts(selection.PairSize(10, 3, synapse.AllToAll)); len(texts) != 1 || texts[0] != "at 7: lesion lateral[0,1]" {
		t.Errorf("texts of a circuit whose outputs are rectified: %q", texts)
	}
}
