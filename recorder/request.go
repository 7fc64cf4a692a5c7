package recorder

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"twophase/circuit/intervention"
	"twophase/circuit/selection"
)

// Request says what to record and when. It is written SELECTION@STRIDE, and may go on with
// around and while:
//
//	lateral@100                       every 100 steps
//	feedforward@log                   at log-spaced steps
//	outputs[0]                        every step
//	lateral around 20000 40000        densely around these steps: at each, and at log-spaced steps after it
//	lateral@1000 around 20000         also every 1000 steps
//	lateral around interventions      around the steps that Resolve fills in
//	lateral@10 while error > 0.1      every 10 steps, if the condition holds then
//
// The state before the first stimulus and the last step are always recorded. Make a Request
// with ParseRequest.
type Request struct {
	Selection selection.Selection // not of inputs
	Stride    Stride              // at least 1, or LogSpaced; 0: only around the steps of Around or Unresolved

	Around     []int // ascending steps around which it records densely
	Unresolved bool  // densely around the steps of interventions, which Resolve fills in

	While intervention.Condition // records only while it holds; the zero value: always
}

// recordable lists the kinds that can be requested. The inputs are the stimulus,
// which is known.
var recordable = append(selection.KindsOf(selection.Synapses, selection.Scales), selection.Outputs, selection.Weights)

// interventions is the word for steps that are not known yet.
const interventions = "interventions"

// Resolve returns the request with these steps, in any order, in the place of interventions.
func (r Request) Resolve(steps []int) Request {
	if r.Unresolved {
		r.Unresolved, r.Around = false, slices.Compact(slices.Sorted(slices.Values(steps)))
	}
	return r
}

// IsConditional reports whether the request records only while a condition holds.
func (r Request) IsConditional() bool { return r.While != intervention.Condition{} }

// After returns the first step later than t ≥ 0 that is due, whether or not a condition holds.
func (r Request) After(t int) int {
	due := around(r.Around).after(t)
	if r.Stride != 0 {
		due = min(due, r.Stride.After(t))
	}
	return due
}

// Before returns the last step up to t ≥ 0 that is due, whether or not a condition holds, or 0, the
// state before the first stimulus.
func (r Request) Before(t int) int {
	due := around(r.Around).before(t)
	if r.Stride != 0 {
		due = max(due, r.Stride.Before(t))
	}
	return due
}

// count returns the number of steps from 1 to steps that are due, and more if some are both at
// the stride and around steps.
func (r Request) count(steps int) (n int) {
	if r.Stride != 0 {
		n = r.Stride.count(steps)
	}
	return n + around(r.Around).count(steps)
}

// String returns the request in its shortest form, which ParseRequest reads.
func (r Request) String() string {
	text := r.Selection.String()
	dense := r.Unresolved || r.Around != nil
	if r.Stride != 0 && (r.Stride != 1 || dense) {
		text += "@" + r.Stride.String()
	}
	switch {
	case r.Unresolved:
		text += " around " + interventions
	case dense:
		text = strings.TrimRight(text+" around "+around(r.Around).String(), " ")
	}
	if r.IsConditional() {
		text += " while " + r.While.String()
	}
	return text
}

// ParseRequest reads a request. The error says what is wrong and how to write it. Start
// checks whether the circuit has what is requested.
func ParseRequest(text string) (Request, error) {
	r, err := parseRequest(strings.Join(strings.Fields(text), " "))
	if err != nil {
		return Request{}, fmt.Errorf("request %q: %w", text, err)
	}
	return r, nil
}

func parseRequest(text string) (r Request, err error) {
	rest, condition, conditional := cutWord(text, "while")
	what, steps, dense := cutWord(rest, "around")
	selected, stride, strided := strings.Cut(what, "@")
	if r.Selection, err = selection.Parse(selected, recordable...); err != nil {
		return r, err
	}
	switch {
	case strided:
		r.Stride, err = ParseStride(strings.TrimSpace(stride))
	case !dense:
		r.Stride = 1
	}
	if err != nil {
		return r, err
	}
	switch {
	case dense && steps == interventions:
		r.Unresolved = true
	case dense:
		if r.Around, err = parseAround(steps); err == nil && r.Around == nil {
			err = errors.New("around what: write around interventions, or around steps, as around 20000 40000")
		}
	}
	if err == nil && conditional {
		r.While, err = intervention.ParseCondition(condition)
	}
	return r, err
}

// cutWord cuts a text around a word that stands by itself.
func cutWord(text, word string) (before, after string, found bool) {
	before, after, found = strings.Cut(text+" ", " "+word+" ")
	return strings.TrimSpace(before), strings.TrimSpace(after), found
}

// MarshalText implements encoding.TextMarshaler in the form of String.
func (r Request) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseRequest.
func (r *Request) UnmarshalText(text []byte) (err error) {
	*r, err = ParseRequest(string(text))
	return err
}

// check returns an error if the steps are not valid or a circuit of that size
// does not have what is selected.
func (r Request) check(z selection.Size) error {
	dense := r.Unresolved || r.Around != nil
	if r.Stride < 1 && r.Stride != LogSpaced && !(r.Stride == 0 && dense) {
		return fmt.Errorf("request %v: the stride must be at least 1, or log", r)
	}
	if err := around(r.Around).check(); err != nil {
		return fmt.Errorf("request %v: %w", r.Selection, err)
	}
	if r.IsConditional() {
		if err := r.While.Validate(z); err != nil {
			return fmt.Errorf("request %v: %w", r, err)
		}
	}
	if z.IsInput(r.Selection.Kind()) {
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
