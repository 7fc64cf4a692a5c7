package circuit

import (
	"math"
	"testing"

	"twophase/synapse"
)

// once is an intervener that acts once.
type once struct {
	step int
	do   func(c *Circuit) error
}

func (o *once) Intervene(c *Circuit) error {
	o.step = math.MaxInt
	return o.do(c)
}

func (o *once) Next() int { return o.step }

// Circuits that were changed alike, or back again, share lanes again; those that
// were not do not.
func TestLanesAfterAnIntervention(t *testing.T) {
	for name, test := range map[string]struct {
		do   func(trial int, c *Circuit) error
		want bool
	}{
		"nothing": {func(int, *Circuit) error { return nil }, true},
		"all the same": {func(_ int, c *Circuit) error {
			if err := c.SetGains([]float64{1, 0.5, 0.25}); err != nil {
				return err
			}
			if err := c.SetRate(ConstantRate(1e-4)); err != nil {
				return err
			}
			return c.SetTau(0.7)
		}, true},
		"rates":           {func(_ int, c *Circuit) error { return c.SetRate(DecayingRate(1, 500)) }, true},
		"τ":               {func(_ int, c *Circuit) error { return c.SetTau(0.7) }, true},
		"rate of lateral": {func(_ int, c *Circuit) error { return c.MultiplyRate("lateral", 0.5) }, false},
		"another rule":    {func(_ int, c *Circuit) error { return c.SetRule("lateral", synapse.AntiHebbianPSW) }, false},
		"gains":           {func(_ int, c *Circuit) error { return c.SetGains([]float64{1, 0.5, 0.25}) }, true},
		"the last one's τ": {func(trial int, c *Circuit) error {
			if trial == 7 {
				return c.SetTau(0.7)
			}
			return nil
		}, false},
		"the last one's rate": {func(trial int, c *Circuit) error {
			if trial == 7 {
				return c.SetRate(ConstantRate(2e-3))
			}
			return nil
		}, false},
		"scale set":      {func(_ int, c *Circuit) error { return c.outputs.Output(1).SetScale(1.5) }, true},
		"one other rate": {func(trial int, c *Circuit) error { return c.SetRate(ConstantRate(1e-4 / float64(1+trial/7))) }, false},
		"one other τ":    {func(trial int, c *Circuit) error { return c.SetTau(1 / float64(1+trial/7)) }, false},
		"weights set":    {func(_ int, c *Circuit) error { return c.among.Synapse(0, 1).Set(0.125) }, true},
		"lesion": {func(trial int, c *Circuit) error {
			if trial == 3 {
				c.forward.Synapse(0, 0).Lesion()
			}
			return nil
		}, false},
		"frozen scale": {func(trial int, c *Circuit) error { c.outputs.Output(1).OwnScale().Freeze(); return nil }, false},
		"clamped input": {func(trial int, c *Circuit) error {
			if trial == 2 {
				return c.inputs.Input(1).Clamp(0)
			}
			return nil
		}, false},
		"clamped output": {func(trial int, c *Circuit) error { return c.outputs.Output(1).Clamp(0) }, false},
		"recurrent":      {func(trial int, c *Circuit) error { return c.SetSchedule(PSP.Schedule) }, false},
		"longer":         {func(trial int, c *Circuit) error { return c.SetSchedule(append(c.Schedule(), Plasticity{})) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			var circuits, alone []*Circuit
			for trial := range 16 {
				trial %= 8
				c, err := New(Spec{Network: IfPSP, Inputs: 6, Gains: LinearGains(3, 1, 0.7), Rate: ConstantRate(1e-3), Trial: uint64(trial),
					Rules: []RuleOf{{"lateral", synapse.AntiHebbianPSW}}})
				if err != nil {
					t.Fatal(err)
				}
				if err := c.Intervene(&once{40, func(c *Circuit) error { return test.do(trial, c) }}); err != nil {
					t.Fatal(err)
				}
				circuits = append(circuits, c)
			}
			circuits, alone = circuits[:8], circuits[8:]
			stimulus := func(i, s int, x []float64) {
				for j := range x {
					x[j] = math.Mod(float64((s+1)*(i+3)*(j+5))*0.377, 1) - 0.5
				}
			}
			e := NewEnsemble(circuits...)
			asked := 0 // the most stimuli at a time after the intervention
			given := make([]int, 8)
			if failures := e.Run(200, func(i int, x []float64) (int, error) {
				n := len(x) / 6
				if given[i] < 40 && given[i]+n > 40 {
					t.Errorf("a block of %d stimuli from number %d on, across the intervention", n, given[i])
				}
				if given[i] >= 40 {
					asked = max(asked, n)
				}
				for s := range n {
					stimulus(i, given[i]+s, x[s*6:(s+1)*6])
				}
				given[i] += n
				return n, nil
			}); failures != nil {
				t.Fatal(failures)
			}
			x := make([]float64, 6)
			for i, c := range alone {
				for s := range 200 {
					stimulus(i, s, x)
					if err := c.Step(x); err != nil {
						t.Fatal(err)
					}
				}
				got, errGot := circuits[i].State()
				want, errWant := c.State()
				if errGot != nil || errWant != nil || got.Hash() != want.Hash() {
					t.Errorf("circuit %d is not what it is alone (%v, %v)", i, errGot, errWant)
				}
			}
			if (asked > 1) != test.want {
				t.Errorf("after the intervention %d steps at a time", asked)
			}
		})
	}
}

// Groups that learn alike after an intervention work out the factors of their steps
// once, as they did before.
func TestGroupsShareTheirFactorsAgain(t *testing.T) {
	var circuits []*Circuit
	for trial := range 16 {
		c, err := New(Spec{Network: IfPSP, Inputs: 6, Gains: LinearGains(3, 1, 0.7), Rate: ConstantRate(1e-3), Trial: uint64(trial)})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.Intervene(&once{40, func(c *Circuit) error { return c.SetTau(0.7) }}); err != nil {
			t.Fatal(err)
		}
		circuits = append(circuits, c)
	}
	e := NewEnsemble(circuits...)
	for _, steps := range []int{20, 40} {
		if failures := e.Run(steps, func(_ int, x []float64) (int, error) { return len(x) / 6, nil }); failures != nil {
			t.Fatal(failures)
		}
		a, b := e.groups[0].lanes, e.groups[1].lanes
		if a.how != b.how || a.block != b.block || a.how.tau != circuits[0].Tau() {
			t.Errorf("after %d more steps: τ = %v and %v, one memory %v", steps, a.how.tau, b.how.tau, a.block == b.block)
		}
	}
}
