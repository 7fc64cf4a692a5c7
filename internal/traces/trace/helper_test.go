package trace

import (
	"path/filepath"
	"slices"
	"testing"

	"github.com/parquet-go/parquet-go"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/numerics/random"
	"twophase/recorder"
)

// record runs a two-phase circuit of n inputs and k outputs, records it to a new
// folder, and returns the folder.
func record(t testing.TB, n, k, steps int, o recorder.Options, texts ...string) string {
	t.Helper()
	return recordSpec(t, circuit.Spec{
		Network: circuit.IfPSP, Inputs: n, Gains: circuit.LinearGains(k, 1, 0.5),
		Rate: circuit.DecayingRate(10, 1e4), Executor: circuit.Compiled,
	}, steps, o, texts...)
}

// recordSpec records any circuit.
func recordSpec(t testing.TB, spec circuit.Spec, steps int, o recorder.Options, texts ...string) string {
	t.Helper()
	c, err := circuit.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	if o.Folder == "" {
		o.Folder = t.TempDir()
	}
	var requests []recorder.Request
	for _, text := range texts {
		r, err := recorder.ParseRequest(text)
		if err != nil {
			t.Fatal(err)
		}
		requests = append(requests, r)
	}
	r, err := recorder.Start(c, requests, o)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Discard()
	x, stream := make([]float64, spec.Inputs), random.New(1, 0, "stimulus")
	for step := range steps {
		stream.Normals(x, uint64(step+1))
		for j := range x {
			x[j] /= float64(j + 1)
		}
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	return o.Folder
}

// open opens a trace that is closed by the test.
func open(t testing.TB, folder string, trial int) *Trial {
	t.Helper()
	trace, err := Open(folder, trial)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { trace.Close() })
	return trace
}

// row is a row as another reader has it.
type row struct {
	Step         int64    `parquet:"step"`
	Projection   string   `parquet:"projection"`
	Post         int32    `parquet:"post"`
	Pre          *int32   `parquet:"pre,optional"`
	Weight       float64  `parquet:"weight"`
	Hebbian      *float64 `parquet:"hebbian,optional"`
	Decay        *float64 `parquet:"decay,optional"`
	Rounding     *float64 `parquet:"rounding,optional"`
	Nonlocal     *float64 `parquet:"nonlocal,optional"`
	Unlearning   *float64 `parquet:"unlearning,optional"`
	PreActivity  *float64 `parquet:"pre_activity,optional"`
	PostActivity *float64 `parquet:"post_activity,optional"`
	Second       *float64 `parquet:"second,optional"`
	Third        *float64 `parquet:"third,optional"`
}

// about returns what the row is about.
func (r *row) about() Element {
	e := Element{Kind: selection.Kind(r.Projection), Post: int(r.Post), Pre: -1}
	if r.Pre != nil {
		e.Pre = int(*r.Pre)
	}
	return e
}

// rows returns all rows in a folder as another reader has them.
func rows(t testing.TB, folder string) (all []row) {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.parquet"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(names)
	for _, name := range names {
		some, err := parquet.ReadFile[row](name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, some...)
	}
	return all
}

// lateral is the element lateral[post,pre].
func lateral(post, pre int) Element { return Element{selection.Lateral, post, pre} }

// partsIf has the parts of all changes recorded, or not.
func partsIf(parts bool, o recorder.Options) recorder.Options {
	if parts {
		o.Parts = []selection.Selection{selection.All(selection.Weights)}
	}
	return o
}
