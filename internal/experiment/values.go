package experiment

import (
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"twophase/circuit"
	"twophase/internal/nearest"
	"twophase/recorder"
)

// value is what a key may hold.
type value interface {
	// decode reads a node, or tells the decoder what is wrong with it.
	decode(d *decoder, key string, n ast.Node)
	// schema returns the same as JSON Schema.
	schema() map[string]any
}

type (
	choice struct {
		to    *string
		names []string
	}
	filePath struct{ to *string }
	boolean  struct{ to *bool }
	integer  struct {
		to       *int
		min, max int
	}
	seed   struct{ to *uint64 }
	number struct {
		to                 *float64
		min, max           float64
		aboveMin, belowMax bool // the limit itself is excluded
	}
	numberList struct{ to *[]float64 }
	gains      struct{ to *Lambda }
	rate       struct{ to *circuit.Rate }
	requests   struct{ to *[]string }
	section    struct {
		keys     []key
		required string
	}
	then struct { // does something after a value was read
		value
		do func()
	}
)

func positive(to *float64) *number { return &number{to, 0, math.MaxFloat64, true, false} }

func (c *choice) decode(d *decoder, key string, n ast.Node) {
	text, ok := d.text(key, n)
	switch {
	case !ok:
	case slices.Contains(c.names, text):
		*c.to = text
	default:
		d.fail(key, n, "%q does not exist%s: choose %s", text, nearest.Hint(text, c.names), strings.Join(c.names, ", "))
	}
}

func (p *filePath) decode(d *decoder, key string, n ast.Node) {
	text, ok := d.text(key, n)
	switch {
	case !ok:
	case text == "":
		d.fail(key, n, "the name of the file is empty: give one, or leave the key out")
	case filepath.IsAbs(text):
		*p.to = text
	default:
		*p.to = filepath.Join(filepath.Dir(d.path), text)
	}
}

func (b *boolean) decode(d *decoder, key string, n ast.Node) {
	switch text, quoted, ok := scalar(n); {
	case !ok || quoted || text != "true" && text != "false":
		d.fail(key, n, "%s is neither true nor false: choose one of them", d.show(n))
	default:
		*b.to = text == "true"
	}
}

func (i *integer) decode(d *decoder, key string, n ast.Node) {
	negative, v, ok := d.whole(key, n)
	switch {
	case !ok:
	case negative || v < uint64(i.min) || v > uint64(i.max):
		d.fail(key, n, "%s is out of range: give a whole number from %d to %d", d.show(n), i.min, i.max)
	default:
		*i.to = int(v)
	}
}

func (s *seed) decode(d *decoder, key string, n ast.Node) {
	negative, v, ok := d.whole(key, n)
	switch {
	case !ok:
	case negative:
		d.fail(key, n, "%s is out of range: give a whole number from 0 to %d", d.show(n), uint64(math.MaxUint64))
	default:
		*s.to = v
	}
}

func (r *number) decode(d *decoder, key string, n ast.Node) {
	v, ok := d.number(key, n)
	switch {
	case !ok:
	case v < r.min || r.aboveMin && v == r.min || v > r.max || r.belowMax && v == r.max:
		d.fail(key, n, "%s is out of range: give %s", d.show(n), r.valid())
	default:
		*r.to = v
	}
}

func (r *number) valid() string {
	switch {
	case r.aboveMin:
		return "a positive number"
	case r.belowMax:
		return fmt.Sprintf("a number from %v to below %v", r.min, r.max)
	}
	return fmt.Sprintf("%v or a positive number", r.min)
}

func (l *numberList) decode(d *decoder, key string, n ast.Node) {
	*l.to = d.numbers(key, n)
}

func (g *gains) decode(d *decoder, key string, n ast.Node) {
	if _, list := n.(*ast.SequenceNode); list {
		*g.to = Lambda{Values: d.numbers(key, n)}
		return
	}
	text, _, ok := scalar(n)
	if !ok {
		d.fail(key, n, "%s is not a list of gains: write [1, 0.85, 0.7], or the first and the last as 1:0.7", d.show(n))
		return
	}
	l, err := ParseLambda(text)
	if err == nil && slices.ContainsFunc(l.Values, func(v float64) bool { return !(v > 0) || math.IsInf(v, 0) }) {
		err = fmt.Errorf("lambda %q: gains are positive numbers", text)
	}
	if err != nil {
		d.fail(key, n, "%v", err)
		return
	}
	*g.to = l
}

func (r *rate) decode(d *decoder, key string, n ast.Node) {
	text, _, ok := scalar(n)
	if !ok {
		d.fail(key, n, "%s is not a learning rate: write one such as 1e-3, 10/(250+t) or 1.1e-3 until 10000, 1e-4", d.show(n))
		return
	}
	parsed, err := circuit.ParseRate(text)
	if err != nil {
		d.fail(key, n, "%v", err)
		return
	}
	*r.to = parsed
}

func (r *requests) decode(d *decoder, key string, n ast.Node) {
	var all []string
	for _, item := range d.list(key, n) {
		text, ok := d.text(key, item)
		if !ok {
			continue
		}
		if _, err := recorder.ParseRequest(text); err != nil {
			d.fail(key, item, "%v", err)
		}
		all = append(all, text)
	}
	*r.to = all
}

func (s *section) decode(d *decoder, key string, n ast.Node) {
	d.section(key, n, s.keys, s.required)
}

func (t *then) decode(d *decoder, key string, n ast.Node) {
	t.value.decode(d, key, n)
	t.do()
}

// text reads a text on one line.
func (d *decoder) text(key string, n ast.Node) (string, bool) {
	text, _, ok := scalar(n)
	if _, isText := n.(*ast.StringNode); !ok || !isText || strings.ContainsAny(text, "\r\n") {
		d.fail(key, n, "%s is not a text on one line: write one, in quotes if it looks like something else", d.show(n))
		return "", false
	}
	return text, true
}

// Numbers are written in decimal: what other forms mean depends on who reads them.
var (
	wholeForm  = regexp.MustCompile(`^[-+]?(0|[1-9][0-9]*)$`)
	numberForm = regexp.MustCompile(`^[-+]?((0|[1-9][0-9]*)(\.[0-9]*)?|\.[0-9]+)([eE][-+]?[0-9]+)?$`)
)

func (d *decoder) number(key string, n ast.Node) (float64, bool) {
	text, quoted, ok := scalar(n)
	if !ok || quoted || !numberForm.MatchString(text) {
		hint := ""
		if quoted && numberForm.MatchString(text) {
			hint = ": leave out the quotes"
		}
		d.fail(key, n, "%s is not a number%s", d.show(n), hint)
		return 0, false
	}
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		d.fail(key, n, "%s is too large for a number", d.show(n))
	}
	return v, err == nil
}

// whole reads a whole number, such as 100000 or 1e5, and its sign.
func (d *decoder) whole(key string, n ast.Node) (negative bool, size uint64, ok bool) {
	v, ok := d.number(key, n)
	if !ok {
		return false, 0, false
	}
	text, _, _ := scalar(n)
	if wholeForm.MatchString(text) {
		size, err := strconv.ParseUint(strings.TrimLeft(text, "+-"), 10, 64)
		if errors.Is(err, strconv.ErrRange) {
			d.fail(key, n, "%s is too large", d.show(n))
			return false, 0, false
		}
		return text[0] == '-' && size > 0, size, true
	}
	if v != math.Trunc(v) || math.Abs(v) > 1<<53 {
		d.fail(key, n, "%s is not a whole number", d.show(n))
		return false, 0, false
	}
	return v < 0, uint64(math.Abs(v)), true
}

// numbers reads a list of finite numbers that is not empty.
func (d *decoder) numbers(key string, n ast.Node) (all []float64) {
	for _, item := range d.list(key, n) {
		if v, ok := d.number(key, item); ok {
			all = append(all, v)
		}
	}
	return all
}

func (d *decoder) list(key string, n ast.Node) []ast.Node {
	list, ok := n.(*ast.SequenceNode)
	if !ok || len(list.Values) == 0 {
		d.fail(key, n, "%s is not a list of at least one: write it as [a, b], or each on a line after a dash", d.show(n))
		return nil
	}
	return list.Values
}

// scalar returns the text of a node that is not a list or a section.
func scalar(n ast.Node) (text string, quoted, ok bool) {
	switch n.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode, *ast.NanNode, *ast.InfinityNode:
		t := n.GetToken()
		return t.Value, t.Type == token.SingleQuoteType || t.Type == token.DoubleQuoteType, true
	}
	return "", false, false
}
