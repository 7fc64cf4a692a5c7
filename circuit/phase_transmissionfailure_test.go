package circuit_test

import (
	"testing"

	"twophase/circuit"
	"twophase/internal/numerics/dense"
	"twophase/neuron"
)

// slowSpec is a circuit of 8 inputs and 4 outputs that learns too slowly to diverge.
func slowSpec(network circuit.Network) circuit.Spec {
	spec := paperSpec(network, 8, 4)
	spec.Rate, spec.InitialScale = circuit.ConstantRate(1e-3), 1
	return spec
}

// failing returns such a circuit in which a projection fails to transmit.
func failing(t testing.TB, network circuit.Network, f circuit.TransmissionFailure, trial uint64) *circuit.Circuit {
	t.Helper()
	network.Schedule = append(circuit.Schedule{f}, network.Schedule...)
	spec := slowSpec(network)
	spec.Trial = trial
	return newCircuit(t, spec)
}

// Probability 0 is no failure, to the bit; probability 1 lets nothing through; and
// a synapse that fails to transmit learns.
func TestTransmissionFailureAtTheEnds(t *testing.T) {
	for _, network := range circuit.PaperNetworks() {
		plain := newCircuit(t, slowSpec(network))
		none := failing(t, network, circuit.TransmissionFailure{Projection: "lateral"}, 0)
		deaf := failing(t, network, circuit.TransmissionFailure{Projection: "lateral", Probability: 1}, 0)
		silent := failing(t, network, circuit.TransmissionFailure{Projection: "feedforward", Probability: 1}, 0)
		for step := range 30 {
			for _, c := range []*circuit.Circuit{plain, none, deaf} {
				if err := c.Step(smallStimulus(8, step)); err != nil {
					t.Fatal(err)
				}
			}
			for i, y := range deaf.Outputs().Signals(neuron.Final) {
				if y != deaf.Outputs().Signals(neuron.Provisional)[i] {
					t.Fatalf("%s: output %d hears the others", network.Name, i)
				}
			}
		}
		if i, ok := sameBits(numbers(plain), numbers(none)); !ok {
			t.Errorf("%s: number %d differs", network.Name, i)
		}
		if deaf.Among().Synapse(1, 0).Weight() == 0 {
			t.Errorf("%s: synapses that transmit nothing learn nothing", network.Name)
		}
		before := silent.Forward().Weights()
		if err := silent.Step(smallStimulus(8, 1)); err != nil {
			t.Fatal(err)
		}
		alpha := silent.Rate().At(1)
		for i, w := range silent.Forward().Weights() {
			if !near(w, before[i]-alpha*before[i]) {
				t.Fatalf("%s: weight %d went from %v to %v without activity", network.Name, i, before[i], w)
			}
		}
		for i, y := range silent.Outputs().Signals(neuron.Final) {
			if y != 0 {
				t.Errorf("%s: output %d is %v", network.Name, i, y)
			}
		}
	}
}

// The filter is that of transmission without failure.
func TestFilterWithoutFailure(t *testing.T) {
	c := failing(t, circuit.IfPSP, circuit.TransmissionFailure{Projection: "lateral", Probability: 0.5}, 0)
	for step := range 20 {
		if err := c.Step(smallStimulus(8, step)); err != nil {
			t.Fatal(err)
		}
	}
	got, err := c.Filter()
	if err != nil {
		t.Fatal(err)
	}
	whole, err := circuit.New(slowSpec(circuit.IfPSP)) // with the same weights, and no failure
	if err != nil {
		t.Fatal(err)
	}
	copy(whole.Outputs().Scales(), c.Outputs().Scales())
	for i, p := range whole.Projections() {
		if err := p.SetWeights(c.Projections()[i].Weights()); err != nil {
			t.Fatal(err)
		}
	}
	want, err := whole.Filter()
	if err != nil {
		t.Fatal(err)
	}
	if i, ok := sameBits(got.RawMatrix().Data, want.RawMatrix().Data); !ok {
		t.Errorf("the filter has %v, without failure %v", got.RawMatrix().Data[i], want.RawMatrix().Data[i])
	}
}

// A failure ends with its step: nothing of it is left when the schedule has none.
func TestFailuresEndWithTheirStep(t *testing.T) {
	for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		for _, name := range []string{"feedforward", "lateral"} {
			spec := slowSpec(circuit.IfPSP)
			spec.Executor = executor
			spec.Network.Schedule = append(circuit.Schedule{circuit.TransmissionFailure{Projection: name, Probability: 1}}, spec.Network.Schedule...)
			c := newCircuit(t, spec)
			if err := c.Step(smallStimulus(8, 0)); err != nil {
				t.Fatal(err)
			}
			for _, p := range c.Projections() {
				if dense.OfProjection(p).Failing() || p.Synapse(1, 0).Fails() {
					t.Errorf("%v, %s: %s fails between two stimuli", executor, name, p.Name())
				}
			}
		}
	}
}

// The second failure of a projection takes the place of the first, also if it is none.
func TestTheSecondFailureCounts(t *testing.T) {
	for _, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
		for _, name := range []string{"feedforward", "lateral"} {
			build := func(probabilities ...float64) *circuit.Circuit {
				spec := slowSpec(circuit.IfPSP)
				spec.Executor = executor
				var s circuit.Schedule
				for _, p := range probabilities {
					s = append(s, circuit.TransmissionFailure{Projection: name, Probability: p})
				}
				spec.Network.Schedule = append(s, spec.Network.Schedule...)
				return newCircuit(t, spec)
			}
			for _, last := range []float64{0, 0.5} {
				one, two := build(last), build(1, last)
				for step := range 20 {
					for _, c := range []*circuit.Circuit{one, two} {
						if err := c.Step(smallStimulus(8, step)); err != nil {
							t.Fatal(err)
						}
					}
				}
				if i, ok := sameBits(numbers(one), numbers(two)); !ok {
					t.Errorf("%v, %s, probability 1 and then %v: number %d differs", executor, name, last, i)
				}
			}
		}
	}
}
