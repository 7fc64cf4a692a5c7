package circuitfile

import (
	"strings"

	"twophase/internal/text/expression"
	"twophase/neuron"
)

// maxNames is more than the names that any endpoint sees.
const maxNames = 16

// factor is an expression of what a neuron knows, as a factor of a rule.
type factor struct {
	expression.Expression
	names      []string   // that are visible
	quantities []quantity // what each name is
	uses       []bool     // by name
}

// Of implements neuron.Factor.
func (f *factor) Of(n neuron.Local) float64 {
	var values [maxNames]float64
	for i, q := range f.quantities {
		if f.uses[i] {
			values[i] = q.of(&n)
		}
	}
	return f.Eval(values[:])
}

// OfAll implements neuron.VectorFactor.
func (f *factor) OfAll(dst []float64, of neuron.Locals) {
	var values [maxNames][]float64
	for i, uses := range f.uses {
		if uses {
			values[i] = f.quantities[i].ofAll(&of)
		}
	}
	f.EvalAll(dst, values[:], nil)
}

// factor compiles an expression of what an endpoint sees. What the library has a factor for
// becomes that: it is evaluated for a whole population at once.
func (v *view) factor(text string) (neuron.Factor, error) {
	if text == "" {
		return neuron.Constant(0), nil
	}
	e, err := v.compile(text)
	if err != nil {
		return nil, err
	}
	if constant, ok := e.Constant(); ok {
		return neuron.Constant(constant), nil
	}
	f := &factor{e, v.names, v.quantities, nil}
	for i := range v.names {
		f.uses = append(f.uses, e.Uses(i))
	}
	base, squared := strings.CutSuffix(strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), "**", "^"), "^2")
	for i, name := range v.names {
		switch q := v.quantities[i]; {
		case name != base:
		case q == activity && squared:
			return neuron.SquaredActivity, nil
		case q == activity:
			return neuron.Activity, nil
		case q == gain && !squared:
			return neuron.Gain, nil
		}
	}
	return f, nil
}

// usesAny reports whether a factor uses a quantity.
func usesAny(f neuron.Factor, of ...quantity) bool {
	own, ok := f.(*factor)
	if !ok {
		return false
	}
	for i, q := range own.quantities {
		for _, wanted := range of {
			if own.uses[i] && q == wanted {
				return true
			}
		}
	}
	return false
}

// textOf returns a factor as an expression, where the neuron is of a population of that name.
func textOf(f neuron.Factor, population string) (string, bool) {
	switch f := f.(type) {
	case neuron.Function:
		return f.Text, f.Text != ""
	case *factor:
		return f.String(), true
	}
	switch f {
	case neuron.Factor(neuron.Activity):
		return population, true
	case neuron.Factor(neuron.SquaredActivity):
		return population + "^2", true
	case neuron.Factor(neuron.Gain):
		return quantityNames[gain], true
	}
	if constant, ok := f.(neuron.Constant); ok {
		return constant.String(), true
	}
	return "", false
}

// orZero returns the text of an expression, 0 if it was left out.
func orZero(text string) string {
	if text == "" {
		return "0"
	}
	return text
}
