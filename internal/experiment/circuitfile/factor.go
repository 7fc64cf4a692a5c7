package circuitfile

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"twophase/internal/text/expression"
	"twophase/neuron"
)

// maxNames is the largest number of names in an expression of one neuron.
const maxNames = 16

// factor is an expression of what a neuron knows, as a factor of a rule.
type factor struct {
	expression.Expression
	names      []string         // that it uses
	quantities []quantity       // what each name is
	further    []neuron.Further // and what that is, of a further quantity
	constants  []expression.Constant
}

// Of implements neuron.Factor.
func (f *factor) Of(n neuron.Local) float64 {
	var values [maxNames]float64
	for i, q := range f.quantities {
		values[i] = q.of(&n)
	}
	return f.Eval(values[:])
}

// OfAll implements neuron.VectorFactor.
func (f *factor) OfAll(dst []float64, of neuron.Locals) {
	var values [maxNames][]float64
	for i, q := range f.quantities {
		values[i] = q.ofAll(&of)
	}
	f.EvalAll(dst, values[:len(f.quantities)])
}

// UsesGainAlone reports whether the gain is all that the expression uses: see neuron.UsesGainAlone.
func (f *factor) UsesGainAlone() bool { return len(f.quantities) == 1 && f.quantities[0] == gain }

// rootOfGain is how textOf writes a neuron.RootGain.
var rootOfGain = regexp.MustCompile(`^sqrt\(([0-9.e+-]+)\)\*gain$`)

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
	f := &factor{constants: v.constants}
	for i, name := range v.names {
		if e.Uses(i) {
			f.names, f.quantities = append(f.names, name), append(f.quantities, v.quantityOf(i))
			f.further = append(f.further, v.furtherOf(i))
		}
	}
	if len(f.names) > maxNames {
		return nil, fmt.Errorf("%q uses %d names: at most %d are possible", text, len(f.names), maxNames)
	}
	if f.Expression, err = expression.Compile(text, f.names, v.constants...); err != nil {
		return nil, err
	}
	plain := strings.ReplaceAll(strings.ReplaceAll(text, " ", ""), "**", "^")
	if root := rootOfGain.FindStringSubmatch(plain); root != nil && f.UsesGainAlone() {
		if c, err := strconv.ParseFloat(root[1], 64); err == nil {
			return neuron.RootGain(c), nil
		}
	}
	base, squared := strings.CutSuffix(plain, "^2")
	for i, name := range f.names {
		switch q := f.quantities[i]; {
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
	return slices.ContainsFunc(own.quantities, func(q quantity) bool { return slices.Contains(of, q) })
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
	switch f := f.(type) {
	case neuron.Constant:
		return f.String(), true
	case neuron.RootGain:
		return fmt.Sprintf("sqrt(%v)*%s", float64(f), quantityNames[gain]), true
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
