package synapse_test

import (
	"fmt"
	"log"

	"twophase/neuron"
	"twophase/synapse"
)

// Oja's rule, written by a user:
//
//	ΔW_ij = α y_i (x_j − y_i W_ij) = α(y_i x_j − y_i² W_ij)
//
// It has the form a(d_post·d_pre − p_post·p_pre·w) of every Factored rule. The
// postsynaptic end contributes the drive y_i and the decay y_i², the
// presynaptic end the drive x_j and the decay 1; y_i² is a function in plain
// Go, which sees what its own neuron knows and nothing else.
var oja = synapse.Factored{
	Name:     "Oja",
	Equation: "ΔW_ij = α(y_i x_j − y_i² W_ij)",
	Post: synapse.Endpoint{
		Drive: neuron.Activity,
		Decay: neuron.Function{Symbol: "y²", F: func(n neuron.Local) float64 { return n.Activity * n.Activity }},
	},
	Pre: synapse.Endpoint{Drive: neuron.Activity, Decay: neuron.Constant(1)},
}

// A linear neuron that learns by Oja's rule finds the first principal
// component of its stimuli, here the direction (0.6, 0.8), at length 1.
func ExampleFactored() {
	inputs := neuron.NewInputs(2)
	outputs := neuron.NewOutputs([]float64{1}, 1, neuron.ScalePSP)
	w := synapse.New("feedforward", inputs, outputs, oja)
	if err := w.SetWeights([]float64{1, 0}); err != nil {
		log.Fatal(err)
	}

	stimuli := [][]float64{
		{1.2, 1.6}, {-1.2, -1.6}, // along (0.6, 0.8), of length 2
		{0.4, -0.3}, {-0.4, 0.3}, // across, of length ½
	}
	for step := range 400 {
		copy(inputs.Signals(neuron.Stimulus), stimuli[step%len(stimuli)])
		w.Transmit(outputs.Signals(neuron.Final), inputs.Signals(neuron.Final)) // y = W x
		w.Learn(0.05)                                                           // α
	}

	fmt.Println(w.Rule(), "—", w.Rule().Formula())
	for s := range w.Onto(0) {
		fmt.Printf("%v = %.4f\n", s, s.Weight())
	}
	// Output:
	// Oja — ΔW_ij = α(y_i x_j − y_i² W_ij)
	// feedforward[0,0] = 0.6000
	// feedforward[0,1] = 0.8000
}

// A rule that does not factor: Hebbian growth that stops at a ceiling of 1,
// which depends on the weight in another way than in proportion to it.
func ExamplePairwise() {
	ceiling := synapse.Pairwise{
		Name:     "Hebbian with a ceiling",
		Equation: "Δw = min(a y_i x_j, 1 − w)",
		Change: func(w, a float64, post, pre neuron.Local) (hebbian, decay float64) {
			return min(a*post.Activity*pre.Activity, 1-w), 0
		},
	}
	inputs := neuron.NewInputs(2)
	outputs := neuron.NewOutputs([]float64{1}, 1, neuron.ScalePSP)
	p := synapse.New("feedforward", inputs, outputs, ceiling)
	copy(inputs.Signals(neuron.Stimulus), []float64{1, 0.25})
	outputs.Output(0).SetSignal(neuron.Final, 2)
	for range 3 {
		p.Learn(0.25)
		fmt.Println(p.Row(0))
	}
	// Output:
	// [0.5 0.125]
	// [1 0.25]
	// [1 0.375]
}

// Walking the synapses onto one neuron. A lateral projection has none from a
// neuron to itself.
func ExampleProjection_Onto() {
	outputs := neuron.NewOutputs([]float64{1, 0.85, 0.7}, 1, neuron.ScalePSP)
	p := synapse.New("lateral", outputs, outputs, synapse.AntiHebbianPSP)
	if err := p.Synapse(2, 0).Set(0.25); err != nil {
		log.Fatal(err)
	}
	for s := range p.Onto(2) {
		fmt.Printf("%v from %v to %v: %v\n", s, s.Pre(), s.Post(), s.Weight())
	}
	// Output:
	// lateral[2,0] from outputs[0] to outputs[2]: 0.25
	// lateral[2,1] from outputs[1] to outputs[2]: 0
}

// What if a synapse stops learning, or is lost?
func ExampleSynapse_Lesion() {
	inputs := neuron.NewInputs(3)
	outputs := neuron.NewOutputs([]float64{1}, 1, neuron.ScalePSP)
	p := synapse.New("feedforward", inputs, outputs, synapse.Hebbian)
	copy(inputs.Signals(neuron.Stimulus), []float64{1, 1, 1})
	if err := p.SetWeights([]float64{0.5, 0.25, 0.125}); err != nil {
		log.Fatal(err)
	}
	p.Synapse(0, 0).Freeze()
	p.Synapse(0, 1).Lesion()

	fmt.Println("received:", p.Input(0, p.Pre().Signals(neuron.Final))) // 0.5 + 0.125
	p.Learn(0.25)                                                       // the neuron is silent: weights decay by a quarter
	fmt.Println("weights:", p.Row(0))
	fmt.Println(p.Synapse(0, 1).Set(1))
	// Output:
	// received: 0.625
	// weights: [0.5 0 0.09375]
	// set the weight of feedforward[0,1]: the synapse is lesioned
}

// Why did it move? The parts of a synapse's last change, and what it learnt from.
func ExampleProjection_KeepChanges() {
	inputs := neuron.NewInputs(1)
	outputs := neuron.NewOutputs([]float64{1}, 1, neuron.ScalePSP)
	p := synapse.New("feedforward", inputs, outputs, synapse.Hebbian)
	s := p.Synapse(0, 0)
	if err := s.Set(4); err != nil {
		log.Fatal(err)
	}
	s.Pre().SetSignal(neuron.Final, 2)
	s.Post().SetSignal(neuron.Final, 3)

	p.KeepChanges(true)
	p.Learn(0.25)
	c := s.LastChange()
	fmt.Printf("4 %+.1f %+.1f %+.1f = %v, from x = %v and y = %v\n", c.Hebbian, c.Decay, c.Rounding, s.Weight(), c.Pre, c.Post)
	// Output:
	// 4 +1.5 -1.0 +0.0 = 4.5, from x = 2 and y = 3
}
