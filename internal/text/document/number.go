package document

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"twophase/internal/text/wording"
)

// Integer returns a value that is a whole number from min to max, both at least 0. Write
// leaves out 0, unless a key needs it.
func Integer(to *int, min, max int) Value { return &integerValue{to, min, max} }

// Unsigned returns a value that is a whole number below 2⁶⁴; absent is what
// leaving it out means.
func Unsigned(to *uint64, absent uint64) Value { return &unsignedValue{to, absent} }

// Number returns a value that is a number in a range. Write leaves out 0, unless a key
// needs it.
func Number(to *float64, r Range) Value { return &numberValue{to, r} }

// Positive returns a value that is a positive number. Write leaves out 0.
func Positive(to *float64) Value { return Number(to, AboveZero) }

// Range is the finite numbers from Min to Max, without Min if AboveMin and without Max if
// BelowMax.
type Range struct {
	Min, Max           float64
	AboveMin, BelowMax bool
}

// Ranges without an upper end.
var (
	Any         = Range{Min: -math.MaxFloat64, Max: math.MaxFloat64}
	NotNegative = Range{Max: math.MaxFloat64}
	AboveZero   = Range{Max: math.MaxFloat64, AboveMin: true}
)

type (
	integerValue struct {
		to       *int
		min, max int
	}
	unsignedValue struct {
		to     *uint64
		absent uint64
	}
	numberValue struct {
		to *float64
		Range
	}
)

func (i *integerValue) Read(d *Document, name string, n *Node) {
	if !d.numeral(name, n) {
		return
	}
	v, err := wording.Int(n.Text, int64(i.min), int64(i.max))
	if err != nil {
		d.Fail(name, n, "%w", err)
		return
	}
	*i.to = int(v)
}

func (i *integerValue) Write() (*Node, bool) {
	return &Node{Kind: NumberNode, Text: strconv.Itoa(*i.to)}, *i.to != 0
}

func (i *integerValue) Schema() map[string]any {
	return map[string]any{"type": "integer", "minimum": i.min, "maximum": i.max}
}

func (i *integerValue) sentence(about string) string {
	if i.max < 1e9 {
		return fmt.Sprintf("%s, %d to %d", about, i.min, i.max)
	}
	return fmt.Sprintf("%s, %d or more", about, i.min)
}

func (u *unsignedValue) Read(d *Document, name string, n *Node) {
	if !d.numeral(name, n) {
		return
	}
	v, err := wording.Uint(n.Text, 0, math.MaxUint64)
	if err != nil {
		d.Fail(name, n, "%w", err)
		return
	}
	*u.to = v
}

func (u *unsignedValue) Write() (*Node, bool) {
	return &Node{Kind: NumberNode, Text: strconv.FormatUint(*u.to, 10)}, *u.to != u.absent
}

func (u *unsignedValue) Schema() map[string]any {
	return map[string]any{"type": "integer", "minimum": 0, "maximum": uint64(math.MaxUint64), "default": u.absent}
}

func (u *unsignedValue) sentence(about string) string { return about + ", 0 or more" }

func (r *numberValue) Read(d *Document, name string, n *Node) {
	v, ok := d.Number(name, n)
	switch {
	case !ok:
	case v < r.Min || r.AboveMin && v == r.Min || v > r.Max || r.BelowMax && v == r.Max:
		d.Fail(name, n, "%v is out of range: give %v", n, r.Range)
	default:
		*r.to = v
	}
}

func (r *numberValue) Write() (*Node, bool) { return NodeOf(*r.to), *r.to != 0 }

func (r *numberValue) Schema() map[string]any {
	s := map[string]any{"type": "number"}
	bound := func(key string, v float64, excluded bool) {
		if math.Abs(v) == math.MaxFloat64 {
			return
		}
		if excluded {
			key = "exclusive" + strings.ToUpper(key[:1]) + key[1:]
		}
		s[key] = v
	}
	bound("minimum", r.Min, r.AboveMin)
	bound("maximum", r.Max, r.BelowMax)
	return s
}

func (r *numberValue) sentence(about string) string {
	return about + ", " + strings.TrimPrefix(r.Range.String(), "a number ")
}

// String returns the range in words.
func (r Range) String() string {
	switch {
	case r == Any:
		return "a finite number"
	case r == AboveZero:
		return "a positive number"
	case r == NotNegative:
		return "0 or a positive number"
	}
	from, to := "from", "to"
	if r.AboveMin {
		from = "above"
	}
	if r.BelowMax {
		to = "to below"
	}
	return fmt.Sprintf("a number %s %v %s %v", from, r.Min, to, r.Max)
}

// Number returns the finite number in a node, or false after noting what is wrong.
func (d *Document) Number(name string, n *Node) (float64, bool) {
	if !d.numeral(name, n) {
		return 0, false
	}
	v, err := wording.ParseNumber(n.Text)
	if err != nil {
		d.Fail(name, n, "%w", err)
	}
	return v, err == nil
}

// numeral reports whether a node is a word without quotes, as numbers are; if not, it
// notes what is wrong.
func (d *Document) numeral(name string, n *Node) bool {
	one := n.asOne("a number")
	switch {
	case one != "":
		d.Fail(name, n, "%s", one)
	case n.quoted && wording.IsNumber(n.Text):
		d.Fail(name, n, "%v is not a number: leave out the quotes", n)
	case n.quoted, n.Kind == ListNode, n.Kind == MappingNode:
		d.Fail(name, n, "%v is not a number", n)
	default:
		return true
	}
	return false
}

// NodeOf returns a number as a node.
func NodeOf(v float64) *Node {
	return &Node{Kind: NumberNode, Text: wording.Format(v)}
}
