package recorder

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/files/durable"
	"twophase/internal/testkit/long"
)

// contents returns the files of a folder by name.
func contents(t testing.TB, folder string) map[string]string {
	t.Helper()
	all := map[string]string{}
	for _, name := range files(t, folder) {
		b, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = string(b)
	}
	return all
}

// sameFiles fails unless two folders hold the same bytes.
func sameFiles(t rapid.TB, want, got map[string]string) {
	t.Helper()
	sizes := func(all map[string]string) map[string]int {
		s := map[string]int{}
		for name, b := range all {
			s[name] = len(b)
		}
		return s
	}
	if diff := cmp.Diff(sizes(want), sizes(got)); diff != "" {
		t.Fatalf("sizes of files (-want +got):\n%s", diff)
	}
	for name := range want {
		if want[name] != got[name] {
			t.Fatalf("%s has other bytes", name)
		}
	}
}

// recording is a recording that a property test draws.
type recording struct {
	requests []Request
	options  Options
	executor circuit.Executor
	of       circuit.Network // IfPSP unless it is said
}

func drawRecording(t *rapid.T) recording {
	r := recording{
		options: Options{
			Run: rapid.SampledFrom([]string{"", "a run"}).Draw(t, "run"), Trial: rapid.SampledFrom([]int{0, 1234}).Draw(t, "trial"),
			PartRows:  rapid.SampledFrom([]int{0, 1, 60, 200}).Draw(t, "part rows"),
			blockRows: rapid.IntRange(1, 60).Draw(t, "block rows"), groupRows: rapid.IntRange(1, 120).Draw(t, "group rows"),
		},
		executor: rapid.SampledFrom([]circuit.Executor{circuit.Compiled, circuit.Literal}).Draw(t, "executor"),
		of:       rapid.SampledFrom([]circuit.Network{circuit.IfPSP, circuit.WeightedSubspace, circuit.Linsker}).Draw(t, "network"),
	}
	size := selection.PairSize(4, 3, r.of.Among().Wiring)
	for _, q := range rapid.SliceOfN(rapid.Custom(drawRequest), 1, 4).Draw(t, "requests") {
		if q.check(size) == nil {
			r.requests = append(r.requests, q)
		}
	}
	r.options.Parts = drawParts(t, r.requests, size)
	return r
}

// network returns the circuit to record after some steps.
func (r recording) network(t testing.TB, steps int) network {
	if r.of.Name == "" {
		r.of = circuit.IfPSP
	}
	n := newCircuitOf(t, r.of, 4, 3, r.executor)
	n.run(t, steps)
	return n
}

// in returns the options for a folder.
func (r recording) in(folder string) Options {
	o := r.options
	o.Folder = folder
	return o
}

// begin starts to record after some steps.
func (r recording) begin(t testing.TB, folder string, from int) (network, *Recorder) {
	n := r.network(t, from)
	recorder, err := Start(n.Circuit, r.requests, r.in(folder))
	if err != nil {
		t.Fatal(err)
	}
	return n, recorder
}

// A recording that is suspended again and again, and goes on, writes the bytes of
// one that is not.
func TestSuspendedRecordingGoesOn(t *testing.T) {
	root := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		r := drawRecording(rt)
		from, steps := rapid.IntRange(0, 5).Draw(rt, "from"), rapid.IntRange(0, 40).Draw(rt, "steps")
		plain, suspended := tempDir(t, root), tempDir(t, root)
		n, recorder := r.begin(t, plain, from)
		n.run(t, steps)
		if err := recorder.Close(); err != nil {
			rt.Fatal(err)
		}
		n, recorder = r.begin(t, suspended, from)
		for step := range steps {
			if rapid.IntRange(0, 4).Draw(rt, fmt.Sprint("suspend at ", step)) == 0 {
				if _, err := recorder.Suspend(); err != nil {
					rt.Fatal(err)
				}
			}
			n.run(t, 1)
		}
		if err := recorder.Close(); err != nil {
			rt.Fatal(err)
		}
		sameFiles(rt, contents(t, plain), contents(t, suspended))
	})
}

// kills are what may happen to a recording after a suspension.
var kills = map[string]func(t rapid.TB, n network, r *Recorder, o Options){
	"left":   func(t rapid.TB, _ network, r *Recorder, _ Options) { check(t, r.Leave()) },
	"closed": func(t rapid.TB, _ network, r *Recorder, _ Options) { check(t, r.Close()) },
	"suspended": func(t rapid.TB, _ network, r *Recorder, _ Options) {
		_, err := r.Suspend()
		check(t, err)
		check(t, r.Leave())
	},
	"garbage": func(t rapid.TB, _ network, r *Recorder, o Options) {
		check(t, r.Leave())
		whole, err := filepath.Glob(filepath.Join(o.Folder, "*.parquet"))
		check(t, err)
		for part, text := range map[int]string{len(whole): "PAR1 and half a page", len(whole) + 7: "another"} {
			appendTo(t, durable.Partial(o.path(part)), text)
		}
	},
	"diverged": func(t rapid.TB, n network, r *Recorder, _ Options) {
		if n.Step([]float64{1e308, 1e308, 1e308, 1e308}) == nil {
			t.Fatalf("the circuit did not diverge")
		}
		check(t, r.Close())
	},
}

// path returns the path of a part.
func (o Options) path(part int) string {
	return filepath.Join(o.Folder, fmt.Sprintf("traces-%04d-%05d.parquet", o.Trial, part))
}

// appendTo appends to a file, which it creates if it must.
func appendTo(t rapid.TB, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	check(t, err)
	_, err = f.WriteString(text)
	check(t, err)
	check(t, f.Close())
}

// check fails if there is an error.
func check(t rapid.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Whatever happens after a suspension, the recording that is resumed ends with the
// bytes of one that was never interrupted.
func TestResumedRecordingIsTheSame(t *testing.T) {
	long.Draws(t, 30)
	root := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		r := drawRecording(rt)
		from, steps := rapid.IntRange(0, 5).Draw(rt, "from"), rapid.IntRange(0, 40).Draw(rt, "steps")
		plain, killed := tempDir(t, root), tempDir(t, root)
		n, recorder := r.begin(t, plain, from)
		n.run(t, steps)
		check(rt, recorder.Close())

		n, recorder = r.begin(t, killed, from)
		for at := 0; at < steps && rapid.IntRange(0, 4).Draw(rt, "another kill") > 0; {
			on := rapid.IntRange(0, steps-at).Draw(rt, "steps before the suspension")
			n.run(t, on)
			at += on
			state, err := recorder.Suspend()
			check(rt, err)
			n.run(t, rapid.IntRange(0, 25).Draw(rt, "steps that are lost"))
			kills[rapid.SampledFrom([]string{"left", "closed", "suspended", "garbage", "diverged"}).Draw(rt, "kill")](rt, n, recorder, r.in(killed))
			if rapid.Bool().Draw(rt, "the folder moves") {
				to := killed + "-moved"
				check(rt, os.Rename(killed, to))
				killed = to
			}
			n = r.network(t, from+at)
			recorder, err = Resume(n.Circuit, r.requests, r.in(killed), state)
			check(rt, err)
		}
		n.run(t, from+steps-n.StepCount())
		check(rt, recorder.Close())
		sameFiles(rt, contents(t, plain), contents(t, killed))
	})
}
