package view_test

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"testing"

	"twophase/internal/testkit/enginetest"
	"twophase/internal/web/view"
)

// serveRuns serves the runs below a folder until the end of the test.
func serveRuns(t *testing.T, folder string) string {
	t.Helper()
	collection, err := view.OpenCollection(t.Context(), folder)
	if err != nil {
		t.Fatal(err)
	}
	server, err := view.Listen(view.Options{Runs: collection, Assets: assets})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- server.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Error(err)
		}
		if err := collection.Close(); err != nil {
			t.Error(err)
		}
	})
	return server.URL()
}

// Of a folder the runs below it are listed with what they say of themselves, and each is shown by its name alone.
// Nothing leads outside the folder.
func TestRunsOfAFolder(t *testing.T) {
	outside := enginetest.Record(t, "steps: 20\noutputs: 2\nrecord: [lateral]\n")
	folder := t.TempDir()
	place := func(name, from string) {
		t.Helper()
		if err := os.CopyFS(filepath.Join(folder, name), os.DirFS(from)); err != nil {
			t.Fatal(err)
		}
	}
	place("whole", outside)
	place("a/b/deep", enginetest.Record(t, "steps: 30\noutputs: 3\nnetwork: PSP\nrecord: [lateral]\n"))
	place("own", enginetest.Record(t, "circuit:\n  name: mine\n  populations: {x: {input: true}, y: {}}\n  projections: {W: {from: x, to: y, rule: Oja}}\n  schedule: [{turn: y, receives: [W]}, plasticity]\nsteps: 5\noutputs: 2\nrecord: [W]\n"))
	place("a/b/c/too-deep", outside)
	place(".hidden/run", outside)
	place("damaged", outside)
	place("ended.partial", outside)
	for _, name := range []string{"summary.json", "SHA256SUMS"} {
		if err := os.Remove(filepath.Join(folder, "ended.partial", name)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(filepath.Join(folder, "damaged", "summary.json"), []byte(`{"schema": 1, "results": [`), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(folder, "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(folder, "none"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "none", "manifest.json"), []byte(`{"other": "thing"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	address := serveRuns(t, folder)

	var listing view.Listing
	ask(t, address, "runs", &listing)
	want := map[string]string{"whole": "complete", "own": "complete", "a/b/deep": "complete", "damaged": "damaged", "ended.partial": "unfinished"}
	for _, run := range listing.Runs {
		if want[run.Name] != run.State {
			t.Errorf("%s is said to be %s", run.Name, run.State)
		}
		delete(want, run.Name)
	}
	if len(want) > 0 || listing.Folder != filepath.Base(folder) {
		t.Errorf("of %s there are none of %v", listing.Folder, want)
	}
	var summary struct {
		Results []struct {
			Measures struct {
				Error *float64 `json:"e_pro"`
			}
		}
	}
	text, err := os.ReadFile(filepath.Join(folder, "a/b/deep/summary.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &summary); err != nil {
		t.Fatal(err)
	}
	for _, run := range listing.Runs {
		if run.Name == "own" && run.Keys["network"] != "mine" {
			t.Errorf("the circuit of one's own is called %q", run.Keys["network"])
		}
	}
	deep := listing.Runs[0]
	if e := summary.Results[0].Measures.Error; e == nil || float64(deep.Error) != *e || deep.Network != "PSP" || deep.Steps != 30 || deep.Keys["outputs"] != "3" {
		t.Errorf("the run is listed as %+v, its summary has the error %v", deep, e)
	}

	var run view.Run
	ask(t, address, "run?run="+url.QueryEscape("a/b/deep"), &run)
	if run.Network != "PSP" || run.Outputs != 3 {
		t.Errorf("a/b/deep is shown as %+v", run)
	}
	for name, status := range map[string]int{
		"link": 404, "../" + filepath.Base(folder) + "/whole": 404, "whole/../whole": 404, outside: 404, "a/b/c/too-deep": 404, ".hidden/run": 404, "": 404, ".": 404, "whole/": 404, "whole\x00": 404,
	} {
		if got, _ := get(t, address+"api/run?run="+url.QueryEscape(name)); got != status {
			t.Errorf("the run %q is answered with %d, want %d", name, got, status)
		}
	}
	for path, status := range map[string]int{"api/run": 400, "api/trial": 400, "api/runs?x=1": 400, "api/runs?run=x": 400, "api/runs?twin=x": 400, "api/live": 404, "api/snapshot?run=whole&twin=../whole": 404} {
		if got, body := get(t, address+path); got != status {
			t.Errorf("%s is answered with %d, %s, want %d", path, got, body, status)
		}
	}
	// A run that has gone is listed no more, and one that is there since is.
	if err := os.Rename(filepath.Join(folder, "whole"), filepath.Join(folder, "renamed")); err != nil {
		t.Fatal(err)
	}
	ask(t, address, "runs", &listing)
	if names := listing.Runs[len(listing.Runs)-1].Name; names != "renamed" {
		t.Errorf("the last run is %s", names)
	}
	if _, err := view.OpenCollection(t.Context(), t.TempDir()); err == nil {
		t.Error("a folder without runs is opened")
	}
	if status, _ := get(t, serve(t, fake{})+"api/run?run=whole"); status != http.StatusNotFound {
		t.Errorf("one run is shown by a name, with %d", status)
	}
}
