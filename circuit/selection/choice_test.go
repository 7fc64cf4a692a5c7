package selection_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/synapse"
)

// FuzzParseChoice: a choice that was read prints as a text that reads as the same choice.
func FuzzParseChoice(f *testing.F) {
	for _, text := range []string{
		"lateral", "lateral[0,*], lateral[2,*]", "weights except scale where |w| < 0.01 and w > -1e-3 count 5",
		"inputs fraction 0.3 draw alike", "lateral top 2", "a.scale, b except b[2] bottom 1", "top top 1", "lateral except",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := selection.ParseChoice(text)
		if err != nil {
			return
		}
		again, err := selection.ParseChoice(c.String())
		if err != nil || again.String() != c.String() {
			t.Errorf("%q reads as %q, and that as %q: %v", text, c, again, err)
		}
		_ = c.Check(selection.PairSize(4, 3, synapse.AllToAll))
	})
}

// chosen returns what a choice names in a circuit, in words.
func chosen(t *testing.T, c *circuit.Circuit, text string, trial uint64, step int) (all []string) {
	t.Helper()
	choice, err := selection.ParseChoice(text)
	if err != nil {
		t.Fatal(err)
	}
	e, err := choice.Elements(c, selection.Moment{Seed: 1, Trial: trial, Step: step})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range e.Synapses {
		all = append(all, s.String())
	}
	for _, o := range e.Variables {
		all = append(all, o.String())
	}
	for _, n := range e.Neurons {
		all = append(all, n.String())
	}
	return all
}

// rising returns a circuit of 4 inputs and 3 outputs, whose weights are W_ij = (4i+j)/100 and
// M_ij = −(3i+j)/10.
func rising(t *testing.T) *circuit.Circuit {
	c := smallCircuit()
	for _, p := range c.Projections() {
		for s := range p.All() {
			w := float64(4*s.Post().Index()+s.Pre().Index()) / 100
			if p.Name() == "lateral" {
				w = -float64(3*s.Post().Index()+s.Pre().Index()) / 10
			}
			if err := s.Set(w); err != nil {
				t.Fatal(err)
			}
		}
	}
	return c
}

func TestChoiceByWeights(t *testing.T) {
	c := rising(t)
	c.Among().Synapse(2, 1).Lesion()
	for _, test := range []struct{ text, want string }{
		{"lateral[0,*], lateral[1,0]", "lateral[0,1] lateral[0,2] lateral[1,0]"},
		{"lateral[1,0], lateral[0,*], lateral[0,1]", "lateral[0,1] lateral[0,2] lateral[1,0]"},
		{"lateral except lateral[*,0]", "lateral[0,1] lateral[0,2] lateral[1,2]"}, // without the lesioned one
		{"lateral where |w| > 0.2", "lateral[1,0] lateral[1,2] lateral[2,0]"},
		{"lateral where w > 0.2", ""},
		{"feedforward where w > 0.04 and w < 0.07", "feedforward[1,1] feedforward[1,2]"},
		{"lateral top 2", "lateral[1,2] lateral[2,0]"},
		{"lateral bottom 2", "lateral[0,1] lateral[0,2]"},
		{"lateral top 6", "lateral[0,1] lateral[0,2] lateral[1,0] lateral[1,2] lateral[2,0]"},
		{"weights except feedforward top 4", "lateral[2,0] outputs.scale[0] outputs.scale[1] outputs.scale[2]"},
		{"inputs except inputs[1-2]", "inputs[0] inputs[3]"},
		{"outputs fraction 1", "outputs[0] outputs[1] outputs[2]"},
	} {
		if got := strings.Join(chosen(t, c, test.text, 0, 0), " "); got != test.want {
			t.Errorf("%s: %s, want %s", test.text, got, test.want)
		}
	}
}

// Draws differ by trial and by step, unless they are to be alike in all trials. A smaller
// fraction is part of a larger one. Every synapse is drawn as often as any other.
func TestDraws(t *testing.T) {
	c := rising(t)
	const trials = 2000
	different, times := 0, map[string]int{}
	for trial := range uint64(trials) {
		five, four := chosen(t, c, "feedforward count 5", trial, 7), chosen(t, c, "feedforward count 4", trial, 7)
		if len(five) != 5 || len(four) != 4 || slices.ContainsFunc(four, func(s string) bool { return !slices.Contains(five, s) }) {
			t.Fatalf("trial %d: %v, and of these %v", trial, five, four)
		}
		for _, s := range four {
			times[s]++
		}
		if !slices.Equal(four, chosen(t, c, "feedforward count 4", trial, 8)) {
			different++
		}
		if got, want := chosen(t, c, "feedforward count 4 draw alike", trial, 7), chosen(t, c, "feedforward count 4 draw alike", 0, 7); !slices.Equal(got, want) {
			t.Fatalf("trial %d: %v, trial 0: %v", trial, got, want)
		}
	}
	if different < trials*9/10 { // of 495 sets of four, two are alike once in 495 trials
		t.Errorf("another step has another draw in %d of %d trials", different, trials)
	}
	// Binomial with p = 1/3: the standard deviation is 21.
	for s, n := range times {
		if n < trials/3-110 || n > trials/3+110 {
			t.Errorf("%s was drawn %d times in %d trials, and should be drawn a third of the times", s, n, trials)
		}
	}
	if len(times) != 12 {
		t.Errorf("%d of 12 synapses were ever drawn", len(times))
	}
}

// In a circuit with a graph, projections and populations have names of their own.
func TestChoiceInAGraph(t *testing.T) {
	c, err := circuit.New(circuit.Spec{Network: circuit.BioCCA, Sizes: map[string]int{"x": 3, "y": 2}, Inputs: 5, Gains: []float64{1, 1}, Rate: circuit.ConstantRate(0.01)})
	if err != nil {
		t.Fatal(err)
	}
	first := c.Projections()[0]
	if got := chosen(t, c, first.Name()+" fraction 0.5", 0, 0); len(got) != (first.Len()+1)/2 {
		t.Errorf("half of %d synapses: %v", first.Len(), got)
	}
}

func ExampleParseChoice() {
	for _, text := range []string{
		"lateral fraction 0.3", "lateral[0,*] , lateral[2,*] except lateral[0,1]", "weights except scale where |w|<1e-2 count 5 draw alike",
		"lateral fracton 0.3", "lateral where w", "lateral count 1.5", "lateral fraction 0.3 top 2", "lateral top 2 draw alike",
	} {
		c, err := selection.ParseChoice(text)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Println(c)
	}
	// Output:
	// lateral fraction 0.3
	// lateral[0,*], lateral[2,*] except lateral[0,1]
	// weights except scale where |w| < 0.01 count 5 draw alike
	// selection "lateral fracton 0.3": "fracton" after "lateral" is not understood (did you mean fraction?): choose except, where, fraction, count, top, bottom, draw, or a comma before a further selection
	// selection "lateral where w": where "w" is not a bound on a weight: write one such as |w| < 0.01, or w > 0 and w < 0.5
	// selection "lateral count 1.5": count 1.5: give a whole number from 1, such as 5
	// selection "lateral fraction 0.3 top 2": fraction and top exclude one another: give one of them
	// selection "lateral top 2 draw alike": draw is for fraction and count, which draw elements: leave it out
}
