package circuit

import (
	"fmt"
	"slices"
	"strings"

	"twophase/neuron"
	"twophase/synapse"
)

// overline is a combining overline, for traces.
const overline = "\u0304"

// Variable returns the name under which phases read and write what a population carries in a slot.
func (g Graph) Variable(population string, slot neuron.Slot) Variable {
	name := population
	switch {
	case population == "outputs" && g.population("y") == nil:
		name = "y"
	case population == "inputs" && g.population("x") == nil:
		name = "x"
	}
	switch slot {
	case neuron.Provisional:
		if name == "y" {
			return Provisional
		}
		return Variable(name + "~")
	case neuron.Trace:
		return Variable(name + overline)
	case neuron.Late:
		if name == "y" {
			return Late
		}
		return Variable(name + "~(t−1)")
	}
	if d := int(slot - neuron.Trace); d > 0 {
		return Variable(fmt.Sprintf("%s(t−%d)", name, d))
	}
	return Variable(name)
}

// Weights returns the variable of the weights of a projection, which equations name as the paper does where no other
// projection has that name.
func (g Graph) Weights(projection string) Variable {
	if p := g.projection(projection); p != nil {
		projection = g.own(p).Name
	}
	switch {
	case projection == "feedforward" && g.projection(string(W)) == nil:
		return W
	case projection == "lateral" && g.projection(string(Mo)) == nil:
		return Mo
	}
	return Variable(projection)
}

// scales returns the variable of the scales of a population.
func (g Graph) scales(population string) Variable {
	if population == "outputs" && g.projection(string(Md)) == nil {
		return Md
	}
	return Variable(population + ".scale")
}

// LearntScales returns what a rule of scales changes: the scales, or the cumulative activities where
// neurons do not divide by them.
func (g Graph) LearntScales(p PopulationSpec) Variable {
	switch {
	case !p.Scale.Metaplastic:
		return g.scales(p.Name)
	case p.Name == "outputs":
		return "Ŷ"
	}
	return Variable(p.Name + ".Ŷ")
}

// stimuli returns the variables of the stimulus.
func (g Graph) stimuli() (all []Variable) {
	for _, name := range g.inputNames() {
		all = append(all, g.Variable(name, neuron.Stimulus))
	}
	return all
}

// variables returns what every step begins with: the stimulus, weights and scales.
func (g Graph) variables() (all []Variable) {
	for _, p := range g.Populations {
		if p.Input {
			all = append(all, g.Variable(p.Name, neuron.Stimulus))
		} else {
			all = append(all, g.scales(p.Name), g.LearntScales(p))
		}
	}
	for _, p := range g.Projections {
		if p.Tied == "" {
			all = append(all, g.Weights(p.Name))
		}
	}
	return all
}

func variables(v []Variable) string {
	if len(v) == 0 {
		return "nothing"
	}
	names := make([]string, len(v))
	for i, e := range v {
		names[i] = string(e)
	}
	return strings.Join(names, ", ")
}

// previous returns the variable of the activity of a population for the previous stimulus.
func (g Graph) previous(population string) Variable {
	return g.Variable(population, neuron.Delayed(1))
}

// mean returns the variable of the running mean of the activity of a population.
func (g Graph) mean(population string) Variable {
	return "⟨" + g.Variable(population, neuron.Final) + "⟩"
}

// meanCurrent returns the variable of the running mean of what neurons receive through a projection.
func (g Graph) meanCurrent(p *ProjectionSpec) Variable {
	return Variable(fmt.Sprintf("⟨%s %s⟩", g.weightSymbol(p.Name), g.Variable(p.From, neuron.Final)))
}

// kept returns what neurons know before a step beside scales: previous activities, running means, variables and signals.
func (g Graph) kept() (all []Variable) {
	for _, p := range g.Populations {
		for d := range p.delays() {
			all = append(all, g.Variable(p.Name, neuron.Delayed(d+1)))
		}
		for _, q := range p.Further {
			all = append(all, g.Known(p.Name, q))
		}
		if p.Mean != nil {
			all = append(all, g.mean(p.Name))
		}
	}
	for i := range g.Projections {
		if p := &g.Projections[i]; p.MeanCurrent != nil {
			all = append(all, g.meanCurrent(p))
		}
	}
	return all
}

// learningReads returns what the rules of some projections, of the scales of some populations, and the changes of variables, POPULATION.NAME, use of the neurons:
// in the order of the populations, and then the mean currents.
func (g Graph) learningReads(projections, scales, variables []string) (all []Variable) {
	var currents []Variable
	try := testLocals()
	of := map[string][]neuron.Factor{}
	for _, name := range projections {
		p := g.projection(name)
		if r, pairwise := p.Rule.(synapse.Pairwise); pairwise {
			post, pre := endsOf(r)
			of[p.To], of[p.From] = append(of[p.To], post), append(of[p.From], pre)
			continue
		}
		r := p.Rule.(synapse.Factored) // there is no other rule
		post := []neuron.Factor{r.Post.Drive, r.Post.Decay, r.Also[0].Post, r.Also[1].Post}
		of[p.To] = append(of[p.To], post...)
		of[p.From] = append(of[p.From], r.Pre.Drive, r.Pre.Decay, r.Also[0].Pre, r.Also[1].Pre)
		if p.MeanCurrent != nil && try.anyUses(post, func(n *neuron.Local) *float64 { return &n.MeanCurrent }) {
			currents = append(currents, g.meanCurrent(p))
		}
	}
	for _, name := range scales {
		s := g.population(name).Scale
		of[name] = append(of[name], s.Drive, s.Decay, s.Drain)
	}
	for _, name := range variables {
		population, variable, _ := strings.Cut(name, ".")
		for _, q := range g.population(population).Further {
			if q.From == neuron.OwnVariable && q.Name == variable {
				of[population] = append(of[population], q.Change)
			}
		}
	}
	for _, p := range g.Populations {
		early := g.Variable(p.Name, neuron.Provisional)
		if p.Input {
			early = g.Variable(p.Name, neuron.Final)
		}
		for _, q := range []struct {
			is    Variable
			there bool
			of    func(n *neuron.Local) *float64
		}{
			{g.Variable(p.Name, neuron.Final), true, func(n *neuron.Local) *float64 { return &n.Activity }},
			{early, true, func(n *neuron.Local) *float64 { return &n.Provisional }},
			{g.Variable(p.Name, neuron.Trace), true, func(n *neuron.Local) *float64 { return &n.Trace }},
			{g.previous(p.Name), p.delays() > 0, func(n *neuron.Local) *float64 { return &n.Previous }},
			{g.mean(p.Name), p.Mean != nil, func(n *neuron.Local) *float64 { return &n.Mean }},
			{g.LearntScales(p), !p.Input && p.Scale.Learns(), func(n *neuron.Local) *float64 { return &n.Scale }},
		} {
			if q.there && try.anyUses(of[p.Name], q.of) {
				all = append(all, q.is)
			}
		}
		for k, q := range p.Further {
			if known := g.Known(p.Name, q); !slices.Contains(all, known) && try.anyUses(of[p.Name], func(n *neuron.Local) *float64 { return n.At(k) }) {
				all = append(all, known)
			}
		}
	}
	return append(all, currents...)
}

// anyUses reports whether a factor of some changes with a quantity of the neuron, at one of several points.
func anyUses(factors []neuron.Factor, of func(n *neuron.Local) *float64) bool {
	return testLocals().anyUses(factors, of)
}

// neurons are points at which factors are tried.
type neurons []neuron.Local

func testLocals() (all neurons) {
	for _, size := range [...]float64{1, -1, 0.01, -0.01, 30, -30} {
		all = append(all, testLocal(size))
	}
	return all
}

// anyUses reports whether a factor of some changes with a quantity of the neuron, at one of the points.
func (all neurons) anyUses(factors []neuron.Factor, of func(n *neuron.Local) *float64) bool {
	for _, f := range factors {
		for i := range all {
			if f != nil && changesWith(f, &all[i], of(&all[i])) {
				return true
			}
		}
	}
	return false
}

// changesWith reports whether a factor changes with a quantity of n, which is as it was afterwards.
func changesWith(f neuron.Factor, n *neuron.Local, quantity *float64) bool {
	value, before := *quantity, f.Of(*n)
	defer func() { *quantity = value }()
	for _, times := range [...]float64{1.5, -1, 0, 1000} { // some factors change at thresholds only
		*quantity = value * times
		if after := f.Of(*n); after != before && (after == after || before == before) {
			return true
		}
	}
	return false
}

// Known returns the variable of a further quantity of a population.
func (g Graph) Known(population string, q neuron.Further) Variable {
	switch q.From {
	case neuron.OwnVariable:
		return Variable(population + "." + q.Name)
	case neuron.CurrentThrough:
		of := g.projection(q.Name)
		return Variable(fmt.Sprintf("%s %s", g.weightSymbol(q.Name), g.Variable(of.From, neuron.Final)))
	case neuron.NormThrough:
		return Variable(fmt.Sprintf("‖%s‖²", g.weightSymbol(q.Name)))
	case neuron.LearningRate:
		return "α"
	case neuron.PastActivity:
		return g.Variable(population, neuron.Delayed(q.Delay))
	}
	return Variable(q.Name)
}

// carried writes what a projection carries of a slot of its population.
func (g Graph) carried(p *ProjectionSpec, slot neuron.Slot) string {
	return "(" + neuron.In(p.Carries, string(g.Variable(p.From, slot)), "j") + ")"
}

// readsBroadcast reports whether a phase reads a number that is computed from a whole population.
func (g Graph) readsBroadcast(s Signature) bool {
	return slices.ContainsFunc(g.Broadcasts, func(b BroadcastSpec) bool { return slices.Contains(s.Reads, Variable(b.Name)) })
}

// sentBy returns what an axon needs to know beside its activity for what a projection carries.
func (g Graph) sentBy(p *ProjectionSpec) (all []Variable) {
	for k, q := range g.population(p.From).Further {
		if p.Carries != nil && anyUses([]neuron.Factor{p.Carries}, func(n *neuron.Local) *float64 { return n.At(k) }) {
			all = append(all, g.Known(p.From, q))
		}
	}
	return all
}

// endsOf returns what a rule that does not factor computes from each end of a synapse, while the rest stays as it is.
func endsOf(r synapse.Pairwise) (post, pre neuron.Factor) {
	changed := func(post, pre neuron.Local) float64 {
		hebbian, decay := r.Change(0.01, 0.1, post, pre)
		return hebbian + decay
	}
	other := testLocal(0.9)
	return neuron.Function{F: func(n neuron.Local) float64 { return changed(n, other) }},
		neuron.Function{F: func(n neuron.Local) float64 { return changed(other, n) }}
}
