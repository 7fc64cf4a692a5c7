package circuit

import (
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/phrase"
)

// Spec describes a circuit to build. It is plain data, which New validates and does not
// change.
type Spec struct {
	Network Network
	Inputs  int       // N
	Gains   []float64 // Λ: λ_1 > … > λ_K > 0, one for each of the K outputs
	Rate    Rate      // α_t

	Tau            float64   // τ; 0 means the network's own
	InitialScale   float64   // M starts at this times I; 0 means the network's own
	InitialWeights []float64 // W at the start [K×N], row-major; nil means random
	InitialSpread  float64   // random weights are this times N(0, 1/N); 0 means 1

	// Of the populations and projections of a Network.Graph, by name. A name that is missing
	// has the network's own value.
	Sizes   map[string]int       // the number of neurons of a population
	GainsOf map[string][]float64 // the gains of a population
	Rates   map[string]Rate      // the learning-rate schedule of a projection
	Taus    map[string]float64   // the τ of a projection

	// Initial holds, by name, the weights of a projection [post×pre], row-major; POPULATION.scale: scales;
	// POPULATION.previous: activities before the first stimulus. The names of a network without a Graph
	// are feedforward, lateral and outputs.scale. What is missing starts as the network does.
	Initial map[string][]float64

	// Rules are further rules that projections may change to, by SetRule. No two of a projection have
	// the same name and equation, by which a State names the present one.
	Rules []RuleOf

	// Seed and Trial key the random numbers of the circuit: its initial weights, its
	// synaptic noise and its failures of transmission.
	Seed, Trial uint64

	Executor Executor
}

// Validate returns an error that names the first invalid field.
func (s Spec) Validate() error {
	switch {
	case len(s.Network.Schedule) == 0:
		return errors.New("the network is missing: choose one such as IfPSP")
	case s.Executor != Compiled && s.Executor != Literal:
		return fmt.Errorf("%v does not exist: choose Compiled or Literal", s.Executor)
	case s.Inputs < 1:
		return fmt.Errorf("%d inputs: a circuit needs at least 1", s.Inputs)
	case len(s.Gains) < 1:
		return errors.New("no outputs: give one gain λ for each output neuron")
	case s.Network.Graph == nil && len(s.Gains) > s.Inputs:
		return fmt.Errorf("%s for %s: a circuit cannot find more components than it has inputs", phrase.Count(len(s.Gains), "output"), phrase.Count(s.Inputs, "input"))
	case s.Network.MostOutputs > 0 && len(s.Gains) > s.Network.MostOutputs:
		return fmt.Errorf("%s: network %s has at most %d", phrase.Count(len(s.Gains), "output"), s.Network.Name, s.Network.MostOutputs)
	case s.InitialWeights != nil && s.InitialSpread != 0:
		return errors.New("initial weights and the spread of random ones exclude one another: give one of them")
	}
	s = s.withDefaults()
	if err := s.Network.CheckTau(s.Tau); err != nil {
		return err
	}
	switch {
	case !positive(s.InitialScale):
		return fmt.Errorf("initial scale %v: M must start at a positive multiple of I", s.InitialScale)
	case !positive(s.InitialSpread):
		return fmt.Errorf("initial spread %v: random weights start at a positive multiple of N(0, 1/N)", s.InitialSpread)
	case s.InitialWeights != nil && len(s.InitialWeights) != len(s.Gains)*s.Inputs:
		return fmt.Errorf("%s: W has %s × %s", phrase.Count(len(s.InitialWeights), "initial weight"), phrase.Count(len(s.Gains), "output"), phrase.Count(s.Inputs, "input"))
	}
	if err := s.Network.Gains.Check(s.Gains, len(s.Gains)); err != nil {
		return err
	}
	if err := s.Network.CheckRate(s.Rate); err != nil {
		return err
	}
	if err := s.Network.validate(); err != nil {
		return err
	}
	if err := s.checkRules(); err != nil {
		return err
	}
	if s.Network.Graph != nil {
		return s.checkGraph()
	}
	if len(s.Sizes)+len(s.GainsOf)+len(s.Rates)+len(s.Taus) > 0 {
		return fmt.Errorf("sizes, gains, rates or τ by name: network %s has no Graph; give those of the spec", s.Network.Name)
	}
	if s.InitialWeights != nil && s.Initial["feedforward"] != nil {
		return errors.New("initial weights of feedforward are given twice: as InitialWeights and by name")
	}
	if err := s.checkInitial(map[string]int{"inputs": s.Inputs, "outputs": len(s.Gains)}); err != nil {
		return err
	}
	return s.Network.Schedule.checkSize(s.size())
}

// checkGraph returns an error unless what is given by name fits the network's graph.
func (s Spec) checkGraph() error {
	g := s.Network.Shape()
	sizes, err := g.sizes(s)
	if err != nil {
		return err
	}
	size := map[string]int{}
	for i, p := range g.Populations {
		size[p.Name] = sizes[i]
	}
	if s.InitialWeights != nil {
		return errors.New("initial weights: a network with a Graph takes them by the name of a projection, in Initial")
	}
	for _, name := range sortedKeys(s.GainsOf) {
		if err := g.CheckPopulation(name); err != nil {
			return fmt.Errorf("gains: %w", err)
		}
		of := g.population(name)
		switch {
		case name == g.output():
			return fmt.Errorf("gains of %s, the outputs: give them as the gains Λ of the circuit", name)
		case of.NormOf != "":
			return fmt.Errorf("gains of %s: they are the norms of the weights of %s", name, of.NormOf)
		}
		for i, v := range s.GainsOf[name] {
			if !positive(v) {
				return fmt.Errorf("gain %d of %s is %v: give a positive number", i, name, v)
			}
		}
		if got := len(s.GainsOf[name]); got != size[name] || of.Input {
			return fmt.Errorf("gains of %s: %s for %s", name, phrase.Count(got, "number"), phrase.Count(size[name], "neuron"))
		}
	}
	for _, name := range sortedKeys(s.Rates) {
		if err := g.CheckOwn(name); err != nil {
			return fmt.Errorf("rates: %w", err)
		}
		if err := s.Rates[name].Validate(); err != nil {
			return fmt.Errorf("rate of %s: %w", name, err)
		}
	}
	for _, name := range sortedKeys(s.Taus) {
		if err := g.CheckOwn(name); err != nil {
			return fmt.Errorf("τ: %w", err)
		}
		if err := CheckTau(s.Taus[name]); err != nil {
			return fmt.Errorf("projection %s: %w", name, err)
		}
	}
	return s.checkInitial(size)
}

// checkInitial returns an error unless the initial values fit populations of some sizes.
func (s Spec) checkInitial(size map[string]int) error {
	g := s.Network.Shape()
	for _, name := range sortedKeys(s.Initial) {
		want := 0
		if of, previous := strings.CutSuffix(name, ".previous"); previous {
			if err := g.CheckPopulation(of); err != nil {
				return fmt.Errorf("previous activities: %w", err)
			}
			if !g.population(of).Previous {
				return fmt.Errorf("previous activities: population %s does not keep them", of)
			}
			want = size[of]
		} else if of, scale := strings.CutSuffix(name, ".scale"); scale {
			if err := g.CheckPopulation(of); err != nil {
				return fmt.Errorf("initial scales: %w", err)
			}
			if g.population(of).Input {
				return fmt.Errorf("initial scales: %s are inputs, which have none", of)
			}
			want = size[of]
		} else {
			if err := g.CheckOwn(name); err != nil {
				return fmt.Errorf("initial weights: %w", err)
			}
			p := g.projection(name)
			want = size[p.To] * size[p.From]
		}
		if i := slices.IndexFunc(s.Initial[name], func(v float64) bool { return !finite(v) }); i >= 0 {
			return fmt.Errorf("initial value %d of %s is %v, not a finite number", i, name, s.Initial[name][i])
		}
		if got := len(s.Initial[name]); got != want {
			return fmt.Errorf("initial values of %s: %s, where %d are needed", name, phrase.Count(got, "number"), want)
		}
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

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// CheckTau returns an error unless τ is a positive number.
func CheckTau(tau float64) error {
	if !positive(tau) {
		return fmt.Errorf("τ = %v: give a positive number", tau)
	}
	return nil
}

// size returns the size of the circuit, for selections.
func (s Spec) size() selection.Size {
	return selection.Size{Inputs: s.Inputs, Outputs: len(s.Gains), Lateral: s.Network.Wiring}
}

// withDefaults returns the spec with defaults in the place of zeros.
func (s Spec) withDefaults() Spec {
	if s.Tau == 0 {
		s.Tau = s.Network.Tau
	}
	if s.InitialScale == 0 {
		s.InitialScale = s.Network.InitialScale
	}
	if s.InitialSpread == 0 {
		s.InitialSpread = 1
	}
	return s
}

func positive(v float64) bool { return v > 0 && !math.IsInf(v, 1) }
