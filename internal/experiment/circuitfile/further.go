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

// beginFurther begins the lists of further quantities with the variables. It returns an error if a name stands for two things.
func (c *builder) beginFurther() error {
	taken := map[string]string{}
	for i := range c.Populations {
		p := &c.Populations[i]
		taken[p.Name], taken[c.short(p)] = "population", "population"
	}
	for _, p := range c.Projections {
		taken[p.Name] = "projection"
	}
	for _, named := range []struct {
		what, key string
		names     []string
	}{{"constant", "constants", namesOf(c.Constants)}, {"signal", "signals", c.signalNames()}, {"broadcast", "broadcast", namesOf(c.Broadcasts)}} {
		for _, name := range named.names {
			if err := c.checkNew(named.what, name, taken); err != nil {
				return document.Blame(err, named.key)
			}
			taken[name] = named.what
		}
	}
	for i := range c.Populations {
		p := &c.Populations[i]
		for _, own := range p.Variables {
			if err := c.checkNew("variable", own.Name, taken); err != nil {
				return document.Blame(err, "populations."+p.Name+".variables")
			}
			c.know(p.Name, neuron.Further{From: neuron.OwnVariable, Name: own.Name, Start: own.Start})
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

// checkNew returns an error unless something can have a name in expressions, of which some are taken.
func (c *Circuit) checkNew(what, name string, taken map[string]string) error {
	own := append([]string{"v", "post", "pre", weightName, rateName, alphaName, delayedName, shortCurrent, lambda, "norm", "sum", "N", "K"}, quantityNames[:]...)
	switch {
	case taken[name] != "":
		return fmt.Errorf("%s %s: there is a %s of that name; names are used once", what, name, taken[name])
	case slices.Contains(own, name):
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
	v := c.firingView(p, "v")
	v.hide("it is what the activation computes, from v", p.Name, quantityNames[activity])
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

// senderView returns what decides what a neuron sends: its activity, and what it knows while it fires.
func (c *builder) senderView(p *Population) *view {
	v := c.firingView(p, quantityNames[activity], p.Name)
	if short := c.short(p); short != "" {
		v.see(activity, short)
	}
	return v
}

// firingView returns what a neuron knows while it fires, with its value or its activity under some names: gain, scale, variables, and
// what it has received in this step.
func (c *builder) firingView(p *Population, names ...string) *view {
	v := &view{hidden: map[string]string{}}
	v.see(activity, names...)
	if !p.Input {
		v.see(scale, quantityNames[scale])
		v.see(gain, quantityNames[gain], lambda)
	}
	c.seeFurther(v, p, false)
	for _, name := range append(c.signalNames(), namesOf(c.Broadcasts)...) {
		v.hide("rules and changes see it, and neurons that fire do not", name)
	}
	return v
}

// isOf reports whether the factor uses anything but one quantity.
func (f *factor) isOf(q quantity) bool {
	return slices.ContainsFunc(f.quantities, func(o quantity) bool { return o != q })
}

// delays returns the largest delay with which a phase receives from a population.
func (c *Circuit) delays(population string) (most int) {
	for i := range c.Projections {
		if p := &c.Projections[i]; p.From == population {
			for _, d := range c.delaysOf(p.Name) {
				most = max(most, d)
			}
		}
	}
	return most
}

// delaysOf returns the delays with which the schedule receives through a projection, each once.
func (c *Circuit) delaysOf(projection string) (all []int) {
	for _, p := range c.Schedule {
		for _, r := range receptionsIn(p) {
			if r.Through != projection {
				continue
			}
			if r.Slot == previousSlot {
				r.Delay = json.Number("1")
			}
			d, err := strconv.Atoi(r.Delay.String())
			if d = min(d, neuron.MostDelay+1); err == nil && d > 0 && !slices.Contains(all, d) { // more is refused
				all = append(all, d)
			}
		}
	}
	return all
}

// previousSlot is the slot of a reception with delay 1.
const previousSlot = "previous"

// reception is what a file says of a reception.
type reception struct {
	Through string
	Slot    string
	Delay   json.Number
}

// receptionsIn returns the receptions of a phase, or of the turn that it settles, that are sections.
func receptionsIn(p Phase) (all []reception) {
	type turn struct{ Receives []json.RawMessage }
	var fields struct {
		turn
		Turn json.RawMessage // the name of a population, or a turn
	}
	var settled turn
	if json.Unmarshal([]byte(p), &fields) != nil {
		return nil
	}
	if json.Unmarshal(fields.Turn, &settled) == nil {
		fields.Receives = append(fields.Receives, settled.Receives...)
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

// checkCurrents returns an error if an activation uses what its neurons receive while they settle, or through a projection that reaches
// no phase.
func (c *builder) checkCurrents(g circuit.Graph, s circuit.Schedule) error {
	for _, p := range c.Populations {
		if of := c.unsentCurrent(p.Activation, g, s); of != "" {
			return document.Blame(fmt.Errorf("the activation of %s uses the current through %s, and no phase delivers signals through it: it would be 0 for ever", p.Name, of), "populations."+p.Name+".activation")
		}
	}
	for _, p := range c.Projections {
		if of := c.unsentCurrent(p.Carries, g, s); of != "" {
			return document.Blame(fmt.Errorf("what %s carries uses the current through %s, and no phase delivers signals through it: it would be 0 for ever", p.Name, of), "projections."+p.Name+".carries")
		}
	}
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

// unsentCurrent returns a projection whose current an activation or what axons carry uses, and that no phase delivers; "" if there is none.
func (c *builder) unsentCurrent(text string, g circuit.Graph, s circuit.Schedule) string {
	for _, p := range g.Projections {
		if regexp.MustCompile(`\bcurrent\.`+p.Name+`\b`).MatchString(text) && !s.Delivers(g, p.Name) {
			return p.Name
		}
	}
	return ""
}

func usesCurrents(activation string) bool { return strings.Contains(activation, "current.") }
