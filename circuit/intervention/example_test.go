package intervention_test

import (
	"fmt"
	"log"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// In mid-run one output loses all that it hears by.
func ExamplePlan() {
	w := []float64{
		1, 0, 0,
		0, 1, 0,
	}
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP, Inputs: 3, Gains: []float64{1, 0.5},
		Rate: circuit.ConstantRate(0.125), Initial: map[string][]float64{"feedforward": w},
	})
	if err != nil {
		log.Fatal(err)
	}
	list := []intervention.Intervention{
		{
			When: intervention.At(2),
			Edit: intervention.LesionNeuron{Neuron: selection.Of(selection.Neuron(selection.Outputs, 1)), Side: intervention.Incoming},
		},
		{
			When: intervention.Every{Steps: 2, From: 4},
			Edit: intervention.Multiply{Where: selection.Of(selection.All(selection.Lateral)), By: 0.5},
		},
	}
	_, err = intervention.Start(c, list, intervention.Options{Events: func(e intervention.Event) error {
		fmt.Printf("step %d: %s\n", e.Step, e.Edit)
		for _, change := range e.Changes {
			fmt.Println("  ", change)
		}
		return nil
	}})
	if err != nil {
		log.Fatal(err)
	}
	for range 6 {
		if err := c.Step([]float64{1, 1, 0}); err != nil {
			log.Fatal(err)
		}
	}
	// Output:
	// step 2: lesion outputs[1], incoming
	//    feedforward[1,0] lesion 0.19819078947368426 → 0
	//    feedforward[1,1] lesion 0.9638157894736842 → 0
	//    feedforward[1,2] lesion 0 → 0
	//    lateral[1,0] lesion 0.3765148891966759 → 0
	//    scale[1] plasticity plastic → frozen
	// step 4: multiply lateral by 0.5
	//    lateral[0,1] weight 0.288269212041205 → 0.1441346060206025
	// step 6: multiply lateral by 0.5
	//    lateral[0,1] weight 0.11035305773452378 → 0.05517652886726189
}

func ExampleParseCondition() {
	c, err := intervention.ParseCondition("|lateral[1,0]| > 0.3")
	fmt.Println(c, err)
	c, _ = intervention.ParseCondition("eror < 0.01")
	fmt.Println(c.Validate(selection.PairSize(10, 3, synapse.AllToAll)))
	// Output:
	// |lateral[1,0]| > 0.3 <nil>
	// condition eror < 0.01: there is no "eror" (did you mean error?): choose lateral_ratio, feedforward, lateral, scale, weights; or error or drift, if the circuit has it
}

// What cannot work is refused before anything runs.
func ExampleValidate() {
	clamp := intervention.Clamp{Neuron: selection.Of(selection.MustParse("lateral[1,0]")), To: 0}
	fmt.Println(intervention.Validate([]intervention.Intervention{{When: intervention.At(100), Edit: clamp}}, selection.PairSize(10, 3, synapse.AllToAll)))
	// Output:
	// intervention 1, at 100: clamp lateral[1,0] to 0: lateral cannot be selected here: choose outputs, inputs
}

// The circuit goes from two phases to ten sweeps of settling once it has been found
// to need few lateral synapses.
func ExampleWhen() {
	c, err := intervention.ParseCondition("lateral_ratio < 0.05")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(intervention.Intervention{
		When: intervention.When{Condition: c, Check: 100},
		Edit: intervention.SetSchedule{Dynamics: intervention.Settling, Settle: circuit.Settle{Sweeps: 10}},
	})
	// Output:
	// when lateral_ratio < 0.05, checked every 100: set dynamics to Settle: r = ỹ − M_d⁻¹ M_o y − y, y ← y + r; jacobi from rest, 10 sweeps
}
