package trace

import (
	"context"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"pgregory.net/rapid"

	"twophase/circuit/selection"
	"twophase/internal/testkit/testfiles"
	"twophase/recorder"
	"twophase/synapse"
)

// recordings are traces of many shapes: strides that meet and do not, parts, several
// files, rows that cross pages.
var recordings = map[string]struct {
	n, k, steps int
	options     recorder.Options
	requests    []string
}{
	"all":         {4, 3, 50, recorder.Options{}, []string{"weights", "outputs"}},
	"strides":     {4, 3, 500, recorder.Options{PartRows: 300}, []string{"lateral@7", "feedforward[1,*]@log", "feedforward@100", "scale@3", "outputs[0]@5"}},
	"parts":       {5, 2, 300, partsIf(true, recorder.Options{Trial: 12}), []string{"weights@2", "outputs"}},
	"one":         {3, 3, 40, recorder.Options{}, []string{"lateral[2,0]"}},
	"large":       {700, 40, 6, recorder.Options{PartRows: 100_000}, []string{"weights"}},
	"large parts": {500, 20, 7, partsIf(true, recorder.Options{}), []string{"weights@2", "outputs"}},
	"around":      {4, 3, 2000, recorder.Options{PartRows: 300}, []string{"lateral@100 around 50 700", "scale around 1000", "feedforward[0,*]@log around 3"}},
	"while": {4, 3, 3000, recorder.Options{PartRows: 900}, []string{
		"lateral@7 while |lateral[2,0]| > 0.02", "lateral[1,*]@5", "scale@3 while lateral_ratio < 0.05", "feedforward@9 while |feedforward[0,0]| > 9", "outputs@2 while |lateral[2,1]| < 0.01",
	}},
	"many steps": {3, 2, 20_000, recorder.Options{}, []string{"lateral", "scale@10"}},
}

// What the tests of the recordings share: their folders in one, and their rows, which
// no one changes.
var (
	recorded string
	made     = map[string]*sync.Once{}
	allRows  sync.Map // []row by the names of recordings
)

func TestMain(m *testing.M) { os.Exit(testfiles.Main(recording{m})) }

// recording runs tests beside a folder for the recordings.
type recording struct{ *testing.M }

func (m recording) Run() int {
	for name := range recordings {
		made[name] = new(sync.Once)
	}
	var err error
	if recorded, err = os.MkdirTemp("", "recordings"); err != nil {
		panic(err)
	}
	defer os.RemoveAll(recorded)
	return m.M.Run()
}

// eachRecording calls f for each of the recordings.
func eachRecording(t *testing.T, f func(t *testing.T, trace *Trial, rows []row)) {
	for name, r := range recordings {
		t.Run(name, func(t *testing.T) {
			if testing.Short() && (name == "many steps" || name == "large parts") {
				t.Skip("it takes long under the race detector")
			}
			t.Parallel()
			at := filepath.Join(recorded, name)
			made[name].Do(func() {
				if err := os.Mkdir(at, 0o777); err != nil {
					t.Fatal(err)
				}
				options := r.options
				options.Folder = at
				record(t, r.n, r.k, r.steps, options, r.requests...)
				allRows.Store(name, rows(t, at))
			})
			found, _ := allRows.Load(name)
			f(t, open(t, at, r.options.Trial), found.([]row))
		})
	}
}

func TestElementsAreThoseOfTheRows(t *testing.T) {
	eachRecording(t, func(t *testing.T, trace *Trial, rows []row) {
		seen := map[Element]bool{}
		for _, r := range rows {
			seen[r.about()] = true
		}
		elements := trace.Elements()
		if len(elements) != len(seen) {
			t.Errorf("there are %d elements, and rows of %d", len(elements), len(seen))
		}
		for i, e := range elements {
			if !seen[e] || !trace.Has(e) {
				t.Errorf("there are no rows of element %d, %v", i, e)
			}
		}
		if trace.Rows() != int64(len(rows)) || trace.First() != rows[0].Step || trace.Last() != rows[len(rows)-1].Step {
			t.Errorf("%d rows of the steps %d to %d, want %d of %d to %d", trace.Rows(), trace.First(), trace.Last(), len(rows), rows[0].Step, rows[len(rows)-1].Step)
		}
	})
}

// Whatever was requested, the elements are those that the trial has.
func TestElementsAreAllThatTheTrialHas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trial := &Trial{size: selection.PairSize(rapid.IntRange(1, 4).Draw(t, "N"), rapid.IntRange(1, 4).Draw(t, "K"), synapse.AllToAll), rows: 1000}
		place := rapid.SampledFrom([]string{"*", "0", "1", "1-2", "3"})
		for range rapid.IntRange(1, 5).Draw(t, "requests") {
			text := rapid.SampledFrom([]string{"weights", "feedforward", "lateral", "scale", "outputs"}).Draw(t, "kind")
			switch text {
			case "feedforward", "lateral":
				text += "[" + place.Draw(t, "post") + "," + place.Draw(t, "pre") + "]"
			case "scale", "outputs":
				text += "[" + place.Draw(t, "post") + "]"
			}
			r, err := recorder.ParseRequest(text)
			if err != nil {
				t.Fatal(err)
			}
			trial.requests = append(trial.requests, r)
		}
		var want []Element
		for _, k := range recordable {
			for post := range trial.size.Outputs {
				for pre := range trial.size.Width(k) {
					e := Element{k, post, pre}
					if !k.Synaptic() {
						e.Pre = -1
					}
					if trial.Has(e) {
						want = append(want, e)
					}
				}
			}
		}
		if got := trial.Elements(); !slices.Equal(got, want) {
			t.Errorf("of %v and %v there are %v, want %v", trial.size, trial.requests, got, want)
		}
	})
}

// A trace that claims to be of many requests in a large circuit costs what its requests
// and synapses cost, not one times the other, which would take hours.
func TestElementsOfManyRequests(t *testing.T) {
	r, err := recorder.ParseRequest("lateral[1,1000]")
	if err != nil {
		t.Fatal(err)
	}
	trial := &Trial{size: selection.PairSize(1, 1<<11, synapse.AllToAll), requests: slices.Repeat([]recorder.Request{r}, mostRequests), rows: 1 << 20}
	wide, err := recorder.ParseRequest("lateral[*,2047]")
	if err != nil {
		t.Fatal(err)
	}
	trial.requests[0] = wide
	if got := trial.Elements(selection.Lateral); len(got) != 2048 || got[0] != lateral(0, 2047) || got[1] != lateral(1, 1000) {
		t.Errorf("the elements are %v", got)
	}
}

// A series holds what another reader finds, to the last bit.
func TestSeriesIsWhatTheRowsSay(t *testing.T) {
	eachRecording(t, func(t *testing.T, trace *Trial, rows []row) {
		elements := trace.Elements()
		last := trace.Last()
		for i := 0; i < len(elements); i += max(1, len(elements)/7) {
			for _, span := range [][2]int64{{0, last}, {last / 3, last / 2}, {last, last}, {last + 1, last + 2}} {
				e := elements[i]
				got, err := trace.Series(t.Context(), e, span[0], span[1], 0)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(seriesIn(rows, e, span[0], span[1]), got, cmpopts.EquateNaNs(), cmpopts.EquateEmpty()); diff != "" {
					t.Fatalf("%v from %d to %d (-rows +series):\n%s", e, span[0], span[1], diff)
				}
			}
		}
	})
}

func seriesIn(rows []row, e Element, from, to int64) (s Series) {
	there := [7]bool{}
	for i := range rows {
		r := &rows[i]
		if int(r.Post) != e.Post || r.about() != e || r.Step < from || r.Step > to {
			continue
		}
		s.Total++
		s.Steps, s.Weight = append(s.Steps, r.Step), append(s.Weight, r.Weight)
		for k, v := range []*float64{r.Hebbian, r.Decay, r.Rounding, r.Nonlocal, r.Unlearning, r.PreActivity, r.PostActivity} {
			column := s.column(k)
			if v == nil {
				*column = append(*column, math.NaN())
			} else {
				*column, there[k] = append(*column, *v), true
			}
		}
	}
	for k := range there {
		if !there[k] {
			*s.column(k) = nil
		}
	}
	return s
}

// column returns a part of the changes.
func (s *Series) column(k int) *[]float64 {
	return []*[]float64{&s.Hebbian, &s.Decay, &s.Rounding, &s.Nonlocal, &s.Unlearning, &s.PreActivity, &s.PostActivity}[k]
}

// A snapshot is what one gets who goes through all rows up to the step and keeps the
// last of every element.
func TestSnapshotIsTheNewestOfEverything(t *testing.T) {
	eachRecording(t, func(t *testing.T, trace *Trial, rows []row) {
		last := trace.Last()
		want := map[Element]float64{}
		next := 0
		for step := int64(0); step <= last+1; step += max(1, last/20) {
			for ; next < len(rows) && rows[next].Step <= step; next++ {
				want[rows[next].about()] = rows[next].Weight
			}
			got, err := trace.Snapshot(t.Context(), step)
			if err != nil {
				t.Fatal(err)
			}
			if got.Step != rows[next-1].Step {
				t.Errorf("the snapshot at step %d is of step %d, the newest row of %d", step, got.Step, rows[next-1].Step)
			}
			for _, p := range got.Parts {
				for i, v := range p.Values {
					e := trace.element(p.Kind, i/p.Columns, i%p.Columns)
					w, ok := want[e]
					switch {
					case !trace.Exists(e):
						if v != 0 {
							t.Fatalf("at step %d, %v, which does not exist, is %v", step, e, v)
						}
					case ok != !math.IsNaN(v) || ok && v != w:
						t.Fatalf("at step %d, %v is %v, want %v (%v)", step, e, v, w, ok)
					}
				}
			}
		}
	})
}

func TestScanHandsOnAllRows(t *testing.T) {
	eachRecording(t, func(t *testing.T, trace *Trial, rows []row) {
		from, to := trace.Last()/5, trace.Last()*4/5
		of := []selection.Kind{selection.Lateral, selection.Scale}
		next := 0
		skip := func() {
			for next < len(rows) && (rows[next].Step < from || rows[next].Step > to || !slices.Contains(of, selection.Kind(rows[next].Projection))) {
				next++
			}
		}
		err := trace.Scan(t.Context(), from, to, of, func(r Rows) error {
			for i := range r.Steps {
				skip()
				e := Element{r.Kinds[i], int(r.Posts[i]), int(r.Pres[i])}
				if w := &rows[next]; e != w.about() || r.Steps[i] != w.Step || r.Weights[i] != w.Weight {
					t.Fatalf("row %d is %v = %v in step %d, want %+v", next, e, r.Weights[i], r.Steps[i], *w)
				}
				next++
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if skip(); next < len(rows) {
			t.Errorf("only %d of %d rows came", next, len(rows))
		}
	})
}

// Spans are all steps, once each.
func TestSpansAreAllSteps(t *testing.T) {
	eachRecording(t, func(t *testing.T, trace *Trial, rows []row) {
		for _, most := range []int64{1, 50_000, 1 << 40} {
			next := trace.First()
			for _, s := range trace.Spans(most) {
				if s[0] != next || s[1] < s[0] {
					t.Errorf("the span %v begins after step %d", s, next-1)
				}
				next = s[1] + 1
			}
			if next != trace.Last()+1 {
				t.Errorf("the last span ends at %d, the trace at %d", next-1, trace.Last())
			}
		}
	})
}

func TestReadingStopsWithItsContext(t *testing.T) {
	trace := open(t, record(t, 3, 2, 30_000, recorder.Options{}, "lateral", "scale"), 0)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := trace.Series(ctx, lateral(1, 0), 0, trace.Last(), 100); err == nil {
		t.Error("a series was read after the context was cancelled")
	}
	if err := trace.Scan(ctx, 0, trace.Last(), recordable, func(Rows) error { return nil }); err == nil {
		t.Error("all rows were read after the context was cancelled")
	}
}

// An element that is accepted is one synapse, scale or output, and is written and read as
// the same.
func FuzzParseElement(f *testing.F) {
	for _, text := range []string{"lateral[2,0]", "feedforward[0,1e1]", "scale[1]", "outputs[0]", "lateral[0-1,0]", "lateral[*,0]", "weights", "inputs[0]", "scale[1_0]", " outputs [ 03 ] "} {
		f.Add(text)
	}
	z := selection.PairSize(3, 2, synapse.AllToAll)
	f.Fuzz(func(t *testing.T, text string) {
		e, err := ParseElement(z, text)
		if err != nil {
			if len(err.Error()) > 1000+10*len(text) {
				t.Fatalf("an error of %d bytes", len(err.Error()))
			}
			return
		}
		if e.Post < 0 || selection.Known(e.Kind) && e.Kind.Synaptic() != (e.Pre >= 0) || e.Kind == selection.Inputs || e.Kind == selection.Weights {
			t.Fatalf("%q is %+v", text, e)
		}
		if again, err := ParseElement(z, e.String()); err != nil || again != e {
			t.Fatalf("%q is %v, and that %v, %v", text, e, again, err)
		}
	})
}
