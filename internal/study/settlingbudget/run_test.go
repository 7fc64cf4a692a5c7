package settlingbudget

import (
	"bytes"
	"context"
	"errors"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"twophase/circuit"
)

// tiny is a run of every case in a moment, by one worker and by two.
var tiny = sync.OnceValue(func() (results [2]*Result) {
	for i := range results {
		r, err := Run(context.Background(), Options{
			Problems: []string{Small, Correlated}, Trials: 3, Steps: 1000, Workers: 1 + i, Seed: 1,
		})
		if err != nil {
			panic(err)
		}
		results[i] = r
	}
	return results
})

// find returns the only row of a case.
func find(tb testing.TB, r *Result, problem, network, method, start, budget string) Row {
	tb.Helper()
	var found []Row
	for _, row := range r.Rows {
		if row.Problem.Name == problem && row.Network == network && row.Method == method && row.Start == start && row.Budget() == budget {
			found = append(found, row)
		}
	}
	if len(found) != 1 {
		tb.Fatalf("%d rows of %s %s %s %s %s", len(found), problem, network, method, start, budget)
	}
	return found[0]
}

// Two Jacobi sweeps from rest are the two-phase circuit, and so are all measures
// of it, to the last bit.
func TestTwoJacobiSweepsAreTwoPhases(t *testing.T) {
	r := tiny()[0]
	for _, problem := range []string{Small, Correlated} {
		for _, network := range []string{"PSP", "PSW"} {
			two := find(t, r, problem, network, TwoPhase, "", "2")
			jacobi := find(t, r, problem, network, "jacobi", Cold, "2")
			if !reflect.DeepEqual(two.Error, jacobi.Error) || two.Settled != jacobi.Settled || two.Residual != jacobi.Residual ||
				two.Operations != jacobi.Operations || two.Lost != jacobi.Lost {
				t.Errorf("%s, %s: two phases %+v, two Jacobi sweeps %+v", problem, network, two, jacobi)
			}
			if !(two.Error.Median < LostError) {
				t.Errorf("%s, %s: two phases have learnt nothing: E_Pro %v", problem, network, two.Error)
			}
		}
	}
}

// Settled to the tolerance δ, a network is the exact one but for δ: √E_Pro is a
// distance of filters, which move with y. The factor 10 is for the norm of
// (I + M_d⁻¹M_o)⁻¹, by which a residual becomes an error of y.
func TestSettledIsExact(t *testing.T) {
	r := tiny()[0]
	for _, s := range []struct{ method, start string }{
		{"jacobi", Cold}, {"gauss-seidel", Cold}, {"gauss-seidel", Warm}, {"euler", Cold},
	} {
		exact := find(t, r, Small, "PSP", Exact, "", "∞")
		row := find(t, r, Small, "PSP", s.method, s.start, "tol")
		if d := math.Abs(math.Sqrt(row.Error.Median) - math.Sqrt(exact.Error.Median)); !(d < 10*Tolerance) {
			t.Errorf("%s %s: √E_Pro differs from the exact one by %g", s.method, s.start, d)
		}
		if !(row.Residual > 0 && row.Residual < 10*Tolerance) {
			t.Errorf("%s %s: settling residual %g", s.method, s.start, row.Residual)
		}
		if row.Unsettled != 0 || row.SweepsUsed < 2 || row.SweepsUsed >= maxSweeps {
			t.Errorf("%s %s: %v sweeps used, %v of the stimuli unsettled", s.method, s.start, row.SweepsUsed, row.Unsettled)
		}
	}
}

// More workers change nothing but the time.
func TestWorkersDoNotMatter(t *testing.T) {
	one, two := tiny()[0], tiny()[1]
	for name, write := range map[string]func(*Result, io.Writer) error{
		"CSV": (*Result).WriteCSV, "table": (*Result).WriteTable, "Markdown": (*Result).WriteMarkdown,
		"SVG": (*Result).writeSVG, "PNG": (*Result).writePNG,
	} {
		var a, b bytes.Buffer
		if err := errors.Join(write(one, &a), write(two, &b)); err != nil {
			t.Fatal(err)
		}
		if a.Len() == 0 || !bytes.Equal(a.Bytes(), b.Bytes()) {
			t.Errorf("%s: 1 worker and 2 workers write different bytes", name)
		}
	}
}

// The first trial of many is the only trial of one.
func TestTrialsAreIndependent(t *testing.T) {
	all := []Case{allCases()[0]}
	o, err := Options{Problems: []string{Small}, Trials: 2, Steps: 500}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	ps, _, err := openProblems(t.Context(), o)
	if err != nil {
		t.Fatal(err)
	}
	var errs []float64
	for trial := range uint64(2) {
		outcomes, err := ps[0].runTrial(t.Context(), all, o, trial)
		if err != nil {
			t.Fatal(err)
		}
		errs = append(errs, outcomes[0].err)
	}
	r, err := run(t.Context(), o, all)
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(errs)
	want := (errs[0] + errs[1]) / 2
	if got := r.Rows[0].Error.Median; errs[0] == errs[1] || math.Abs(got-want) > 1e-15 {
		t.Errorf("median %v of trials that came to %v", got, errs)
	}
}

// A cold network's own learning from a stimulus that blows it up is counted, not
// returned as an error, and sweeps are counted to the step where it happened.
func TestDivergence(t *testing.T) {
	r := tiny()[0]
	row := find(t, r, Small, "PSW", "euler", Cold, "1")
	if row.Diverged != 1 || row.Lost != 1 || !math.IsInf(row.Error.Median, 1) || row.SweepsUsed != 1 {
		t.Errorf("PSW with one Euler sweep, whose scales fall to zero: %+v", row)
	}
	if !math.IsNaN(row.Nanoseconds) {
		t.Errorf("a step that no trial lived through took %v ns", row.Nanoseconds)
	}
}

func TestOptionErrors(t *testing.T) {
	for _, c := range []struct {
		o    Options
		want string
	}{
		{Options{Trials: -1}, "-1 trials"},
		{Options{Steps: -1}, "-1 steps"},
		{Options{Problems: []string{"medium"}}, "small, large, correlated, images"},
		{Options{Problems: []string{Images}, Images: "no/such/file"}, "no/such/file"},
	} {
		if _, err := Run(t.Context(), c.o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v: error %v, want one with %q", c.o, err, c.want)
		}
	}
}

func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, Options{Problems: []string{Small}, Steps: 1000}); !errors.Is(err, ErrInterrupted) {
		t.Errorf("error %v, want ErrInterrupted", err)
	}
}

func TestImagesAreLeftOut(t *testing.T) {
	o, err := Options{Quick: true}.withDefaults()
	if err != nil {
		t.Fatal(err)
	}
	ps, notes, err := openProblems(t.Context(), o)
	if err != nil || len(ps) != 3 || len(notes) != 1 || !strings.Contains(notes[0], "Fashion-MNIST is left out") {
		t.Errorf("quick: %d problems, notes %q, error %v", len(ps), notes, err)
	}
}

// Operations by hand, for 10 inputs and 3 outputs: 30 feedforward synapses, 6
// lateral ones.
func TestOperations(t *testing.T) {
	for _, c := range []struct {
		c    Case
		used float64
		want float64
	}{
		{Case{Method: Exact}, 0, 30},
		{Case{Method: TwoPhase, Sweeps: 2}, 0, 36},
		{Case{Method: Cascade, Sweeps: 1}, 0, 33},
		{settlingCase(circuit.PSP, circuit.Jacobi, Cold, 1), 1, 30},
		{settlingCase(circuit.PSP, circuit.Jacobi, Cold, 2), 2, 36},
		{settlingCase(circuit.PSP, circuit.Jacobi, Warm, 2), 2, 42},
		{settlingCase(circuit.PSP, circuit.GaussSeidel, Cold, 1), 1, 33},
		{settlingCase(circuit.PSP, circuit.GaussSeidel, Warm, 1), 1, 36},
		{settlingCase(circuit.PSP, circuit.Euler, Cold, 0), 5.5, 57},
	} {
		if got := c.c.operations(10, 3, c.used); got != c.want {
			t.Errorf("%s %s, %v sweeps: %v operations, want %v", c.c.Method, c.c.Start, c.used, got, c.want)
		}
	}
}
