package circuitfile

import (
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/internal/text/expression"
	"twophase/neuron"
)

// Further quantities are what neurons know beyond the fields of neuron.Local: variables of their own, compartments, signals
// and broadcasts. A population keeps those that an expression of the file uses. They stand in an expression as quantities
// from further on, in the order of the population.

// further is the first further quantity.
const further = quantities

// compiled returns the expressions of the circuit's constants.
func (c *Circuit) constants() (all []expression.Constant) {
	for _, one := range c.Constants {
		all = append(all, expression.Constant{Name: one.Name, Value: one.Value})
	}
	return all
}

// seeFurther makes the further quantities of a population visible. Without learning, these are those that an activation sees.
func (c *builder) seeFurther(v *view, p *Population, learning bool) {
	v.constants = c.constants()
	v.know = func(f neuron.Further) quantity { return c.know(p.Name, f) }
	for _, own := range p.Variables {
		v.seeNew(neuron.Further{From: neuron.OwnVariable, Name: own.Name}, own.Name)
	}
	for i := range c.Projections {
		q := &c.Projections[i]
		if q.To != p.Name {
			v.hide(fmt.Sprintf("%s ends on %s, and this neuron is of %s", q.Name, q.To, p.Name), "current."+q.Name, "norm."+q.Name)
			continue
		}
		v.seeNew(neuron.Further{From: neuron.CurrentThrough, Name: q.Name}, "current."+q.Name)
		if learning {
			v.seeNew(neuron.Further{From: neuron.NormThrough, Name: q.Name}, "norm."+q.Name)
		}
	}
	if !learning {
		return
	}
	for _, s := range c.Signals {
		v.seeNew(neuron.Further{From: neuron.Signal, Name: s.Name}, s.Name)
	}
	for _, b := range c.Broadcasts {
		v.seeNew(neuron.Further{From: neuron.Broadcast, Name: b.Name}, b.Name)
	}
	v.seeNew(neuron.Further{From: neuron.LearningRate}, alphaName)
}

// alphaName is α_t of the circuit in expressions.
const alphaName = "alpha"

// seeNew makes a further quantity visible under a name. The population keeps it when an expression uses it.
func (v *view) seeNew(f neuron.Further, name string) {
	if !slices.Contains(v.names, name) {
		v.names, v.quantities = append(v.names, name), append(v.quantities, unknown)
		v.fresh = append(v.fresh, freshQuantity{name, f})
	}
}

// unknown is a further quantity that has no index yet.
const unknown = quantity(-1)

// freshQuantity is a further quantity that an expression may use, under a name.
type freshQuantity struct {
	name string
	of   neuron.Further
}

// quantityOf returns the quantity of a name that an expression uses.
func (v *view) quantityOf(i int) quantity {
	if v.quantities[i] != unknown {
		return v.quantities[i]
	}
	return v.know(v.furtherOf(i))
}

// furtherOf returns what a name is if it is a further quantity.
func (v *view) furtherOf(i int) neuron.Further {
	at := slices.IndexFunc(v.fresh, func(f freshQuantity) bool { return f.name == v.names[i] })
	if at < 0 {
		return neuron.Further{}
	}
	return v.fresh[at].of
}

// know returns a further quantity of a population, which keeps it from now on.
func (c *builder) know(population string, f neuron.Further) quantity {
	all := c.further[population]
	i := slices.IndexFunc(all, func(o neuron.Further) bool { return o.From == f.From && o.Name == f.Name && o.Delay == f.Delay })
	if i < 0 {
		i = len(all)
		c.further[population] = append(all, f)
	}
	return further + quantity(i)
}

// knownQuantities returns the number of further quantities of all populations.
func (c *builder) knownQuantities() (n int) {
	for _, p := range c.Populations {
		n += len(c.further[p.Name])
	}
	return n
}

// beginFurther begins the lists of further quantities with the variables.
func (c *builder) beginFurther() error {
	for i := range c.Populations {
		p := &c.Populations[i]
		for _, own := range p.Variables {
			if err := c.checkNew("variable", own.Name); err != nil {
				return document.Blame(err, "populations."+p.Name+".variables")
			}
			c.know(p.Name, neuron.Further{From: neuron.OwnVariable, Name: own.Name, Start: own.Start})
		}
	}
	seen := map[string]bool{}
	for _, p := range c.Populations {
		for _, own := range p.Variables {
			seen[own.Name] = true
		}
	}
	for _, named := range []struct {
		what, key string
		names     []string
	}{{"constant", "constants", namesOf(c.Constants)}, {"signal", "signals", c.signalNames()}, {"broadcast", "broadcast", namesOf(c.Broadcasts)}} {
		for _, name := range named.names {
			err := c.checkNew(named.what, name)
			if err == nil && (seen[name] || c.population(name) != nil || slices.ContainsFunc(c.Projections, func(p Projection) bool { return p.Name == name })) {
				err = fmt.Errorf("%s %s: the name is used twice", named.what, name)
			}
			if seen[name] = true; err != nil {
				return document.Blame(err, named.key)
			}
		}
	}
	return nil
}

func namesOf[T any](all document.Mapping[T]) (names []string) {
	for _, one := range all {
		names = append(names, one.Name)
	}
	return names
}

func (c *Circuit) signalNames() (names []string) {
	for _, s := range c.Signals {
		names = append(names, s.Name)
	}
	return names
}

// checkNew returns an error unless something can have a name in expressions.
func (c *Circuit) checkNew(what, name string) error {
	taken := append([]string{"v", "post", "pre", weightName, rateName, alphaName, shortCurrent, lambda, "current", "norm", "sum", "N", "K"}, quantityNames[:]...)
	switch {
	case slices.Contains(taken, name):
		return fmt.Errorf("%s %s: expressions use the name for something else: choose another", what, name)
	case !nameForm.MatchString(name):
		return fmt.Errorf("%s %q: a name is a letter, then letters, digits and _", what, name)
	}
	return nil
}

// setFurther gives the graph signals and broadcasts, and the populations what they know and how variables change.
func (c *builder) setFurther(g *circuit.Graph) error {
	g.Signals = c.signalNames()
	for i := range c.Populations {
		p := &c.Populations[i]
		for _, own := range p.Variables {
			if own.Change == "" {
				continue
			}
			change, err := c.view(p, nil).factor(own.Change)
			if err != nil {
				return document.Blame(err, "populations."+p.Name+".variables."+own.Name+".change", "populations."+p.Name+".variables")
			}
			at := c.know(p.Name, neuron.Further{From: neuron.OwnVariable, Name: own.Name}) - further
			c.further[p.Name][at].Change = change
		}
	}
	for _, b := range c.Broadcasts {
		spec, err := c.broadcast(b.Name, b.Value)
		if err != nil {
			return document.Blame(err, "broadcast."+b.Name, "broadcast")
		}
		g.Broadcasts = append(g.Broadcasts, spec)
	}
	for i := range g.Populations {
		g.Populations[i].Further = c.further[g.Populations[i].Name]
	}
	return nil
}

// sumForm is a broadcast as a text.
var sumForm = regexp.MustCompile(`^\s*sum\s*\((.*)\)\s*$`)

// broadcast compiles sum(EXPRESSION), of what a neuron of one population knows.
func (c *builder) broadcast(name, text string) (b circuit.BroadcastSpec, err error) {
	found := sumForm.FindStringSubmatch(text)
	if found == nil {
		return b, fmt.Errorf("broadcast %s is %q: write sum(EXPRESSION), of the neurons of one population, such as sum(y^2)", name, text)
	}
	var first error
	for i := range c.Populations {
		p := &c.Populations[i]
		v := &view{hidden: map[string]string{}, constants: c.constants(), know: func(f neuron.Further) quantity { return c.know(p.Name, f) }}
		v.see(activity, p.Name)
		if short := c.short(p); short != "" {
			v.see(activity, short)
		}
		for _, own := range p.Variables {
			v.seeNew(neuron.Further{From: neuron.OwnVariable, Name: own.Name}, p.Name+"."+own.Name)
		}
		f, err := v.factor(found[1])
		if _, alike := f.(neuron.Constant); err == nil && !alike {
			return circuit.BroadcastSpec{Name: name, Of: p.Name, Sum: f}, nil
		}
		if first == nil && !p.Input {
			first = err
		}
	}
	if first == nil {
		first = fmt.Errorf("it is the sum of a constant")
	}
	return b, fmt.Errorf("no population knows all of %q: name the activity of one, and its variables as POPULATION.NAME: %w", found[1], first)
}

// activationOf returns an activation by its name, or as an expression of v, of variables of the neuron, and of what it received.
func (c *builder) activationOf(p *Population) (neuron.Activation, error) {
	if f, err := neuron.ParseActivation(p.Activation); err == nil {
		return f, nil
	}
	v := &view{hidden: map[string]string{}}
	v.see(activity, "v")
	v.hide("it is what the activation computes, from v", p.Name, quantityNames[activity])
	if !p.Input {
		v.see(scale, quantityNames[scale])
		v.see(gain, quantityNames[gain], lambda)
	}
	c.seeFurther(v, p, false)
	for _, name := range append(c.signalNames(), namesOf(c.Broadcasts)...) {
		v.hide("rules and changes see it, and activations do not", name)
	}
	f, err := v.factor(p.Activation)
	if err != nil {
		return neuron.Linear, fmt.Errorf("it is neither linear nor rectified, and as an expression of v: %w", err)
	}
	own, ok := f.(*factor)
	if !ok || !own.isOf(activity) {
		return neuron.NewActivation(p.Activation, func(v float64) float64 { return f.Of(neuron.Local{Activity: v}) }), nil
	}
	return neuron.NewLocalActivation(p.Activation, own), nil
}

// isOf reports whether the factor uses anything but one quantity.
func (f *factor) isOf(q quantity) bool {
	return slices.ContainsFunc(f.quantities, func(o quantity) bool { return o != q })
}

// delays returns the largest delay with which a turn receives from a population, and that of a projection.
func (c *Circuit) delays(population string) (most int) {
	for i := range c.Projections {
		if p := &c.Projections[i]; p.From == population {
			most = max(most, c.delay(p.Name))
		}
	}
	return most
}

// delay returns the delay with which the schedule receives through a projection, the largest if there are several.
func (c *Circuit) delay(projection string) (most int) {
	for _, p := range c.Schedule {
		for _, r := range receptionsIn(p) {
			if r.Through != projection {
				continue
			}
			if r.Slot == previousSlot {
				r.Delay = json.Number("1")
			}
			if d, err := strconv.Atoi(r.Delay.String()); err == nil {
				most = max(most, d)
			}
		}
	}
	return min(most, neuron.MostDelay+1) // which is refused
}

// previousSlot is the slot of a reception with delay 1.
const previousSlot = "previous"

// reception is what a file says of a reception.
type reception struct {
	Through string
	Slot    string
	Delay   json.Number
}

// receptionsIn returns the receptions of a phase that are sections.
func receptionsIn(p Phase) (all []reception) {
	var fields struct{ Receives []json.RawMessage }
	if json.Unmarshal([]byte(p), &fields) != nil {
		return nil
	}
	for _, text := range fields.Receives {
		var r reception
		if json.Unmarshal(text, &r) == nil {
			all = append(all, r)
		}
	}
	return all
}

// inFurther returns a further quantity of a neuron in mathematics.
func inFurther(f neuron.Further, symbol, index string) string {
	switch f.From {
	case neuron.CurrentThrough:
		return "current_" + f.Name + "," + index
	case neuron.NormThrough:
		return "‖" + f.Name + "_" + index + "‖²"
	case neuron.LearningRate:
		return "α"
	case neuron.Signal, neuron.Broadcast:
		return f.Name
	case neuron.PastActivity:
		return fmt.Sprintf("%s_%s(t−%d)", symbol, index, f.Delay)
	}
	return f.Name + "_" + index
}

// checkCurrents returns an error if an activation uses what its neurons receive while they settle.
func (c *Circuit) checkCurrents(g circuit.Graph, s circuit.Schedule) error {
	for i, phase := range s {
		var names []string
		switch p := phase.(type) {
		case circuit.Equilibrate:
			names = p.Populations.List()
		case circuit.Settle:
			names = []string{p.Turn.Population}
		}
		for _, name := range names {
			for k, p := range g.Populations {
				if p.Name == name && usesCurrents(c.Populations[k].Activation) {
					return document.Blame(errors.New("phase "+strconv.Itoa(i+1)+": the activation of "+name+" uses what it receives through single projections, and neurons that settle receive all together: let a turn compute it"), fmt.Sprintf("schedule[%d]", i), "schedule")
				}
			}
		}
	}
	return nil
}

func usesCurrents(activation string) bool { return strings.Contains(activation, "current.") }
