package weights

import (
	"fmt"
	"slices"

	"twophase/circuit"
	"twophase/synapse"
)

// Initial returns the arrays, named as by Final.Arrays, in the form of Spec.Initial for a
// circuit like c. An array may be missing. It returns an error if an array is of another shape,
// if the circuit does not have it, or if it has a weight other than 0 where the circuit has no
// synapse.
func Initial(c *circuit.Circuit, arrays []Array) (map[string][]float64, error) {
	values, used := map[string][]float64{}, 0
	has := FinalOf(c).Arrays()
	given := func(name string) (*Array, error) {
		i := slices.IndexFunc(arrays, func(a Array) bool { return a.Name == name })
		if i < 0 {
			return nil, nil
		}
		used++
		own := has[slices.IndexFunc(has, func(a Array) bool { return a.Name == name })]
		if !slices.Equal(own.Shape, arrays[i].Shape) {
			return nil, fmt.Errorf("%s is %s, and the circuit needs %s", name, times(arrays[i].Shape), times(own.Shape))
		}
		return &arrays[i], nil
	}
	for _, p := range c.Projections() {
		name := NameOf(c, p)
		a, err := given(name)
		if err != nil {
			return nil, err
		}
		if a == nil {
			continue
		}
		post, columns := p.Post(), p.Pre().Len()
		weights := slices.Clone(a.Values)
		if p.Pre() == post && p.Wiring() != synapse.WithSelf {
			scales := make([]float64, post.Len())
			for i := range scales {
				scales[i] = weights[i*columns+i]
			}
			switch {
			case divides(post.ScaleRule()):
				values[post.Name()+".scale"] = scales
			case isM(c, p) && !slices.Equal(scales, post.Divisors()):
				return nil, fmt.Errorf("the diagonal of %s is %v, and the circuit has no scales that learn: they stay %v", name, scales, post.Divisors())
			}
		}
		for i, w := range weights {
			if to, from := i/columns, i%columns; w != 0 && !p.Has(to, from) && !(p.Pre() == post && to == from) {
				return nil, fmt.Errorf("%s[%d,%d] is %g, and the circuit has no such synapse", p.Name(), to, from, w)
			} else if w != 0 && p.Has(to, from) && p.Synapse(to, from).Vacant() {
				return nil, fmt.Errorf("%s[%d,%d] is %g, of a synapse that grew, and the circuit begins without it: twophase resume goes on with a rewired run, and no other run can begin from it", p.Name(), to, from, w)
			}
		}
		values[p.Name()] = weights
	}
	for _, p := range c.Populations() {
		for _, of := range append([]string{"scale"}, p.Variables()...) {
			name := p.Name() + "." + of
			if !slices.ContainsFunc(has, func(a Array) bool { return a.Name == name }) {
				continue
			}
			a, err := given(name)
			if err != nil {
				return nil, err
			}
			if a != nil {
				values[name] = a.Values
			}
		}
	}
	if used < len(arrays) {
		for _, a := range arrays {
			if !slices.ContainsFunc(has, func(own Array) bool { return own.Name == a.Name }) {
				return nil, fmt.Errorf("there is %s, which the circuit does not have", a.Name)
			}
		}
	}
	return values, nil
}

// NameOf returns the name of the array that Final.Arrays has for a projection.
func NameOf(c *circuit.Circuit, p *synapse.Projection) string {
	switch {
	case isW(c, p):
		return "W"
	case isM(c, p):
		return "M"
	}
	taken := func(q *synapse.Projection) bool { return p.Name() == "W" && isW(c, q) || p.Name() == "M" && isM(c, q) }
	if slices.ContainsFunc(c.Projections(), taken) {
		return "projection." + p.Name()
	}
	return p.Name()
}

// times writes a shape as 3×10.
func times(shape []int) (text string) {
	for i, n := range shape {
		if i > 0 {
			text += "×"
		}
		text += fmt.Sprint(n)
	}
	return text
}
