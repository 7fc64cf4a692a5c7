package intervention

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/text/wording"
)

// quantityNames holds the names of the quantities that are not weights.
var quantityNames = []string{LateralRatio: "lateral_ratio", Error: "error", Drift: "drift"}

// conditionNames lists the names of the quantities that a condition can bound in any circuit of that size.
func conditionNames(z selection.Size) []string {
	var names []string
	if hasLateral(z) {
		names = append(names, quantityNames[LateralRatio])
	}
	for _, k := range z.Kinds() {
		if class := z.Class(k); class != selection.Neurons {
			names = append(names, k.String())
		}
	}
	return append(names, selection.Weights.String())
}

// String returns the condition in the form that ParseCondition reads.
func (c Condition) String() string {
	quantity := c.Where.String()
	if c.Quantity > Weights && int(c.Quantity) < len(quantityNames) {
		quantity = quantityNames[c.Quantity]
	}
	if c.Absolute {
		quantity = "|" + quantity + "|"
	}
	side := ">"
	if c.Below {
		side = "<"
	}
	return fmt.Sprintf("%s %s %s", quantity, side, wording.Format(c.Value))
}

// ParseCondition reads a condition such as
//
//	error < 0.01
//	lateral_ratio < 0.05
//	|lateral[1,0]| > 0.3
//	scale[0] < 0.1
//
// The error says what is wrong and how to write it. ParseCondition does not know which
// projections and neurons a circuit has: see Validate.
func ParseCondition(text string) (Condition, error) {
	c, err := parseCondition(text)
	if err != nil {
		return Condition{}, fmt.Errorf("condition %q: %w; write one such as error < 0.01, lateral_ratio < 0.05 or |lateral[1,0]| > 0.3", text, err)
	}
	return c, nil
}

func parseCondition(text string) (c Condition, err error) {
	at := strings.IndexAny(text, "<>")
	if at < 0 {
		return c, errors.New("there is neither < nor >")
	}
	c.Below = text[at] == '<'
	value := strings.TrimSpace(text[at+1:])
	if c.Value, err = wording.ParseNumber(value); err != nil {
		return c, err
	}
	quantity := strings.TrimSpace(text[:at])
	if q := slices.Index(quantityNames, quantity); q > int(Weights) {
		c.Quantity = Quantity(q)
		return c, nil
	}
	if inner, bar := strings.CutPrefix(quantity, "|"); bar {
		if quantity, c.Absolute = strings.CutSuffix(inner, "|"); !c.Absolute {
			return c, errors.New("the absolute value does not end with |")
		}
	}
	if inner, called := strings.CutPrefix(quantity, "abs("); called {
		return c, fmt.Errorf("the absolute value is written |%s|", strings.TrimSuffix(inner, ")"))
	}
	c.Where, err = selection.Parse(quantity)
	return c, err
}

// checkName returns an error if the weights that the condition bounds are none of a circuit of that size.
func (c Condition) checkName(z selection.Size) error {
	switch z.Class(c.Where.Kind()) {
	case selection.Synapses, selection.Scales, selection.Variables, selection.Everything:
		return nil
	}
	name, names := c.Where.Kind().String(), conditionNames(z)
	measured := quantityNames[Error:] // not of every circuit, which its size does not tell
	what := fmt.Sprintf("there is no %q%s", name, wording.Hint(name, slices.Concat(measured, names)))
	if z.Class(c.Where.Kind()) == selection.Neurons {
		what = name + " are neurons, and no condition bounds their activity"
	}
	return fmt.Errorf("%s: choose %s; or %s, if the circuit has it", what, strings.Join(names, ", "), strings.Join(measured, " or "))
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (c Condition) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseCondition.
func (c *Condition) UnmarshalText(text []byte) (err error) {
	*c, err = ParseCondition(string(text))
	return err
}
