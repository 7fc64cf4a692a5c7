package circuitfile

import (
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
	names      []string
	groups     []int      // of each name
	quantities []quantity // of a neuron
}

// mostNames is more than the names that any formula sees.
const mostNames = 48

// isFormula reports whether the text of a rule is a formula, not the name of a rule.
func isFormula(text string) bool {
	return !ruleWord.MatchString(text) || slices.Contains([]string{"post", "pre", weightName, rateName}, text)
}

var ruleWord = regexp.MustCompile(`^[\pL_][\pL\d_-]*$`)

// formula compiles the rule of a projection that is a formula. Visible are the activities post and pre of both neurons, their other
// quantities as post.NAME and pre.NAME, the weight w, and the learning rate of the projection as rate. If the two populations differ,
// their names may replace post and pre.
func (c *Circuit) formula(p *Projection) (*formula, error) {
	f := &formula{}
	all := &view{hidden: map[string]string{"sum": "a sum over neurons is not known to one of them", "mean": "the mean of a neuron is post.mean or pre.mean"}}
	see := func(group int, name string, q quantity) {
		if !slices.Contains(all.names, name) {
			all.names, all.quantities, f.groups = append(all.names, name), append(all.quantities, q), append(f.groups, group)
		}
	}
	for i := range c.Populations {
		all.hide("it is another population's", c.Populations[i].Name, c.short(&c.Populations[i]))
	}
	for i := range c.Projections {
		all.hide("it is not the weight of this synapse, which is w", c.Projections[i].Name)
	}
	for group, end := range []struct {
		name    string
		of      *Population
		through *Projection
	}{{"post", c.population(p.To), p}, {"pre", c.population(p.From), nil}} {
		v := c.view(end.of, end.through)
		see(group, end.name, activity)
		for i, name := range v.names {
			isPopulation := v.quantities[i] == activity && name != quantityNames[activity]
			switch {
			case !isPopulation:
				see(group, end.name+"."+name, v.quantities[i])
			case p.From != p.To:
				see(group, name, activity)
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
	all.hide("the formula is multiplied by the learning rate, which is called rate", "alpha", "eta", "α", "η")
	see(ofWeight, weightName, 0)
	see(ofWeight, rateName, 0)
	f.names, f.quantities = all.names, all.quantities
	var err error
	f.Expression, err = all.compile(p.Rule.Formula)
	return f, err
}

// rule returns the formula as a rule that factors, if it does, as it would be written with drives and decays: it may have up to three
// products of what both neurons contribute, and a decay that is such a product times w.
func (f *formula) rule() (own RuleText, factors bool) {
	names := slices.Clone(f.names)
	for i, q := range f.quantities {
		if f.groups[i] != ofWeight {
			names[i] = quantityNames[q]
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
		Change: f.change, Row: f.row,
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
		case !f.Uses(i):
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

// row is the Row of a synapse.Pairwise.
func (f *formula) row(hebbian, w []float64, a float64, post neuron.Local, pre neuron.Locals) {
	var vectors [mostNames][]float64
	var alike [mostNames]float64
	if a == 0 {
		clear(hebbian)
		return
	}
	for i, group := range f.groups {
		switch {
		case !f.Uses(i):
		case group == ofPost:
			alike[i] = f.quantities[i].of(&post)
		case group == ofPre:
			vectors[i] = f.quantities[i].ofAll(&pre)
		case f.names[i] == rateName:
			alike[i] = a
		default:
			vectors[i] = w
		}
	}
	f.EvalAll(hebbian, vectors[:], alike[:])
	kernel.Scale(hebbian, a, hebbian)
}

// end returns what the formula uses of one neuron of a synapse, as a factor.
func (f *formula) end(group int) *factor {
	end := &factor{f.Expression, f.names, f.quantities, make([]bool, len(f.names))}
	for i, of := range f.groups {
		end.uses[i] = of == group && f.Uses(i)
	}
	return end
}

// in writes the formula in mathematics.
func (f *formula) in(s *circuit.ProjectionSpec) string {
	return inMathematics(f.String(), func(name string) string {
		i := slices.Index(f.names, name)
		switch {
		case i < 0 || name == rateName:
			return strings.ReplaceAll(name, rateName, "a")
		case f.groups[i] == ofPost:
			return f.quantities[i].in(s.To, "i")
		case f.groups[i] == ofPre:
			return f.quantities[i].in(s.From, "j")
		}
		return s.Name + "_ij"
	})
}
