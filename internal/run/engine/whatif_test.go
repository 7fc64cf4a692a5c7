package engine

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"

	"twophase/circuit/intervention"
	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
	"twophase/internal/traces/result"
	"twophase/recorder"
)

// traceOf returns the trace of a trial without the name of the run.
func traceOf(t *testing.T, folder string, trial int) []recorder.Row {
	t.Helper()
	rows, err := parquet.ReadFile[recorder.Row](filepath.Join(folder, fmt.Sprintf("traces-%04d-00000.parquet", trial)))
	if err != nil {
		t.Fatal(err)
	}
	for i := range rows {
		rows[i].Run = ""
	}
	return rows
}

// eventsOf returns the events of a trial.
func eventsOf(t *testing.T, folder string, trial int) (all []intervention.Event) {
	t.Helper()
	for line := range strings.Lines(content(t, folder, fmt.Sprintf("events-%04d.jsonl", trial))) {
		var e intervention.Event
		if err := json.Unmarshal([]byte(line), &e); err != nil {
			t.Fatal(err)
		}
		all = append(all, e)
	}
	return all
}

func sameRow(a, b recorder.Row) bool {
	return a.Step == b.Step && a.Projection == b.Projection && a.Post == b.Post && (a.Pre == nil) == (b.Pre == nil) &&
		(a.Pre == nil || *a.Pre == *b.Pre) && math.Float64bits(a.Weight) == math.Float64bits(b.Weight)
}

// mustRun runs an experiment given as text and returns its folder.
func mustRun(t *testing.T, text string) (*result.Summary, string) {
	t.Helper()
	s, folder, err := runText(t, text)
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return s, folder
}

// What changes nothing leaves every byte as it would have been, and says so.
func TestVainInterventions(t *testing.T) {
	long.SkipShort(t)
	t.Parallel()
	for _, network := range long.Or([]string{"ifPSP"}, []string{"ifPSP", "PSW"}) {
		head := fmt.Sprintf("network: %s\noutputs: 3\nsteps: 300\ntau: 0.5\nrate: 10/(250+t)\nlambda: 1:0.7\nrecord: [weights@10, outputs@10]\n", network)
		dynamics := map[string]string{"ifPSP": "two-phase", "PSW": "exact"}[network]
		_, untouched := mustRun(t, head)
		weights, trace := content(t, untouched, "weights.npz"), traceOf(t, untouched, 0)
		for _, edits := range [][]string{
			{"multiply: weights, by: 1"}, {"rate: 10/(250+t)"}, {"tau: 0.5"}, {"lambda: [1, 0.85, 0.7]"},
			{"noise: lateral, size: 0"}, {"failure: feedforward, probability: 0"}, {"quantise: weights, step: 0"}, {"dale: lateral, sign: free"},
			{"thaw: weights"}, {"release: inputs"}, {fmt.Sprintf("settle: {method: %s}", dynamics)},
			{"stimulus: {rotate: 0}"}, {"stimulus: {drift: 0}"}, {"stimulus: {correlate: 0}"}, {"stimulus: {noise: 0}"}, {"stimulus: {spectrum: [1, 0.75, 0.5, 0.2]}"},
			// What is undone before the next stimulus.
			{"freeze: weights", "thaw: weights"}, {"clamp: outputs, to: 3", "release: outputs"}, {"tau: 3", "tau: 0.5"}, {"rate: 1", "rate: 10/(250+t)"},
			{"multiply: feedforward, by: 2", "multiply: feedforward, by: 0.5"}, {"noise: lateral, size: 1", "noise: lateral, size: 0"},
			{"stimulus: {noise: 1}", "stimulus: {noise: 0}"}, {"lateral_decay: 1"}, {"lateral_decay: 0.2", "lateral_decay: 1"},
		} {
			if network == "PSW" && strings.HasPrefix(edits[0], "lateral_decay") {
				continue // which it has not
			}
			for _, when := range long.Or([]string{"every: 50"}, []string{"at: 0", "every: 50"}) {
				text := head + "interventions:\n"
				for _, edit := range edits {
					text += fmt.Sprintf("- {%s, %s}\n", when, edit)
				}
				s, folder := mustRun(t, text)
				if content(t, folder, "weights.npz") != weights || !slices.EqualFunc(traceOf(t, folder, 0), trace, sameRow) {
					t.Errorf("%s: something changed", text)
				}
				for _, effect := range s.Results[0].Effects {
					if vain := len(edits) == 1; effect.Times == 0 || vain != (effect.Changes == 0) || vain != strings.Contains(fmt.Sprint(s.Warnings), "changed nothing") {
						t.Errorf("%s: %+v, %v", text, effect, s.Warnings)
					}
				}
			}
		}
	}
}

// An intervention after step n changes nothing up to step n, and something after it.
// What it changed is what the trace holds at step n.
func TestEventsAgreeWithTheTrace(t *testing.T) {
	long.SkipShort(t)
	t.Parallel()
	head := "outputs: 3\nsteps: 150\nrecord: [weights]\n"
	_, untouched := mustRun(t, head)
	before := traceOf(t, untouched, 0)
	for _, edit := range []string{
		`lesion: "lateral[2,*]"`, `lesion: "outputs[1]"`, `lesion: "outputs[1]", side: incoming`, `lesion: "inputs[3]"`, `freeze: lateral`, `freeze: "scale[0]"`,
		`set: "lateral[1,0]", to: 0.5`, `multiply: weights, by: 1.25`, `clamp: "outputs[2]", to: 0.5`, `clamp: "inputs[0]", to: 0`,
		`rate: 1e-3`, `tau: 0.25`, `lambda: 1:0.5`, `lateral_decay: 0.1`, `noise: lateral, size: 0.01`, `failure: feedforward, probability: 0.5`, `quantise: weights, step: 0.125`,
		`dale: feedforward, sign: positive`, `settle: {method: jacobi, sweeps: 9}`, `settle: {method: stale}`, `stimulus: {rotate: 45}`, `stimulus: {drift: 1}`,
		`stimulus: {spectrum: [2, 1, 0.1]}`, `stimulus: {correlate: 0.9}`, `stimulus: {noise: 1}`,
	} {
		for _, n := range long.Or([]int{70}, []int{0, 70}) {
			text := fmt.Sprintf("%sinterventions: [{at: %d, %s}]\n", head, n, edit)
			s, folder := mustRun(t, strings.Replace(text, "outputs: 3", "outputs: 3\nreference: "+fmt.Sprint(!strings.Contains(edit, "spectrum")), 1))
			after := traceOf(t, folder, 0)
			differ, at := 0, map[string]float64{}
			for i := range before {
				switch same := sameRow(before[i], after[i]); {
				case before[i].Step > int64(n) && !same:
					differ++
				case !same:
					t.Fatalf("%s: %v before it, without it %v", text, after[i], before[i])
				}
				if r := after[i]; r.Step == int64(n) {
					pre := int32(-1)
					if r.Pre != nil {
						pre = *r.Pre
					}
					at[fmt.Sprint(r.Projection, r.Post, pre)] = r.Weight
				}
			}
			if differ == 0 {
				t.Errorf("%s: nothing differs", text)
			}
			events := eventsOf(t, folder, 0)
			if len(events) != 1 || events[0].Step != n || len(events[0].Changes) == 0 || s.Results[0].Effects[0].Changes != len(events[0].Changes) {
				t.Fatalf("%s: events %v, in the summary %v", text, events, s.Results[0].Effects)
			}
			for _, c := range events[0].Changes {
				if c.What != intervention.Weight && c.What != intervention.Lesioned {
					continue
				}
				recorded, ok := at[fmt.Sprint(c.Projection, c.Post, c.Pre)]
				if !ok || math.Float64bits(recorded) != math.Float64bits(c.Before.Number) {
					t.Errorf("%s: %v, but the trace has %v, %v", text, c, recorded, ok)
				}
				want := 0.0
				switch {
				case strings.HasPrefix(edit, "set"):
					want = 0.5
				case strings.HasPrefix(edit, "multiply"):
					want = recorded * 1.25
				}
				if c.After.Number != want {
					t.Errorf("%s: %v, want %v after it", text, c, want)
				}
				if c.What != intervention.Lesioned {
					continue
				}
				for _, r := range after {
					if r.Step > int64(n) && r.Projection == c.Projection && r.Post == int32(c.Post) && *r.Pre == int32(c.Pre) && r.Weight != 0 {
						t.Fatalf("%s: %v", text, r)
					}
				}
			}
		}
	}
}

// Each line does what it says.
func TestEachKeyReachesItsEdit(t *testing.T) {
	shown := map[string]bool{}
	for line, want := range map[string]string{
		`{at: 5, lesion: "lateral[2,*]"}`:                                      "at 5: lesion lateral[2,*]",
		`{at: 0, lesion: "inputs[0-1]"}`:                                       "at 0: lesion inputs[0-1], both",
		`{at: 5, lesion: "outputs[1]", side: incoming}`:                        "at 5: lesion outputs[1], incoming",
		`{at: 5, freeze: lateral}`:                                             "at 5: freeze lateral",
		`{at: 5, thaw: "scale[1]"}`:                                            "at 5: thaw scale[1]",
		`{at: 5, clamp: "inputs[3]", to: 0}`:                                   "at 5: clamp inputs[3] to 0",
		`{at: 5, release: outputs}`:                                            "at 5: release outputs",
		`{at: 5, set: feedforward, to: -0.5}`:                                  "at 5: set feedforward to -0.5",
		`{every: 10, from: 3, until: 40, multiply: feedforward, by: 0.9}`:      "every 10 from 3 until 40: multiply feedforward by 0.9",
		`{every: 10, rate: 1e-3}`:                                              "every 10 from 10: set rate to 0.001",
		`{at: 5, tau: 0.25}`:                                                   "at 5: set tau to 0.25",
		`{at: 5, lateral_decay: 0.1}`:                                          "at 5: set lateral decay to 0.1",
		`{at: 5, lambda: 1:0.5}`:                                               "at 5: set lambda to 1, 0.75, 0.5",
		`{when: error < 0.01, noise: lateral, size: 1e-4}`:                     "when error < 0.01, checked every 100: noise of 0.0001 in lateral",
		`{at: 5, failure: feedforward, probability: 0.1}`:                      "at 5: failure of feedforward with probability 0.1",
		`{at: 5, quantise: weights, step: 0.01}`:                               "at 5: quantise weights to multiples of 0.01",
		`{at: 5, quantise: weights, step: 0}`:                                  "at 5: quantise weights no more",
		`{when: lateral_ratio < 0.1, check: 3, dale: lateral, sign: negative}`: "when lateral_ratio < 0.1, checked every 3: sign of lateral negative",
		`{at: 5, settle: {method: stale}}`:                                     "at 5: set dynamics to stale",
		`{at: 5, settle: {method: two-phase}}`:                                 "at 5: set dynamics to two-phase",
		`{at: 5, settle: {method: exact}}`:                                     "at 5: set dynamics to exact",
		`{at: 5, turns: 4}`:                                                    "at 5: set dynamics to 4 turns",
		`{at: 5, rate_factor: 0.1, of: lateral}`:                               "at 5: multiply rate of lateral by 0.1",
		`{at: 5, rule: Oja, of: feedforward}`:                                  "at 5: set rule of feedforward to Oja: Δw_ij = a(post_i pre_j − post_i² w_ij)",
		`{at: 5, stimulus: {rotate: 45}}`:                                      "at 5: stimulus: rotate by 45 degrees",
		`{at: 5, stimulus: {drift: -0.5}}`:                                     "at 5: stimulus: drift by -0.5 degrees a stimulus",
		`{at: 5, stimulus: {spectrum: [2, 1.5, 1, 0.5]}}`:                      "at 5: stimulus: spectrum 2, 1.5, 1, 0.5",
		`{at: 5, stimulus: {correlate: 0.5}}`:                                  "at 5: stimulus: correlate by 0.5",
		`{at: 5, stimulus: {noise: 0.5}}`:                                      "at 5: stimulus: noise of size 0.5",
	} {
		doc, err := experiment.Parse("x.yaml", []byte("outputs: 3\ninterventions: ["+line+"]\n"))
		if err != nil {
			t.Fatal(err)
		}
		plan, err := planning.Resolve(context.Background(), doc.Experiment)
		if err != nil {
			t.Fatal(doc.Locate(err))
		}
		defer plan.Close()
		if got := plan.Interventions[0].String(); got != want {
			t.Errorf("%s: %q, want %q", line, got, want)
		}
		for _, key := range plan.Experiment.Interventions[0].Given() {
			shown[key] = true
		}
	}
	for _, key := range experiment.Actions() {
		if !shown[key] {
			t.Errorf("no line shows %s", key)
		}
	}
}
