package intervention_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
)

func when(t rapid.TB, condition string, check int) intervention.When {
	t.Helper()
	c, err := intervention.ParseCondition(condition)
	if err != nil {
		t.Fatal(err)
	}
	return intervention.When{Condition: c, Check: check}
}

func fired(events []intervention.Event) (all []string) {
	for _, e := range events {
		all = append(all, fmt.Sprintf("%d: %d", e.Step, e.Intervention))
	}
	return all
}

// At the same step the order is that of the list, and a condition sees what those
// before it have done.
func TestPlanGoesInOrder(t *testing.T) {
	c := small(t, circuit.IfPSP)
	_, events := start(t, c,
		intervention.Intervention{intervention.At(4), intervention.Multiply{on("scale[0]"), 2}},
		intervention.Intervention{when(t, "scale[1] > 100", 2), intervention.Set{on("scale[1]"), 2}},
		intervention.Intervention{intervention.Every{Steps: 2, Until: 6}, intervention.Freeze{selection.Of(all(selection.Lateral))}},
		intervention.Intervention{intervention.At(4), intervention.Set{on("scale[1]"), 200}},
		intervention.Intervention{when(t, "scale[1] > 100", 4), intervention.Set{on("scale[1]"), 3}},
		intervention.Intervention{intervention.At(0), intervention.Set{on("scale[2]"), 2}},
	)
	run(t, c, 20)
	want := []string{"0: 5", "2: 2", "4: 0", "4: 2", "4: 3", "4: 4", "6: 2"}
	if diff := cmp.Diff(want, fired(*events)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if last := (*events)[6]; len(last.Changes) != 0 || last.Edit != "freeze lateral" || last.Trigger != "every 2 from 2 until 6" {
		t.Errorf("freezing what is frozen: %+v", last)
	}
	if got := (*events)[5].Changes; len(got) != 1 || got[0].Before.Number != 200 || got[0].After.Number != 3 {
		t.Errorf("the condition fired with %v", got)
	}
}

func TestPeriodsOfOneStepAndMore(t *testing.T) {
	for every, want := range map[int][]string{
		1: {"3: 0", "4: 0", "5: 0", "6: 0"},
		2: {"3: 0", "5: 0"},
		3: {"3: 0", "6: 0"},
	} {
		c := small(t, circuit.IfPSP)
		_, events := start(t, c, intervention.Intervention{intervention.Every{Steps: every, From: 3, Until: 6}, intervention.Freeze{on("scale")}})
		run(t, c, 9)
		if diff := cmp.Diff(want, fired(*events)); diff != "" {
			t.Errorf("every %d (-want +got):\n%s", every, diff)
		}
	}
}

func TestConditionsFireOnce(t *testing.T) {
	c := small(t, circuit.IfPSP)
	_, events := start(t, c, intervention.Intervention{when(t, "scale[0] > 0.01", 3), intervention.Set{on("scale[1]"), 2}})
	run(t, c, 10)
	if diff := cmp.Diff([]string{"3: 0"}, fired(*events)); diff != "" {
		t.Error(diff)
	}
}

// A plan keeps to the list with which it started.
func TestPlansKeepTheirList(t *testing.T) {
	c := small(t, circuit.IfPSP)
	list := []intervention.Intervention{{intervention.At(4), intervention.Set{on("scale[0]"), 2}}}
	_, events := start(t, c, list...)
	list[0].Edit = intervention.Freeze{selection.Of(all(selection.Lateral))}
	run(t, c, 5)
	if len(*events) != 1 || (*events)[0].Edit != "set scale[0] to 2" {
		t.Errorf("events %+v", *events)
	}
}

func TestPlansThatCannotStart(t *testing.T) {
	c := small(t, circuit.IfPSP)
	run(t, c, 10)
	freeze := intervention.Freeze{selection.Of(all(selection.Lateral))}
	for _, test := range []struct {
		i    intervention.Intervention
		want string
	}{
		{intervention.Intervention{intervention.At(9), freeze}, "intervention 2, at 9: freeze lateral: the circuit is at step 10 already"},
		{intervention.Intervention{intervention.Every{Steps: 2, Until: 8}, freeze}, "already"},
		{intervention.Intervention{intervention.At(-1), freeze}, "intervention 2, at -1: freeze lateral: step -1"},
		{intervention.Intervention{intervention.Every{}, freeze}, "number of steps from 1"},
		{intervention.Intervention{intervention.Every{Steps: 1, From: -1}, freeze}, "from step -1"},
		{intervention.Intervention{intervention.Every{Steps: 9, Until: 8}, freeze}, "the first step is 9"},
		{intervention.Intervention{intervention.When{}, freeze}, "checked every 0 steps"},
		{intervention.Intervention{when(t, "scale[3] > 1", 1), freeze}, "scale has neurons [0-2]"},
		{intervention.Intervention{intervention.At(20), intervention.Lesion{on("lateral[2,2]")}}, "does not exist"},
		{intervention.Intervention{nil, freeze}, "choose At, Every or When"},
		{intervention.Intervention{intervention.At(20), nil}, "no edit"},
	} {
		before := bits(c)
		_, err := intervention.Start(c, []intervention.Intervention{{intervention.At(10), intervention.Set{on("scale"), 9}}, test.i}, intervention.Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want one with %q", err, test.want)
		}
		if diff := cmp.Diff(before, bits(c)); diff != "" {
			t.Errorf("%v: refused, and the circuit has changed", test.want)
		}
	}
	list := []intervention.Intervention{{when(t, "error < 1", 1), freeze}}
	if _, err := intervention.Start(c, list, intervention.Options{}); err == nil || !strings.Contains(err.Error(), "Options.Error") {
		t.Errorf("a condition on an error that is not known: %v", err)
	}
}

// Errors of the error, of an edit and of the sink stop the circuit, with the place.
func TestErrorsStopTheCircuit(t *testing.T) {
	broken := errors.New("broken")
	freeze := intervention.Freeze{selection.Of(all(selection.Lateral))}
	for _, test := range []struct {
		i intervention.Intervention
		o intervention.Options
	}{
		{intervention.Intervention{intervention.At(2), freeze}, intervention.Options{Events: func(intervention.Event) error { return broken }}},
		{intervention.Intervention{when(t, "error < 1", 2), freeze}, intervention.Options{Error: func(*circuit.Circuit) (float64, error) { return 0, broken }}},
		{intervention.Intervention{intervention.At(2), failing{broken}}, intervention.Options{}},
	} {
		c := small(t, circuit.IfPSP)
		if _, err := intervention.Start(c, []intervention.Intervention{test.i}, test.o); err != nil {
			t.Fatal(err)
		}
		x := make([]float64, 4)
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
		if err := c.Step(x); !errors.Is(err, broken) || !strings.Contains(err.Error(), "step 2: intervention 1, ") {
			t.Errorf("error %v", err)
		}
	}
}

// failing is a user's edit, which fails.
type failing struct{ err error }

func (f failing) String() string                                        { return "fail" }
func (f failing) Validate(selection.Size) error                         { return nil }
func (f failing) Apply(*circuit.Circuit) ([]intervention.Change, error) { return nil, f.err }

// A plan that would set a rate or a τ that the network cannot have does not start.
func TestPlansThatDoNotSuitTheNetworkDoNotStart(t *testing.T) {
	for _, edit := range []intervention.Edit{intervention.SetRate{To: circuit.ConstantRate(0.5)}, intervention.SetTau{To: 2}} {
		c, err := circuit.New(circuit.Spec{Network: circuit.SimilarityMatching, Inputs: 4, Gains: []float64{1, 1}, Rate: circuit.ConstantRate(1)})
		if err != nil {
			t.Fatal(err)
		}
		list := []intervention.Intervention{{When: intervention.At(10), Edit: edit}}
		if _, err := intervention.Start(c, list, intervention.Options{}); err == nil || !strings.Contains(err.Error(), "intervention 1, at 10: set ") || !strings.Contains(err.Error(), "initial_m") {
			t.Errorf("%v: error %v", edit, err)
		}
	}
}
