package circuitfile

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/internal/text/expression"
	"twophase/internal/text/wording"
	"twophase/neuron"
)

// quantity is something that a neuron knows.
type quantity int

const (
	activity quantity = iota
	provisional
	previous
	trace
	mean
	scale
	gain
	current
	currentMean
	quantities
)

// quantityNames are the names of the quantities, in their order.
var quantityNames = [quantities]string{"activity", "provisional", "previous", "trace", "mean", "scale", "gain", "current", "current_mean"}

// shortCurrent and lambda are other names of the current and the gain.
const (
	shortCurrent = "a"
	lambda       = "λ"
)

// of returns a quantity of a neuron.
func (q quantity) of(n *neuron.Local) float64 {
	switch q {
	case provisional:
		return n.Provisional
	case previous:
		return n.Previous
	case trace:
		return n.Trace
	case mean:
		return n.Mean
	case scale:
		return n.Scale
	case gain:
		return n.Gain
	case current:
		return n.Current
	case currentMean:
		return n.MeanCurrent
	case activity:
		return n.Activity
	}
	return n.Quantity(int(q - further))
}

// ofAll returns a quantity of all neurons, nil if all have 0.
func (q quantity) ofAll(n *neuron.Locals) []float64 {
	switch q {
	case provisional:
		return n.Provisional
	case previous:
		return n.Previous
	case trace:
		return n.Trace
	case mean:
		return n.Mean
	case scale:
		return n.Scale
	case gain:
		return n.Gain
	case current:
		return n.Current
	case currentMean:
		return n.MeanCurrent
	case activity:
		return n.Activity
	}
	return n.Further[q-further]
}

// view is what one endpoint of a rule sees.
type view struct {
	names      []string   // visible names
	quantities []quantity // what each of them is
	hidden     map[string]string
	constants  []expression.Constant
	fresh      []freshQuantity
	know       func(neuron.Further) quantity // keeps a further quantity
}

// see makes a quantity visible under some names.
func (v *view) see(q quantity, names ...string) {
	for _, name := range names {
		if !slices.Contains(v.names, name) {
			v.names, v.quantities = append(v.names, name), append(v.quantities, q)
		}
	}
}

// hide says why names are not visible.
func (v *view) hide(why string, names ...string) {
	for _, name := range names {
		if name != "" {
			v.hidden[name] = why
		}
	}
}

// view returns what a neuron of a population sees: of itself, and of what it receives through
// a projection if it is the postsynaptic one of that.
func (c *builder) view(p *Population, through *Projection) *view {
	v := &view{hidden: map[string]string{}}
	v.see(activity, p.Name, quantityNames[activity])
	if short := c.short(p); short != "" {
		v.see(activity, short)
	}
	delays := c.delays(p.Name)
	v.keeps(p.Previous || delays > 0, previous, fmt.Sprintf("population %s does not keep it: give it previous: true", p.Name))
	v.keeps(p.Previous, trace, fmt.Sprintf("population %s has no trace: give it previous: true, and the schedule a phase {trace: [%s]}", p.Name, p.Name))
	v.keeps(p.Mean != nil, mean, fmt.Sprintf("population %s does not keep a mean: give it mean: {window: 100}", p.Name))
	for _, q := range []quantity{provisional, scale, gain} {
		v.keeps(!p.Input, q, fmt.Sprintf("%s are inputs, which have none", p.Name))
	}
	if !p.Input {
		v.see(gain, lambda)
	}
	if through == nil {
		v.hide("only the postsynaptic neuron of a projection knows what it received", quantityNames[current], quantityNames[currentMean], shortCurrent)
	} else {
		v.see(current, quantityNames[current], shortCurrent)
		v.keeps(through.CurrentMean != nil, currentMean, fmt.Sprintf("projection %s does not keep it: give it current_mean: {window: 100}", through.Name))
	}
	c.seeFurther(v, p, true)
	for i := range c.Populations {
		if name := c.Populations[i].Name; !slices.Contains(v.names, name) {
			v.hide(fmt.Sprintf("it is another neuron's, and this one is of %s", p.Name), name, c.short(&c.Populations[i]))
		}
	}
	for i := range c.Projections {
		v.hide("the weights of a projection are not what a neuron knows", c.Projections[i].Name)
	}
	return v
}

// short returns the other name of the activity of the paper's populations, x or y, unless a
// population is called so.
func (c *Circuit) short(p *Population) string {
	name := map[string]string{"inputs": "x", "outputs": "y"}[p.Name]
	if c.population(name) != nil {
		return ""
	}
	return name
}

// keeps makes a quantity visible if it is kept, and says otherwise why it is not.
func (v *view) keeps(kept bool, q quantity, why string) {
	if kept {
		v.see(q, quantityNames[q])
	} else if !slices.Contains(v.names, quantityNames[q]) {
		v.hide(why, quantityNames[q])
	}
}

// compile compiles an expression. An error about a name that is not visible says why.
func (v *view) compile(text string) (expression.Expression, error) {
	e, err := expression.Compile(text, v.names, v.constants...)
	var wrong *expression.Error
	if errors.As(err, &wrong) && strings.Contains(wrong.Message, "cannot be seen") && v.hidden[wrong.Unknown] == "" && nameForm.MatchString(wrong.Unknown[strings.LastIndex(wrong.Unknown, ".")+1:]) {
		wrong.Message += "; a number of your own stands under constants, a variable of the neurons under variables, " +
			"and what is broadcast to all of them, such as a reward, under signals"
	}
	if errors.As(err, &wrong) && v.hidden[wrong.Unknown] != "" {
		wrong.Message = fmt.Sprintf("%s cannot be seen here: %s. Visible are %s", wrong.Unknown, v.hidden[wrong.Unknown], wording.List(append(slices.Clone(v.names), namesOfConstants(v.constants)...), "and"))
	}
	return e, err
}

func namesOfConstants(all []expression.Constant) (names []string) {
	for _, c := range all {
		names = append(names, c.Name)
	}
	return names
}
