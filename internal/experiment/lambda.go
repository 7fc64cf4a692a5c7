package experiment

import (
	"fmt"
	"strconv"
	"strings"

	"twophase/circuit"
)

// Lambda says the gains Λ: a list, or the first and the last of a linear
// descent over as many outputs as there are.
type Lambda struct {
	Linear bool
	Values []float64
}

// ParseLambda reads "1,0.85,0.7" or "1:0.7".
func ParseLambda(text string) (Lambda, error) {
	first, last, linear := strings.Cut(text, ":")
	fields := []string{first, last}
	if !linear {
		fields = strings.Split(text, ",")
	}
	l := Lambda{Linear: linear}
	var err error
	if l.Values, err = parseNumbers(fields); err != nil {
		return Lambda{}, fmt.Errorf("lambda %q: %w; write one gain for each output, as 1,0.85,0.7, or the first and the last, as 1:0.7", text, err)
	}
	return l, nil
}

// ParseSpectrum reads eigenvalues such as "1,0.75,0.5,0.2".
func ParseSpectrum(text string) ([]float64, error) {
	values, err := parseNumbers(strings.Split(text, ","))
	if err != nil {
		return nil, fmt.Errorf("spectrum %q: %w; write eigenvalues as 1,0.75,0.5,0.2", text, err)
	}
	return values, nil
}

func parseNumbers(fields []string) ([]float64, error) {
	var values []float64
	for _, f := range fields {
		v, err := strconv.ParseFloat(strings.TrimSpace(f), 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a number", f)
		}
		values = append(values, v)
	}
	return values, nil
}

// Gains returns the gains of k outputs. It returns an error if a list has
// another length.
func (l Lambda) Gains(k int) ([]float64, error) {
	if l.Linear {
		return circuit.LinearGains(k, l.Values[0], l.Values[1]), nil
	}
	if len(l.Values) != k {
		return nil, fmt.Errorf("lambda %v lists %d gains for %d outputs: give one for each, or the first and the last as 1:0.7", l, len(l.Values), k)
	}
	return l.Values, nil
}

// Len returns the number of outputs that a list is for, 0 for a linear descent.
func (l Lambda) Len() int {
	if l.Linear {
		return 0
	}
	return len(l.Values)
}

// String returns the gains in the form that ParseLambda reads.
func (l Lambda) String() string {
	parts := make([]string, len(l.Values))
	for i, v := range l.Values {
		parts[i] = strconv.FormatFloat(v, 'g', -1, 64)
	}
	if l.Linear {
		return strings.Join(parts, ":")
	}
	return strings.Join(parts, ",")
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (l Lambda) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseLambda.
func (l *Lambda) UnmarshalText(text []byte) (err error) {
	*l, err = ParseLambda(string(text))
	return err
}
