package circuit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/internal/text/wording"
	"twophase/synapse"
)

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
	case s.Network.IsPair() && len(s.Gains) > s.Inputs:
		return fmt.Errorf("%s for %s: a circuit cannot find more components than it has inputs", wording.Count(len(s.Gains), "output"), wording.Count(s.Inputs, "input"))
	case s.Network.MostOutputs > 0 && len(s.Gains) > s.Network.MostOutputs:
		return fmt.Errorf("%s: network %s has at most %d", wording.Count(len(s.Gains), "output"), s.Network.Name, s.Network.MostOutputs)
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
	return s.checkGraph()
}

// checkGraph returns an error unless what is given by name fits the network's graph.
func (s Spec) checkGraph() error {
	g := s.Network.Graph
	size, err := g.sizes(s)
	if err != nil {
		return err
	}
	for _, name := range sortedKeys(s.GainsOf) {
		if err := g.CheckPopulation(name); err != nil {
			return fmt.Errorf("gains: %w", err)
		}
		of := g.population(name)
		switch {
		case name == g.OutputName():
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
			return fmt.Errorf("gains of %s: %s for %s", name, wording.Count(got, "number"), wording.Count(size[name], "neuron"))
		}
	}
	for _, name := range sortedKeys(s.Paces) {
		if err := g.CheckOwn(name); err != nil {
			return fmt.Errorf("paces: %w", err)
		}
		if err := s.Paces[name].validate(); err != nil {
			return fmt.Errorf("projection %s: %w", name, err)
		}
	}
	return s.checkInitial(size)
}

// checkInitial returns an error unless the initial values fit populations of some sizes.
func (s Spec) checkInitial(size map[string]int) error {
	g := s.Network.Graph
	for _, name := range sortedKeys(s.Initial) {
		want := 0
		if of, _, err := g.variableOf(name); err == nil {
			want = size[of]
		} else if of, previous := strings.CutSuffix(name, ".previous"); previous {
			if err := g.CheckPopulation(of); err != nil {
				return fmt.Errorf("previous activities: %w", err)
			}
			if g.population(of).delays() == 0 {
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
			return fmt.Errorf("initial values of %s: %s, where %d are needed", name, wording.Count(got, "number"), want)
		}
	}
	return nil
}

// validate returns an error that names what is invalid of a pace.
func (p OwnPace) validate() error {
	if p.Tau != 0 {
		if err := CheckTau(p.Tau); err != nil {
			return err
		}
	}
	if len(p.Rate.segments) == 0 {
		return nil
	}
	return p.Rate.Validate()
}

// validate returns an error if a rule is missing.
func (n Network) validate() error {
	if err := n.Graph.Validate(); err != nil {
		return fmt.Errorf("network %s: %w", n.Name, err)
	}
	return n.Schedule.CheckIn(n.Graph)
}

// checkRules returns an error unless the projections can change to the rules.
func (s Spec) checkRules() error {
	for i, r := range s.Rules {
		if r.Rule == nil {
			return fmt.Errorf("rule %d of Spec.Rules is missing", i)
		}
		if err := s.Network.CheckRule(r.Projection, r.Rule); err != nil {
			return err
		}
		if slices.ContainsFunc(s.Rules[:i], func(o RuleOf) bool { return o.state() == r.state() }) {
			return fmt.Errorf("two rules of %s have the name %s and the equation %s: give one of them another name", r.Projection, r.Rule, r.Rule.Formula())
		}
	}
	return nil
}

// CheckRule returns an error unless a projection of the network can change to a rule.
func (n Network) CheckRule(projection string, r synapse.Rule) error {
	if err := n.CheckLearner(projection); err != nil {
		return err
	}
	if err := r.Validate(); err != nil {
		return err
	}
	if f, factored := r.(synapse.Factored); factored && f.UnitRate && !n.SetsOwnRate() {
		return fmt.Errorf("rule %v holds at learning rate 1 only: the neurons of %s do not set their rate by themselves", r, n.Name)
	}
	return synapse.CheckReplaces(n.Graph.projection(projection).Rule, r)
}

// CheckLearner returns an error, with the valid choices, unless the network has a projection of that
// name with a rule of its own.
func (n Network) CheckLearner(projection string) error {
	if err := n.Graph.checkLearns(projection); err != nil {
		return err
	}
	return n.Schedule.checkPaced()
}

// checkPaced returns an error if a phase other than Plasticity and Learn changes weights by α_t,
// which is that of the circuit.
func (s Schedule) checkPaced() error {
	for _, phase := range s {
		if phase == Phase(MeanField{}) || len(signatureOf(phase).Parts) > 0 {
			return fmt.Errorf("phase %s changes weights too, at the rate of the circuit: the rate and the rule of single projections stay as they are", signatureOf(phase).Name)
		}
	}
	return nil
}
