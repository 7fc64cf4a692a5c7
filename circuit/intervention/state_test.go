package intervention_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
)

// checkpoint is a circuit and its plan, written down.
type checkpoint struct {
	Circuit circuit.State
	Plan    intervention.State
}

func save(c *circuit.Circuit, p *intervention.Plan) ([]byte, error) {
	state, err := c.State()
	if err != nil {
		return nil, err
	}
	return json.Marshal(checkpoint{state, p.State()})
}

// saver saves at one step, when the observers look: before the interventions of that
// step.
type saver struct {
	plan *intervention.Plan
	step int
	text []byte
}

func (s *saver) Next() int { return s.step }

func (s *saver) Observe(c *circuit.Circuit) (err error) {
	if c.StepCount() == s.step {
		s.text, err = save(c, s.plan)
	}
	return err
}

// Whether saved after the interventions of a step or before them, a circuit with its
// plan goes on as if nothing had been. That it does so after all other edits, by either
// executor, metamorphic tests.
func TestResumedIsNeverInterrupted(t *testing.T) {
	list := []intervention.Intervention{
		{intervention.At(0), intervention.Lesion{on("feedforward[0,1]")}},
		{intervention.Every{Steps: 3, From: 2, Until: 20}, intervention.Multiply{on("weights"), 0.9}},
		{intervention.At(12), intervention.Clamp{on("outputs[1]"), 0.25}},
		{when(t, "|weights| > 0.1", 4), intervention.Freeze{on("lateral")}},
		{intervention.Every{Steps: 7}, intervention.Lesion{selection.Choice{Of: on("feedforward").Of, Take: selection.Count, Number: 1}}},
		{intervention.At(30), intervention.Noise{Where: selection.All(selection.Weights), Size: 1e-3}},
	}
	for at := 1; at <= planSteps; at++ {
		whole := small(t, circuit.IfPSP)
		plan, events := start(t, whole, list...)
		before := &saver{plan: plan, step: at}
		whole.Attach(before)
		run(t, whole, at)
		after, err := save(whole, plan)
		if err != nil {
			t.Fatal(err)
		}
		want := outcomeOf(whole, nil, follow(whole, planSteps))
		later := func(from int) (all []intervention.Event) {
			for _, e := range *events {
				if e.Step >= from {
					all = append(all, e)
				}
			}
			return all
		}
		for _, save := range []struct {
			what   string
			text   []byte
			events []intervention.Event
		}{{"before", before.text, later(at)}, {"after", after, later(at + 1)}} {
			var saved checkpoint
			if err := json.Unmarshal(save.text, &saved); err != nil {
				t.Fatal(err)
			}
			c, err := circuit.Restore(whole.Spec(), saved.Circuit)
			if err != nil {
				t.Fatal(err)
			}
			var rest []intervention.Event
			p, err := intervention.Resume(c, list, collect(&rest), saved.Plan)
			if err != nil {
				t.Fatal(err)
			}
			err = follow(c, planSteps)
			type end struct {
				Outcome outcome
				Events  []intervention.Event
				Plan    intervention.State
			}
			if diff := cmp.Diff(end{want, save.events, plan.State()}, end{outcomeOf(c, nil, err), rest, p.State()}); diff != "" {
				t.Fatalf("saved at %d %s its interventions (-whole +resumed):\n%s", at, save.what, diff)
			}
		}
	}
}

// A state that is not of the plan is refused.
func TestForeignStates(t *testing.T) {
	c := small(t, circuit.IfPSP)
	list := []intervention.Intervention{{intervention.At(20), intervention.Freeze{selection.Of(all(selection.Lateral))}}}
	p, err := intervention.Start(c, list, intervention.Options{})
	if err != nil {
		t.Fatal(err)
	}
	s := p.State()
	if got := s.Interventions[0]; got.Due != 20 || got.Fired != 0 || p.Next() != 20 {
		t.Errorf("state %+v, next %d", got, p.Next())
	}
	other := []intervention.Intervention{{intervention.At(20), intervention.Freeze{on("lateral[0,1]")}}}
	for want, try := range map[string]func() error{
		"there are 2": func() error {
			_, err := intervention.Resume(c, append(list, list...), intervention.Options{}, s)
			return err
		},
		"in the state": func() error { _, err := intervention.Resume(c, other, intervention.Options{}, s); return err },
		"another step": func() error {
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

// A state is that of the circuit's step: from an earlier or a later one, some
// interventions would be lost or come twice.
func TestStatesOfOtherSteps(t *testing.T) {
	freeze := intervention.Freeze{selection.Of(all(selection.Lateral))}
	list := map[string]intervention.Intervention{
		"at":    {intervention.At(12), freeze},
		"every": {intervention.Every{Steps: 5, From: 3, Until: 23}, freeze},
		"when":  {when(t, "scale[0] > 1e300", 4), freeze},
		"fired": {when(t, "scale[0] > 1e-300", 4), freeze},
	}
	for name, i := range list {
		const steps = 30
		var states []intervention.State // after each step and its interventions
		c := small(t, circuit.IfPSP)
		p, _ := start(t, c, i)
		for step := range steps {
			states = append(states, p.State())
			run(t, c, step+1)
		}
		for at := range steps {
			c := small(t, circuit.IfPSP)
			run(t, c, at)
			for from, s := range states {
				_, err := intervention.Resume(c, []intervention.Intervention{i}, intervention.Options{}, s)
				// A state says no more than what is due and how often it fired.
				same := s.Interventions[0] == states[at].Interventions[0]
				if at > 0 {
					before := states[at-1].Interventions[0] // as if saved before the interventions of the step
					same = same || s.Interventions[0] == before
				}
				if same != (err == nil) {
					t.Errorf("%s: the state of step %d is taken up at step %d: %v", name, from, at, err)
				}
			}
		}
	}
	late := small(t, circuit.IfPSP)
	run(t, late, 15)
	lost := intervention.State{Interventions: []intervention.Status{{Intervention: list["at"].String(), Due: math.MaxInt}}}
	if _, err := intervention.Resume(late, []intervention.Intervention{list["at"]}, intervention.Options{}, lost); err == nil {
		t.Error("what was due at 12 and never took place is taken up at 15")
	}
	c := small(t, circuit.IfPSP)
	p, _ := start(t, c, list["every"])
	run(t, c, 4)
	for what, damage := range map[string]func(*intervention.Status){
		"no step of it": func(s *intervention.Status) { s.Due = 9 },
		"one later":     func(s *intervention.Status) { s.Due = 13 },
		"none":          func(s *intervention.Status) { s.Due = math.MaxInt },
		"too often":     func(s *intervention.Status) { s.Fired = -1 },
	} {
		s := p.State()
		damage(&s.Interventions[0])
		if _, err := intervention.Resume(c, []intervention.Intervention{list["every"]}, intervention.Options{}, s); err == nil || !strings.Contains(err.Error(), "another step") {
			t.Errorf("%s: error %v", what, err)
		}
	}
}
