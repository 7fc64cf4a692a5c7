package intervention_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
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
		intervention.Intervention{intervention.At(4), intervention.Multiply{at("scale[0]"), 2}},
		intervention.Intervention{when(t, "scale[1] > 100", 2), intervention.Set{at("scale[1]"), 2}},
		intervention.Intervention{intervention.Every{Steps: 2, Until: 6}, intervention.Freeze{all(selection.Lateral)}},
		intervention.Intervention{intervention.At(4), intervention.Set{at("scale[1]"), 200}},
		intervention.Intervention{when(t, "scale[1] > 100", 4), intervention.Set{at("scale[1]"), 3}},
		intervention.Intervention{intervention.At(0), intervention.Set{at("scale[2]"), 2}},
	)
	run(t, c, 20)
	want := []string{"0: 5", "2: 2", "4: 0", "4: 2", "4: 3", "4: 4", "6: 2"}
	if diff := cmp.Diff(want, fired(*events)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if last := (*events)[6]; last.Changes != nil || last.Edit != "freeze lateral" || last.Trigger != "every 2 from 2 until 6" {
		t.Errorf("freezing what is frozen: %+v", last)
	}
	if got := (*events)[5].Changes; len(got) != 1 || got[0].Before.Number != 200 || got[0].After.Number != 3 {
		t.Errorf("the condition fired with %v", got)
	}
}

func TestConditionsFireOnce(t *testing.T) {
	c := small(t, circuit.IfPSP)
	_, events := start(t, c, intervention.Intervention{when(t, "scale[0] > 0", 3), intervention.Set{at("scale[1]"), 2}})
	run(t, c, 10)
	if diff := cmp.Diff([]string{"3: 0"}, fired(*events)); diff != "" {
		t.Error(diff)
	}
}

func TestPlansThatCannotStart(t *testing.T) {
	c := small(t, circuit.IfPSP)
	run(t, c, 10)
	freeze := intervention.Freeze{all(selection.Lateral)}
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
		{intervention.Intervention{intervention.At(20), intervention.Lesion{at("lateral[2,2]")}}, "does not exist"},
		{intervention.Intervention{nil, freeze}, "choose At, Every or When"},
		{intervention.Intervention{intervention.At(20), nil}, "no edit"},
	} {
		before := bits(c)
		_, err := intervention.Start(c, []intervention.Intervention{{intervention.At(10), intervention.Set{at("scale"), 9}}, test.i}, intervention.Options{})
		if err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("error %v, want one with %q", err, test.want)
		}
		if diff := cmp.Diff(before, bits(c)); diff != "" {
			t.Errorf("%v: refused, and the circuit has changed", test.want)
		}
	}
	list := []intervention.Intervention{{when(t, "error < 1", 1), freeze}}
	if _, err := intervention.Start(c, list, intervention.Options{}); err == nil || !strings.Contains(err.Error(), "Options.Error") {
		t.Errorf("nobody knows the error: %v", err)
	}
}

// Errors of the error, of an edit and of the sink stop the circuit, with the place.
func TestErrorsStopTheCircuit(t *testing.T) {
	broken := errors.New("broken")
	freeze := intervention.Freeze{all(selection.Lateral)}
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

// drawEdit draws an edit that works on circuits of that size.
func drawEdit(t *rapid.T, z selection.Size) intervention.Edit {
	number := rapid.Float64Range(-0.5, 0.5)
	positive := rapid.Float64Range(0.5, 2)
	synapses := []selection.Kind{selection.Feedforward, selection.Lateral}
	neurons := []selection.Kind{selection.Inputs, selection.Outputs}
	makers := []func() intervention.Edit{
		func() intervention.Edit { return intervention.Lesion{drawSelection(t, z, synapses...)} },
		func() intervention.Edit {
			return intervention.LesionNeuron{drawSelection(t, z, neurons...), intervention.Both}
		},
		func() intervention.Edit { return intervention.Freeze{drawSelection(t, z, weighted...)} },
		func() intervention.Edit { return intervention.Thaw{drawSelection(t, z, weighted...)} },
		func() intervention.Edit {
			return intervention.Set{drawSelection(t, z, synapses...), number.Draw(t, "to")}
		},
		func() intervention.Edit {
			return intervention.Set{drawSelection(t, z, selection.Scale), positive.Draw(t, "to")}
		},
		func() intervention.Edit {
			return intervention.Multiply{drawSelection(t, z, weighted...), positive.Draw(t, "by")}
		},
		func() intervention.Edit {
			return intervention.Clamp{drawSelection(t, z, neurons...), number.Draw(t, "to")}
		},
		func() intervention.Edit { return intervention.Release{drawSelection(t, z, neurons...)} },
		func() intervention.Edit {
			return intervention.SetRate{circuit.DecayingRate(positive.Draw(t, "a"), 60)}
		},
		func() intervention.Edit { return intervention.SetTau{positive.Draw(t, "τ")} },
		func() intervention.Edit {
			return intervention.SetGains{circuit.LinearGains(z.Outputs, positive.Draw(t, "λ")/2, 0.2)}
		},
	}
	if rapid.IntRange(0, 2).Draw(t, "of the schedule") == 0 {
		return drawPhaseEdit(t, z)
	}
	return rapid.SampledFrom(makers).Draw(t, "edit")()
}

func drawTrigger(t *rapid.T, z selection.Size, steps int) intervention.Trigger {
	switch rapid.IntRange(0, 2).Draw(t, "trigger") {
	case 0:
		return intervention.At(rapid.IntRange(0, steps).Draw(t, "at"))
	case 1:
		return intervention.Every{Steps: rapid.IntRange(1, steps).Draw(t, "every"), From: rapid.IntRange(0, steps).Draw(t, "from")}
	}
	return intervention.When{Condition: drawCondition(t, z), Check: rapid.IntRange(1, 9).Draw(t, "check")}
}

// drawList draws interventions in the first steps of a circuit.
func drawList(t *rapid.T, z selection.Size, steps int) (list []intervention.Intervention) {
	for range rapid.IntRange(1, 5).Draw(t, "interventions") {
		list = append(list, intervention.Intervention{When: drawTrigger(t, z, steps), Edit: drawEdit(t, z)})
	}
	return list
}

// outcome is what a circuit has become, and the events on the way.
type outcome struct {
	Step   int
	Bits   []string
	Events []intervention.Event
	Failed string
}

// follow presents stimuli until a step, or an error.
func follow(c *circuit.Circuit, until int) error {
	x := make([]float64, c.Inputs().Len())
	for c.StepCount() < until {
		stimulus(x, c.StepCount()+1)
		if err := c.Step(x); err != nil {
			return err
		}
	}
	return nil
}

func outcomeOf(c *circuit.Circuit, events []intervention.Event, err error) outcome {
	o := outcome{c.StepCount(), bits(c), events, fmt.Sprint(err)}
	if err != nil {
		o.Bits = nil // of no further use
	}
	return o
}

const planSteps = 40

func TestLiteralIsCompiled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpec(t)
		list := drawList(t, selection.Size{Inputs: s.Inputs, Outputs: len(s.Gains)}, planSteps)
		var outcomes []outcome
		for _, s.Executor = range []circuit.Executor{circuit.Literal, circuit.Compiled} {
			c := newCircuit(t, s)
			_, events := start(t, c, list...)
			err := follow(c, planSteps)
			outcomes = append(outcomes, outcomeOf(c, *events, err))
		}
		if diff := cmp.Diff(outcomes[0], outcomes[1]); diff != "" {
			t.Fatalf("%v: literal and compiled (-literal +compiled):\n%s", list, diff)
		}
	})
}

// Circuits with plans of their own that step together end as they do alone.
func TestAloneIsTogether(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpec(t)
		z := selection.Size{Inputs: s.Inputs, Outputs: len(s.Gains)}
		n := rapid.IntRange(1, 9).Draw(t, "circuits")
		var lists [][]intervention.Intervention
		for range n {
			var list []intervention.Intervention
			if rapid.Bool().Draw(t, "with interventions") {
				list = drawList(t, z, planSteps)
			}
			lists = append(lists, list)
		}
		build := func() (circuits []*circuit.Circuit, events []*[]intervention.Event) {
			for i, list := range lists {
				s.Trial = uint64(i)
				c := newCircuit(t, s)
				_, e := start(t, c, list...)
				circuits, events = append(circuits, c), append(events, e)
			}
			return circuits, events
		}
		circuits, events := build()
		ensemble := circuit.NewEnsemble(circuits...)
		asked := make([]int, n)
		errs := make([]error, n)
		for _, steps := range []int{planSteps / 3, planSteps - planSteps/3} {
			failures := ensemble.Run(steps, func(i int, x []float64) (int, error) {
				for rest := x; len(rest) > 0; rest = rest[s.Inputs:] {
					asked[i]++
					stimulus(rest[:s.Inputs], asked[i])
				}
				return len(x) / s.Inputs, nil
			})
			for i, err := range failures {
				if err != nil {
					errs[i] = err
				}
			}
		}
		for i, c := range circuits {
			alone, e := build()
			err := follow(alone[i], planSteps)
			if diff := cmp.Diff(outcomeOf(alone[i], *e[i], err), outcomeOf(c, *events[i], errs[i])); diff != "" {
				t.Fatalf("circuit %d of %d, %v (-alone +together):\n%s", i, n, lists[i], diff)
			}
		}
	})
}

// Interventions that do not fire leave no trace.
func TestTwinsWithoutFiredInterventions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpec(t)
		s.Executor = rapid.SampledFrom([]circuit.Executor{circuit.Literal, circuit.Compiled}).Draw(t, "executor")
		list := drawList(t, selection.Size{Inputs: s.Inputs, Outputs: len(s.Gains)}, planSteps)
		for i := range list {
			switch list[i].When.(type) {
			case intervention.When:
				list[i].When = when(t, "weights > 1e300", rapid.IntRange(1, 9).Draw(t, "check"))
			default:
				list[i].When = intervention.At(planSteps + 1)
			}
		}
		left, right := newCircuit(t, s), newCircuit(t, s)
		_, events := start(t, left, list...)
		a, b := follow(left, planSteps), follow(right, planSteps)
		if diff := cmp.Diff(outcomeOf(right, nil, b), outcomeOf(left, *events, a)); diff != "" {
			t.Fatalf("%v (-without +with):\n%s", list, diff)
		}
	})
}

func TestMultiplyByOneChangesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpec(t)
		left, right := newCircuit(t, s), newCircuit(t, s)
		z := selection.SizeOf(left)
		_, events := start(t, left, intervention.Intervention{intervention.Every{Steps: 3}, intervention.Multiply{drawSelection(t, z, weighted...), 1}})
		a, b := follow(left, planSteps), follow(right, planSteps)
		for i, e := range *events {
			if e.Changes != nil || e.Step != 3*(i+1) {
				t.Fatalf("event %+v", e)
			}
		}
		if diff := cmp.Diff(outcomeOf(right, nil, b), outcomeOf(left, nil, a)); diff != "" {
			t.Fatalf("(-without +with):\n%s", diff)
		}
	})
}

// A state that is not of the plan is refused.
func TestForeignStates(t *testing.T) {
	c := small(t, circuit.IfPSP)
	list := []intervention.Intervention{{intervention.At(20), intervention.Freeze{all(selection.Lateral)}}}
	p, err := intervention.Start(c, list, intervention.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := p.State()
	if got := s.Interventions[0]; got.Due != 20 || got.Fired != 0 || p.Next() != 20 {
		t.Errorf("state %+v, next %d", got, p.Next())
	}
	other := []intervention.Intervention{{intervention.At(20), intervention.Freeze{at("lateral[0,1]")}}}
	for want, try := range map[string]func() error{
		"there are 2": func() error {
			_, err := intervention.Resume(c, append(list, list...), intervention.Options{}, s)
			return err
		},
		"in the state": func() error { _, err := intervention.Resume(c, other, intervention.Options{}, s); return err },
		"earlier step": func() error {
			late := small(t, circuit.IfPSP)
			run(t, late, 21)
			_, err := intervention.Resume(late, list, intervention.Options{}, s)
			return err
		},
	} {
		if err := try(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	run(t, c, 20)
	text, err := json.Marshal(p.State())
	if err != nil {
		t.Fatal(err)
	}
	var again intervention.State
	if err := json.Unmarshal(text, &again); err != nil || again.Interventions[0].Due != math.MaxInt || again.Interventions[0].Fired != 1 {
		t.Errorf("%s was read as %+v, %v", text, again, err)
	}
}
