package recorder

import (
	"fmt"
	"strings"

	"twophase/circuit/selection"
)

// Request says what to record and how often. It is written SELECTION@STRIDE:
//
//	lateral@100        every 100 steps
//	feedforward@log    at log-spaced steps
//	outputs[0]         every step
//
// The state before the first stimulus and the last step are always recorded. Make a Request
// with ParseRequest.
type Request struct {
	Selection selection.Selection // not of inputs
	Stride    Stride              // at least 1, or LogSpaced
}

// recordable lists the kinds that can be requested. The inputs are the stimulus,
// which is known.
var recordable = []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Outputs, selection.Weights}

// String returns the request in its shortest form, which ParseRequest reads.
func (r Request) String() string {
	if r.Stride == 1 {
		return r.Selection.String()
	}
	return fmt.Sprintf("%v@%v", r.Selection, r.Stride)
}

// ParseRequest reads a request. The error says what is wrong and how to write
// it; whether the circuit has what is requested shows when recording starts.
func ParseRequest(text string) (Request, error) {
	selected, stride, strided := strings.Cut(text, "@")
	r := Request{Stride: 1}
	var err error
	if r.Selection, err = selection.Parse(selected, recordable...); err == nil && strided {
		r.Stride, err = ParseStride(strings.TrimSpace(stride))
	}
	if err != nil {
		return Request{}, fmt.Errorf("request %q: %w", text, err)
	}
	return r, nil
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (r Request) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseRequest.
func (r *Request) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRequest(string(text))
	return err
}

// check returns an error if the stride is not valid or a circuit of that size
// does not have what is selected.
func (r Request) check(z selection.Size) error {
	if r.Stride < 1 && r.Stride != LogSpaced {
		return fmt.Errorf("request %v: the stride must be at least 1, or log", r)
	}
	if z.Graph != nil && z.IsInput(r.Selection.Kind()) {
		return fmt.Errorf("%v are inputs, which carry the stimulus and are not recorded: choose %s", r.Selection.Kind(), list(z.Kinds()))
	}
	return r.Selection.Check(z, recordable...)
}

// list writes kinds as a list.
func list(kinds []selection.Kind) string {
	names := make([]string, len(kinds))
	for i, k := range kinds {
		names[i] = k.String()
	}
	return strings.Join(names, ", ")
}

// join writes requests as a list.
func join(requests []Request) string {
	texts := make([]string, len(requests))
	for i, r := range requests {
		texts[i] = r.String()
	}
	return strings.Join(texts, ", ")
}
