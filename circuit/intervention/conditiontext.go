package intervention

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/nearest"
	"twophase/internal/number"
)

// quantityNames holds the names of the quantities that are not weights.
var quantityNames = []string{LateralRatio: "lateral_ratio", Error: "error", Drift: "drift"}

// conditionNames lists the names of the quantities that a condition can bound.
var conditionNames = []string{"error", "drift", "lateral_ratio", "feedforward", "lateral", "scale", "weights"}

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
	return fmt.Sprintf("%s %s %s", quantity, side, number.Format(c.Value))
}

// ParseCondition reads a condition such as
//
//	error < 0.01
//	lateral_ratio < 0.05
//	|lateral[1,0]| > 0.3
//	scale[0] < 0.1
//
// The error says what is wrong and how to write it. ParseCondition does not know how many
// neurons a circuit has: see Validate.
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
	if c.Value, err = number.Parse(value); err != nil {
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
	name, _, _ := strings.Cut(quantity, "[")
	if name = strings.TrimSpace(name); !known(name) {
		return c, fmt.Errorf("there is no %q%s: choose %s", name, nearest.Hint(name, conditionNames), strings.Join(conditionNames, ", "))
	}
	c.Where, err = selection.Parse(quantity, conditional...)
	return c, err
}

// known reports whether a condition can bound weights of that name.
func known(name string) bool {
	for _, k := range conditional {
		if k.String() == name {
			return true
		}
	}
	return false
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (c Condition) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseCondition.
func (c *Condition) UnmarshalText(text []byte) (err error) {
	*c, err = ParseCondition(string(text))
	return err
}
