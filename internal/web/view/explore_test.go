package view_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/measure"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/enginetest"
	"twophase/internal/testkit/long"
	"twophase/internal/web/view"
)

// The page in which a run learns may be shown by the inspector in a frame, and by nothing else.
func TestExplorePolicy(t *testing.T) {
	long.SkipShort(t)
	r, err := http.Get(serve(t, open(t, enginetest.Record(t, "steps: 20\noutputs: 2\nrecord: [lateral]\n"))) + "explore.html")
	if err != nil {
		t.Fatal(err)
	}
	r.Body.Close()
	for name, want := range map[string]string{
		"Content-Security-Policy": "frame-ancestors 'self'", "X-Frame-Options": "SAMEORIGIN", "Content-Type": "text/html; charset=utf-8",
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cache-Control": "no-store", "Cross-Origin-Resource-Policy": "same-origin",
	} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// Each run of a folder has such a page of its own experiment, and one that a page cannot have says why.
func TestExploreOfARun(t *testing.T) {
	long.SkipShort(t)
	folder := t.TempDir()
	file := filepath.Join(folder, "data.csv")
	if err := os.WriteFile(file, []byte(strings.Repeat("1,0.5,-1\n-0.5,1,0.25\n", 20)), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"two": "steps: 20\noutputs: 2\nrecord: [lateral]\n", "psw": "steps: 30\noutputs: 3\nnetwork: PSW\nrecord: [lateral]\n", "file": "steps: 20\noutputs: 2\nrecord: [lateral]\nstimulus: {file: " + file + "}\n"} {
		if err := os.CopyFS(filepath.Join(folder, name), os.DirFS(enginetest.Record(t, text))); err != nil {
			t.Fatal(err)
		}
	}
	address := serveRuns(t, folder)
	for _, c := range []struct {
		query  string
		status int
		want   string
	}{
		{"run=two", 200, `id="experiment">{"network":"ifPSP"`}, {"run=psw", 200, `id="experiment">{"network":"PSW"`}, {"run=file", 404, "This run cannot be played with: a page cannot have stimuli from files."},
		{"", 400, "which run?"}, {"run=none", 404, "there is no run"}, {"run=two&twin=psw", 404, "there is no twin"}, {"run=two&steps=3", 400, "there is no parameter"},
	} {
		if status, text := get(t, address+"explore.html?"+c.query); status != c.status || !strings.Contains(text, c.want) {
			t.Errorf("%q: %d %.200s", c.query, status, text)
		}
	}
	for name, want := range map[string]string{"two": "true ", "psw": "true ", "file": "false This run cannot be played with: a page cannot have stimuli from files."} {
		var run view.Run
		ask(t, address, "run?run="+name, &run)
		if got := map[bool]string{true: "true ", false: "false "}[run.Explore] + run.Unexplored; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

// A run that goes on has the page of its experiment from its start, and keeps it when it is over.
func TestExploreOfALiveRun(t *testing.T) {
	live := view.NewLive()
	defer live.Close()
	address := serve(t, live)
	has := func(when string, want int) {
		t.Helper()
		if status, text := get(t, address+"explore.html"); status != want || want == 200 && !strings.Contains(text, `"network":"PSW"`) {
			t.Errorf("%s: %d %.200s", when, status, text)
		}
	}
	has("before the start", 404)
	looked := false
	out := filepath.Join(t.TempDir(), "run")
	watcher := slowly{Live: live, look: func(int, measure.Point) {
		if !looked {
			looked = true
			has("during the run", 200)
			var run view.Run
			if ask(t, address, "run", &run); !run.Explore || !run.Live {
				t.Errorf("the run is %+v", run)
			}
		}
	}}
	if _, err := engine.Run(t.Context(), plan(t, "network: PSW\noutputs: 3\nsteps: 50\nrecord: [lateral]\n"), planning.RunOptions{Out: out, Watcher: watcher}); err != nil || !looked {
		t.Fatal(looked, err)
	}
	folder, err := view.Open(out)
	if err != nil {
		t.Fatal(err)
	}
	live.Finish(folder)
	has("after the run", 200)
}
