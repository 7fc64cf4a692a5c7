package circuitfile

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/numerics/kernel"
	"twophase/internal/text/expression"
	"twophase/internal/text/wording"
	"twophase/neuron"
	"twophase/synapse"
)

// What a name in a formula belongs to. The groups separate in this order.
const (
	ofPost = iota
	ofPre
	ofWeight // w, and the rate at which it changes
	groups
)

// The names of a synapse in a formula.
const (
	weightName = "w"
	rateName   = "rate"
)

// formula is a rule as one expression, Δw = a·FORMULA, of both neurons of a synapse and its weight.
type formula struct {
	expression.Expression
	names      []string // that it uses
	groups     []int    // of each name
	quantities []quantity
	further    []neuron.Further // what a further quantity is
	constants  []expression.Constant
}

// formulaName is a name that a formula may use: what it belongs to, and which name of a view of that neuron it is.
type formulaName struct {
	name  string
	group int
	of    *view
	index int
}

// mostNames is the largest number of names in a formula.
const mostNames = 32

// isFormula reports whether the text of a rule is a formula, not the name of a rule.
func isFormula(text string) bool {
	return !ruleWord.MatchString(text) || slices.Contains([]string{"post", "pre", weightName, rateName}, text)
}

var ruleWord = regexp.MustCompile(`^[\pL_][\pL\d_-]*$`)

// formula compiles the rule of a projection that is a formula. Visible are the activities post and pre of both neurons, their other
// quantities as post.NAME and pre.NAME, signals and broadcasts, the weight w, the learning rate of the projection as rate, and that of
// the circuit as alpha. If the two populations differ,
// their names may replace post and pre.
func (c *builder) formula(p *Projection) (*formula, error) {
	all := &view{hidden: map[string]string{"sum": "a sum over neurons is not known to one of them", "mean": "the mean of a neuron is post.mean or pre.mean"}, constants: c.constants()}
	var known []formulaName
	see := func(group int, name string, of *view, index int) {
		if !slices.Contains(all.names, name) {
			all.names, known = append(all.names, name), append(known, formulaName{name, group, of, index})
		}
	}
	for i := range c.Populations {
		all.hide("it is another population's", c.Populations[i].Name, c.short(&c.Populations[i]))
	}
	for i := range c.Projections {
		all.hide("it is not the weight of this synapse, which is w", c.Projections[i].Name)
	}
	for group, end := range []struct {
		name string
		of   *view
	}{{"post", c.view(c.population(p.To), p)}, {"pre", c.preView(p)}} {
		v := end.of
		see(group, end.name, v, 0)
		for i, name := range v.names {
			isPopulation := v.quantities[i] == activity && name != quantityNames[activity]
			switch {
			case v.isShared(i):
				see(group, name, v, i)
			case !isPopulation:
				see(group, end.name+"."+name, v, i)
				if v.quantities[i] == unknown {
					all.hide("it is a neuron's: write "+end.name+"."+name, name)
				}
			case p.From != p.To:
				see(group, name, v, i)
			default:
				all.hide("both neurons are of this population: write post or pre", name)
			}
		}
		for name, why := range v.hidden {
			all.hide(why, end.name+"."+name)
		}
	}
	for _, name := range []string{c.short(c.population(p.To)), c.short(c.population(p.From)), p.To, p.From, "post", "pre", weightName, p.Name} {
		all.hide("names have no index: write post, pre and w", name+"_i", name+"_j", name+"_ij")
	}
	all.hide("it is a neuron's: write post.gain or pre.gain", lambda, quantityNames[gain])
	all.hide("it is what post received: write post.current, or post.current.PROJECTION", quantityNames[current], shortCurrent)
	all.hide("it is of a projection: write post.norm.PROJECTION", "norm")
	all.hide("the formula is multiplied by the learning rate, which is called rate, and that of the circuit alpha", "eta", "lr", "α", "η")
	see(ofWeight, weightName, nil, 0)
	see(ofWeight, rateName, nil, 0)
	e, err := all.compile(p.Rule.Formula)
	if err != nil {
		return nil, err
	}
	f := &formula{constants: all.constants}
	for i, k := range known {
		if !e.Uses(i) {
			continue
		}
		q, what := activity, neuron.Further{}
		if k.of != nil {
			q, what = k.of.quantityOf(k.index), k.of.furtherOf(k.index)
		}
		f.names, f.groups = append(f.names, k.name), append(f.groups, k.group)
		f.quantities, f.further = append(f.quantities, q), append(f.further, what)
	}
	if len(f.names) > mostNames {
		return nil, fmt.Errorf("the formula uses %d names: at most %d are possible", len(f.names), mostNames)
	}
	f.Expression, err = expression.Compile(p.Rule.Formula, f.names, f.constants...)
	return f, err
}

// preView returns what the presynaptic neuron of a projection sees: of itself, and its activity as it arrives, if that is late.
func (c *builder) preView(p *Projection) *view {
	v := c.view(c.population(p.From), nil)
	switch all := c.delaysOf(p.Name); {
	case len(all) == 0:
		v.hide("no turn receives through "+p.Name+" with a delay", delayedName)
	case len(all) > 1:
		v.hide(fmt.Sprintf("%s is received with %d delays", p.Name, len(all)), delayedName)
	case all[0] == 1:
		v.see(previous, delayedName)
	default:
		v.seeNew(neuron.Further{From: neuron.PastActivity, Delay: all[0]}, delayedName)
	}
	return v
}

// delayedName is the activity of the presynaptic neuron so long ago as the delay of its projection.
const delayedName = "delayed"

// isShared reports whether a name is that of something that all neurons know.
func (v *view) isShared(i int) bool {
	if v.quantities[i] != unknown {
		return false
	}
	from := v.furtherOf(i).From
	return from == neuron.Signal || from == neuron.Broadcast || from == neuron.LearningRate
}

// rule returns the formula as a rule that factors, if it does, as it would be written with drives and decays: it may have up to three
// products of what both neurons contribute, and a decay that is such a product times w.
func (f *formula) rule() (own RuleText, factors bool) {
	names := slices.Clone(f.names)
	for i, name := range f.names {
		if f.groups[i] != ofWeight {
			names[i] = f.alone(name, f.quantities[i])
		}
	}
	terms, ok := f.Separate(groups, f.groups, names)
	if !ok {
		return own, false
	}
	for _, t := range terms {
		post, pre, weight := signed(t.Factors[ofPost], t.Negative), signed(t.Factors[ofPre], false), t.Factors[ofWeight]
		switch {
		case weight == "":
			own.Post.Drive, own.Pre.Drive = append(own.Post.Drive, post), append(own.Pre.Drive, pre)
		case weight == weightName && own.Pre.Decay == "":
			own.Post.Decay, own.Pre.Decay = signed(t.Factors[ofPost], !t.Negative), pre
		default:
			return own, false
		}
	}
	if len(own.Post.Drive) == 0 {
		own.Post.Drive, own.Pre.Drive = []string{"0"}, []string{"0"}
	}
	return own, len(own.Post.Drive) <= 1+len(synapse.Factored{}.Also)
}

// alone returns what a name of the formula is called in an expression of its neuron alone.
func (f *formula) alone(name string, q quantity) string {
	if q < further {
		return quantityNames[q]
	}
	for _, end := range []string{"post.", "pre."} {
		name = strings.TrimPrefix(name, end)
	}
	return name
}

// signed returns a factor, 1 if it is "", or minus it.
func signed(text string, negative bool) string {
	if text == "" {
		text = "1"
	}
	if negative && !ruleWord.MatchString(text) && !wording.IsNumber(text) {
		text = "(" + text + ")"
	}
	if negative {
		text = "-" + text
	}
	return text
}

// pairwise returns the rule of a projection of that name by the formula, synapse by synapse.
func (f *formula) pairwise(s *circuit.ProjectionSpec) synapse.Rule {
	return synapse.Pairwise{
		Name: "own, synapse by synapse", Text: f.String(), Equation: "Δ" + s.Name + "_ij = a (" + f.in(s) + ")",
		Change: f.change, Rows: f.rows,
	}
}

// change is the Change of a synapse.Pairwise.
func (f *formula) change(w, a float64, post, pre neuron.Local) (hebbian, decay float64) {
	var values [mostNames]float64
	if a == 0 {
		return 0, 0 // whatever -w/rate is
	}
	for i, group := range f.groups {
		switch {
		case group == ofPost:
			values[i] = f.quantities[i].of(&post)
		case group == ofPre:
			values[i] = f.quantities[i].of(&pre)
		case f.names[i] == rateName:
			values[i] = a
		default:
			values[i] = w
		}
	}
	return float64(a * f.Eval(values[:])), 0
}

// rows is the Rows of a synapse.Pairwise.
func (f *formula) rows(w []float64, stride int, a float64, post, pre neuron.Locals) {
	var values [mostNames][]float64
	var of [mostNames]expression.Of
	for i, group := range f.groups {
		switch {
		case group == ofPost:
			values[i], of[i] = f.quantities[i].ofAll(&post), expression.Row
		case group == ofPre:
			values[i], of[i] = f.quantities[i].ofAll(&pre), expression.Column
		case f.names[i] == rateName:
			of[i] = expression.All
		default:
			values[i], of[i] = w, expression.Place
		}
	}
	grid := expression.Grid{Rows: len(post.Activity), Columns: len(pre.Activity), Stride: stride}
	f.EvalGrid(grid, of[:], values[:len(f.names)], a, func(from int, changes []float64) {
		if a == 0 {
			clear(changes) // whatever -w/rate is
		}
		kernel.Scale(changes, a, changes)
		part := w[from : from+len(changes)]
		kernel.AddEach(part, part, changes)
	})
}

// end returns what the formula uses of one neuron of a synapse, as a factor.
func (f *formula) end(group int) *factor {
	end := &factor{}
	for i, of := range f.groups {
		if of == group {
			end.names, end.quantities, end.further = append(end.names, f.names[i]), append(end.quantities, f.quantities[i]), append(end.further, f.further[i])
		}
	}
	return end
}

// in writes the formula in mathematics.
func (f *formula) in(s *circuit.ProjectionSpec) string {
	return inMathematics(f.String(), func(name string) string {
		i := slices.Index(f.names, name)
		switch {
		case i < 0:
			return ofConstant(f.constants, name)
		case name == rateName:
			return "a"
		case f.groups[i] == ofPost:
			return f.quantities[i].in(f.further[i], s.To, "i")
		case f.groups[i] == ofPre:
			return f.quantities[i].in(f.further[i], s.From, "j")
		}
		return s.Name + "_ij"
	})
}
