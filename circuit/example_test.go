package circuit_test

import (
	"errors"
	"fmt"
	"log"
	"os"

	"twophase/circuit"
	"twophase/neuron"
	"twophase/stimulus"
)

// The paper's circuit on its small problem: three outputs find the principal
// subspace of ten inputs. Then a what-if: one input synapse is cut.
func Example() {
	problem, err := stimulus.LookupProblem("small")
	if err != nil {
		log.Fatal(err)
	}
	source, err := stimulus.NewGaussian(problem.Spectrum, 1, 0)
	if err != nil {
		log.Fatal(err)
	}
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP,
		Inputs:  problem.Inputs,
		Gains:   circuit.LinearGains(problem.Outputs, 1, 0.7),
		Rate:    circuit.DecayingRate(10, 250),
		Seed:    1,
	})
	if err != nil {
		log.Fatal(err)
	}
	present := func(steps int) {
		x := make([]float64, problem.Inputs)
		for range steps {
			if err := source.Next(x); err != nil {
				log.Fatal(err)
			}
			if err := c.Step(x); err != nil {
				log.Fatal(err)
			}
		}
	}
	present(20000)
	for out := range c.Outputs().Outputs() {
		// A neuron's scale goes to the eigenvalue that it found: 1, 0.75 or 0.5.
		fmt.Printf("%v: m = %.2f\n", out, out.Scale())
	}
	s := c.Forward().Synapse(2, 0)
	s.Lesion()
	present(1)
	fmt.Println(s, "is lesioned:", s.Lesioned(), s.Weight())
	// Output:
	// outputs[0]: m = 0.97
	// outputs[1]: m = 0.74
	// outputs[2]: m = 0.49
	// feedforward[2,0] is lesioned: true 0
}

// rectify is a user's phase: no output may be negative.
type rectify struct{}

func (rectify) Signature() circuit.Signature {
	return circuit.Signature{
		Name:     "Rectify",
		Equation: "y ← max(y, 0)",
		Reads:    []circuit.Variable{circuit.Y},
		Writes:   []circuit.Variable{circuit.Y},
	}
}

func (rectify) Run(c *circuit.Circuit) error {
	y := c.Outputs().Signals(neuron.Final)
	for i := range y {
		y[i] = max(y[i], 0)
	}
	return nil
}

// A network of one's own: the two phases of ifPSP, then a rectification. What
// the schedule lists is what runs, and a schedule that cannot run is refused.
func ExamplePhase() {
	network := circuit.IfPSP
	network.Name = "rectified"
	network.Schedule = circuit.Schedule{circuit.Feedforward, circuit.Lateral, rectify{}, circuit.Plasticity{}}
	spec := circuit.Spec{
		Network: network, Inputs: 2, Gains: []float64{1, 0.5}, Rate: circuit.ConstantRate(0.01),
		Initial: map[string][]float64{"feedforward": {
			1, 0,
			0, 1,
		}},
	}
	c, err := circuit.New(spec)
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Step([]float64{0.5, -0.25}); err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Schedule())
	fmt.Println("ỹ =", c.Outputs().Signals(neuron.Provisional))
	fmt.Println("y =", c.Outputs().Signals(neuron.Final))

	// What the phase does not say is not known: whether it is linear, say.
	_, err = c.Filter()
	fmt.Println(errors.Is(err, circuit.ErrNotLinear), network.Local(), network.Cost())

	spec.Network.Schedule = circuit.Schedule{circuit.Feedforward, rectify{}, circuit.Lateral, circuit.Plasticity{}}
	_, err = circuit.New(spec)
	fmt.Println(err)
	// Output:
	// Feedforward → Lateral → Rectify → Plasticity
	// ỹ = [0.5 -0.25]
	// y = [0.5 0]
	// true not known not known
	// schedule: phase 2, Rectify, reads y, which no phase before it writes (Feedforward → Rectify → Lateral → Plasticity)
}

// An Observer watches one synapse.
type trace struct {
	weights []float64
}

func (t *trace) Observe(c *circuit.Circuit) error {
	t.weights = append(t.weights, c.Forward().Synapse(0, 0).Weight())
	return nil
}

func ExampleObserver() {
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP, Inputs: 2, Gains: []float64{1}, Rate: circuit.ConstantRate(0.25),
		Initial: map[string][]float64{"feedforward": {1, 0}},
	})
	if err != nil {
		log.Fatal(err)
	}
	var seen trace
	c.Attach(&seen)
	for range 3 {
		if err := c.Step([]float64{0, 1}); err != nil { // the synapse's input is silent
			log.Fatal(err)
		}
	}
	fmt.Println(seen.weights)
	// Output:
	// [0.75 0.5625 0.421875]
}

// Three trials of one circuit, which differ in their initial weights, step
// together.
func ExampleEnsemble() {
	trials := make([]*circuit.Circuit, 3)
	for i := range trials {
		c, err := circuit.New(circuit.Spec{
			Network: circuit.IfPSP, Inputs: 2, Gains: []float64{1}, Rate: circuit.ConstantRate(0.01), Trial: uint64(i),
		})
		if err != nil {
			log.Fatal(err)
		}
		trials[i] = c
	}
	failures := circuit.NewEnsemble(trials...).Run(1000, func(i int, x []float64) (int, error) {
		for n := range len(x) / 2 {
			copy(x[2*n:], []float64{1, 2})
		}
		return len(x) / 2, nil
	})
	if failures != nil {
		log.Fatal(failures)
	}
	for i, c := range trials {
		// The scale goes to the variance along (1, 2): whatever the start.
		fmt.Printf("trial %d: %d steps, m = %.2f\n", i, c.StepCount(), c.Outputs().Output(0).Scale())
	}
	// Output:
	// trial 0: 1000 steps, m = 5.00
	// trial 1: 1000 steps, m = 5.00
	// trial 2: 1000 steps, m = 5.00
}

func ExampleCircuit_Describe() {
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP, Inputs: 10, Gains: circuit.LinearGains(3, 1, 0.7), Rate: circuit.DecayingRate(10, 250),
	})
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Describe(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// ifPSP: iteration-free principal subspace projection (Algorithm 1)
	//
	// Neurons
	//   inputs   N = 10  activity x
	//   outputs  K = 3   activity ỹ, then y, on one axon; scale m_ii = 1 at the start; gains λ = 1, 0.85, 0.7
	//
	// Projections and plasticity
	//   feedforward  inputs → outputs   30 synapses  ΔW_ij = α(y_i x_j − W_ij)              at α    Hebbian
	//   lateral      outputs → outputs  6 synapses   ΔM_ij = (α/τ)(y_i y_j − λ_i λ_j M_ij)  at α/τ  anti-Hebbian PSP
	//   scale        within an output   3 variables  Δm_ii = (α/τ)(y_i² − λ_i² m_ii)        at α/τ  scale PSP
	//   α  10/(250+t)
	//   τ  0.5
	//
	// Schedule, for every stimulus x
	//   1  Feedforward  ỹ = M_d⁻¹ W x                     reads x, W, M_d          writes ỹ
	//   2  Lateral      y = ỹ − M_d⁻¹ M_o ỹ               reads ỹ, M_o, M_d        writes y
	//   3  Plasticity   W, M_o, M_d learn by their rules  reads x, y, W, M_o, M_d  writes W, M_o, M_d
}

// The recurrent network that the two phases replace, settling step by step.
func ExampleNetwork_Settling() {
	network, err := circuit.PSP.Settling(circuit.Settle{
		Method: circuit.Jacobi, Sweeps: 50, Tolerance: 1e-6, Damping: 0.25, Warm: true,
	})
	if err != nil {
		log.Fatal(err)
	}
	rate, err := circuit.ParseRate("1.1e-3 until 10000, 1e-4")
	if err != nil {
		log.Fatal(err)
	}
	c, err := circuit.New(circuit.Spec{Network: network, Inputs: 100, Gains: circuit.LinearGains(10, 1, 0.7), Rate: rate})
	if err != nil {
		log.Fatal(err)
	}
	if err := c.Describe(os.Stdout); err != nil {
		log.Fatal(err)
	}
	// Output:
	// PSP: recurrent principal subspace projection
	//
	// Neurons
	//   inputs   N = 100  activity x
	//   outputs  K = 10   activity ỹ, then y, on one axon; scale m_ii = 1 at the start; gains λ = 1, 0.9667, …, 0.7
	//
	// Projections and plasticity
	//   feedforward  inputs → outputs   1000 synapses  ΔW_ij = α(y_i x_j − W_ij)              at α    Hebbian
	//   lateral      outputs → outputs  90 synapses    ΔM_ij = (α/τ)(y_i y_j − λ_i λ_j M_ij)  at α/τ  anti-Hebbian PSP
	//   scale        within an output   10 variables   Δm_ii = (α/τ)(y_i² − λ_i² m_ii)        at α/τ  scale PSP
	//   α  0.0011 until 10000, 0.0001
	//   τ  0.5
	//
	// Schedule, for every stimulus x
	//   1  Feedforward  ỹ = M_d⁻¹ W x                                                                                                  reads x, W, M_d            writes ỹ
	//   2  Settle       r = ỹ − M_d⁻¹ M_o y − y, y ← y + (1 − 0.25) r; jacobi from y(t−1), at most 50 sweeps or max|r| ≤ 1e-06 max|ỹ|  reads ỹ, M_o, M_d, y(t−1)  writes y
	//   3  Plasticity   W, M_o, M_d learn by their rules                                                                               reads x, y, W, M_o, M_d    writes W, M_o, M_d
}
