package expression

import (
	"fmt"
	"slices"
	"strings"

	"twophase/internal/text/wording"
)

// Term is a product of factors, each an expression of the names of one group.
type Term struct {
	Negative bool     // the product is subtracted
	Factors  []string // by group; "" stands for 1
}

// mostTerms bounds the terms of an expression that is written as a sum.
const mostTerms = 64

// Separate writes an expression as a sum of products, of which each factor has names of one group only: x*(y - z) is
// x*y − x*z if x is of another group than y and z. groupOf has the group of each name that Compile was given, from 0 to
// groups − 1, and names what the name is called in the factors. A constant factor is of group 0. Sums of the last group are
// multiplied out. Terms that differ in one factor of another group are joined. Separate reports false for what is no such sum,
// such as max(x, y).
func (e Expression) Separate(groups int, groupOf []int, names []string) ([]Term, bool) {
	s := separation{groups: groups, groupOf: groupOf, names: names}
	sum, ok := s.sum(s.tree(e.code))
	if !ok {
		return nil, false
	}
	var terms []Term
	for _, p := range s.join(sum) {
		t := Term{Negative: p.negative, Factors: make([]string, groups)}
		for g, f := range p.factors {
			if f != nil {
				t.Factors[g] = s.text(f, 0)
			}
		}
		terms = append(terms, t)
	}
	return terms, true
}

// separation is what the factors of an expression are called.
type separation struct {
	groups  int
	groupOf []int
	names   []string
}

// node is an operation and what it is done to.
type node struct {
	instruction
	of []*node
}

// tree returns the operations that instructions are.
func (s *separation) tree(code []instruction) *node {
	var stack []*node
	for _, in := range code {
		from := len(stack) - in.op.takes()
		stack = append(stack[:from], &node{in, slices.Clone(stack[from:])})
	}
	return stack[0]
}

// product is a term, of which a factor that is nil is 1.
type product struct {
	negative bool
	factors  []*node
}

// group returns the group to which all names of a part belong, 0 if it has none.
func (s *separation) group(n *node) (group int, one bool) {
	if n.op == name {
		return s.groupOf[n.n], true
	}
	group = -1
	for _, part := range n.of {
		g, one := s.group(part)
		if !one {
			return 0, false
		}
		if part.op == constant {
			continue
		}
		if group >= 0 && g != group {
			return 0, false
		}
		group = g
	}
	return max(group, 0), true
}

// sum writes a part as a sum.
func (s *separation) sum(n *node) ([]product, bool) {
	isSum := n.op == negate || n.op == power || n.op >= add && n.op <= divide
	if group, one := s.group(n); one && (group < s.groups-1 || !isSum) {
		p := product{factors: make([]*node, s.groups)}
		p.factors[group] = n
		return []product{p}, true
	}
	if !isSum {
		return nil, false
	}
	first, ok := s.sum(n.of[0])
	if !ok {
		return nil, false
	}
	switch n.op {
	case negate:
		return negated(first), true
	case power:
		all, ok := first, true
		for range n.n - 1 {
			if all, ok = s.times(all, first, multiply); !ok {
				return nil, false
			}
		}
		return all, true
	}
	second, ok := s.sum(n.of[1])
	switch {
	case !ok:
		return nil, false
	case n.op == add:
		return append(first, second...), true
	case n.op == subtract:
		return append(first, negated(second)...), true
	case n.op == divide && len(second) > 1:
		return nil, false
	}
	return s.times(first, second, n.op)
}

func negated(sum []product) (all []product) {
	for _, p := range sum {
		all = append(all, product{!p.negative, p.factors})
	}
	return all
}

// times multiplies two sums, or divides the first by the one term of the second.
func (s *separation) times(first, second []product, op operation) (all []product, ok bool) {
	if len(first)*len(second) > mostTerms {
		return nil, false
	}
	for _, a := range first {
		for _, b := range second {
			p := product{a.negative != b.negative, slices.Clone(a.factors)}
			for g, f := range b.factors {
				switch {
				case isOne(f):
				case !isOne(a.factors[g]):
					p.factors[g] = operationOf(op, a.factors[g], f)
				case op == divide:
					p.factors[g] = operationOf(op, one(), f)
				default:
					p.factors[g] = f
				}
			}
			all = append(all, p)
		}
	}
	return all, true
}

func isOne(n *node) bool { return n == nil || n.op == constant && n.constant == 1 }

func one() *node { return &node{instruction: instruction{op: constant, constant: 1}} }

func operationOf(op operation, of ...*node) *node { return &node{instruction{op: op}, of} }

// join adds terms that differ in one factor, and leaves out those that cancel.
func (s *separation) join(sum []product) []product {
	for i := range sum {
		for j := i + 1; j < len(sum); j++ {
			p, ok := s.joined(sum[i], sum[j])
			if !ok {
				continue
			}
			rest := slices.Delete(sum, j, j+1)
			if rest[i] = p; p.factors == nil {
				rest = slices.Delete(rest, i, i+1)
			}
			return s.join(rest)
		}
	}
	return sum
}

// joined returns two terms as one, if all factors but one are the same. It has no factors if the terms cancel.
func (s *separation) joined(a, b product) (product, bool) {
	differs := -1
	for g := range s.groups {
		if s.factor(a, g) == s.factor(b, g) {
			continue
		}
		if differs >= 0 || g == s.groups-1 {
			return a, false
		}
		differs = g
	}
	if differs < 0 && a.negative != b.negative {
		return product{}, true
	}
	differs = max(differs, 0)
	op := add
	if a.negative != b.negative {
		op = subtract
	}
	p := product{a.negative, slices.Clone(a.factors)}
	x, y := a.factors[differs], b.factors[differs]
	if x == nil {
		x = one()
	}
	if y == nil {
		y = one()
	}
	p.factors[differs] = operationOf(op, x, y)
	return p, true
}

// factor returns the text of a factor of a term.
func (s *separation) factor(p product, group int) string {
	if p.factors[group] == nil {
		return ""
	}
	return s.text(p.factors[group], 0)
}

// between returns the operator of an operation between two numbers, as it is written.
func between(op operation) (sign string, binds int) {
	for text, o := range operators {
		if o.op == op && o.binds > bindsSum {
			return text, o.binds
		} else if o.op == op {
			return " " + text + " ", o.binds
		}
	}
	return "", 0
}

// text writes a part where what stands around it binds so tightly. Compiled again, it has the same instructions.
func (s *separation) text(n *node, around int) string {
	text, binds := "", bindsPower+1
	switch n.op {
	case constant:
		if text = wording.Format(n.constant); n.constant < 0 {
			binds = 0
		}
	case name:
		text = s.names[n.n]
	case negate:
		text, binds = "-"+s.text(n.of[0], bindsPower+1), 0
	case not:
		text, binds = "!"+s.text(n.of[0], bindsPower+1), 0
	case power:
		text, binds = fmt.Sprintf("%s^%d", s.text(n.of[0], bindsPower+1), n.n), bindsPower
	case choose:
		text, binds = s.text(n.of[0], 1)+" ? "+s.text(n.of[1], 1)+" : "+s.text(n.of[2], 1), 0
	default:
		if sign, b := between(n.op); b > 0 {
			text, binds = s.text(n.of[0], b)+sign+s.text(n.of[1], b+1), b
			break
		}
		var of []string
		for _, part := range n.of {
			of = append(of, s.text(part, 0))
		}
		for called, f := range functions {
			if f.op == n.op {
				text = called + "(" + strings.Join(of, ", ") + ")"
			}
		}
	}
	if binds < around {
		return "(" + text + ")"
	}
	return text
}
