package recorder

import (
	"errors"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/testkit/long"
	"twophase/neuron"
)

// follow runs a recorded circuit and returns what its handles said after every
// step, and before the first one, of all that can be recorded.
func follow(t testing.TB, n network, steps int) map[place]float64 {
	said := map[place]float64{}
	n.note(t, said)
	for range steps {
		n.run(t, 1)
		n.note(t, said)
	}
	return said
}

// note adds what the circuit's handles say now.
func (n network) note(t testing.TB, said map[place]float64) {
	z := selection.SizeOf(n)
	for _, k := range z.Kinds() {
		for post := range z.Neurons(k) {
			for pre := range z.Width(k) {
				at := place{int64(n.StepCount()), k.String(), int32(post), int32(pre)}
				if z.Class(k) != selection.Synapses {
					at.pre = -1
				}
				if v, found := n.valueOf(at); found {
					said[at] = v
				}
			}
		}
	}
}

func TestTraceIsWhatTheHandlesSay(t *testing.T) {
	for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		t.Run(executor.String(), func(t *testing.T) {
			n, folder := newNetwork(t, 7, 3, executor), t.TempDir()
			r := start(t, n, Options{Folder: folder, Run: "a run", Trial: 12}, "weights", "outputs")
			said := follow(t, n, 25)
			if err := r.Close(); err != nil {
				t.Fatal(err)
			}
			rows := read(t, folder)
			for _, row := range rows {
				want, found := said[placeOf(row)]
				if !found || row.Weight != want || row.Run != "a run" || row.Trial != 12 || row.Hebbian != nil || row.Decay != nil {
					t.Fatalf("row %+v at %+v: want %v, once", row, placeOf(row), want)
				}
				delete(said, placeOf(row))
			}
			for p := range said {
				if p.step > 0 || p.projection != "outputs" {
					t.Fatalf("no row for %+v", p)
				}
			}
		})
	}
}

// due reports whether a request is to be found at a step of a run, at which its condition holds.
func due(q Request, p place, steps int, holds bool) bool {
	at := int(p.step)
	logSpaced := func(t int) bool { return t > 0 && LogSpaced.After(t-1) == t }
	switch {
	case at == 0:
		return q.Selection.Kind() != selection.Outputs
	case at == steps:
		return true
	case !holds:
		return false
	case q.Stride == LogSpaced && logSpaced(at), q.Stride > 0 && at%int(q.Stride) == 0:
		return true
	}
	last := -1
	for _, change := range q.Around {
		if change <= at {
			last = change
		}
	}
	return last == at || last >= 0 && logSpaced(at-last)
}

// held notes at which steps the conditions of requests hold.
type held struct {
	of    []Request
	steps map[int][]bool
}

// Observe implements circuit.Observer.
func (h held) Observe(c *circuit.Circuit) error {
	for _, q := range h.of {
		holds, err := q.While.Holds(c, nil)
		if err != nil {
			return err
		}
		h.steps[c.StepCount()] = append(h.steps[c.StepCount()], holds || !q.IsConditional())
	}
	return nil
}

func TestRequestsAreRecordedWhenDueAndOnce(t *testing.T) {
	long.Draws(t, 30)
	root := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		folder := tempDir(t, root)
		n := newNetwork(t, 4, 3, rapid.SampledFrom([]circuit.Executor{circuit.Compiled, circuit.Literal}).Draw(rt, "executor"))
		var asked []Request
		for _, q := range rapid.SliceOfN(rapid.Custom(drawRequest), 1, 4).Draw(rt, "requests") {
			if q.check(selection.SizeOf(n)) == nil {
				asked = append(asked, q)
			}
		}
		steps := rapid.IntRange(0, 30).Draw(rt, "steps")
		r, err := Start(n.Circuit, asked, Options{
			Folder: folder, Parts: drawParts(rt, asked, selection.SizeOf(n)),
			PartRows: rapid.IntRange(50, 500).Draw(rt, "part rows"), blockRows: rapid.IntRange(1, 50).Draw(rt, "block rows"),
		})
		if err != nil {
			rt.Fatal(err)
		}
		holds := held{asked, map[int][]bool{0: make([]bool, len(asked))}}
		n.Attach(holds)
		said := follow(t, n, steps)
		if err := r.Close(); err != nil {
			rt.Fatal(err)
		}
		want := map[place]float64{}
		for p, weight := range said {
			for i, q := range asked {
				k := selection.Kind(p.projection)
				from, end := q.Selection.Row(selection.SizeOf(n), k, int(p.post))
				if pre := max(int(p.pre), 0); from <= pre && pre < end && due(q, p, steps, holds.steps[int(p.step)][i]) {
					want[p] = weight
				}
			}
		}
		last := place{}
		for _, row := range read(t, folder) {
			if at := placeOf(row); at.step < last.step {
				rt.Fatalf("%+v comes after %+v", at, last)
			} else {
				last = at
			}
			if weight, found := want[placeOf(row)]; !found || weight != row.Weight {
				rt.Fatalf("%+v: %v was recorded of %v; want %v, once: %v", placeOf(row), row.Weight, asked, weight, found)
			}
			delete(want, placeOf(row))
		}
		if len(want) > 0 {
			rt.Fatalf("of %v not recorded: %v", asked, want)
		}
	})
}

// Rows that are asked for have the parts of the step's change, which add up to it in
// real arithmetic, and what it was learnt from; no others have any.
func TestPartsAddUpToTheChange(t *testing.T) {
	long.Draws(t, 25)
	root := t.TempDir()
	rapid.Check(t, func(rt *rapid.T) {
		folder := tempDir(t, root)
		n := newNetwork(t, 5, 3, rapid.SampledFrom([]circuit.Executor{circuit.Compiled, circuit.Literal}).Draw(rt, "executor"))
		asked := requests(t, "weights@10", "outputs@10", "lateral[0-1,*]@3", "scale[1]@log")
		o := Options{Folder: folder, Parts: drawParts(rt, asked, selection.SizeOf(n)), blockRows: rapid.IntRange(1, 50).Draw(rt, "block rows")}
		r, err := Start(n.Circuit, asked, o)
		check(rt, err)
		n.Among().Synapse(1, 0).Freeze()
		type signals struct{ x, y []float64 }
		said, heard := map[place]float64{}, map[int64]signals{}
		for step := range 46 {
			if step > 0 {
				n.run(t, 1)
			}
			heard[int64(step)] = signals{slices.Clone(n.Inputs().Signals(neuron.Stimulus)), slices.Clone(n.Outputs().Signals(neuron.Final))}
			n.note(t, said)
		}
		check(rt, r.Close())
		for _, row := range read(t, folder) {
			at, signals := placeOf(row), heard[row.Step]
			k := selection.Kind(at.projection)
			wanted := slices.ContainsFunc(o.Parts, func(s selection.Selection) bool {
				from, end := s.Row(selection.SizeOf(n), k, int(at.post))
				return from <= max(int(at.pre), 0) && max(int(at.pre), 0) < end
			})
			due := slices.ContainsFunc(asked, func(q Request) bool {
				from, end := q.Selection.Row(selection.SizeOf(n), k, int(at.post))
				return from <= max(int(at.pre), 0) && max(int(at.pre), 0) < end && at.step > 0 && q.After(int(at.step)-1) == int(at.step)
			})
			if !wanted || !due {
				if row.Hebbian != nil || row.Decay != nil || row.Rounding != nil || row.PreActivity != nil || row.PostActivity != nil {
					rt.Fatalf("%+v has parts of a change that was not observed: parts %v", at, o.Parts)
				}
				continue
			}
			if row.Hebbian == nil || row.Decay == nil || row.Rounding == nil || row.PostActivity == nil || (row.PreActivity == nil) != (k == selection.Scale) {
				rt.Fatalf("%+v lacks parts: %+v", at, row)
			}
			before := at
			before.step--
			sum := new(big.Float).SetPrec(2300)
			for _, v := range []float64{said[before], *row.Hebbian, *row.Decay, *row.Rounding, -row.Weight} {
				sum.Add(sum, big.NewFloat(v))
			}
			if sum.Sign() != 0 {
				rt.Fatalf("%+v: %v became %v; its parts are %v, %v, %v", at, said[before], row.Weight, *row.Hebbian, *row.Decay, *row.Rounding)
			}
			if held := at.projection == "lateral" && at.post == 1 && at.pre == 0; held != (*row.Hebbian == 0) || held != (*row.Decay == 0) {
				rt.Fatalf("%+v has parts %v, %v", at, *row.Hebbian, *row.Decay)
			}
			if *row.PostActivity != signals.y[at.post] {
				rt.Fatalf("%+v learnt from y = %v, not %v", at, *row.PostActivity, signals.y[at.post])
			}
			if from := map[selection.Kind][]float64{selection.Feedforward: signals.x, selection.Lateral: signals.y}[k]; from != nil && *row.PreActivity != from[at.pre] {
				rt.Fatalf("%+v learnt from %v, not %v", at, *row.PreActivity, from[at.pre])
			}
		}
	})
}

func TestStepsThatAreNotDueDoNotAllocate(t *testing.T) {
	for _, parts := range []bool{false, true} {
		n := newNetwork(t, 10, 3, circuit.Compiled)
		r := start(t, n, Options{Folder: t.TempDir(), Parts: selected(parts)}, "weights@1000000", "outputs@500000")
		n.run(t, 10)
		if allocs := testing.AllocsPerRun(100, func() { r.Observe(n.Circuit) }); allocs > 0 {
			t.Errorf("parts %v: %v allocations where nothing is due", parts, allocs)
		}
		if err := r.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

// Once its plans are made and there is a block, recording a step allocates
// nothing but in the writer, which has nothing to do here.
func TestStepsThatAreRecordedDoNotAllocate(t *testing.T) {
	n := newNetwork(t, 10, 3, circuit.Compiled)
	r := start(t, n, Options{Folder: t.TempDir(), Parts: selected(true)}, "weights", "outputs@2", "lateral[0,*]@3")
	n.run(t, 50)
	step := func() {
		if err := n.Step(n.stimulus); err != nil {
			t.Fatal(err)
		}
	}
	if allocs := testing.AllocsPerRun(60, step); allocs > 0 {
		t.Errorf("%v allocations in a step that is recorded", allocs)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestRecorderDoesNotChangeTheRun(t *testing.T) {
	recorded, plain := newNetwork(t, 6, 3, circuit.Compiled), newNetwork(t, 6, 3, circuit.Compiled)
	r := start(t, recorded, Options{Folder: t.TempDir(), Parts: selected(true)}, "weights@3", "outputs")
	recorded.run(t, 50)
	plain.run(t, 50)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	for i, w := range plain.M() {
		if recorded.M()[i] != w {
			t.Fatalf("M[%d] is %v, without the recorder %v", i, recorded.M()[i], w)
		}
	}
}

func TestStartInMidRun(t *testing.T) {
	n, folder := newNetwork(t, 4, 2, circuit.Compiled), t.TempDir()
	n.run(t, 7)
	r := start(t, n, Options{Folder: folder}, "scale@5")
	n.run(t, 5)
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	var steps []int64
	for _, row := range read(t, folder) {
		steps = append(steps, row.Step)
	}
	if len(steps) != 4 || steps[0] != 10 || steps[3] != 12 {
		t.Errorf("steps %v, want 10 and 12 twice each", steps)
	}
}

func TestStartRefusesWhatTheCircuitDoesNotHave(t *testing.T) {
	n, folder := newNetwork(t, 4, 2, circuit.Compiled), t.TempDir()
	_, err := Start(n.Circuit, requests(t, "weights", "lateral[1,1]"), Options{Folder: folder})
	if missing := (*selection.Missing)(nil); !errors.As(err, &missing) {
		t.Errorf("error %v", err)
	}
	if _, err := Start(n.Circuit, []Request{{Selection: selection.All(selection.Weights)}}, Options{Folder: folder}); err == nil {
		t.Error("a stride of 0 is accepted")
	}
	if left := files(t, folder); left != nil {
		t.Errorf("files are left: %v", left)
	}
}
