package circuit_test

import (
	"math"
	"reflect"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/circuit"
)

func TestSpecValidate(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, test := range []struct {
		change func(s *circuit.Spec)
		want   string
	}{
		{func(s *circuit.Spec) {}, ""},
		{func(s *circuit.Spec) {
			s.Tau, s.InitialScale, s.Initial = 2, 5, map[string][]float64{"feedforward": make([]float64, 12)}
		}, ""},
		{func(s *circuit.Spec) { s.Gains = []float64{0.1} }, ""},
		{func(s *circuit.Spec) { s.Inputs = 3 }, ""},

		{func(s *circuit.Spec) { s.Network = circuit.Network{} }, "the network is missing: choose one such as IfPSP"},
		{func(s *circuit.Spec) { s.Inputs = 0 }, "0 inputs: a circuit needs at least 1"},
		{func(s *circuit.Spec) { s.Inputs = -4 }, "-4 inputs: a circuit needs at least 1"},
		{func(s *circuit.Spec) { s.Gains = nil }, "no outputs: give one gain λ for each output neuron"},
		{func(s *circuit.Spec) { s.Inputs = 2 }, "3 outputs for 2 inputs: a circuit cannot find more components than it has inputs"},
		{func(s *circuit.Spec) { s.Tau = -0.5 }, "τ = -0.5: give a positive number"},
		{func(s *circuit.Spec) { s.Tau = nan }, "τ = NaN: give a positive number"},
		{func(s *circuit.Spec) { s.Tau = inf }, "τ = +Inf: give a positive number"},
		{func(s *circuit.Spec) { s.InitialScale = -1 }, "initial scale -1: M must start at a positive multiple of I"},
		{func(s *circuit.Spec) { s.InitialScale = nan }, "initial scale NaN: M must start at a positive multiple of I"},
		{func(s *circuit.Spec) { s.InitialScale = inf }, "initial scale +Inf: M must start at a positive multiple of I"},
		{func(s *circuit.Spec) { s.InitialSpread = -1 }, "initial spread -1: random weights start at a positive multiple of N(0, 1/N)"},
		{func(s *circuit.Spec) { s.InitialSpread = nan }, "initial spread NaN: random weights start at a positive multiple of N(0, 1/N)"},
		{func(s *circuit.Spec) { s.Initial = map[string][]float64{"feedforward": make([]float64, 11)} }, "initial values of feedforward: 11 numbers, where 12 are needed"},
		{func(s *circuit.Spec) { s.Initial = map[string][]float64{"feedforward": {}} }, "initial values of feedforward: 0 numbers, where 12 are needed"},
		{func(s *circuit.Spec) { s.Gains[0] = inf }, "gain λ_1 = +Inf: give a positive number"},
		{func(s *circuit.Spec) { s.Gains[1] = nan }, "gain λ_2 = NaN: give a positive number"},
		{func(s *circuit.Spec) { s.Gains[2] = 0 }, "gain λ_3 = 0: give a positive number"},
		{func(s *circuit.Spec) { s.Gains[2] = -0.1 }, "gain λ_3 = -0.1: give a positive number"},
		{func(s *circuit.Spec) { s.Gains[1] = 1 }, "gain λ_2 = 1 is not below λ_1 = 1: the gains must decrease"},
		{func(s *circuit.Spec) { s.Gains[2] = 0.9 }, "gain λ_3 = 0.9 is not below λ_2 = 0.85: the gains must decrease"},
		{func(s *circuit.Spec) { s.Rate = circuit.Rate{} }, "the learning rate is missing: give one such as 1e-3 or 10/(250+t)"},
		{func(s *circuit.Spec) { s.Rate = circuit.ConstantRate(nan) }, "learning rate NaN is not a positive number from step 1 on"},
		{func(s *circuit.Spec) { s.Network.Schedule = s.Network.Schedule[:1] }, "schedule: no phase writes y, the final output"},
	} {
		spec := circuit.Spec{
			Network: circuit.IfPSP, Inputs: 4, Gains: []float64{1, 0.85, 0.7}, Rate: circuit.ConstantRate(1e-3),
		}
		test.change(&spec)
		wantError(t, spec.Validate(), test.want)
		c, err := circuit.New(spec)
		wantError(t, err, test.want)
		if (c == nil) != (test.want != "") {
			t.Errorf("%q: circuit %v", test.want, c)
		}
	}
}

// What is left out takes the network's default; what is given stays. New leaves
// the spec alone.
func TestSpecDefaults(t *testing.T) {
	for _, network := range circuit.PaperNetworks() {
		spec := paperSpec(network, 4, 3)
		given := spec
		c := newCircuit(t, spec)
		if s := c.Spec(); s.Tau != network.Tau || s.InitialScale != network.InitialScale {
			t.Errorf("%s: τ = %v, initial scale %v", network.Name, s.Tau, s.InitialScale)
		}
		if !reflect.DeepEqual(spec.Gains, given.Gains) || spec.Tau != 0 || spec.InitialScale != 0 {
			t.Errorf("%s: New changed the spec to %+v", network.Name, spec)
		}
		spec.Tau, spec.InitialScale, spec.Initial = 0.25, 2, map[string][]float64{"feedforward": {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}}
		c = newCircuit(t, spec)
		if s := c.Spec(); s.Tau != 0.25 || s.InitialScale != 2 {
			t.Errorf("%s: τ = %v, initial scale %v", network.Name, s.Tau, s.InitialScale)
		}
		if diff := cmp.Diff(spec.Initial["feedforward"], c.Forward().Weights()); diff != "" {
			t.Errorf("%s: W starts elsewhere:\n%s", network.Name, diff)
		}
		if diff := cmp.Diff([]float64{2, 0, 0, 0, 2, 0, 0, 0, 2}, c.M()); diff != "" {
			t.Errorf("%s: M starts elsewhere:\n%s", network.Name, diff)
		}
	}
}

func TestSettleValidate(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	for _, test := range []struct {
		settle circuit.Settle
		want   string
	}{
		{circuit.Settle{Sweeps: 1}, ""},
		{circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 9, Tolerance: 1e-6, Damping: 0.99, Warm: true}, ""},
		{circuit.Settle{Method: circuit.Euler, Sweeps: 9, TimeStep: 3}, ""},
		{circuit.Settle{Method: -1, Sweeps: 1}, "settling method -1 does not exist: choose jacobi, gauss-seidel or euler"},
		{circuit.Settle{Method: 3, Sweeps: 1}, "settling method 3 does not exist: choose jacobi, gauss-seidel or euler"},
		{circuit.Settle{Sweeps: -1}, "settling budget of -1 sweeps: give at least 1"},
		{circuit.Settle{Sweeps: 1, Tolerance: -1e-9}, "settling tolerance -1e-09: give 0 or a positive number"},
		{circuit.Settle{Sweeps: 1, Tolerance: nan}, "settling tolerance NaN: give 0 or a positive number"},
		{circuit.Settle{Sweeps: 1, Tolerance: inf}, "settling tolerance +Inf: give 0 or a positive number"},
		{circuit.Settle{Sweeps: 1, Damping: 1}, "settling damping 1: give a number from 0 to below 1"},
		{circuit.Settle{Sweeps: 1, Damping: -0.1}, "settling damping -0.1: give a number from 0 to below 1"},
		{circuit.Settle{Sweeps: 1, Damping: nan}, "settling damping NaN: give a number from 0 to below 1"},
		{circuit.Settle{Method: circuit.Euler, Sweeps: 1, TimeStep: 1, Damping: 0.5}, "settling damping 0.5: Euler settling is damped by its time step, so leave damping at 0"},
		{circuit.Settle{Method: circuit.Euler, Sweeps: 1}, "settling time step 0: give a positive number"},
		{circuit.Settle{Method: circuit.Euler, Sweeps: 1, TimeStep: -1}, "settling time step -1: give a positive number"},
		{circuit.Settle{Method: circuit.Euler, Sweeps: 1, TimeStep: nan}, "settling time step NaN: give a positive number"},
		{circuit.Settle{Method: circuit.Euler, Sweeps: 1, TimeStep: inf}, "settling time step +Inf: give a positive number"},
		{circuit.Settle{Sweeps: 1, TimeStep: 0.1}, "settling time step 0.1: only Euler settling has one"},
	} {
		wantError(t, test.settle.Validate(), test.want)
		_, err := circuit.PSP.Settling(test.settle)
		wantError(t, err, test.want)
	}
}

// The gains of the paper: (1, 0.85, 0.7), and Λ_kk = 1 − 3(k−1)/(10(K−1)).
func TestLinearGains(t *testing.T) {
	if diff := cmp.Diff([]float64{1, 0.85, 0.7}, circuit.LinearGains(3, 1, 0.7)); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]float64{0.4}, circuit.LinearGains(1, 0.4, 0.2)); diff != "" {
		t.Error(diff)
	}
	const outputs = 10
	gains := circuit.LinearGains(outputs, 1, 0.7)
	for i, gain := range gains {
		// Both sides round a few times numbers of at most 1.
		if want := 1 - 3*float64(i)/(10*(outputs-1)); math.Abs(gain-want) > 4*0x1p-53 {
			t.Errorf("λ_%d = %v, want %v", i+1, gain, want)
		}
	}
	if len(gains) != outputs || gains[0] != 1 || gains[outputs-1] != 0.7 {
		t.Errorf("%v", gains)
	}
}

// The initial weights are N(0, 1/N). Of n = K·N normals the mean is within
// 5/√n of 0 and the mean square, of standard deviation √(2/n), within 5√(2/n)
// of 1, for all but one seed in a million.
func TestInitialWeights(t *testing.T) {
	const inputs, outputs = 1000, 50
	spec := paperSpec(circuit.IfPSP, inputs, outputs)
	spec.Seed = 3
	w := newCircuit(t, spec).Forward().Weights()
	var sum, squares float64
	for _, v := range w {
		z := v * math.Sqrt(inputs)
		sum += z
		squares += z * z
	}
	n := float64(len(w))
	if mean := sum / n; math.Abs(mean) > 5/math.Sqrt(n) {
		t.Errorf("mean %v", mean)
	}
	if variance := squares / n; math.Abs(variance-1) > 5*math.Sqrt(2/n) {
		t.Errorf("variance·N = %v", variance)
	}

	same := newCircuit(t, spec).Forward().Weights()
	if i, ok := sameBits(w, same); !ok {
		t.Errorf("the same seed and trial, another weight %d", i)
	}
	spec.Network, spec.Executor = circuit.PSP, circuit.Literal // twins share the start
	if i, ok := sameBits(w, newCircuit(t, spec).Forward().Weights()); !ok {
		t.Errorf("the twin starts with another weight %d", i)
	}
	spec.InitialSpread = 0.25 // a power of two: exactly this multiple
	for i, v := range newCircuit(t, spec).Forward().Weights() {
		if v != 0.25*w[i] {
			t.Fatalf("with a spread of ¼, weight %d is %v, not a quarter of %v", i, v, w[i])
		}
	}
	spec.InitialSpread = 0
	for _, change := range []func(){func() { spec.Seed = 4 }, func() { spec.Trial = 1 }} {
		change()
		other := newCircuit(t, spec).Forward().Weights()
		var product float64
		for i := range w {
			product += w[i] * other[i] * inputs
		}
		// The mean product of independent normals has standard deviation 1/√n.
		if correlation := product / n; math.Abs(correlation) > 5/math.Sqrt(n) {
			t.Errorf("seed %d, trial %d: correlation %v with the first", spec.Seed, spec.Trial, correlation)
		}
		w = other
	}
}

func TestMHoldsTheScalesAndTheLaterals(t *testing.T) {
	c := newCircuit(t, paperSpec(circuit.IfPSP, 4, 3))
	for i, m := range []float64{2, 3, 4} {
		if err := c.Outputs().Output(i).SetScale(m); err != nil {
			t.Fatal(err)
		}
	}
	if err := c.Among().SetWeights([]float64{9, 0.1, 0.2, 0.3, 9, 0.4, 0.5, 0.6, 9}); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]float64{2, 0.1, 0.2, 0.3, 3, 0.4, 0.5, 0.6, 4}, c.M()); diff != "" {
		t.Error(diff)
	}
	if got := c.Projections(); len(got) != 2 || got[0] != c.Forward() || got[1] != c.Among() {
		t.Errorf("projections %v", got)
	}
	if c.Among().Len() != 6 || c.Forward().Len() != 12 || c.Inputs().Len() != 4 || c.Outputs().Len() != 3 {
		t.Error("a population or a projection of another size")
	}
	if c.Outputs().Output(1).Gain() != c.Spec().Gains[1] || c.Inputs() != c.Forward().Pre() || c.Among().Pre() != c.Outputs() {
		t.Error("the parts do not belong together")
	}
}
