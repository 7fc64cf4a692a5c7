package intervention_test

import (
	"fmt"
	"slices"
	"testing"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/neuron"
)

// graphs are networks with every kind of part: several inputs, rectified outputs, layers,
// interneurons, tied projections, gains that multiply, and synapses that are drawn.
func graphs() []circuit.Network {
	drawn := circuit.BioCCAInterneurons
	g := drawn.Graph
	g.Projections = slices.Clone(g.Projections)
	for i := range g.Projections {
		if g.Projections[i].Tied == "" {
			g.Projections[i].Probability = 0.6
		}
	}
	drawn.Name, drawn.Graph = "drawn", g
	varied := circuit.RectifiedPSP
	varied.Name, varied.Graph.Populations = "varied", slices.Clone(varied.Graph.Populations)
	of := &varied.Graph.Populations[1]
	of.Further = []neuron.Further{{From: neuron.OwnVariable, Name: "theta", Start: []float64{0.1}, Change: neuron.Activity}}
	return []circuit.Network{circuit.RectifiedPSP, circuit.StackTwoPhase, circuit.EI, circuit.AdaptiveWhitening, drawn, varied}
}

func newGraph(t *testing.T, n circuit.Network, executor circuit.Executor) *circuit.Circuit {
	k := 3
	inputs := map[bool]int{true: k, false: 6}[n.Name == circuit.AdaptiveWhitening.Name]
	return newCircuit(t, circuit.Spec{Network: n, Inputs: inputs, Gains: n.DefaultGains(k), Rate: circuit.ConstantRate(0.01), Seed: 4, Executor: executor})
}

// parts returns the names of all that learns, and of all neurons.
func parts(c *circuit.Circuit) (weights, neurons []string) {
	z := selection.SizeOf(c)
	for _, k := range z.Kinds() {
		if z.Class(k) != selection.Neurons {
			weights = append(weights, k.String())
		}
	}
	for _, p := range c.Populations() {
		neurons = append(neurons, p.Name())
	}
	return weights, neurons
}

// runGraph presents stimuli to a circuit that may have several populations of inputs.
func runGraph(t *testing.T, c *circuit.Circuit, steps int) {
	x := make([]float64, selection.SizeOf(c).Inputs)
	for step := range steps {
		stimulus(x, step+1)
		if err := c.Step(x); err != nil {
			t.Fatal(err)
		}
	}
}

// Every edit acts on every kind of part of every circuit. It does what it says to the part,
// lists what it changed, and leaves the same bits under both executors.
func TestEditsOfEveryPart(t *testing.T) {
	for _, n := range graphs() {
		of := newGraph(t, n, circuit.Compiled)
		weights, neurons := parts(of)
		type edited struct {
			list  []intervention.Intervention
			check func(c *circuit.Circuit, e selection.Elements, events []intervention.Event) error
		}
		at := func(step int, e intervention.Edit) intervention.Intervention {
			return intervention.Intervention{intervention.At(step), e}
		}
		cases := map[string]edited{}
		for _, name := range weights {
			w := on(name)
			value := func(e selection.Elements) (all []float64) {
				for _, s := range e.Synapses {
					all = append(all, s.Weight())
				}
				for _, o := range e.Variables {
					all = append(all, o.Value())
				}
				return all
			}
			cases["set "+name] = edited{[]intervention.Intervention{at(5, intervention.Freeze{w}), at(5, intervention.Set{w, 0.5})}, func(_ *circuit.Circuit, e selection.Elements, _ []intervention.Event) error {
				for _, v := range value(e) {
					if v != 0.5 {
						return fmt.Errorf("%v, which is frozen at 0.5", v)
					}
				}
				return nil
			}}
			cases["multiply "+name] = edited{[]intervention.Intervention{at(5, intervention.Multiply{w, 1.25}), at(9, intervention.Freeze{w}), at(9, intervention.Thaw{w})}, func(_ *circuit.Circuit, e selection.Elements, events []intervention.Event) error {
				for _, change := range events[0].Changes {
					if change.After.Number != 1.25*change.Before.Number || change.Before.Number == 0 {
						return fmt.Errorf("%+v is not times 1.25", change)
					}
				}
				for _, s := range e.Synapses {
					if s.Frozen() {
						return fmt.Errorf("%v is frozen still", s)
					}
				}
				for _, o := range e.Variables {
					if o.Frozen() {
						return fmt.Errorf("%v is frozen still", o)
					}
				}
				return nil
			}}
			if of.Projection(name) == nil {
				continue
			}
			cases["lesion "+name] = edited{[]intervention.Intervention{at(5, intervention.Lesion{w})}, func(_ *circuit.Circuit, e selection.Elements, _ []intervention.Event) error {
				for _, s := range e.Synapses {
					if s.Weight() != 0 || !s.Lesioned() {
						return fmt.Errorf("%v weighs %v", s, s.Weight())
					}
				}
				return nil
			}}
		}
		for _, name := range neurons {
			one := on(name + "[1]")
			cases["clamp "+name] = edited{[]intervention.Intervention{at(5, intervention.Clamp{one, 0.25})}, func(_ *circuit.Circuit, e selection.Elements, _ []intervention.Event) error {
				for _, n := range e.Neurons {
					if got := n.Activity(); got != 0.25 {
						return fmt.Errorf("%v carries %v", n, got)
					}
				}
				return nil
			}}
			cases["release "+name] = edited{[]intervention.Intervention{at(5, intervention.Clamp{one, 0.25}), at(9, intervention.Release{one})}, func(_ *circuit.Circuit, e selection.Elements, _ []intervention.Event) error {
				for _, n := range e.Neurons {
					if _, clamped := n.Clamped(); clamped || n.Activity() == 0.25 {
						return fmt.Errorf("%v is clamped still", n)
					}
				}
				return nil
			}}
			side := intervention.Both
			if of.Population(name).Scales() == nil {
				side = intervention.Outgoing
			}
			cases["lesion of "+name] = edited{[]intervention.Intervention{at(5, intervention.LesionNeuron{one, side})}, func(c *circuit.Circuit, e selection.Elements, _ []intervention.Event) error {
				n := e.Neurons[0]
				is := func(other neuron.Neuron) bool {
					return other.Population() == n.Population() && other.Index() == n.Index()
				}
				for _, p := range c.Projections() {
					for s := range p.All() {
						of := is(s.Pre()) || is(s.Post().Neuron) && side == intervention.Both
						if of != s.Lesioned() || of && s.Weight() != 0 {
							return fmt.Errorf("%v is lesioned: %v, and weighs %v", s, s.Lesioned(), s.Weight())
						}
					}
				}
				return nil
			}}
		}
		if n.Gains != circuit.NoGains {
			gains := []float64{1, 0.6, 0.3}
			cases["gains"] = edited{[]intervention.Intervention{at(5, intervention.SetGains{gains})}, func(c *circuit.Circuit, _ selection.Elements, _ []intervention.Event) error {
				if got := c.Outputs().Gains(); !slices.Equal(got, gains) {
					return fmt.Errorf("gains %v", got)
				}
				return nil
			}}
		}
		for name, test := range cases {
			t.Run(n.Name+": "+name, func(t *testing.T) {
				var hashes [2][32]byte
				for i, executor := range []circuit.Executor{circuit.Compiled, circuit.Literal} {
					c := newGraph(t, n, executor)
					_, events := start(t, c, test.list...)
					runGraph(t, c, 15)
					state, err := c.State()
					if err != nil {
						t.Fatal(err)
					}
					hashes[i] = state.Hash()
					if len(*events) != len(test.list) || len((*events)[0].Changes) == 0 {
						t.Fatalf("%v: events %+v", executor, *events)
					}
					for _, change := range (*events)[0].Changes {
						if p := c.Projection(change.Projection); p != nil && change.Pre >= 0 && !p.Has(change.Post, change.Pre) {
							t.Errorf("%v changed a synapse that does not exist: %+v", executor, change)
						}
					}
					var all selection.Elements
					if where, ok := chosenBy(test.list[len(test.list)-1].Edit); ok {
						if all, err = where.Elements(c, selection.Moment{}); err != nil {
							t.Fatal(err)
						}
						if len(all.Synapses)+len(all.Variables)+len(all.Neurons) == 0 {
							t.Fatal("nothing is chosen")
						}
					}
					if err := test.check(c, all, *events); err != nil {
						t.Errorf("%v: %v", executor, err)
					}
				}
				if hashes[0] != hashes[1] {
					t.Error("the executors leave other bits")
				}
			})
		}
	}
}

// chosenBy returns what an edit chooses.
func chosenBy(e intervention.Edit) (selection.Choice, bool) {
	switch e := e.(type) {
	case intervention.Set:
		return e.Where, true
	case intervention.Lesion:
		return e.Where, true
	case intervention.Thaw:
		return e.Where, true
	case intervention.Clamp:
		return e.Neuron, true
	case intervention.Release:
		return e.Neuron, true
	case intervention.LesionNeuron:
		return e.Neuron, true
	}
	return selection.Choice{}, false
}

// A lesion of a listed wiring changes the synapses that exist, each once, and no others: also
// where a single place without a synapse is named.
func TestLesionsOfAListedWiring(t *testing.T) {
	n := circuit.RectifiedPSP
	g := n.Graph
	g.Projections = slices.Clone(g.Projections)
	g.Projections[0].Pairs = []circuit.Pair{{Post: 0, Pre: 0}, {Post: 0, Pre: 5}, {Post: 1, Pre: 1}, {Post: 2, Pre: 2}, {Post: 2, Pre: 3}}
	n.Graph = g
	c := newGraph(t, n, circuit.Compiled)
	_, events := start(t, c,
		intervention.Intervention{intervention.At(2), intervention.Lesion{on("feedforward[1,4]")}},
		intervention.Intervention{intervention.At(2), intervention.Lesion{on("feedforward[0,*]")}},
		intervention.Intervention{intervention.At(4), intervention.Lesion{on("feedforward")}},
	)
	runGraph(t, c, 8)
	var got [][]string
	for _, e := range *events {
		var changes []string
		for _, change := range e.Changes {
			changes = append(changes, fmt.Sprintf("%v %s[%d,%d]", change.What, change.Projection, change.Post, change.Pre))
		}
		got = append(got, changes)
	}
	want := [][]string{nil,
		{"lesion feedforward[0,0]", "lesion feedforward[0,5]", "plasticity scale[0,-1]"},
		{"lesion feedforward[1,1]", "lesion feedforward[2,2]", "lesion feedforward[2,3]", "plasticity scale[1,-1]", "plasticity scale[2,-1]"},
	}
	if fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("lesions\n%v, want\n%v", got, want)
	}
	p := c.Projection("feedforward")
	if p.Len() != 5 || p.Gone() != 5 {
		t.Errorf("%d of %d synapses are lesioned", p.Gone(), p.Len())
	}
	for _, v := range p.Weights() {
		if v != 0 {
			t.Errorf("weights %v", p.Weights())
			break
		}
	}
}
