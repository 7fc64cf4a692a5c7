package intervention

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/nearest"
)

// quantityNames holds the names of the quantities that are not weights.
var quantityNames = []string{LateralRatio: "lateral_ratio", Error: "error"}

// conditionNames lists what a condition can be about, as it is written.
var conditionNames = []string{"error", "lateral_ratio", "feedforward", "lateral", "scale", "weights"}

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
	return fmt.Sprintf("%s %s %s", quantity, side, number(c.Value))
}

// ParseCondition reads a condition such as
//
//	error < 0.01
//	lateral_ratio < 0.05
//	|lateral[1,0]| > 0.3
//	scale[0] < 0.1
//
// The error says what is wrong and how to write it; whether the indices exist shows
// when it is validated for a circuit.
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
	if c.Value, err = strconv.ParseFloat(value, 64); err != nil || c.Value-c.Value != 0 {
		return c, fmt.Errorf("%q is not a number", value)
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

// known reports whether a condition can be about weights of that name.
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
