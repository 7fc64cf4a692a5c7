package circuitfile

import (
	"regexp"
	"slices"
	"strings"

	"twophase/internal/text/expression"
	"twophase/internal/text/wording"
	"twophase/neuron"
)

// token matches a number, a name, a power of two or three, a product or a difference of an expression.
var token = regexp.MustCompile(`(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[\pL_][\pL\d_]*(?:\.[\pL_][\pL\d_]*)*|\s*(?:\^|\*\*)\s*[23]\b|\s*\*\*?\s*\(?|-`)

// In implements neuron.Written: it writes the expression in mathematics, with the symbol and the index of the neuron.
func (f *factor) In(symbol, index string) string {
	return inMathematics(f.String(), func(name string) string {
		if i := slices.Index(f.names, name); i >= 0 {
			return f.quantities[i].in(f.further[i], symbol, index)
		}
		return ofConstant(f.constants, name)
	})
}

// ofConstant returns the number of a constant, with all its digits, and any other name as it is.
func ofConstant(all []expression.Constant, name string) string {
	for _, c := range all {
		if c.Name == name {
			return strings.ReplaceAll(wording.Format(c.Value), "-", "−")
		}
	}
	return name
}

// inMathematics writes an expression in mathematics, with its names as written says.
func inMathematics(text string, written func(name string) string) string {
	return token.ReplaceAllStringFunc(text, func(found string) string {
		bare := strings.TrimSpace(found)
		power := strings.TrimLeft(bare, "*^ \t")
		switch {
		case found == "-":
			return "−"
		case strings.HasPrefix(bare, "*") || strings.HasPrefix(bare, "^"):
			if strings.HasPrefix(bare, "^") || strings.HasPrefix(bare, "**") {
				return map[string]string{"2": "²", "3": "³"}[power]
			}
			if power == "(" {
				return "("
			}
			return " "
		}
		return written(found)
	})
}

// in returns a quantity of a neuron in mathematics. of is what it is, of a further one.
func (q quantity) in(more neuron.Further, symbol, index string) string {
	if q >= further {
		return inFurther(more, symbol, index)
	}
	of := symbol + "_" + index
	switch q {
	case activity:
		return of
	case provisional:
		if symbol == "y" {
			return "ỹ_" + index
		}
		return symbol + "~_" + index
	case previous:
		return of + "(t−1)"
	case trace:
		return symbol + "\u0304_" + index
	case mean:
		return "⟨" + of + "⟩"
	case scale:
		return "m_" + index
	case gain:
		return "λ_" + index
	case currentMean:
		return "⟨current_" + index + "⟩"
	}
	return "current_" + index
}
