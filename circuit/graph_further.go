package circuit

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/neuron"
	"twophase/synapse"
)

// checkFurther returns an error unless the further quantities of a population are there.
func (g Graph) checkFurther(p PopulationSpec) error {
	for i, q := range p.Further {
		same := func(o neuron.Further) bool { return o.From == q.From && o.Name == q.Name && o.Delay == q.Delay }
		switch of := g.projection(q.Name); {
		case slices.ContainsFunc(p.Further[:i], same):
			return fmt.Errorf("%s is listed twice among what the neurons know", q.Name)
		case q.From == neuron.OwnVariable && !nameForm.MatchString(q.Name):
			return fmt.Errorf("variable %q: a name is a letter, then letters, digits and _", q.Name)
		case q.From == neuron.OwnVariable && slices.Contains(heldNames, q.Name):
			return fmt.Errorf("variable %s: the name is that of something that circuits of any kind keep; choose another", q.Name)
		case q.From == neuron.OwnVariable && !allFinite(q.Start):
			return fmt.Errorf("variable %s starts at %v: give finite numbers", q.Name, q.Start)
		case (q.From == neuron.CurrentThrough || q.From == neuron.NormThrough) && of == nil:
			return g.CheckProjection(q.Name)
		case (q.From == neuron.CurrentThrough || q.From == neuron.NormThrough) && of.To != p.Name:
			return fmt.Errorf("its neurons receive nothing through %s, which ends on %s", q.Name, of.To)
		case q.From == neuron.PastActivity && (q.Delay < 1 || q.Delay > p.delays()):
			return fmt.Errorf("its neurons know their activity %d stimuli ago, and keep it for %d", q.Delay, p.delays())
		case q.From == neuron.Signal && !slices.Contains(g.Signals, q.Name):
			return fmt.Errorf("there is no signal %s", q.Name)
		case q.From == neuron.Broadcast && g.broadcast(q.Name) == nil:
			return fmt.Errorf("there is no broadcast %s", q.Name)
		}
	}
	switch {
	case len(p.Further) > mostFurther:
		return fmt.Errorf("its neurons know %d further quantities: variables, currents, norms, signals and broadcasts that expressions use; at most %d are possible", len(p.Further), mostFurther)
	case p.Delays < 0:
		return fmt.Errorf("activities of %d stimuli before: give 0 or more", p.Delays)
	case p.Delays > neuron.MostDelay:
		return fmt.Errorf("its activity arrives with a delay of more than %d stimuli: no more are kept", neuron.MostDelay)
	}
	return nil
}

// heldNames are what initial values and Learn name as POPULATION.NAME.
var heldNames = []string{"scale", "previous"}

// mostFurther is the largest number of further quantities of a population.
const mostFurther = 64

// hasVariable reports whether a population has a variable of its own with that name.
func (p *PopulationSpec) hasVariable(name string) bool {
	return slices.ContainsFunc(p.Further, func(q neuron.Further) bool { return q.From == neuron.OwnVariable && q.Name == name })
}

// variableOf splits POPULATION.VARIABLE. It returns an error unless there is such a variable.
func (g Graph) variableOf(name string) (population, variable string, err error) {
	population, variable, _ = strings.Cut(name, ".")
	p := g.population(population)
	if p == nil || !p.hasVariable(variable) {
		return "", "", errors.New("not a variable of a population")
	}
	return population, variable, nil
}

// HasChange reports whether a variable of the graph, by its name as in y.theta, changes in a step.
func (g Graph) HasChange(name string) bool {
	of, variable, err := g.variableOf(name)
	return err == nil && slices.ContainsFunc(g.population(of).Further, func(q neuron.Further) bool {
		return q.From == neuron.OwnVariable && q.Name == variable && q.Change != nil
	})
}

// seesCurrent reports whether neurons know what they receive through a projection.
func (g Graph) seesCurrent(projection string) bool {
	return g.knows(neuron.CurrentThrough, projection)
}

// knows reports whether neurons of some population know a further quantity of that source and name.
func (g Graph) knows(from neuron.Source, name string) bool {
	return slices.ContainsFunc(g.Populations, func(p PopulationSpec) bool {
		return slices.ContainsFunc(p.Further, func(q neuron.Further) bool { return q.From == from && q.Name == name })
	})
}

// broadcast returns the broadcast of a name, or nil.
func (g Graph) broadcast(name string) *BroadcastSpec {
	for i := range g.Broadcasts {
		if g.Broadcasts[i].Name == name {
			return &g.Broadcasts[i]
		}
	}
	return nil
}

// checkBroadcasts returns an error unless every broadcast can be computed.
func (g Graph) checkBroadcasts() error {
	for _, b := range g.Broadcasts {
		if err := g.CheckPopulation(b.Of); err != nil {
			return fmt.Errorf("broadcast %s: %w", b.Name, err)
		}
		if b.Sum == nil {
			return fmt.Errorf("broadcast %s: nothing is summed", b.Name)
		}
	}
	return nil
}

// checkCarried returns an error unless populations that settle together can receive through a projection. inside says that
// it comes from one of them.
func (p *ProjectionSpec) checkCarried(inside bool) error {
	switch {
	case p.Wiring == synapse.WithSelf:
		return fmt.Errorf("through %s the neurons of %s act on themselves, which needs a delay: let a turn receive it", p.Name, p.To)
	case inside && p.Carries != nil && !isProportional(p.Carries):
		return fmt.Errorf("what %s carries, %v, is not proportional to the activity, and neurons that settle together need that", p.Name, p.Carries)
	}
	return nil
}

// isProportional reports whether a factor is proportional to the activity, at some points.
func isProportional(f neuron.Factor) bool {
	for _, size := range [...]float64{1, -1, 30} {
		at := testLocal(0.7 * size)
		of := func(activity float64) float64 {
			at.Activity = activity
			return f.Of(at)
		}
		one := of(1)
		for _, y := range [...]float64{0, 2, -1, 0.5, -8} {
			if of(y) != float64(y*one) {
				return false
			}
		}
	}
	return true
}

// testLocal returns what a neuron might know, by which factors are tried.
func testLocal(size float64) neuron.Local {
	more := make([]float64, mostFurther)
	for k := range more {
		more[k] = float64(31+7*(k%11)) * size / 100
	}
	return neuron.Local{
		Activity: 0.71 * size, Provisional: 0.53 * size, Scale: 1.37, Gain: 1.19, Previous: 0.29 * size,
		Mean: 0.43 * size, Trace: 0.61 * size, Current: 0.83 * size, MeanCurrent: 0.37 * size,
	}.WithQuantities(more)
}

// delays returns of how many stimuli before the population keeps its final activities.
func (p *PopulationSpec) delays() int {
	if p.Previous {
		return max(1, p.Delays)
	}
	return p.Delays
}
