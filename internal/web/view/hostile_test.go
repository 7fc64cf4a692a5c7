package view_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"twophase/internal/testkit/enginetest"
	"twophase/internal/testkit/long"
	"twophase/internal/traces/result"
	"twophase/internal/web/view"
)

// everything is what a page may ask.
var everything = []string{
	"run", "trial", "trial?trial=1", "series?element=lateral[0,1]", "series?element=scale[0]&points=10", "series?element=outputs[1]&from=5&to=50",
	"snapshot", "snapshot?step=0", "snapshot?step=1000000000000", "step?step=7", "step?step=100&trial=1", "run?twin=b", "live",
}

// client gives up on an answer that would not come soon on any machine.
var client = http.Client{Timeout: time.Minute}

// look asks everything and fails unless each answer is JSON, of a status of HTTP that an
// API may give, and without markup.
func look(t rapid.TB, address string) {
	for _, path := range everything {
		r, err := client.Get(address + "api/" + path)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		body, err := io.ReadAll(r.Body)
		r.Body.Close()
		switch {
		case err != nil:
			t.Fatalf("%s: %v", path, err)
		case !json.Valid(body):
			t.Fatalf("%s is not JSON: %.200q", path, body)
		case bytes.ContainsAny(body, "<>"):
			t.Fatalf("%s holds markup: %.500q", path, body)
		case r.Header.Get("Content-Type") != "application/json":
			t.Fatalf("%s is %s", path, r.Header.Get("Content-Type"))
		}
	}
}

// heapWhile returns by how much the heap grew at most while f ran.
func heapWhile(f func()) uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	before := m.HeapAlloc
	var most atomic.Uint64
	stop, stopped := make(chan bool), make(chan bool)
	go func() {
		defer close(stopped)
		var m runtime.MemStats
		for {
			runtime.ReadMemStats(&m)
			most.Store(max(most.Load(), m.HeapAlloc))
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
			}
		}
	}()
	f()
	close(stop)
	<-stopped
	return max(most.Load(), before) - before
}

const small = "outputs: 3\nsteps: 200\ntrials: 2\nrecord: [weights@2, outputs@10]\ninterventions: [{at: 50, freeze: lateral}]\n"

// Whatever one of the files of a run holds, the answers are errors or numbers, and the
// process is there.
func TestHostileFiles(t *testing.T) {
	long.Draws(t, 30)
	original := enginetest.Record(t, small)
	read := func(name string) []byte {
		text, err := os.ReadFile(filepath.Join(original, name))
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	names := []string{"summary.json", "manifest.json", "traces-0000-00000.parquet", "events-0000.jsonl"}
	content := map[string][]byte{}
	for _, name := range append(names, "traces-0001-00000.parquet", "events-0001.jsonl", "weights.npz") {
		content[name] = read(name)
	}
	broken, shown := 0, 0
	rapid.Check(t, func(rt *rapid.T) {
		folder := filepath.Join(t.TempDir(), fmt.Sprint("run", broken, shown))
		if err := os.Mkdir(folder, 0o777); err != nil {
			rt.Fatal(err)
		}
		defer os.RemoveAll(folder)
		victim := rapid.SampledFrom(names).Draw(rt, "file")
		for name, text := range content {
			if name == victim {
				text = corrupt(rt, text)
			}
			if err := os.WriteFile(filepath.Join(folder, name), text, 0o666); err != nil {
				rt.Fatal(err)
			}
		}
		r, err := view.Open(folder)
		if err != nil {
			broken++
			return
		}
		shown++
		address, end := start(rt, r)
		look(rt, address)
		end()
		if err := r.Close(); err != nil {
			rt.Fatal(err)
		}
	})
	t.Logf("%d were refused, %d shown", broken, shown)
	if shown == 0 {
		t.Error("none was shown")
	}
}

// corrupt draws a corrupted file.
func corrupt(t *rapid.T, text []byte) []byte {
	text = bytes.Clone(text)
	if len(text) == 0 {
		return []byte("<script>")
	}
	switch rapid.IntRange(0, 6).Draw(t, "how") {
	case 0:
		return text[:rapid.IntRange(0, len(text)-1).Draw(t, "length")]
	case 1:
		for range rapid.IntRange(1, 20).Draw(t, "bytes") {
			text[rapid.IntRange(0, len(text)-1).Draw(t, "at")] = rapid.Byte().Draw(t, "byte")
		}
		return text
	case 2:
		return rapid.SliceOfN(rapid.Byte(), 0, 300).Draw(t, "text")
	case 3:
		return []byte(rapid.SampledFrom([]string{
			"null", "[]", "{}", "0", `""`, `{"results":[]}`, `{"results":{}}`, `{"results":[null,null]}`, `{"results":[[],[]],"schema":"x"}`,
			`{"schema":1,"results":[{"curve":null},{"curve":[{"step":1e400}]}]}`, strings.Repeat("[", 100_000), strings.Repeat(`{"a":`, 100_000),
			`{"schema":1,"inputs":1e18,"outputs":-5,"results":[{}]}`, `{"schema":1,"inputs":9000000000000000000,"outputs":9000000000000000000}`,
			`{"title":"<script>alert(1)</script>","warnings":["<img src=x onerror=alert(1)>"],"results":[{"events":[{"edit":"</script><script>"}]}]}`,
			`{"step":5,"edit":"<b>"}` + "\n", strings.Repeat("{}\n", 50_000),
		}).Draw(t, "text"))
	default: // another word or number in the place of one
		old := rapid.SampledFrom([]string{"1", "2", "3", "0.", `"`, "null", "steps", "trials", "outputs", ",", "lateral", "ifPSP", "{", "[", "small"}).Draw(t, "old")
		by := rapid.SampledFrom([]string{"", "-1", "1000000000000", "NaN", "null", "{}", "[]", "<script>", "../../etc/passwd", `"`, "1e308", "\x00", "ÿ"}).Draw(t, "new")
		return bytes.Replace(text, []byte(old), []byte(by), rapid.SampledFrom([]int{1, 2, 5, -1}).Draw(t, "times"))
	}
}

// Names with markup, numbers that are none, a title that is a script: all of it arrives
// as text.
func TestHostileText(t *testing.T) {
	folder := unchecked(t, enginetest.Record(t, small))
	for name, change := range map[string][2]string{
		"summary.json":      {`"title": "`, `"title": "<script>alert('title')</script>`},
		"events-0000.jsonl": {`"edit":"`, `"edit":"<img src=x onerror=alert(1)>`},
	} {
		path := filepath.Join(folder, name)
		text, err := os.ReadFile(path)
		if err != nil || !bytes.Contains(text, []byte(change[0])) {
			t.Fatalf("%s: %v", name, err)
		}
		if err := os.WriteFile(path, bytes.ReplaceAll(text, []byte(change[0]), []byte(change[1])), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	evil := filepath.Join(filepath.Dir(folder), "<script>alert(1)<")
	if err := os.Rename(folder, evil); err != nil {
		t.Fatal(err)
	}
	address := serve(t, open(t, evil))
	look(t, address)
	var run struct{ Title, Folder string }
	ask(t, address, "run", &run)
	if run.Folder != "<script>alert(1)<" || !strings.HasPrefix(run.Title, "<script>") {
		t.Errorf("the run is %+v", run)
	}
}

// Gigantic files are refused, or shown in part, and cost little memory.
func TestHostileSizes(t *testing.T) {
	long.SkipShort(t)
	grow := func(name string, head []byte, to int64) func(string) error {
		return func(folder string) error {
			path := filepath.Join(folder, name)
			if head != nil {
				if err := os.WriteFile(path, head, 0o666); err != nil {
					return err
				}
			}
			return os.Truncate(path, to) // sparse
		}
	}
	many := func(name, head, each, tail string, n int) func(string) error {
		return func(folder string) error {
			return os.WriteFile(filepath.Join(folder, name), []byte(head+strings.Repeat(each, n)+tail), 0o666)
		}
	}
	original := enginetest.Record(t, small)
	for what, change := range map[string]func(string) error{
		"a summary of 10 GB":                grow("summary.json", nil, 10<<30),
		"a summary of 200 MB of nothing":    grow("summary.json", []byte(`{"schema":1,"title":"`), 200<<20),
		"a summary with 10⁶ results":        many("summary.json", `{"schema":1,"results":[`, "{},", "{}]}", 1_000_000),
		"a result with 10⁶ points":          many("summary.json", `{"schema":1,"results":[{"curve":[`, "{},", "{}]}]}", 1_000_000),
		"a result of 10 MB":                 many("summary.json", `{"schema":1,"results":["`, "aaaaaaaaaa", `"]}`, 1_000_000),
		"a key of 10 MB":                    many("summary.json", `{"`, "aaaaaaaaaa", `":1}`, 1_000_000),
		"10⁶ warnings":                      many("summary.json", `{"schema":1,"warnings":[`, `"",`, `""]}`, 1_000_000),
		"10⁶ keys":                          many("summary.json", `{`, `"a":[1,2,3,4,5,6,7,8],`, `"b":1}`, 1_000_000),
		"a theory of 10⁶ pairs":             many("summary.json", `{"schema":1,"theory":{"lateral":[`, `{},`, `{}]}}`, 600_000),
		"a manifest of 10 GB":               grow("manifest.json", nil, 10<<30),
		"a manifest with 10⁶ interventions": many("manifest.json", `{"schema":1,"run":"a","experiment":{"interventions":[`, "{},", "{}]}}", 1_000_000),
		"9000 changes of Λ in a large circuit": func(folder string) error {
			if err := os.Remove(filepath.Join(folder, "summary.json")); err != nil {
				return err
			}
			return many("manifest.json", `{"schema":1,"run":"a","experiment":{"trials":1,"outputs":16000,"interventions":[`, `{"at":1,"lambda":"1:0.5"},`, "{}]}}", 9000)(folder)
		},
		"a manifest that records 10⁶ things": many("manifest.json", `{"schema":1,"run":"a","experiment":{"trials":1,"record":[`, `"",`, `""]}}`, 1_000_000),
		"a trace of 10 GB":                   grow("traces-0000-00000.parquet", nil, 10<<30),
		"an event log of 10 GB":              grow("events-0000.jsonl", nil, 10<<30),
		"an event of 60 MB":                  grow("events-0000.jsonl", []byte(`{"step":1,"edit":"`), 60<<20),
		"10⁶ events":                         many("events-0000.jsonl", "", "{}\n", "", 3_000_000),
	} {
		t.Run(what, func(t *testing.T) {
			folder := copied(t, original)
			if err := change(folder); err != nil {
				t.Fatal(err)
			}
			grown := heapWhile(func() {
				r, err := view.Open(folder)
				if err != nil {
					return
				}
				address, end := start(t, r)
				look(t, address)
				end()
				r.Close()
			})
			if grown > 250<<20 {
				t.Errorf("it takes %d MB", grown>>20)
			}
		})
	}
}

// What is not a file of the folder itself is not read.
func TestHostileLinks(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	if err := os.WriteFile(secret, []byte(`{"schema":1,"run":"a","title":"secret","step":1,"edit":"secret"}`), 0o666); err != nil {
		t.Fatal(err)
	}
	original := enginetest.Record(t, small)
	for _, name := range []string{"manifest.json", "summary.json", "events-0000.jsonl", "traces-0000-00000.parquet"} {
		for _, target := range []string{secret, "/dev/zero", "/etc/passwd", "manifest.json"} {
			folder := copied(t, original)
			path := filepath.Join(folder, name)
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(target, path); err != nil {
				t.Fatal(err)
			}
			r, err := view.Open(folder)
			if err != nil {
				continue
			}
			address, end := start(t, r)
			for _, path := range everything {
				if _, body := get(t, address+"api/"+path); strings.Contains(body, `"secret`) || strings.Contains(body, "root:") {
					t.Errorf("%s → %s: %s tells %s", name, target, path, body)
				}
			}
			look(t, address)
			end()
			r.Close()
		}
	}
	if _, err := view.Open(secret); err == nil {
		t.Error("a file is a run folder")
	}
}

// A circuit of weights that are all NaN is one of nulls.
func TestNaNEverywhere(t *testing.T) {
	folder := unchecked(t, enginetest.Record(t, "outputs: 2\nsteps: 3\nrecord: [weights]\nnetwork: ifPSP\n"))
	m, err := result.ReadManifest(folder)
	if err != nil {
		t.Fatal(err)
	}
	replaceTrace(t, folder, m.Run, math.NaN())
	address := serve(t, open(t, folder))
	look(t, address)
	if _, body := get(t, address+"api/series?element=lateral[0,1]"); !strings.Contains(body, `"weight":[null]`) {
		t.Errorf("a series is %s", body)
	}
	if _, body := get(t, address+"api/snapshot"); !strings.Contains(body, `"kind":"scale","step":0,"columns":1,"values":[null,null]`) {
		t.Errorf("a snapshot is %s", body)
	}
}
