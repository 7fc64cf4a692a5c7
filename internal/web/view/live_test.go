package view_test

import (
	"bufio"
	"context"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/enginetest"
	"twophase/internal/traces/result"
	"twophase/internal/web/simulator"
	"twophase/internal/web/view"
)

// slowly is a Watcher that calls f for every trial that begins.
type slowly struct {
	*view.Live
	look func(trial int, p measure.Point)
}

func (s slowly) Look(trial int, p measure.Point) {
	s.Live.Look(trial, p)
	s.look(trial, p)
}

// While a run goes on, its recorded elements are seen as they are, and what happened; it
// does not find anything else for that. After it, its folder is shown.
func TestLiveRun(t *testing.T) {
	const text = whatIf + "executor: compiled\n"
	live := view.NewLive()
	defer live.Close()
	address := serve(t, live)
	if status, body := get(t, address+"api/run"); status != 503 {
		t.Errorf("before the start: %d %s", status, body)
	}
	stream, err := http.Get(address + "api/live")
	if err != nil || stream.StatusCode != 200 {
		t.Fatal(stream, err)
	}
	defer stream.Body.Close()

	looked := 0
	watcher := slowly{Live: live, look: func(trial int, p measure.Point) {
		if trial != 0 || p.Step < 900 || looked > 0 {
			return
		}
		looked++
		var run view.Run
		ask(t, address, "run", &run)
		if !run.Live || run.Done || run.Inputs != 10 || len(run.Recorded) != 2 {
			t.Errorf("the run is %+v", run)
		}
		var found view.Trial
		ask(t, address, "trial", &found)
		if n := len(found.Curve); found.Last < 890 || n < 20 || found.Curve[n-1].Error != p.Error || len(found.Events) != 2 {
			t.Errorf("the trial is %+v", found)
		}
		var snapshot view.Snapshot
		ask(t, address, "snapshot?step=0", &snapshot)
		if snapshot.Step != 0 || values(snapshot, "scale")[0] != 1 || len(values(snapshot, "feedforward")) != 30 {
			t.Errorf("it begins with %+v", snapshot)
		}
		for path, want := range map[string]int{"step": 409, "trial?trial=2": 404, "series?element=bogus": 400, "series?element=lateral[0,0]": 404, "run?twin=a": 404} {
			if status, _ := get(t, address+"api/"+path); status != want {
				t.Errorf("%s: %d", path, status)
			}
		}
	}}
	seen := map[string]*view.Series{}
	final := slowly{Live: live, look: func(trial int, p measure.Point) {
		watcher.look(trial, p)
		if trial == 0 && p.Step >= 1800 && len(seen) == 0 {
			for _, e := range []string{"lateral[2,1]", "feedforward[1,7]", "scale[2]", "outputs[1]"} {
				s := new(view.Series)
				ask(t, address, "series?element="+e, s)
				seen[e] = s
			}
			// The activity before the first stimulus, which is none, does not hide extremes.
			whole, few := seen["outputs[1]"], new(view.Series)
			ask(t, address, "series?element=outputs[1]&points=4", few)
			if len(few.Step) != 4 || few.Total != len(whole.Step) ||
				max(few.Weight[1], few.Weight[2]) != slices.Max(whole.Weight[1:]) || min(few.Weight[1], few.Weight[2]) != slices.Min(whole.Weight[1:]) {
				t.Errorf("of %d records four are %+v", len(whole.Step), few)
			}
		}
	}}
	out := filepath.Join(t.TempDir(), "run")
	if _, err := engine.Run(t.Context(), plan(t, text), planning.RunOptions{Out: out, Watcher: final}); err != nil {
		t.Fatal(err)
	}
	if looked != 1 || len(seen) != 4 {
		t.Fatalf("%d looks, %d series", looked, len(seen))
	}
	recorded := map[string]float64{}
	for _, r := range rows(t, out) {
		name := fmt.Sprintf("%s[%d]", r.Projection, r.Post)
		if r.Pre != nil {
			name = fmt.Sprintf("%s[%d,%d]", r.Projection, r.Post, *r.Pre)
		}
		recorded[fmt.Sprint(name, r.Step)] = r.Weight
	}
	for name, s := range seen {
		compared := 0
		for i, step := range s.Step {
			if want, ok := recorded[fmt.Sprint(name, step)]; ok {
				if compared++; s.Weight[i] != want {
					t.Errorf("%s was seen as %v at step %d, and recorded as %v", name, s.Weight[i], step, want)
				}
			}
		}
		if compared < 100 {
			t.Errorf("%s: %d numbers were compared", name, compared)
		}
	}

	live.Finish(open(t, out))
	var run view.Run
	ask(t, address, "run", &run)
	if run.Live || !run.Done {
		t.Errorf("after it, the run is %+v", run)
	}
	if status, _ := get(t, address+"api/live"); status != 404 {
		t.Errorf("after it, it is live: %d", status)
	}
	lines := bufio.NewScanner(stream.Body)
	var last string
	for lines.Scan() {
		if e, ok := strings.CutPrefix(lines.Text(), "event: "); ok {
			last = e
		}
	}
	if last != "done" {
		t.Errorf("the stream ends with %q", last)
	}

	// A run without a watcher is the same.
	other := enginetest.Record(t, text)
	entries, err := os.ReadDir(other)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		a, _ := os.ReadFile(filepath.Join(other, e.Name()))
		b, _ := os.ReadFile(filepath.Join(out, e.Name()))
		same := strings.ReplaceAll(string(a), other, out) == string(b)
		if !same && e.Name() != "timing.json" && e.Name() != "SHA256SUMS" {
			t.Errorf("%s differs", e.Name())
		}
	}
}

// Of a run of whatever size, what is kept is bounded, and who follows it slowly does not
// hold it up.
func TestLiveMemory(t *testing.T) {
	live := view.NewLive()
	p := plan(t, "network: ifPSP\noutputs: 2\nsteps: 1000000\nrecord: [weights]\ntrials: 3\n")
	live.Start(p, result.Manifest{}, "run") // requests are known without a survey here
	c, err := circuit.New(circuit.Spec{Network: circuit.IfPSP, Inputs: 10, Gains: []float64{1, 0.5}, Rate: circuit.ConstantRate(0.01)})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	events := live.Follow(ctx)
	observer := live.Begin(0, c).(circuit.Occasional)
	c.Attach(observer)
	x := make([]float64, 10)
	for i := range x {
		x[i] = float64(i) - 4.5
	}
	records, early := 0, 0
	for step := range 1_000_000 {
		before := observer.Next()
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
		if observer.Next() != before {
			records++
			if step < 1000 { // which are half of a logarithmic axis
				early++
			}
		}
	}
	if records > 2000 || records < 1000 || early < 200 {
		t.Errorf("%d records of 1000000 steps, %d of the first thousand", records, early)
	}
	deadline := time.After(time.Minute)
	select {
	case e := <-events:
		if e.Name != "progress" || e.Data.Of != 1000000 {
			t.Errorf("%+v", e)
		}
	case <-deadline:
		t.Error("there are no events")
	}
	cancel()
	select {
	case _, open := <-events:
		if open {
			<-events
		}
	case <-deadline:
		t.Error("the stream goes on")
	}
}

// A circuit of any populations is seen while it runs as its folder shows it afterwards: the same parts, with how their
// signals count and which are tied, and the same numbers.
func TestLiveGraph(t *testing.T) {
	live := view.NewLive()
	defer live.Close()
	address := serve(t, live)
	var during view.Run
	var trial view.Trial
	var snapshot view.Snapshot
	watcher := slowly{Live: live, look: func(_ int, p measure.Point) {
		if p.Step == 300 {
			ask(t, address, "run", &during)
			ask(t, address, "trial", &trial)
			ask(t, address, "snapshot?step=150", &snapshot)
		}
	}}
	out := filepath.Join(t.TempDir(), "run")
	if _, err := engine.Run(t.Context(), plan(t, "network: ei\nsteps: 300\nrecord: [weights, outputs]\n"), planning.RunOptions{Out: out, Watcher: watcher}); err != nil {
		t.Fatal(err)
	}
	live.Finish(open(t, out))
	var after view.Run
	var recorded view.Snapshot
	ask(t, address, "run", &after)
	ask(t, address, "snapshot?step=150", &recorded)
	if during.Graph == nil || !reflect.DeepEqual(during.Graph, after.Graph) {
		t.Errorf("the circuit is %+v during the run, and %+v after it", during.Graph, after.Graph)
	}
	if tied := after.Graph.Tied; len(tied) != 1 || tied[0] != (simulator.Tied{Name: "PT", Of: "P", To: "interneurons", From: "outputs", Sign: "excitatory"}) {
		t.Errorf("tied are %+v", tied)
	}
	for _, p := range after.Graph.Parts {
		if want := map[string]string{"feedforward": "excitatory", "P": "inhibitory"}[string(p.Kind)]; p.Sign != want {
			t.Errorf("the signals of %s are %q, want %q", p.Kind, p.Sign, want)
		}
	}
	if snapshot.Step != 150 || len(snapshot.Parts) != 3 || !reflect.DeepEqual(snapshot, recorded) {
		t.Errorf("step 150 is %+v during the run, and %+v after it", snapshot, recorded)
	}
	if len(trial.Extremes) != 3 || trial.Extremes["P"] < 1 {
		t.Errorf("the extremes are %v", trial.Extremes)
	}
}
