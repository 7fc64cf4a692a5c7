package circuit_test

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/stimulus"
	"twophase/synapse"
)

// One ordered sweep is one Gauss–Seidel sweep from rest, to the last bit, with all
// synapses among the outputs or with those to later ones only, and with clamps.
func TestCascadeIsOneGaussSeidelSweep(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		build := func(s circuit.Spec) *circuit.Circuit {
			c, err := circuit.New(s)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		network := rapid.SampledFrom([]circuit.Network{circuit.CascadePSP, circuit.CascadePSW}).Draw(t, "network")
		network = withWiring(network, "lateral", rapid.SampledFrom([]synapse.Wiring{synapse.AllToAll, synapse.Ordered, synapse.Unconnected}).Draw(t, "wiring"))
		swept := network
		swept.Schedule = circuit.Schedule{circuit.Feedforward, circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 1}, circuit.Plasticity{}}
		k := rapid.IntRange(1, 7).Draw(t, "K")
		spec := paperSpec(network, 8, k)
		spec.Executor = circuit.Executor(rapid.IntRange(0, 1).Draw(t, "executor"))
		a := build(spec)
		spec.Network = swept
		b := build(spec)
		if rapid.Bool().Draw(t, "clamp") {
			i := rapid.IntRange(0, k-1).Draw(t, "clamped")
			for _, c := range []*circuit.Circuit{a, b} {
				if err := c.Outputs().Output(i).Clamp(0.3); err != nil {
					t.Fatal(err)
				}
			}
		}
		for step := range 40 {
			x := smallStimulus(8, step)
			for j := range x {
				x[j] *= 8
			}
			e, f := a.Step(x), b.Step(x)
			if fmt.Sprint(e) != fmt.Sprint(f) {
				t.Fatalf("step %d: %v and %v", step, e, f)
			}
			if e != nil {
				break
			}
		}
		if i, ok := sameBits(numbers(a), numbers(b)); !ok {
			t.Fatalf("number %d differs", i)
		}
	})
}

// A cascade is the paper's network, settled by one Gauss–Seidel sweep, without the half of M that this
// does not use: the same W, the same scales and the same M_ij for j < i, to the last bit.
func TestCascadeIsTheSweepWithoutHalfOfM(t *testing.T) {
	for cascade, paper := range map[string]circuit.Network{"cascadePSP": circuit.PSP, "cascadePSW": circuit.PSW} {
		n, err := circuit.LookupNetwork(cascade)
		if err != nil {
			t.Fatal(err)
		}
		paper.Schedule = circuit.Schedule{circuit.Feedforward, circuit.Settle{Method: circuit.GaussSeidel, Sweeps: 1}, circuit.Plasticity{}}
		const k = 5
		var circuits []*circuit.Circuit
		for _, network := range []circuit.Network{n, paper} {
			c, err := circuit.New(paperSpec(network, 8, k))
			if err != nil {
				t.Fatal(err)
			}
			for step := range 500 {
				x := smallStimulus(8, step)
				for j := range x {
					x[j] *= 6
				}
				if err := c.Step(x); err != nil {
					t.Fatal(err)
				}
			}
			circuits = append(circuits, c)
		}
		a, b := circuits[0], circuits[1]
		for i := range k {
			if !slices.Equal(a.Forward().Row(i), b.Forward().Row(i)) {
				t.Errorf("%s: row %d of W differs", cascade, i)
			}
			if from := i * k; !slices.Equal(a.M()[from:from+i+1], b.M()[from:from+i+1]) {
				t.Errorf("%s: row %d of M differs up to its scale", cascade, i)
			}
		}
		if a.M()[1] != 0 || b.M()[1] == 0 {
			t.Errorf("%s: M_01 is %v, and %v in %s", cascade, a.M()[1], b.M()[1], paper.Name)
		}
	}
}

// What the network needs of its gains, it asks for.
func TestGainsThatANetworkNeeds(t *testing.T) {
	for _, network := range circuit.NetworksThat(circuit.Network.IsPair) {
		for want, gains := range map[circuit.GainUse][]float64{
			circuit.NoGains: {1}, circuit.FreeGains: {0.5, 0.5, 0.7}, circuit.DistinctGains: {1, 0.9, 0.8},
		} {
			if network.MostOutputs == 1 && len(gains) > 1 {
				continue
			}
			spec := paperSpec(network, 5, 1)
			spec.Gains = gains
			_, err := circuit.New(spec)
			allowed := want == circuit.NoGains || network.Gains == circuit.FreeGains || network.Gains == want
			if (err == nil) != allowed {
				t.Errorf("%s takes %v gains, λ = %v: %v", network.Name, network.Gains, gains, err)
			}
			c := newCircuit(t, paperSpec(network, 5, len(gains)))
			if err := c.SetGains(gains); (err == nil) != allowed {
				t.Errorf("%s is set to λ = %v: %v", network.Name, gains, err)
			}
		}
		if _, err := network.Gains.Wrong(network.DefaultGains(4)); err != nil {
			t.Errorf("the default gains of %s: %v", network.Name, err)
		}
	}
}

// Medians of E_Pro of the cascades on the paper's small problem, of 40 trials by an
// independent program in C++, at T = 10³ and 10⁴, and within a factor of 2.
func TestCascadesConverge(t *testing.T) {
	if testing.Short() {
		t.Skip("a million steps")
	}
	published := map[string][2]float64{"cascadePSP": {1.3e-2, 1.7e-3}, "cascadePSW": {1.9e-2, 2.5e-3}}
	problem, err := stimulus.LookupProblem("small")
	if err != nil {
		t.Fatal(err)
	}
	for _, network := range []circuit.Network{circuit.CascadePSP, circuit.CascadePSW} {
		for at, steps := range []int{1000, 10000} {
			errors := make([]float64, 40)
			var workers sync.WaitGroup
			for trial := range errors {
				workers.Go(func() { errors[trial] = subspaceError(t, network, problem, uint64(trial), steps) })
			}
			workers.Wait()
			slices.Sort(errors)
			median, want := (errors[19]+errors[20])/2, published[network.Name][at]
			if !(median > want/2 && median < want*2) {
				t.Errorf("%s at T = %d: median E_Pro %.3g, published %.3g", network.Name, steps, median, want)
			}
		}
	}
}

// With equal gains the order of firing alone tells the outputs apart: each finds its
// own component.
func TestCascadeNeedsNoGains(t *testing.T) {
	problem, err := stimulus.LookupProblem("small")
	if err != nil {
		t.Fatal(err)
	}
	for _, network := range []circuit.Network{circuit.CascadePSP, circuit.CascadePSW} {
		source, err := stimulus.NewGaussian(problem.Spectrum, 1, 3)
		if err != nil {
			t.Fatal(err)
		}
		spec := paperSpec(network, problem.Inputs, 3)
		spec.Gains = []float64{1, 1, 1}
		c := newCircuit(t, spec)
		x := make([]float64, problem.Inputs)
		for range 50000 {
			if err := source.Next(x); err != nil {
				t.Fatal(err)
			}
			if err := c.Step(x); err != nil {
				t.Fatal(err)
			}
		}
		filter, err := c.Filter()
		if err != nil {
			t.Fatal(err)
		}
		basis, err := source.Basis(3)
		if err != nil {
			t.Fatal(err)
		}
		estimate, found := c.Estimate(filter, problem.Spectrum), mat.NewDense(problem.Inputs, 3, basis)
		for i := range 3 {
			cosine := math.Abs(mat.Dot(estimate.ColView(i), found.ColView(i))) / mat.Norm(estimate.ColView(i), 2)
			if cosine < 0.99 {
				t.Errorf("%s: |cos| of output %d with its component is %v", network.Name, i, cosine)
			}
		}
	}
}
