package sweep

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// Value is the value of a key of the experiment: JSON in its shortest form. The empty Value
// leaves the key as it is.
type Value string

// numeric returns the value of a number. Whole numbers have no exponent, so that they can be
// read as integers.
func numeric(v float64) Value {
	if v == math.Trunc(v) && math.Abs(v) < 1e15 {
		return Value(strconv.FormatFloat(v, 'f', 0, 64))
	}
	return Value(wording.Format(v))
}

// Number returns the value as a number.
func (v Value) Number() (float64, bool) {
	n, err := wording.ParseNumber(string(v))
	return n, err == nil
}

// String returns the value as people write it: text without quotes.
func (v Value) String() string {
	var text string
	if strings.HasPrefix(string(v), `"`) && json.Unmarshal([]byte(v), &text) == nil {
		return text
	}
	return string(v)
}

// node returns the value as a node of a document.
func (v Value) node() (*document.Node, error) {
	if _, ok := v.Number(); ok {
		return &document.Node{Kind: document.NumberNode, Text: string(v)}, nil
	}
	doc, err := document.Parse("value", []byte(v))
	if err != nil {
		return nil, err
	}
	return doc.Top(), nil
}

// MarshalJSON implements json.Marshaler. The empty value is null.
func (v Value) MarshalJSON() ([]byte, error) {
	if v == "" {
		return []byte("null"), nil
	}
	return []byte(v), nil
}

// UnmarshalJSON implements json.Unmarshaler.
func (v *Value) UnmarshalJSON(text []byte) error {
	if *v = Value(text); *v == "null" {
		*v = ""
	}
	return nil
}
