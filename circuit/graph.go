package circuit

import (
	"cmp"
	"fmt"
	"slices"

	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// Graph says which populations a circuit has and which projections join them. The circuits
// of the paper have two populations and two projections.
type Graph struct {
	Populations []PopulationSpec
	Projections []ProjectionSpec

	// Output is the name of the population whose final activity is y. It has K neurons
	// unless it says otherwise. "" is the population outputs.
	Output string

	// Signals are the names of columns of the stimulus that feed no population and are broadcast. They
	// stand behind the N numbers of the inputs.
	Signals []string
	// Broadcasts are sums over the neurons of a population, of their final activities in a step.
	Broadcasts []BroadcastSpec
}

// BroadcastSpec is a number that is computed from a population and broadcast: the sum of a factor over its neurons.
type BroadcastSpec struct {
	Name, Of string
	Sum      neuron.Factor
}

// PopulationSpec describes a population of a Graph.
type PopulationSpec struct {
	Name string

	// Input says that the neurons carry the stimulus. The stimulus is split over the
	// populations of inputs, in their order.
	Input bool

	// Size is the number of neurons: arithmetic with whole numbers, N (all inputs), K (the
	// outputs that the circuit has by Spec.Gains) and the names of populations before this
	// one, such as 2*K or N*(N+1)/2. "" is K or, of inputs, an equal share of N. Spec.Sizes
	// overrides it.
	Size string

	Activation   neuron.Activation // not of inputs
	Scale        neuron.ScaleRule  // the zero ScaleRule is neuron.NoScale
	InitialScale float64           // 0: that of the circuit if the scales learn, 1 otherwise
	Paced        string            // the projection at whose rate the scales learn; "": α/τ

	// NormOf names a projection. The gain λ_i of a neuron is then the norm of its weights in
	// the projection at the start. Otherwise the gains are those of Spec.GainsOf, 1 without
	// them, or Spec.Gains of the output population.
	NormOf string

	// Distinct gains fall evenly from 1 to 0.7, unless Spec.GainsOf gives them.
	Distinct bool

	Previous bool           // keep the final activity for the previous stimulus
	Mean     *neuron.Window // keep a running mean of the final activity; nil: do not
	Delays   int            // keep the final activities of so many stimuli, at most neuron.MostDelay

	// Further are variables of the neurons, and what else reaches them, for rules, activations and
	// changes of variables.
	Further []neuron.Further
}

// ProjectionSpec describes a projection of a Graph.
type ProjectionSpec struct {
	Name     string
	From, To string
	Sign     Sign

	// Tied is the name of a projection from To to From, whose synapses also carry signals
	// the other way: this projection is its transpose. It has no synapses, wiring, rule or
	// rate of its own.
	Tied string

	Rule  synapse.Rule // nil: the weights are fixed
	Pace  Pace
	Start Start

	Wiring      synapse.Wiring // within a population
	OneToOne    bool           // neuron i to neuron i alone, between two populations of equal size
	Probability float64        // of each synapse to exist, drawn for every circuit; 0: all exist
	Pairs       []Pair         // the synapses that exist; nil: all

	Current     bool           // keep the input currents of the neurons, for rules (neuron.Local)
	MeanCurrent *neuron.Window // keep a running mean of the currents; nil: do not

	// Carries is what the axons carry here in the place of the activity, which the factor sees as
	// Activity. nil: the activity.
	Carries neuron.Factor
}

// Pair is a synapse that exists.
type Pair struct {
	Post, Pre int
	Weight    float64 // at the start, with StartListed
}

// Sign is how the signals of a projection count, and which sign its weights are meant to have.
type Sign int

const (
	Adds       Sign = iota // the signals add to what a neuron receives; weights of either sign
	Subtracts              // they are subtracted; weights of either sign
	Excitatory             // they add; weights are meant not to be negative (see SignConstraint)
	Inhibitory             // they are subtracted; weights are meant not to be negative
)

var signs = []string{"adds", "subtracts", "excitatory", "inhibitory"}

// String returns adds, subtracts, excitatory or inhibitory.
func (s Sign) String() string { return wording.NameOf(s, signs) }

// ParseSign returns the sign of a name. "" is Adds.
func ParseSign(name string) (Sign, error) {
	return wording.ValueOf[Sign]("sign", cmp.Or(name, signs[Adds]), signs)
}

// subtracts reports whether signals are subtracted.
func (s Sign) subtracts() bool { return s == Subtracts || s == Inhibitory }

// Pace is the learning rate of a projection: Times·α_t, or Times·α_t/τ with OverTau. Times 0
// means 1. Rate is the projection's own α_t; the zero Rate means the network's. Spec.Paces
// overrides both for single projections.
type Pace struct {
	Times   float64
	OverTau bool
	Rate    Rate
}

// Start says where weights start, unless Spec.Initial gives them.
type Start string

const (
	StartDefault  Start = ""         // zero within a population, random between two
	StartZero     Start = "zero"     // 0
	StartRandom   Start = "random"   // N(0, spread²/n) for n presynaptic neurons
	StartPositive Start = "positive" // |v| of a StartRandom weight v
	StartIdentity Start = "identity" // 1 onto neuron i from neuron i, 0 elsewhere
	StartFrame    Start = "frame"    // random, with columns of unit length
	StartListed   Start = "listed"   // the weights of Pairs
)

var starts = []Start{StartDefault, StartZero, StartRandom, StartPositive, StartIdentity, StartFrame, StartListed}

// StartAt starts all weights at a number.
func StartAt(weight float64) Start { return Start(wording.Format(weight)) }

// number returns the number of StartAt.
func (s Start) number() (v float64, is bool) {
	v, err := wording.ParseNumber(string(s))
	return v, err == nil
}

// StartTransposeOf starts weights as the transpose of those of another projection, which
// comes before it in the graph.
func StartTransposeOf(projection string) Start { return transposeOf + Start(projection) }

const transposeOf = "transpose of "

// hasList reports whether the synapses that exist are listed or drawn, each by itself.
func (p *ProjectionSpec) hasList() bool { return p.OneToOne || p.Pairs != nil || p.Probability != 0 }

// OutputName returns the name of the output population.
func (g Graph) OutputName() string {
	return cmp.Or(g.Output, "outputs")
}

// StartsAsM reports whether the scales of a population start at Spec.InitialScale, as M does: those that learn, and
// the fixed ones of the outputs in the circuits of the paper, without a start of their own.
func (g Graph) StartsAsM(p PopulationSpec) bool {
	fixed := p.Scale.IsFixed() && !(p.Name == g.OutputName() && g.isOfThePaper())
	return !p.Input && p.InitialScale == 0 && p.Scale != (neuron.ScaleRule{}) && !p.Scale.NoLeak && !fixed
}

// population returns the population of a name, or nil.
func (g Graph) population(name string) *PopulationSpec {
	for i := range g.Populations {
		if g.Populations[i].Name == name {
			return &g.Populations[i]
		}
	}
	return nil
}

// projection returns the projection of a name, or nil.
func (g Graph) projection(name string) *ProjectionSpec {
	if i := g.index(name); i >= 0 {
		return &g.Projections[i]
	}
	return nil
}

// own returns the projection whose synapses carry the signals of p: itself, or the one to which it is tied.
func (g Graph) own(p *ProjectionSpec) *ProjectionSpec {
	if p.Tied != "" {
		return g.projection(p.Tied)
	}
	return p
}

// index returns the number of a projection, or −1.
func (g Graph) index(projection string) int {
	return slices.IndexFunc(g.Projections, func(p ProjectionSpec) bool { return p.Name == projection })
}

// populationNames returns the names of all populations.
func (g Graph) populationNames() []string {
	var names []string
	for _, p := range g.Populations {
		names = append(names, p.Name)
	}
	return names
}

// projectionNames returns the names of all projections.
func (g Graph) projectionNames() []string {
	var names []string
	for _, p := range g.Projections {
		names = append(names, p.Name)
	}
	return names
}

// ownNames returns the names of the projections that have synapses of their own.
func (g Graph) ownNames() []string {
	var names []string
	for _, p := range g.Projections {
		if p.Tied == "" {
			names = append(names, p.Name)
		}
	}
	return names
}

// CheckPopulation returns an error that lists the populations unless there is one of the name.
func (g Graph) CheckPopulation(name string) error {
	if g.population(name) == nil {
		return wording.Unknown("population", name, g.populationNames())
	}
	return nil
}

// checkActive returns an error unless there is a population of the name whose activity phases may set.
func (g Graph) checkActive(name string) error {
	if err := g.CheckPopulation(name); err != nil {
		return err
	}
	if g.population(name).Input {
		return fmt.Errorf("population %s is one of inputs, which carry the stimulus", name)
	}
	return nil
}

// CheckProjection returns an error that lists the projections unless there is one of the name.
func (g Graph) CheckProjection(name string) error {
	if g.projection(name) == nil {
		return wording.Unknown("projection", name, g.projectionNames())
	}
	return nil
}

// CheckOwn returns an error unless there is a projection with that name, and it is not tied.
func (g Graph) CheckOwn(name string) error {
	if err := g.CheckProjection(name); err != nil {
		return err
	}
	if p := g.projection(name); p.Tied != "" {
		return fmt.Errorf("projection %s is tied to %s: give it for %s", name, p.Tied, p.Tied)
	}
	return nil
}

// checkLearns returns an error unless there is a projection of the name with a rule of its own.
func (g Graph) checkLearns(name string) error {
	if err := g.CheckOwn(name); err != nil {
		return err
	}
	if g.projection(name).Rule == nil {
		return fmt.Errorf("projection %s has no rule: its weights are fixed", name)
	}
	return nil
}

// inputNames returns the names of the populations of inputs.
func (g Graph) inputNames() (names []string) {
	for _, p := range g.Populations {
		if p.Input {
			names = append(names, p.Name)
		}
	}
	return names
}
