package experiment

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// Auto is the value of lambda or tau by which the theory chooses it from the spectrum.
const Auto = "auto"

// Lambda describes the gains Λ: a list, the first and the last gain of a linear descent
// over all outputs, or gains that the theory chooses.
type Lambda struct {
	Linear bool
	Auto   bool
	Values []float64
}

// ParseLambda reads "1,0.85,0.7", "1:0.7" or "auto".
func ParseLambda(text string) (Lambda, error) {
	if text == Auto {
		return Lambda{Auto: true}, nil
	}
	first, last, linear := strings.Cut(text, ":")
	l := Lambda{Linear: linear}
	var err error
	if linear {
		l.Values = make([]float64, 2)
		l.Values[0], err = wording.ParseNumber(first)
		if err == nil {
			l.Values[1], err = wording.ParseNumber(last)
		}
	} else {
		l.Values, err = wording.ParseNumbers(text)
	}
	if err != nil {
		return Lambda{}, fmt.Errorf("lambda %q: %w; write one gain for each output, as 1,0.85,0.7, or the first and the last, as 1:0.7", text, err)
	}
	return l, nil
}

// Gains returns the gains of k outputs. It returns an error if a list has
// another length.
func (l Lambda) Gains(k int) ([]float64, error) {
	if l.Auto {
		return nil, errors.New("lambda auto is chosen from the stimuli when a circuit is built: give numbers here")
	}
	if l.Linear {
		return circuit.LinearGains(k, l.Values[0], l.Values[1]), nil
	}
	if len(l.Values) != k {
		return nil, fmt.Errorf("lambda %v lists %s for %s: give one for each, or the first and the last as 1:0.7", l, wording.Count(len(l.Values), "gain"), wording.Count(k, "output"))
	}
	return l.Values, nil
}

// Len returns the number of gains in a list, 0 for a linear descent.
func (l Lambda) Len() int {
	if l.Linear {
		return 0
	}
	return len(l.Values)
}

// String returns the gains in the form that ParseLambda reads.
func (l Lambda) String() string {
	if l.Auto {
		return Auto
	}
	parts := make([]string, len(l.Values))
	for i, v := range l.Values {
		parts[i] = wording.Format(v)
	}
	if l.Linear {
		return strings.Join(parts, ":")
	}
	return strings.Join(parts, ",")
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (l Lambda) MarshalText() ([]byte, error) { return []byte(l.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseLambda. An empty text stands
// for gains that are not given.
func (l *Lambda) UnmarshalText(text []byte) (err error) {
	if len(text) == 0 {
		*l = Lambda{}
		return nil
	}
	*l, err = ParseLambda(string(text))
	return err
}

// DefaultLambda returns the gains from 1 to 0.7 of both of the paper's problems, or 1
// for a network without gains.
func DefaultLambda(n circuit.Network) Lambda {
	ends := n.DefaultGains(2)
	return Lambda{Linear: true, Values: ends}
}

// gains is Λ in a document: a list, one number, or a text that ParseLambda reads.
type gains struct{ to *Lambda }

// Read implements document.Value.
func (g *gains) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind == document.ListNode {
		var l Lambda
		document.Numbers(&l.Values, document.AboveZero).Read(d, name, n)
		*g.to = l
		return
	}
	if n.Kind == document.MappingNode || n.Kind == document.BoolNode {
		d.Fail(name, n, "%v is not gains: write a list such as [1, 0.85, 0.7], or the first and the last as 1:0.7", n)
		return
	}
	l, err := ParseLambda(n.Text)
	if err != nil {
		d.Fail(name, n, "%w", err)
		return
	}
	if slices.ContainsFunc(l.Values, func(v float64) bool { return !(v > 0) || math.IsInf(v, 0) }) {
		d.Fail(name, n, "%v is out of range: gains are positive numbers", n)
		return
	}
	*g.to = l
}

// Write implements document.Value: gains by name as a text, others as a list.
func (g *gains) Write() (*document.Node, bool) {
	if !g.to.Linear && !g.to.Auto {
		return document.Numbers(&g.to.Values, document.AboveZero).Write()
	}
	return &document.Node{Kind: document.TextNode, Text: g.to.String()}, true
}

// Schema implements document.Value.
func (g *gains) Schema() map[string]any {
	return map[string]any{"anyOf": []any{
		map[string]any{"type": "string", "minLength": 1},
		document.Positive(new(float64)).Schema(),
		document.Numbers(new([]float64), document.AboveZero).Schema(),
	}}
}
