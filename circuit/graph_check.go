package circuit

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/neuron"
	"twophase/synapse"
)

// reserved are names that selections, schedules and sizes use for something else.
var reserved = []string{"weights", "scale", "N", "K"}

// nameForm is the form of the name of a population or a projection.
var nameForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// Validate returns an error that names the first part of the graph that is not valid.
func (g Graph) Validate() error {
	if err := g.checkNames(); err != nil {
		return err
	}
	if !slices.ContainsFunc(g.Populations, func(p PopulationSpec) bool { return p.Input }) {
		return errors.New("no population is one of inputs: a circuit needs one that carries the stimulus")
	}
	switch out := g.population(g.OutputName()); {
	case out == nil:
		return fmt.Errorf("output: %w", g.CheckPopulation(g.OutputName()))
	case out.Input:
		return fmt.Errorf("output: population %s is one of inputs: choose another", out.Name)
	}
	if n := g.kinds(); n > selection.MostKinds {
		return fmt.Errorf("the circuit has %d projections, populations, scales and variables: a trace has room for %d of them, inputs and tied projections apart", n, selection.MostKinds)
	}
	for _, p := range g.Populations {
		if err := g.checkPopulation(p); err != nil {
			return fmt.Errorf("population %s: %w", p.Name, err)
		}
	}
	if err := g.checkBroadcasts(); err != nil {
		return err
	}
	for _, p := range g.Projections {
		if err := g.checkProjection(p); err != nil {
			return fmt.Errorf("projection %s: %w", p.Name, err)
		}
	}
	return nil
}

// kinds returns the number of kinds of elements that can be recorded: see selection.Size.Kinds.
func (g Graph) kinds() (n int) {
	for _, p := range g.Projections {
		if p.Tied == "" {
			n++
		}
	}
	for _, p := range g.Populations {
		if !p.Input {
			n++
		}
		if p.Scale != (neuron.ScaleRule{}) && !p.Scale.IsFixed() {
			n++
		}
		for _, q := range p.Further {
			if q.From == neuron.OwnVariable {
				n++
			}
		}
	}
	return n
}

// checkNames returns an error unless every name is well formed and used once.
func (g Graph) checkNames() error {
	seen := map[string]string{}
	check := func(what, name string) error {
		switch other, used := seen[name]; {
		case len(name) > selection.LongestName:
			return fmt.Errorf("%s %.20s…: the name has %d characters, and there is room for %d", what, name, len(name), selection.LongestName)
		case !nameForm.MatchString(name):
			return fmt.Errorf("%s %q: a name is a letter, then letters, digits and _", what, name)
		case name == "outputs" && (what != "population" || g.OutputName() != name), name == "inputs" && (what != "population" || !g.population(name).Input):
			return fmt.Errorf("%s %s: the name is that of the output population, or of inputs, in selections: choose another", what, name)
		case slices.Contains(reserved, name):
			return fmt.Errorf("%s %q: the name is reserved; choose another", what, name)
		case used:
			return fmt.Errorf("%s %s: there is a %s of that name; names are used once", what, name, other)
		}
		seen[name] = what
		return nil
	}
	for _, p := range g.Populations {
		if err := check("population", p.Name); err != nil {
			return err
		}
	}
	for _, p := range g.Projections {
		if err := check("projection", p.Name); err != nil {
			return err
		}
	}
	for _, name := range g.Signals {
		if err := check("signal", name); err != nil {
			return err
		}
	}
	for _, b := range g.Broadcasts {
		if err := check("broadcast", b.Name); err != nil {
			return err
		}
	}
	return nil
}

func (g Graph) checkPopulation(p PopulationSpec) error {
	switch {
	case p.Input && (p.Scale != neuron.ScaleRule{} || !p.Activation.IsLinear()):
		return errors.New("inputs carry the stimulus: they have neither a scale nor an activation")
	case !(p.InitialScale >= 0) && !p.Scale.Multiplies || p.InitialScale-p.InitialScale != 0:
		return fmt.Errorf("initial scale %v: give a positive number", p.InitialScale)
	case p.Scale != neuron.ScaleRule{} && (p.Scale.Drive == nil || p.Scale.Decay == nil || p.Scale.Drain == nil):
		return errors.New("the scale rule lacks a drive, a decay or a drain: choose one such as neuron.ScalePSP")
	}
	if p.Mean != nil {
		if err := p.Mean.Validate(); err != nil {
			return err
		}
	}
	if err := g.checkFurther(p); err != nil {
		return err
	}
	for _, name := range []string{p.Paced, p.NormOf} {
		if name == "" {
			continue
		}
		if err := g.CheckOwn(name); err != nil {
			return err
		}
	}
	if p.NormOf != "" {
		if of := g.projection(p.NormOf); of.From != p.Name && of.To != p.Name {
			return fmt.Errorf("its gains are the norms of %s, which has no synapse of this population", of.Name)
		}
	}
	return nil
}

func (g Graph) checkProjection(p ProjectionSpec) error {
	for _, name := range []string{p.From, p.To} {
		if err := g.CheckPopulation(name); err != nil {
			return err
		}
	}
	if g.population(p.To).Input {
		return fmt.Errorf("it ends on %s, which are inputs: they carry the stimulus and receive nothing", p.To)
	}
	switch input := g.population(p.From).Input; {
	case p.Name == "feedforward" && (!input || p.To != g.OutputName()):
		return fmt.Errorf("the name is that of the projection from inputs to %s, which phases of the paper use: choose another", g.OutputName())
	case p.Name == "lateral" && (p.From != p.To || p.To != g.OutputName()):
		return fmt.Errorf("the name is that of the projection among %s, which phases of the paper use: choose another", g.OutputName())
	}
	if p.Tied != "" {
		return g.checkTied(p)
	}
	ways := 0
	for _, way := range []bool{p.OneToOne, p.Probability != 0, p.Pairs != nil, p.Wiring != synapse.AllToAll} {
		if way {
			ways++
		}
	}
	switch {
	case ways > 1:
		return errors.New("it is wired in two ways: choose one")
	case p.Wiring == synapse.Listed:
		return errors.New("its synapses are listed, but the list is missing: give Pairs or a Probability")
	case p.Wiring != synapse.AllToAll && p.From != p.To:
		return fmt.Errorf("its wiring is %v, which is one within a population", p.Wiring)
	case p.OneToOne && p.From == p.To:
		return errors.New("one-to-one within a population joins each neuron to itself, and such a synapse does not exist")
	case !(p.Probability >= 0 && p.Probability <= 1):
		return fmt.Errorf("synapses exist with probability %v: give a number above 0, up to 1", p.Probability)
	case strings.HasPrefix(string(p.Start), transposeOf):
		of := g.projection(strings.TrimPrefix(string(p.Start), transposeOf))
		if of == nil || g.index(of.Name) >= g.index(p.Name) || of.From != p.To || of.To != p.From || of.Tied != "" {
			return fmt.Errorf("weights start as the %s, which is not a projection before it, from %s to %s, with synapses of its own", p.Start, p.To, p.From)
		}
	case !slices.Contains(starts, p.Start):
		if _, is := p.Start.number(); !is {
			return fmt.Errorf("weights start at %q: choose zero, random, positive, identity, frame, transpose of PROJECTION or a number", p.Start)
		}
	case p.Pace.Times < 0 || p.Pace.Times-p.Pace.Times != 0:
		return fmt.Errorf("learning rate times %v: give a positive number", p.Pace.Times)
	}
	if err := p.checkPairs(); err != nil {
		return err
	}
	if len(p.Pace.Rate.segments) > 0 {
		if err := p.Pace.Rate.Validate(); err != nil {
			return err
		}
	}
	if p.MeanCurrent != nil {
		if err := p.MeanCurrent.Validate(); err != nil {
			return err
		}
	}
	if p.Rule == nil {
		return nil
	}
	if err := p.Rule.Validate(); err != nil {
		return fmt.Errorf("rule: %w", err)
	}
	return nil
}

// PairError is the error of one of the Pairs of a projection.
type PairError struct {
	Pair int // from 0
	Err  error
}

func (e *PairError) Error() string { return e.Err.Error() }

// Unwrap returns the error without the pair.
func (e *PairError) Unwrap() error { return e.Err }

// checkPairs returns an error unless the listed synapses can exist, each once, and start at the listed weights.
func (p ProjectionSpec) checkPairs() error {
	if p.Start == StartListed && p.Pairs == nil {
		return errors.New("its weights start as listed, and its synapses are not listed")
	}
	seen := make(map[[2]int]bool, len(p.Pairs))
	for i, pair := range p.Pairs {
		wrong, ends, weight := "", [2]int{pair.Post, pair.Pre}, pair.Weight
		switch {
		case p.From == p.To && pair.Post == pair.Pre:
			wrong = fmt.Sprintf("joins neuron %d of %s to itself, and such a synapse does not exist: a neuron acts on itself by its scale alone; leave the pair out", pair.Post, p.To)
		case seen[ends]:
			wrong = fmt.Sprintf("lists the synapse onto neuron %d from neuron %d again: a synapse exists once", pair.Post, pair.Pre)
		case !finite(weight):
			wrong = fmt.Sprintf("has the weight %v: give a finite number", weight)
		case weight < 0 && (p.Sign == Excitatory || p.Sign == Inhibitory):
			wrong = fmt.Sprintf("has the weight %v, and weights of a projection that is %v are not below 0: its sign says how they act", weight, p.Sign)
		}
		if wrong != "" {
			return &PairError{i, fmt.Errorf("pair %d %s", i+1, wrong)}
		}
		seen[ends] = true
	}
	return nil
}

// checkTied returns an error unless a projection can be the transpose that it says.
func (g Graph) checkTied(p ProjectionSpec) error {
	if err := g.CheckProjection(p.Tied); err != nil {
		return fmt.Errorf("tied: %w", err)
	}
	switch of := g.projection(p.Tied); {
	case of.Tied != "":
		return fmt.Errorf("it is tied to %s, which is tied itself: tie it to %s", of.Name, of.Tied)
	case of.From != p.To || of.To != p.From:
		return fmt.Errorf("it is tied to %s, which runs from %s to %s: its transpose runs from %s to %s", of.Name, of.From, of.To, of.To, of.From)
	case g.index(p.Tied) > g.index(p.Name):
		return fmt.Errorf("it is tied to %s, which comes after it: let %s come first", p.Tied, p.Tied)
	case p.Current || p.MeanCurrent != nil:
		return fmt.Errorf("it is tied to %s, whose rule knows the current of %s alone: keep none here", of.Name, of.To)
	case p.Rule != nil || p.Start != StartDefault || p.hasList() || p.Wiring != synapse.AllToAll || p.Pace.Times != 0 || p.Pace.OverTau || len(p.Pace.Rate.segments) > 0:
		return fmt.Errorf("it is tied to %s: its synapses are those, with their rule, rate, wiring and start; give them there alone", of.Name)
	}
	return nil
}
