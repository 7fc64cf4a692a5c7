package circuit_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/numerics/random"
	"twophase/neuron"
)

// offline returns the networks that have a mean-field flow, with some turns and sweeps, each beside its
// offline form.
func offline(t *testing.T) (online, flows []circuit.Network) {
	t.Helper()
	turns, err := circuit.IfPSP.Turning(4)
	if err != nil {
		t.Fatal(err)
	}
	sweeps, err := circuit.PSP.Settling(circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 2})
	if err != nil {
		t.Fatal(err)
	}
	for _, n := range append(circuit.NetworksThat(circuit.Network.IsPair), turns, sweeps) {
		if flow, err := n.Offline(); err == nil {
			online, flows = append(online, n), append(flows, flow)
		}
	}
	return online, flows
}

// presented is a few stimuli [4], and their second moments.
func presented() (stimuli [][]float64, moments []float64) {
	const n, rows = 4, 7
	stream := random.New(3, 0, "stimuli of a mean")
	moments = make([]float64, n*n)
	for s := range rows {
		x := make([]float64, n)
		stream.Normals(x, uint64(s))
		for i, v := range x {
			x[i] = v / float64(i+1)
		}
		stimuli = append(stimuli, x)
		for i := range n {
			for j := range n {
				moments[i*n+j] += x[i] * x[j] / rows
			}
		}
	}
	return stimuli, moments
}

// everything returns all weights and scales.
func everything(c *circuit.Circuit) []float64 {
	all := slices.Concat(c.Forward().Weights(), c.Outputs().Scales())
	if c.Among() != nil {
		all = append(all, c.Among().Weights()...)
	}
	return all
}

// begun returns a circuit that has learnt for a few steps, so that M is full, and then learns by a
// schedule. Some of it is frozen or lesioned.
func begun(t *testing.T, n circuit.Network, s circuit.Schedule, e circuit.Executor) *circuit.Circuit {
	t.Helper()
	rate := n.Rate
	if rate.String() == "" {
		rate = circuit.ConstantRate(0.03)
	}
	c, err := circuit.New(circuit.Spec{Network: n, Inputs: 4, Gains: gainsOf(n, 3), Rate: rate, Seed: 5, Executor: e})
	if err != nil {
		t.Fatal(err)
	}
	stimuli, moments := presented()
	for _, x := range stimuli[:3] {
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
	c.Forward().Synapse(0, 1).Freeze()
	c.Forward().Synapse(0, 2).Lesion()
	if c.Outputs().Len() > 1 {
		c.Outputs().Output(1).OwnScale().Freeze()
		c.Among().Synapse(2, 0).Freeze()
	}
	if err := c.SetSchedule(s); err != nil {
		t.Fatal(err)
	}
	if slices.Contains(s, circuit.Phase(circuit.MeanField{})) {
		if err := c.SetMoments(moments); err != nil {
			t.Fatal(err)
		}
	}
	return c
}

// An offline step is the mean, over the stimuli, of the steps that the network takes online, for each
// network that has a flow.
func TestOfflineStepIsTheMeanOfSteps(t *testing.T) {
	online, flows := offline(t)
	if len(flows) < 12 {
		t.Fatalf("only %d networks have a flow", len(flows))
	}
	stimuli, _ := presented()
	for i, n := range online {
		flow := begun(t, n, flows[i].Schedule, circuit.Compiled)
		if err := flow.Step(stimuli[5]); err != nil {
			t.Fatalf("%s: %v", n.Name, err)
		}
		got := everything(flow)
		want := make([]float64, len(got))
		for _, x := range stimuli {
			c := begun(t, n, n.Schedule, circuit.Compiled)
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
			for at, v := range everything(c) {
				want[at] += v / float64(len(stimuli))
			}
		}
		tolerance := 1e-14
		if n.Settles() && n.Finds == circuit.Subspace {
			tolerance = 1e-6 // they settle to a tolerance
		}
		for at := range got {
			if math.Abs(got[at]-want[at]) > tolerance {
				t.Errorf("%s: value %d is %v, and the mean is %v", n.Name, at, got[at], want[at])
			}
		}
		literal := begun(t, n, flows[i].Schedule, circuit.Literal)
		if err := literal.Step(stimuli[5]); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(everything(literal), got) {
			t.Errorf("%s: the executors disagree", n.Name)
		}
		if y, z := literal.Outputs().Signals(neuron.Final), flow.Outputs().Signals(neuron.Final); !slices.Equal(y, z) {
			t.Errorf("%s: the answers to the stimulus are %v and %v", n.Name, y, z)
		}
	}
}

func TestWhatHasNoMean(t *testing.T) {
	for _, n := range []circuit.Network{circuit.SimilarityMatching, circuit.Sanger, circuit.Linsker, circuit.NonnegativeSimilarityMatching} {
		_, err := n.Offline()
		if err == nil || !strings.Contains(err.Error(), "network "+n.Name+" has no mean-field flow here: ") || !strings.Contains(err.Error(), "; choose one of ifPSP, PSP, ") {
			t.Errorf("%s: %v", n.Name, err)
		}
	}
	flow, err := circuit.IfPSP.Offline()
	if err != nil {
		t.Fatal(err)
	}
	if !flow.IsOffline() || circuit.IfPSP.IsOffline() || flow.Turns() != 2 || flow.Local() != circuit.No {
		t.Errorf("%v", flow.Schedule)
	}
	c, err := circuit.New(circuit.Spec{Network: flow, Inputs: 4, Gains: []float64{1, 0.8}, Rate: circuit.ConstantRate(0.1)})
	if err != nil {
		t.Fatal(err)
	}
	if err := c.SetMoments(make([]float64, 15)); err == nil || err.Error() != "second moments of 15 numbers for 4 inputs: give 4×4" {
		t.Error(err)
	}
	if err := c.Step(make([]float64, 4)); err == nil || !strings.Contains(err.Error(), "no second moments") {
		t.Error(err)
	}
	clamped := begun(t, circuit.IfPSP, flow.Schedule, circuit.Compiled)
	clamped.Outputs().Output(0).Clamp(1)
	if err := clamped.Step(make([]float64, 4)); err == nil || !strings.Contains(err.Error(), "clamped") {
		t.Error(err)
	}
}

// A circuit with a graph learns offline by the rates of its own projections, as it does online: by a
// factor, without τ, or by a schedule or a τ that the spec has for one of them.
func TestOfflineRatesAreThoseOfTheProjections(t *testing.T) {
	stimuli, moments := presented()
	fast := pairOf(circuit.IfPSP)
	fast.Projections[0].Pace.Times, fast.Projections[1].Pace = 3, circuit.Pace{Times: 2}
	plain := pairOf(circuit.IfPSP)
	for name, spec := range map[string]circuit.Spec{
		"factors":       {Network: circuit.Network{Graph: fast}},
		"rates and a τ": {Network: circuit.Network{Graph: plain}, Paces: map[string]circuit.OwnPace{"feedforward": {Rate: circuit.ConstantRate(0.07)}, "lateral": {Tau: 0.2}}},
	} {
		spec.Network.Name, spec.Network.Schedule = name, circuit.IfPSP.Schedule
		spec.Inputs, spec.Gains, spec.Rate, spec.Tau, spec.Seed, spec.InitialScale = 4, []float64{1, 0.8, 0.6}, circuit.ConstantRate(0.03), 0.5, 5, 1
		after := func(x []float64, phase circuit.Phase) []float64 {
			t.Helper()
			c, err := circuit.New(spec)
			if err != nil {
				t.Fatal(err)
			}
			for _, x := range stimuli[:3] {
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
			}
			s := c.Schedule()
			s[len(s)-1] = phase
			if err := c.SetSchedule(s); err != nil {
				t.Fatal(err)
			}
			if err := c.SetMoments(moments); err != nil {
				t.Fatal(err)
			}
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
			return everything(c)
		}
		got := after(stimuli[5], circuit.MeanField{})
		want := make([]float64, len(got))
		for _, x := range stimuli {
			for at, v := range after(x, circuit.Plasticity{}) {
				want[at] += v / float64(len(stimuli))
			}
		}
		for at := range got {
			if math.Abs(got[at]-want[at]) > 1e-14 {
				t.Errorf("%s: value %d is %v, and the mean is %v", name, at, got[at], want[at])
			}
		}
	}
}

// A circuit of other populations, or whose outputs are rectified, has no mean: it is an error.
func TestMomentsOfAnotherGraph(t *testing.T) {
	rectified := pairOf(circuit.IfPSP)
	rectified.Populations[1].Activation = neuron.Rectified
	other := pairOf(circuit.IfPSP)
	other.Projections[0].Name = "W"
	other.Projections[0].Current = true
	for _, g := range []circuit.Graph{rectified, other} {
		n := circuit.Network{Name: "own", Graph: g, Schedule: circuit.Schedule{circuit.Turn{Population: "outputs", Slot: neuron.Final, Receives: circuit.ReceptionsOf(circuit.Reception{Through: g.Projections[0].Name, Slot: neuron.Stimulus})}, circuit.Plasticity{}}}
		c, err := circuit.New(circuit.Spec{Network: n, Inputs: 4, Gains: []float64{1, 0.8}, Rate: circuit.ConstantRate(0.1), Tau: 0.5, InitialScale: 1})
		if err != nil {
			t.Fatal(err)
		}
		if err := c.SetMoments(make([]float64, 16)); err == nil || !strings.HasPrefix(err.Error(), "MeanField is for circuits of inputs, linear outputs") {
			t.Error(err)
		}
	}
}

// Another schedule in mid-run is the one that the weights are averaged over.
func TestOfflineFollowsTheSchedule(t *testing.T) {
	flow, err := circuit.IfPSP.Offline()
	if err != nil {
		t.Fatal(err)
	}
	stimuli, _ := presented()
	turned, err := circuit.IfPSP.Turning(4)
	if err != nil {
		t.Fatal(err)
	}
	s := slices.Clone(turned.Schedule)
	s[len(s)-1] = circuit.MeanField{}
	changed := begun(t, circuit.IfPSP, flow.Schedule, circuit.Compiled)
	if err := changed.Step(stimuli[4]); err != nil {
		t.Fatal(err)
	}
	before := everything(changed)
	if err := changed.SetSchedule(s); err != nil {
		t.Fatal(err)
	}
	if err := changed.Step(stimuli[4]); err != nil {
		t.Fatal(err)
	}
	same := begun(t, circuit.IfPSP, flow.Schedule, circuit.Compiled)
	for range 2 {
		if err := same.Step(stimuli[4]); err != nil {
			t.Fatal(err)
		}
	}
	if slices.Equal(everything(changed), before) || slices.Equal(everything(changed), everything(same)) {
		t.Error("four turns learn as two do")
	}
}

// pairOf returns a copy of a network's graph.
func pairOf(n circuit.Network) circuit.Graph {
	g := n.Graph
	g.Populations, g.Projections = slices.Clone(g.Populations), slices.Clone(g.Projections)
	return g
}
