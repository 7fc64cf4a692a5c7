package view_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/big"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/parquet-go/parquet-go"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/measure/report"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/study/twin"
	"twophase/internal/testkit/enginetest"
	"twophase/internal/traces/result"
	"twophase/internal/web/view"
	"twophase/recorder"
)

// plan resolves an experiment that is given as the text of a file.
func plan(t testing.TB, text string) *planning.Plan {
	t.Helper()
	doc, err := experiment.Parse("x.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	p, err := planning.Resolve(context.Background(), doc.Experiment)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// unchecked removes the checksums of a run, of which a test changes files.
func unchecked(t testing.TB, folder string) string {
	t.Helper()
	if err := os.Remove(filepath.Join(folder, "SHA256SUMS")); err != nil {
		t.Fatal(err)
	}
	return folder
}

// ask asks a server and decodes its answer, as soon as it is complete.
func ask(t testing.TB, address, path string, into any) {
	t.Helper()
	for range 12_000 { // a minute, for a machine that is busy
		r, err := http.Get(address + "api/" + path)
		if err != nil {
			t.Fatal(err)
		}
		var pending struct{ Pending bool }
		d := json.NewDecoder(r.Body)
		var raw json.RawMessage
		err = d.Decode(&raw)
		r.Body.Close()
		if err != nil {
			t.Fatal(err)
		}
		json.Unmarshal(raw, &pending)
		if r.StatusCode == http.StatusAccepted || pending.Pending {
			time.Sleep(5 * time.Millisecond)
			continue
		}
		if r.StatusCode != http.StatusOK {
			t.Fatalf("%s: %s %s", path, r.Status, raw)
		}
		if err := json.Unmarshal(raw, into); err != nil {
			t.Fatalf("%s: %v: %s", path, err, raw)
		}
		return
	}
	t.Fatalf("%s is never complete", path)
}

// rows reads the trace of trial 0.
func rows(t testing.TB, folder string) []recorder.Row {
	t.Helper()
	all, err := parquet.ReadFile[recorder.Row](filepath.Join(folder, "traces-0000-00000.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	return all
}

const whatIf = `
network: ifPSP
outputs: 3
steps: 2000
trials: 2
record: [weights@10, outputs@5]
interventions:
- {at: 500, lesion: "lateral[0,1]"}
- {at: 700, tau: 0.3}
`

// Everything that the page asks about a run is what the run has written.
func TestRecordedRun(t *testing.T) {
	folder := enginetest.Record(t, whatIf)
	address := serve(t, open(t, folder))

	var run view.Run
	ask(t, address, "run", &run)
	if run.Inputs != 10 || run.Outputs != 3 || run.Steps != 2000 || run.Trials != 2 || run.Live || !run.Done || run.Folder != "run" || run.Network != "ifPSP" {
		t.Errorf("the run is %+v", run)
	}
	if got := fmt.Sprint(run.Interventions); got != "[at 500: lesion lateral[0,1] at 700: set tau to 0.3]" {
		t.Errorf("interventions %s", got)
	}
	if got := fmt.Sprint(run.Recorded); got != "[{weights@10 weights 10 false} {outputs@5 outputs 5 false}]" {
		t.Errorf("recorded %s", got)
	}
	if len(run.Schedule) != 3 || run.Schedule[1].Equation != "y = ỹ − M_d⁻¹ M_o ỹ" {
		t.Errorf("schedule %+v", run.Schedule)
	}

	var trial view.Trial
	ask(t, address, "trial?trial=1", &trial)
	var summary result.Summary
	text, err := os.ReadFile(filepath.Join(folder, "summary.json"))
	if err != nil || json.Unmarshal(text, &summary) != nil {
		t.Fatal(err)
	}
	if trial.Last != 2000 || trial.Pruning == nil || len(trial.Pruning.Synapses) != 6 || len(trial.Events) != 2 || trial.Events[0].Step != 500 || trial.Events[0].Changes != 1 {
		t.Errorf("the trial is %+v", trial)
	}
	if trial.Measures.Error != summary.Results[1].Measures.Error || len(trial.Curve) < len(summary.Results[1].Curve) {
		t.Errorf("it measured %v", trial.Measures)
	}
	if last := trial.Curve[len(trial.Curve)-1]; last.Step != 2000 || !(last.Pruned >= 0 && last.Pruned <= 1) || last.Error != trial.Measures.Error {
		t.Errorf("it ends at %+v", last)
	}

	// Series and snapshots are the recorded numbers, to the last bit.
	series := map[string]*view.Series{}
	for _, element := range []string{"lateral[0,1]", "feedforward[2,9]", "scale[1]", "outputs[0]"} {
		s := new(view.Series)
		ask(t, address, "series?element="+url.QueryEscape(element), s)
		series[element] = s
	}
	at := map[string]int{}
	for _, r := range rows(t, folder) {
		name := fmt.Sprintf("%s[%d]", r.Projection, r.Post)
		if r.Pre != nil {
			name = fmt.Sprintf("%s[%d,%d]", r.Projection, r.Post, *r.Pre)
		}
		if s := series[name]; s != nil {
			i := at[name]
			if at[name]++; i >= len(s.Step) || s.Step[i] != r.Step || s.Weight[i] != r.Weight {
				t.Fatalf("record %d of %s is not %d, %v", i, name, r.Step, r.Weight)
			}
		}
	}
	for name, s := range series {
		if at[name] != s.Total || s.Total < 200 {
			t.Errorf("%d records of %s, of %d", at[name], name, s.Total)
		}
	}
	var snapshot view.Snapshot
	ask(t, address, "snapshot?step=1007", &snapshot)
	compared := 0
	for _, r := range rows(t, folder) {
		switch {
		case r.Step == 1000 && r.Projection == "lateral":
			compared++
			if values(snapshot, "lateral")[int(r.Post)*3+int(*r.Pre)] != r.Weight {
				t.Errorf("M is %v", values(snapshot, "lateral"))
			}
		case r.Step == 1005 && r.Projection == "outputs":
			compared++
			if values(snapshot, "outputs")[r.Post] != r.Weight {
				t.Errorf("y is %v", values(snapshot, "outputs"))
			}
		}
	}
	if snapshot.Step != 1005 || len(values(snapshot, "feedforward")) != 30 || compared != 6+3 {
		t.Errorf("a snapshot of step %d, %d numbers compared", snapshot.Step, compared)
	}

	// A step begins where the one before it ended.
	var step, next view.Step
	ask(t, address, "step?step=1000", &step)
	ask(t, address, "step?step=1001", &next)
	if len(step.Phases) != 3 || len(step.Phases[0].Signals) != 1 || len(step.Phases[1].Signals) != 2 || step.Phases[1].Signals[1].Variable != "y" || len(step.Phases[1].Signals[1].Values) != 3 || len(step.X) != 10 {
		t.Errorf("the step is %+v", step)
	}
	for i, before := range next.Before["lateral"] {
		if before != values(snapshot, "lateral")[i] {
			t.Errorf("step 1001 begins with M %v, recorded were %v", next.Before["lateral"], values(snapshot, "lateral"))
		}
		if got := step.Before["lateral"][i] + step.Change["lateral"].Total[i]; math.Abs(got-before) > 1e-15 {
			t.Errorf("M[%d] changes to %v, want %v", i, got, before)
		}
	}
	for path, want := range map[string]int{
		"trial?trial=2": 404, "series?element=lateral[1,1]": 404, "series?element=outputs[3]": 404, "series?element=bogus": 400, "series?element=lateral": 400,
		"series?element=inputs[0]": 400, "series?trial=2&element=scale[0]": 404, "snapshot?trial=9": 404, "step?step=2001": 404, "step?trial=2": 404, "live": 404,
	} {
		if status, body := get(t, address+"api/"+path); status != want {
			t.Errorf("%s: %d %s, want %d", path, status, body, want)
		}
	}
}

// The variants of a comparison are twins of each other, by the names of its manifest and
// of nothing else.
func TestTwins(t *testing.T) {
	out := filepath.Join(t.TempDir(), "both")
	text := "network: ifPSP\noutputs: 3\nsteps: 300\nrecord: [weights@10]\n"
	_, err := twin.Run(t.Context(), []engine.Variant{{Name: "one", Plan: plan(t, text)}, {Name: "other", Plan: plan(t, text+"tau: 0.2\n")}}, 100, planning.RunOptions{Out: out}, report.Layout{})
	if err != nil {
		t.Fatal(err)
	}
	for folder, want := range map[string]string{"": "one other", "one": "one other", "other": "other one"} {
		address := serve(t, open(t, filepath.Join(out, folder)))
		var run, second view.Run
		ask(t, address, "run", &run)
		if len(run.Twins) != 1 || run.Folder+" "+run.Twins[0].Name != want {
			t.Fatalf("%q shows %s with twins %v", folder, run.Folder, run.Twins)
		}
		ask(t, address, "run?twin="+run.Twins[0].Name, &second)
		if second.Folder != run.Twins[0].Name || second.Run == run.Run {
			t.Errorf("the twin is %s", second.Folder)
		}
		var own, others view.Series
		ask(t, address, "series?element=lateral[0,1]", &own)
		ask(t, address, "series?element=lateral[0,1]&twin="+run.Twins[0].Name, &others)
		if own.Weight[len(own.Weight)-1] == others.Weight[len(others.Weight)-1] {
			t.Error("twins of another τ end in the same")
		}
		var step view.Step
		ask(t, address, "step?step=150&twin="+run.Twins[0].Name, &step)
		for _, name := range []string{"one/../other", "..", ".", "", run.Folder, "three", "other%00", "../" + filepath.Base(out) + "/other"} {
			if status, _ := get(t, address+"api/run?twin="+name); status != 404 {
				t.Errorf("twin %q: %d", name, status)
			}
		}
	}

	// A run that was not compared has no twins, wherever it lies.
	if err := os.CopyFS(filepath.Join(out, "stranger"), os.DirFS(filepath.Join(out, "one"))); err != nil {
		t.Fatal(err)
	}
	var stranger view.Run
	if ask(t, serve(t, open(t, filepath.Join(out, "stranger"))), "run", &stranger); len(stranger.Twins) > 0 {
		t.Errorf("a stranger has twins %v", stranger.Twins)
	}

	// A twin that is a link is none.
	if err := os.Rename(filepath.Join(out, "other"), filepath.Join(out, "..", "elsewhere")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join("..", "elsewhere"), filepath.Join(out, "other")); err != nil {
		t.Fatal(err)
	}
	if status, body := get(t, serve(t, open(t, out))+"api/run?twin=other"); status != 500 || !strings.Contains(body, "has no folder other") {
		t.Errorf("a link: %d %s", status, body)
	}
}

// A run that diverged says at which step of which trial, and why; so does the list of its folder.
func TestDivergedRun(t *testing.T) {
	parent := t.TempDir()
	folder := filepath.Join(parent, "wild")
	var diverged *circuit.Divergence
	if _, err := engine.Run(t.Context(), plan(t, "steps: 100\ntrials: 2\nrate: 0.9\n"), planning.RunOptions{Out: folder}); !errors.As(err, &diverged) {
		t.Fatalf("it ended with %v", err)
	}
	address := serve(t, open(t, folder))
	var run view.Run
	ask(t, address, "run", &run)
	want := "the run diverged at step 1 of trial 0: " + diverged.Reason() + "; what is known of it"
	if run.Done || len(run.Warnings) != 1 || !strings.HasPrefix(run.Warnings[0], want) {
		t.Errorf("the run is %+v, want the warning %q", run, want)
	}
	for i := range 2 {
		var trial view.Trial
		if ask(t, address, fmt.Sprint("trial?trial=", i), &trial); (trial.Headline == "Diverged at step 1.") != (i == 0) {
			t.Errorf("of trial %d: %q", i, trial.Headline)
		}
	}
	var list view.Listing
	if ask(t, serveRuns(t, parent), "runs", &list); len(list.Runs) != 1 || list.Runs[0].State != "diverged at step 1 of trial 0" {
		t.Errorf("the list is %+v", list)
	}
}

// An unfinished run is shown as far as it came.
func TestUnfinishedRun(t *testing.T) {
	folder := unchecked(t, enginetest.Record(t, whatIf))
	if err := os.Remove(filepath.Join(folder, "summary.json")); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(folder, folder+".partial"); err != nil {
		t.Fatal(err)
	}
	address := serve(t, open(t, folder))
	var run view.Run
	ask(t, address, "run", &run)
	if run.Done || run.Inputs != 10 || len(run.Warnings) != 1 || !strings.Contains(run.Warnings[0], "unfinished") {
		t.Errorf("the run is %+v", run)
	}
	var trial view.Trial
	ask(t, address, "trial", &trial)
	if trial.Measures != nil || len(trial.Events) != 2 || trial.Pruning == nil {
		t.Errorf("the trial is %+v", trial)
	}
}

// The parts of a series add up to the change of the weight, for each kind of part that circuits have.
func TestPartsOfASeriesAddUp(t *testing.T) {
	for network, part := range map[string]func(*view.Series) view.Vector{
		"ifPSP":           func(s *view.Series) view.Vector { return s.Decay },
		"sanger":          func(s *view.Series) view.Vector { return s.Nonlocal },
		"linsker":         func(s *view.Series) view.Vector { return s.Unlearning },
		"bio-sfa":         func(s *view.Series) view.Vector { return s.Second },
		"bio-nica-direct": func(s *view.Series) view.Vector { return s.Second },
	} {
		source := open(t, enginetest.Record(t, "network: "+network+"\noutputs: 3\nsteps: 30\nrecord: [weights]\nparts: [all]\n"))
		s, err := source.Series(t.Context(), view.SeriesQuery{Element: "feedforward[1,2]", To: 30})
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Step) != 31 || part(s) == nil || part(s)[20] == 0 {
			t.Fatalf("%s: %d records, part %v", network, len(s.Step), part(s))
		}
		for i := 1; i <= 30; i++ {
			sum := new(big.Float).SetPrec(2000).SetFloat64(s.Weight[i-1])
			for _, part := range []view.Vector{s.Hebbian, s.Decay, s.Rounding, s.Nonlocal, s.Unlearning, s.Second, s.Third} {
				if part != nil {
					sum.Add(sum, big.NewFloat(part[i]))
				}
			}
			if sum.Cmp(big.NewFloat(s.Weight[i])) != 0 {
				t.Errorf("%s: step %d: from %v to %v, with parts of another sum", network, i, s.Weight[i-1], s.Weight[i])
			}
		}
	}
}
