package neuron

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Term is a product in mathematics: a number and factors.
type Term struct {
	Number  float64
	Factors []string // in brackets where they are sums
}

// Indexed is a factor of a neuron with that symbol and index.
type Indexed struct {
	Factor        Factor
	Symbol, Index string
}

// Product returns the product of factors. Two that are the same are squared.
func Product(parts ...Indexed) Term {
	t := Term{Number: 1}
	for _, p := range parts {
		switch c := p.Factor.(type) {
		case Constant:
			t.Number *= float64(c)
			continue
		case RootGain:
			t.Number *= math.Sqrt(float64(c))
			p.Factor = Gain
		}
		text := In(p.Factor, p.Symbol, p.Index)
		if isSum(text) {
			text = "(" + text + ")"
		}
		if n := len(t.Factors); n > 0 && t.Factors[n-1] == text && !strings.HasSuffix(text, "²") {
			t.Factors[n-1] += "²"
			continue
		}
		t.Factors = append(t.Factors, text)
	}
	return t
}

// isSum reports whether a text in mathematics has a sum, a sign or a condition outside brackets.
func isSum(text string) bool {
	depth := 0
	for _, r := range text {
		switch r {
		case '(', '⟨':
			depth++
		case ')', '⟩':
			depth--
		case '+', '−', '?', '<', '>', '=':
			if depth == 0 {
				return true
			}
		}
	}
	return false
}

// String writes the size of the product.
func (t Term) String() string {
	number := strconv.FormatFloat(max(t.Number, -t.Number), 'g', 4, 64)
	if number == "1" && len(t.Factors) > 0 {
		return strings.Join(t.Factors, " ")
	}
	return strings.Join(append([]string{number}, t.Factors...), " ")
}

// ChangeText writes the change of a weight at a learning rate that is written as rate: the sum of some terms, less the sum of others.
func ChangeText(rate string, plus, minus []Term) string {
	var all []Term
	for _, t := range minus {
		t.Number = -t.Number
		all = append(all, t)
	}
	all = slices.DeleteFunc(append(slices.Clone(plus), all...), func(t Term) bool { return t.Number == 0 })
	switch {
	case len(all) == 0:
		return "0"
	case len(all) == 1 && all[0].Number > 0:
		product := all[0].String()
		if strings.ContainsAny(product[:1], "0123456789.") {
			return rate + "·" + product
		}
		return rate + " " + product
	}
	var sum strings.Builder
	for i, t := range all {
		switch {
		case t.Number < 0 && i == 0:
			sum.WriteString("−")
		case t.Number < 0:
			sum.WriteString(" − ")
		case i > 0:
			sum.WriteString(" + ")
		}
		sum.WriteString(t.String())
	}
	return fmt.Sprintf("%s(%s)", rate, &sum)
}
