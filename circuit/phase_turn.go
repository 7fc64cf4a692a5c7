package circuit

import (
	"fmt"
	"slices"
	"strings"

	"twophase/neuron"
	"twophase/synapse"
)

// Turn is a neural phase: one turn of the axons of a population. Every neuron adds what it
// receives through some projections, divides the sum by its scale, adds what it carries in
// another slot, and fires,
//
//	s_i = f(base_i + (Σ ± current_i) / m_ii)
//
// with the activation f of the population and the signs of the projections. A population
// whose scales are not divisors divides by 1.
//
// By default, the compiled executor does not call Run for turns that it recognises as the first of
// a routine: see step_fused.go and step_layers.go. TestLayersAreTheirPhases and
// TestExecutionDoesNotMatter compare these ways.
type Turn struct {
	Population string      `json:"population"`
	Slot       neuron.Slot `json:"slot"` // what is written: provisional or final
	Receives   Receptions  `json:"receives"`
	// Base is the slot of the population that the sum is added to; the zero Base: none.
	Base Base `json:"base,omitzero"`
	// InOrder lets the neurons fire one after another: what they receive from one another in the
	// slot that they write is what those before them have just written. A clamped neuron carries
	// its signal from the first on. All other signals are received at once.
	InOrder bool `json:"in_order,omitempty"`
	// Floor lets the neurons divide by m'_i = max(m_ii, (m_ii + Σ_j |m_ij|)/2), over the synapses among them, and keep
	// (1 − m_ii/m'_i) of the activity in which they receive from one another. So
	//
	//	y ← y + (W x − M y)/m'
	//
	// is each of several turns, if all have it: see scaleFloor.
	Floor bool `json:"floor,omitempty"`
}

// Base is a slot, or none.
type Base struct {
	Slot  neuron.Slot
	Given bool
}

// SlotOf returns a slot, for Turn.Base.
func SlotOf(s neuron.Slot) Base { return Base{s, true} }

// IsZero reports whether there is none, for JSON.
func (b Base) IsZero() bool { return !b.Given }

// MarshalText implements encoding.TextMarshaler.
func (b Base) MarshalText() ([]byte, error) { return b.Slot.MarshalText() }

// UnmarshalText implements encoding.TextUnmarshaler.
func (b *Base) UnmarshalText(text []byte) error {
	b.Given = true
	return b.Slot.UnmarshalText(text)
}

// Validate returns an error that names the first field that is out of range.
func (t Turn) Validate() error {
	switch {
	case t.Population == "":
		return fmt.Errorf("a turn of which population? give its name")
	case t.Slot != neuron.Provisional && t.Slot != neuron.Final:
		return fmt.Errorf("a turn writes the slot %v: choose provisional or final", t.Slot)
	case len(t.Receives.List()) == 0 && !t.Base.Given:
		return fmt.Errorf("a turn of %s that receives nothing: name a projection", t.Population)
	}
	return nil
}

// Signature implements Phase. What the phase reads, and whether it is linear, depend on the
// circuit.
func (t Turn) Signature() Signature { return apart(t, Signature{Name: "Turn", Local: Yes}) }

func (t Turn) checkIn(g Graph) error {
	if err := g.checkActive(t.Population); err != nil {
		return err
	}
	if g.population(t.Population).Scale.NoLeak {
		return fmt.Errorf("the neurons of %s have no leak, so that only a settling finds their activity: use Equilibrate", t.Population)
	}
	for _, r := range t.Receives.List() {
		if err := g.CheckProjection(r.Through); err != nil {
			return err
		}
		if p := g.projection(r.Through); p.To != t.Population {
			return fmt.Errorf("projection %s ends on %s, not on %s", r.Through, p.To, t.Population)
		} else if err := r.checkDelay(g, p); err != nil {
			return err
		} else if r.Again && !p.Current && p.MeanCurrent == nil {
			return fmt.Errorf("what was received through %s is used again, but it is not kept: let the projection keep its current", r.Through)
		}
	}
	if t.Floor {
		return t.checkFloor(g)
	}
	if t.InOrder {
		return t.checkAmong(g, true)
	}
	return nil
}

// checkDelay returns an error unless the axons can carry through a projection what was so long ago.
func (r Reception) checkDelay(g Graph, p *ProjectionSpec) error {
	switch kept := g.population(p.From).delays(); {
	case r.Delay < 0:
		return fmt.Errorf("a delay of %d stimuli: give 1 or more", r.Delay)
	case r.Delay > neuron.MostDelay:
		return fmt.Errorf("a delay of %d stimuli: at most %d are kept", r.Delay, neuron.MostDelay)
	case r.Delay > 0 && (r.Again || r.Slot != neuron.Final):
		return fmt.Errorf("what arrives through %s with a delay is the final activity: leave slot and again out", r.Through)
	case r.Delay > kept:
		return fmt.Errorf("what arrives through %s is %d stimuli old, and population %s keeps its activity for %d: let it keep more", r.Through, r.Delay, p.From, kept)
	case r.Delay == 0 && p.Wiring == synapse.WithSelf:
		return fmt.Errorf("the neurons of %s act on themselves through %s, so that each reception needs a delay", p.From, p.Name)
	}
	return nil
}

// among returns the projection through which a turn receives from its own population, in the slot that it
// writes, or "".
func (t Turn) among(g Graph) string {
	for _, r := range t.Receives.List() {
		if p := g.projection(r.Through); p != nil && p.From == t.Population && r.sent() == t.Slot && !r.Again {
			return r.Through
		}
	}
	return ""
}

// checkAmong returns an error unless a turn, which is repeated or in order, receives from its own population once, in the
// slot that it writes. If its neurons fire one after another, what they receive from one another cannot be kept.
func (t Turn) checkAmong(g Graph, inOrder bool) error {
	own := 0
	for _, r := range t.Receives.List() {
		p := g.projection(r.Through)
		switch {
		case r.Again:
			return fmt.Errorf("what was received through %s cannot be used again in a turn that is repeated or in order", r.Through)
		case p.From == t.Population && r.sent() == t.Slot:
			own++
			if p.Tied != "" {
				return fmt.Errorf("projection %s is tied, and a turn that is repeated or in order needs synapses of its own among %s", p.Name, t.Population)
			}
			if inOrder && (p.Current || p.MeanCurrent != nil || g.seesCurrent(p.Name)) {
				return fmt.Errorf("the neurons of %s fire one after another, so that what they receive through %s cannot be kept: no rule may use its current", t.Population, p.Name)
			}
		}
	}
	if own != 1 {
		return fmt.Errorf("a turn that is repeated or in order receives once from its own population, in the slot that it writes: %s does so %d times", t.Population, own)
	}
	return nil
}

func (t Turn) signatureIn(g Graph) Signature {
	p := g.population(t.Population)
	s := Signature{Name: "Turn", Equation: g.turnEquation(t), Linear: linearIf(p.Activation.IsLinear()), Local: Yes, Signals: Signals{Known: true}}
	s.Writes = []Variable{g.Variable(t.Population, t.Slot)}
	if t.Base.Given {
		s.Reads = append(s.Reads, g.Variable(t.Population, t.Base.Slot))
	}
	for _, r := range t.Receives.List() {
		from := g.projection(r.Through)
		if g.population(from.From).Scale.Multiplies {
			s.Reads = append(s.Reads, g.scales(from.From))
		}
		if !t.InOrder || from.From != t.Population || r.Slot != t.Slot {
			s.Reads = append(s.Reads, g.Variable(from.From, r.sent()))
		}
		s.Reads = append(s.Reads, g.sentBy(from)...)
		if r.Delay > 0 {
			s.Linear = No // the stimulus before counts too
		}
		if s.Reads = append(s.Reads, g.Weights(r.Through)); !r.Again {
			s.Signals.Through = append(s.Signals.Through, Carried{Projection: r.Through})
		}
	}
	for k, q := range p.Further {
		if q.From != neuron.CurrentThrough && anyUses([]neuron.Factor{p.Activation.Local()}, func(n *neuron.Local) *float64 { return n.At(k) }) {
			s.Reads = append(s.Reads, g.Known(p.Name, q))
		}
	}
	if len(t.Receives.List()) > 0 && (p.divides() || isNamed(t)) {
		s.Reads = append(s.Reads, g.scales(t.Population))
	}
	for i := range g.Projections {
		if of := &g.Projections[i]; t.Floor && of.isAmong(t.Population) && !slices.Contains(s.Reads, g.Weights(of.Name)) {
			s.Reads = append(s.Reads, g.Weights(of.Name))
		}
	}
	return s
}

// turnEquation returns a turn in mathematics, with the names and signs of a graph.
func (g Graph) turnEquation(t Turn) string {
	p := g.population(t.Population)
	var sum strings.Builder
	for i, r := range t.Receives.List() {
		of := g.projection(r.Through)
		switch {
		case of.Sign.subtracts():
			sum.WriteString(" − ")
		case i > 0:
			sum.WriteString(" + ")
		}
		sent := string(g.Variable(of.From, r.sent()))
		if of.Carries != nil {
			sent = g.carried(of, r.sent())
		}
		if g.population(of.From).Scale.Multiplies {
			sent = fmt.Sprintf("(%s·%s)", g.scales(of.From), sent)
		}
		fmt.Fprintf(&sum, "%s %s", g.weightSymbol(r.Through), sent)
	}
	right, sign := strings.TrimPrefix(sum.String(), " "), "+"
	if rest, minus := strings.CutPrefix(right, "− "); minus && t.Base.Given && len(t.Receives.List()) == 1 {
		right, sign = rest, "−"
	}
	if p.divides() {
		if len(t.Receives.List()) > 1 {
			right = "(" + right + ")"
		}
		divisor := string(g.scales(t.Population))
		if t.Floor {
			divisor += "'"
		}
		right = fmt.Sprintf("%s / %s", right, divisor)
	}
	if t.Base.Given {
		right = fmt.Sprintf("%s %s %s", g.Variable(t.Population, t.Base.Slot), sign, right)
	}
	if own := t.keepsFrom(g); own.Given {
		right += fmt.Sprintf(" + (1 − %s/%[1]s') %s", g.scales(t.Population), g.Variable(t.Population, own.Slot))
	}
	if !p.Activation.IsLinear() {
		right = activationEquation(p.Activation, right)
	}
	if t.InOrder {
		right += ", one neuron after another"
	}
	return fmt.Sprintf("%s = %s", g.Variable(t.Population, t.Slot), right)
}

// activationEquation writes f(argument). An expression is of v.
func activationEquation(f neuron.Activation, argument string) string {
	if f.IsRectified() {
		return "max(0, " + argument + ")"
	}
	text := f.String()
	if f.Local() != nil {
		text = neuron.In(f.Local(), "v", "i")
	}
	return fmt.Sprintf("%s with v = %s", strings.ReplaceAll(text, "v_i", "v"), argument)
}

// weightSymbol returns the symbol of a projection's weights in equations.
func (g Graph) weightSymbol(projection string) string {
	if p := g.projection(projection); p.Tied != "" {
		return string(g.Weights(projection)) + "ᵀ"
	}
	return string(g.Weights(projection))
}

// divides reports whether the neurons divide by scales that may differ from 1.
func (p *PopulationSpec) divides() bool {
	if p.Scale.Metaplastic || p.Scale.Multiplies {
		return false
	}
	return p.Scale != neuron.ScaleRule{} && !p.Scale.IsFixed() || p.InitialScale != 0 && p.InitialScale != 1
}

// Run implements Phase.
func (t Turn) Run(c *Circuit) error { return t.bind(c)() }

func (t Turn) bind(c *Circuit) func() error {
	if t.InOrder {
		w := Settle{Turn: t}.sweeper(c)
		return func() error {
			w.begin()
			w.sweepInOrder()
			return nil
		}
	}
	n := c.node(t.Population)
	receives := t.Receives.List()
	var links []*link
	for _, r := range receives {
		links = append(links, c.link(r.Through))
	}
	var base []float64
	if t.Base.Given {
		base = n.Signals(t.Base.Slot)
	}
	signals, divisors := n.Signals(t.Slot), n.Divisors()
	var floor *scaleFloor
	var own []float64
	from := t.keepsFrom(c.spec.Network.Graph)
	if t.Floor {
		floor = c.newScaleFloor(t.Population)
		divisors = floor.divisors
		if from.Given {
			own = make([]float64, n.Len())
		}
	}
	if len(links) == 0 {
		return func() error {
			copy(signals, base)
			n.Activate(signals)
			return nil
		}
	}
	return func() error {
		t.receive(c, n, receives, links)
		if floor != nil {
			floor.update()
			copy(own, n.Signals(from.Slot)) // which may be what is written
		}
		for i, v := range n.sum[:len(signals)] {
			signals[i] = v / divisors[i]
		}
		for i, v := range base {
			signals[i] = v + signals[i]
		}
		if own != nil {
			floor.keep(signals, own)
		}
		n.Activate(signals)
		return nil
	}
}

// receive sets the sum of a population to what its neurons receive through the links.
func (t *Turn) receive(c *Circuit, n *node, receives []Reception, links []*link) {
	for i, l := range links {
		current := n.current
		if i == 0 {
			current = n.sum
		}
		if receives[i].Again {
			copy(current, l.synapses.Currents().Last)
		} else {
			c.carry(current, l, receives[i].sent())
		}
		switch {
		case i > 0:
			addSigned(n.sum, current, l.subtracts())
		case l.subtracts():
			for j, v := range current {
				current[j] = -v
			}
		}
	}
	if len(links) > 0 && links[0].subtracts() && !t.Base.Given {
		for j, v := range n.sum {
			n.sum[j] = v + 0 // no current at all is +0
		}
	}
}
