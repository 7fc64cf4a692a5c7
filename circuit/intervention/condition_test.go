package intervention_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/synapse"
)

var weighted = []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Weights}

func drawCondition(t *rapid.T, z selection.Size) intervention.Condition {
	c := intervention.Condition{
		Quantity: rapid.SampledFrom([]intervention.Quantity{intervention.Weights, intervention.LateralRatio, intervention.Error}).Draw(t, "quantity"),
		Below:    rapid.Bool().Draw(t, "below"),
		Value:    rapid.Float64Range(0.01, 2).Draw(t, "value"),
	}
	if c.Quantity == intervention.LateralRatio {
		c.Value /= 3
	}
	if c.Quantity == intervention.LateralRatio && laterals(z) == 0 {
		c.Quantity = intervention.Error
	}
	if c.Quantity == intervention.Weights {
		c.Absolute = rapid.Bool().Draw(t, "absolute")
		c.Where = drawSelection(t, z, weighted...)
	}
	return c
}

func TestConditionTextRoundTrips(t *testing.T) {
	z := selection.PairSize(5, 4, synapse.AllToAll)
	rapid.Check(t, func(t *rapid.T) {
		want := drawCondition(t, z)
		text, err := json.Marshal(want)
		if err != nil {
			t.Fatal(err)
		}
		var got intervention.Condition
		if err := json.Unmarshal(text, &got); err != nil || got != want || got.Validate(z) != nil {
			t.Fatalf("%v became %s and was read as %v, %v, %v", want, text, got, err, got.Validate(z))
		}
	})
}

func FuzzParseCondition(f *testing.F) {
	for _, text := range []string{"error < 0.01", "lateral_ratio<5e-2", "|lateral[1,0]| > 0.3", "scale[0] < .1", "weights > -1", "||", "|scale < 1", "error > inf"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := intervention.ParseCondition(text)
		if err != nil {
			return
		}
		if again, err := intervention.ParseCondition(c.String()); err != nil || again != c {
			t.Errorf("%q was read as %v, and that as %v, %v", text, c, again, err)
		}
		c.Validate(selection.PairSize(3, 2, synapse.AllToAll))
	})
}

func TestParseConditionForms(t *testing.T) {
	for text, want := range map[string]string{
		"error<1e-2":               "error < 0.01",
		" | lateral [ 1 , 0 ] |>3": "|lateral[1,0]| > 3",
		"scale[0] < 0.1":           "scale[0] < 0.1",
		"lateral_ratio < 0.05":     "lateral_ratio < 0.05",
		"feedforward > -.5":        "feedforward > -0.5",
	} {
		if c, err := intervention.ParseCondition(text); err != nil || c.String() != want {
			t.Errorf("%q was read as %v, %v; want %s", text, c, err, want)
		}
	}
}

func TestConditionErrors(t *testing.T) {
	z := selection.PairSize(4, 3, synapse.AllToAll)
	for text, want := range map[string]string{
		"eror < 1":              "did you mean error?): choose lateral_ratio, feedforward, lateral, scale, weights; or error or drift, if the circuit has it",
		"outputs[0] > 1":        `outputs are neurons, and no condition bounds their activity: choose lateral_ratio, feedforward`,
		"":                      "neither < nor >",
		"error = 1":             "neither < nor >",
		"error < a":             `"a" is not a number`,
		"error < NaN":           `"NaN" is not a finite number`,
		"error < Inf":           `"Inf" is not a finite number`,
		"1 > error":             "not a number",
		"error < 1 < 2":         "not a number",
		"|error| < 1":           `there is no "error"`,
		"|scale < 1":            "does not end with |",
		"abs(W[0,0]) > 1":       "the absolute value is written |W[0,0]|",
		"2W[0,0] > 1":           `there is no "2W" to select: a name has letters, digits, - and _, and begins with a letter or _`,
		"lateral[1] < 1":        "takes 2, not 1",
		"lateral[3,0] > 1":      "lateral has synapses [0-2, 0-2]",
		"error < 0":             "never holds",
		"|lateral| < 0":         "never holds",
		"lateral_ratio > -0.25": "always holds",
	} {
		c, err := intervention.ParseCondition(text)
		if err == nil {
			err = c.Validate(z)
		}
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "ondition") {
			t.Errorf("%q: error %v, want one with %q", text, err, want)
		}
	}
	for _, c := range []intervention.Condition{
		{Quantity: 7, Value: 1}, {Quantity: intervention.Error, Absolute: true, Value: 1},
		{Quantity: intervention.Error, Where: selection.All(selection.Scale), Value: 1},
		{Where: selection.All(selection.Scale), Value: math.NaN()}, {Where: selection.All(selection.Inputs), Value: 1},
	} {
		if err := c.Validate(z); err == nil {
			t.Errorf("%#v is valid", c)
		}
	}
}

// In a circuit with a graph, conditions bound what it has, by its own names, and errors list these.
func TestConditionsOnACircuitOfOnesOwn(t *testing.T) {
	z := selection.NewSize(selection.Graph{
		Output: "y",
		Populations: []selection.Population{
			{Name: "x", Neurons: 4, Input: true}, {Name: "y", Neurons: 3}, {Name: "n", Neurons: 2, Scales: true},
		},
		Projections: []selection.Projection{{Name: "W", Post: 3, Pre: 4, To: "y", From: "x"}, {Name: "P", Post: 3, Pre: 2, To: "y", From: "n"}},
	})
	for _, text := range []string{"|P[2,0]| > 0.3", "W < -1", "n.scale[1] > 2", "weights > 3"} {
		c, err := intervention.ParseCondition(text)
		if err == nil {
			err = c.Validate(z)
		}
		if err != nil || c.String() != text {
			t.Errorf("%q was read as %v, %v", text, c, err)
		}
	}
	const names = ": choose W, P, n.scale, weights; or error or drift, if the circuit has it"
	for text, want := range map[string]string{
		"lateral < 0.1":       `there is no "lateral"` + names,
		"p > 1":               `there is no "p" (did you mean P?)` + names,
		"y[0] > 1":            "y are neurons, and no condition bounds their activity" + names,
		"P[3,0] > 1":          "P has synapses [0-2, 0-1]",
		"lateral_ratio < 0.1": "outputs without lateral synapses have no lateral_ratio",
	} {
		checkDivides(t, text, z, want)
	}
	z.Graph.Projections = append(z.Graph.Projections, selection.Projection{Name: "M", Post: 3, Pre: 3, Within: true, To: "y", From: "y"})
	checkDivides(t, "lateral_ratio < 0.1", z, "")
	checkDivides(t, "V > 1", z, "choose lateral_ratio, W, P, M, n.scale, weights")
}

// A bound that no number of a circuit is beyond, or every one, is none.
func TestConditionsThatDivideNothing(t *testing.T) {
	for text, want := range map[string]string{
		"scale < 0":             "never holds, as scales are above 0: give a number above 0",
		"scale[1] < -2":         "never holds",
		"scale > 0":             "always holds, as scales are above 0: give a number above 0",
		"scale > -1":            "always holds",
		"|scale| > 0":           "always holds",
		"weights > 0":           "always holds, as scales are above 0",
		"|weights| > 0":         "always holds",
		"|weights| < 0":         "never holds, as absolute weights are 0 or above: give a number above 0",
		"|feedforward| > -0.1":  "always holds, as absolute weights are 0 or above",
		"|lateral[1,0]| < 0":    "never holds",
		"lateral_ratio > 1":     "never holds, as lateral_ratio is from 0 to below 1: give a number between 0 and 1",
		"lateral_ratio < 2":     "always holds, as lateral_ratio is from 0 to below 1",
		"lateral_ratio < 1":     "always holds",
		"lateral_ratio < 0":     "never holds",
		"lateral_ratio > -0.25": "always holds",
		"error < 0":             "never holds, as the error is 0 or above: give a number above 0",
		"error > -1":            "always holds",

		"scale < 1e-9": "", "scale > 1e-9": "", "weights > 1e-9": "", "weights < 0": "", "weights < -3": "",
		"|weights| < 1e-9": "", "|feedforward| > 0": "", "feedforward > 0": "", "feedforward < -1e300": "",
		"lateral_ratio > 0": "", "lateral_ratio > 0.99": "", "lateral_ratio < 0.99": "", "error > 0": "", "error < 7": "",
	} {
		checkDivides(t, text, selection.PairSize(4, 3, synapse.AllToAll), want)
	}
	for _, text := range []string{"lateral_ratio > 0.1", "lateral_ratio < 0.1", "lateral_ratio < 2", "lateral_ratio > -1"} {
		checkDivides(t, text, selection.PairSize(4, 1, synapse.AllToAll), "outputs without lateral synapses have no lateral_ratio: choose another condition")
	}
}

// checkDivides checks that a condition is valid or, if an error is wanted, is not.
func checkDivides(t *testing.T, text string, z selection.Size, want string) {
	t.Helper()
	c, err := intervention.ParseCondition(text)
	if err != nil {
		t.Fatal(err)
	}
	switch err := c.Validate(z); {
	case want == "" && err != nil:
		t.Error(err)
	case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
		t.Errorf("%s: error %v, want one with %q", text, err, want)
	}
}

// What a circuit does never leaves a bound that is refused: such a condition holds
// at every step or at none.
func TestRefusedConditionsAreConstant(t *testing.T) {
	refused := 0
	rapid.Check(t, func(t *rapid.T) {
		s := drawSpec(t)
		z := sizeOf(s)
		condition := intervention.Condition{
			Quantity: rapid.SampledFrom([]intervention.Quantity{intervention.Weights, intervention.LateralRatio}).Draw(t, "quantity"),
			Below:    rapid.Bool().Draw(t, "below"),
			Value:    rapid.SampledFrom([]float64{-2, 0, 0.5, 1, 2}).Draw(t, "value"),
		}
		if condition.Quantity == intervention.Weights {
			condition.Absolute = rapid.Bool().Draw(t, "absolute")
			condition.Where = drawSelection(t, z, weighted...)
		}
		err := condition.Validate(z)
		if err == nil {
			return
		}
		refused++
		c := newCircuit(t, s)
		for step := range 20 {
			holds, failed := condition.Holds(c, nil)
			if failed != nil || holds != strings.Contains(err.Error(), "always holds") {
				t.Fatalf("step %d: %v holds: %v, %v; and %v", step, condition, holds, failed, err)
			}
			if follow(c, step+1) != nil {
				return
			}
		}
	})
	if refused == 0 {
		t.Error("no condition was refused")
	}
}

func TestConditionHolds(t *testing.T) {
	c := small(t, circuit.IfPSP)
	if err := c.Forward().SetWeights([]float64{1, -2, 3, 0.5, 1, 1, 1, 1, 1, 1, 1, 1}); err != nil {
		t.Fatal(err)
	}
	c.Among().Synapse(1, 0).Set(3)
	c.Among().Synapse(2, 0).Lesion()
	c.Outputs().Output(2).SetScale(2)
	// ‖M_o‖² = 9, ‖M_d‖² = 1 + 1 + 4: the ratio is √(9/15) = 0.7746.
	for text, want := range map[string]bool{
		"feedforward > 2":          true,
		"feedforward > 3":          false,
		"feedforward[0,0-1] > 1":   false,
		"|feedforward[0,0-1]| > 1": true,
		"feedforward < -1":         true,
		"|feedforward| < 0.5":      false,
		"|feedforward| < 0.51":     true,
		"|lateral[2,0]| < 1":       false, // lesioned
		"|lateral[2,1]| < 1":       true,
		"scale > 1":                true,
		"scale[0-1] > 1":           false,
		"weights > 2.5":            true,
		"lateral_ratio < 0.7746":   true,
		"lateral_ratio > 0.7745":   true,
		"lateral_ratio > 0.7746":   false,
		"error > 0.25":             false,
		"error < 0.25":             false,
		"error < 0.2500001":        true,
	} {
		condition, err := intervention.ParseCondition(text)
		if err != nil {
			t.Fatal(err)
		}
		got, err := condition.Holds(c, func(*circuit.Circuit) (float64, error) { return 0.25, nil })
		if err != nil || got != want {
			t.Errorf("%s: %v, %v; want %v", text, got, err, want)
		}
	}
	nan := func(*circuit.Circuit) (float64, error) { return math.NaN(), nil }
	for _, below := range []bool{true, false} {
		if holds, err := (intervention.Condition{Quantity: intervention.Error, Below: below, Value: 1}).Holds(c, nan); holds || err != nil {
			t.Errorf("of an error that is not a number: %v, %v", holds, err)
		}
	}
}
