package neuron_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"twophase/neuron"
)

func TestHandlesReadAndWriteThePopulation(t *testing.T) {
	gains := []float64{1, 0.5}
	outputs := neuron.NewOutputs(gains, 0.3, neuron.ScalePSW)
	gains[0] = 7 // the population has its own copy
	out := outputs.Output(0)
	if out.Provisional() != 0 || out.Activity() != 0 {
		t.Error("a new neuron is not silent")
	}
	out.SetSignal(neuron.Provisional, 2)
	out.SetSignal(neuron.Final, 3)
	want := neuron.Local{Activity: 3, Provisional: 2, Scale: 0.3, Gain: 1}
	if diff := cmp.Diff(want, out.Local(), cmp.AllowUnexported(neuron.Local{})); diff != "" {
		t.Errorf("local knowledge (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([][]float64{{2, 0}, {3, 0}}, [][]float64{outputs.Signals(neuron.Provisional), outputs.Signals(neuron.Final)}); diff != "" {
		t.Errorf("signals (-want +got):\n%s", diff)
	}
	outputs.Signals(neuron.Final)[0] = -4
	if out.Activity() != -4 || out.Signal(neuron.Final) != -4 {
		t.Error("the handle does not see what the population's signals hold")
	}
	if out.Population() != outputs || out.Index() != 0 || out.Neuron != outputs.Neuron(0) || out == outputs.Output(1) {
		t.Error("the handle names another neuron")
	}
	if outputs.ScaleRule().Name != neuron.ScalePSW.Name {
		t.Errorf("scale rule %s", outputs.ScaleRule().Name)
	}
}

// An input neuron has one signal, unit scale and unit gain.
func TestInputsHaveOneSignal(t *testing.T) {
	inputs := neuron.NewInputs(3)
	in := inputs.Input(1)
	in.SetSignal(neuron.Final, 5)
	want := neuron.Local{Activity: 5, Provisional: 5, Scale: 1, Gain: 1}
	if got := in.Local(); got != want {
		t.Errorf("local knowledge %+v, want %+v", got, want)
	}
	if inputs.Len() != 3 || inputs.Scales() != nil || inputs.Gains() != nil || inputs.Name() != "inputs" {
		t.Errorf("%d %s with scales %v and gains %v", inputs.Len(), inputs.Name(), inputs.Scales(), inputs.Gains())
	}
	if got := inputs.Input(2).String(); got != "inputs[2]" {
		t.Errorf("its name is %s", got)
	}
}

func TestOutputsRangesInOrderAndStops(t *testing.T) {
	outputs := neuron.NewOutputs(make([]float64, 4), 1, neuron.ScalePSP)
	var seen []int
	for out := range outputs.Outputs() {
		if out.Index() == 3 {
			break
		}
		seen = append(seen, out.Index())
	}
	if diff := cmp.Diff([]int{0, 1, 2}, seen); diff != "" {
		t.Error(diff)
	}
}

func TestMisusePanicsWithAName(t *testing.T) {
	inputs, outputs := neuron.NewInputs(2), neuron.NewOutputs([]float64{1, 0.5, 0.2}, 1, neuron.ScalePSP)
	for _, test := range []struct {
		call func()
		want string
	}{
		{func() { inputs.Output(0) }, "neuron: Output of a population of inputs"},
		{func() { outputs.Input(0) }, "neuron: Input of a population of outputs"},
		{func() { inputs.Input(2) }, "neuron: no inputs[2] in a population of 2"},
		{func() { inputs.Neuron(-1) }, "neuron: no inputs[-1] in a population of 2"},
		{func() { outputs.Output(3) }, "neuron: no outputs[3] in a population of 3"},
		{func() {
			for range inputs.Outputs() {
				t.Error("an input neuron came out as an output")
			}
		}, "neuron: Output of a population of inputs"},
	} {
		func() {
			defer func() {
				if got := fmt.Sprint(recover()); got != test.want {
					t.Errorf("panic %q, want %q", got, test.want)
				}
			}()
			test.call()
		}()
	}
}

func TestSetScaleRefusesWhatIsNotPositive(t *testing.T) {
	out := neuron.NewOutputs([]float64{1, 0.5}, 0.3, neuron.ScalePSP).Output(1)
	for _, m := range []float64{0, math.Copysign(0, -1), -0.3, math.NaN(), math.Inf(1), math.Inf(-1)} {
		err := out.SetScale(m)
		if want := fmt.Sprintf("set the scale of outputs[1]: %v is not a positive number", m); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		if out.Scale() != 0.3 {
			t.Fatalf("the scale became %v", out.Scale())
		}
	}
	if err := out.SetScale(math.SmallestNonzeroFloat64); err != nil || out.Scale() != math.SmallestNonzeroFloat64 {
		t.Errorf("a small scale: %v, %v", out.Scale(), err)
	}
}

func TestNames(t *testing.T) {
	for got, want := range map[string]string{
		neuron.Provisional.String():                       "provisional",
		neuron.Final.String():                             "final",
		neuron.Gain.String():                              "λ",
		neuron.Activity.String():                          "activity",
		neuron.Constant(0.25).String():                    "0.25",
		neuron.Function{Symbol: "y²"}.String():            "y²",
		neuron.NewOutputs(nil, 1, neuron.ScalePSP).Name(): "outputs",
	} {
		if got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}
