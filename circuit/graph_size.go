package circuit

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/text/wording"
)

// sizes returns the number of neurons of every population of a spec, in the order of the
// graph.
func (g Graph) sizes(s Spec) ([]int, error) {
	known := map[string]int{"N": s.Inputs, "K": len(s.Gains)}
	for name, n := range s.Sizes {
		if err := g.CheckPopulation(name); err != nil {
			return nil, fmt.Errorf("sizes: %w", err)
		}
		if n < 1 {
			return nil, fmt.Errorf("sizes: population %s has %d neurons: give at least 1", name, n)
		}
	}
	shares, err := g.shares(s)
	if err != nil {
		return nil, err
	}
	all, together := make([]int, len(g.Populations)), 0
	for i, p := range g.Populations {
		n, given := s.Sizes[p.Name]
		switch {
		case p.Input:
			n, shares = shares[0], shares[1:]
		case given:
		case p.Size == "":
			n = known["K"]
		default:
			if n, err = evaluateSize(p.Size, known); err != nil {
				return nil, fmt.Errorf("population %s: size %q: %w", p.Name, p.Size, err)
			}
		}
		if n < 1 {
			return nil, fmt.Errorf("population %s has %d neurons: it needs at least 1", p.Name, n)
		}
		if together += n; together > selection.MostNeurons {
			return nil, fmt.Errorf("population %s has %d neurons, which makes %d with those before it: a circuit has room for %d", p.Name, n, together, selection.MostNeurons)
		}
		all[i], known[p.Name] = n, n
	}
	if i := slices.IndexFunc(g.Populations, func(p PopulationSpec) bool { return p.Name == g.output() }); i >= 0 && all[i] != len(s.Gains) {
		return nil, fmt.Errorf("population %s has %d neurons, and there is one gain λ for each of %d outputs: let both agree", g.output(), all[i], len(s.Gains))
	}
	return all, nil
}

// shares returns how many of the N inputs each population of inputs has, in their order: by
// Spec.Sizes or its Size, or else an equal share of the rest, the larger shares first.
func (g Graph) shares(s Spec) ([]int, error) {
	var shares []int
	left, open := s.Inputs, 0
	for _, p := range g.Populations {
		if !p.Input {
			continue
		}
		n, given := s.Sizes[p.Name]
		if !given && p.Size != "" {
			var err error
			if n, err = evaluateSize(p.Size, map[string]int{"N": s.Inputs, "K": len(s.Gains)}); err != nil {
				return nil, fmt.Errorf("population %s: size %q: %w", p.Name, p.Size, err)
			}
		}
		if left -= n; n == 0 {
			open++
		}
		shares = append(shares, n)
	}
	if left < open || open == 0 && left != 0 {
		return nil, fmt.Errorf("the %d inputs of the stimulus cannot be split over the populations %s", s.Inputs, strings.Join(g.inputNames(), ", "))
	}
	for i, n := range shares {
		if n == 0 {
			shares[i] = (left + open - 1) / open
			left, open = left-shares[i], open-1
		}
	}
	return shares, nil
}

// evaluateSize returns the value of arithmetic with whole numbers and known names.
func evaluateSize(text string, known map[string]int) (int, error) {
	r := sizeReader{text, known}
	n, err := r.sum()
	if err == nil && r.next() != 0 {
		err = errNotArithmetic
	}
	return n, err
}

var errNotArithmetic = errors.New("it is not arithmetic with + - * / and brackets: write a number, K, or 2*K")

// sizeReader reads arithmetic from left to right.
type sizeReader struct {
	left  string
	known map[string]int
}

// next returns the next character that is not blank, 0 at the end.
func (r *sizeReader) next() byte {
	if r.left = strings.TrimLeft(r.left, " \t"); r.left == "" {
		return 0
	}
	return r.left[0]
}

// sum reads products between + and -.
func (r *sizeReader) sum() (int, error) {
	x, err := r.product()
	for err == nil && (r.next() == '+' || r.next() == '-') {
		sign := 1
		if r.next() == '-' {
			sign = -1
		}
		r.left = r.left[1:]
		var y int
		if y, err = r.product(); err == nil {
			x, err = bounded(x + sign*y)
		}
	}
	return x, err
}

// bounded returns a number, or an error if it is beyond every size.
func bounded(x int) (int, error) {
	if x < -farthest || x > farthest {
		return 0, fmt.Errorf("it is larger than %d, or less than −%d", farthest, farthest)
	}
	return x, nil
}

// farthest bounds the numbers in arithmetic, so that a product of two of them is a number too.
const farthest = 1_000_000_000

// product reads terms between * and /.
func (r *sizeReader) product() (int, error) {
	x, err := r.term()
	for err == nil && (r.next() == '*' || r.next() == '/') {
		divides := r.next() == '/'
		r.left = r.left[1:]
		var y int
		switch y, err = r.term(); {
		case err != nil:
		case !divides:
			x, err = bounded(x * y)
		case y == 0 || x%y != 0:
			err = fmt.Errorf("%d/%d is not a whole number", x, y)
		default:
			x /= y
		}
	}
	return x, err
}

// word is a number or a name.
var word = regexp.MustCompile(`^[0-9A-Za-z_][0-9A-Za-z_.]*`)

// term reads a number, a name, or a sum in brackets.
func (r *sizeReader) term() (int, error) {
	if r.next() == '(' {
		r.left = r.left[1:]
		x, err := r.sum()
		if err == nil && r.next() != ')' {
			err = errNotArithmetic
		}
		r.left = strings.TrimPrefix(r.left, ")")
		return x, err
	}
	found := word.FindString(r.left)
	r.left = r.left[len(found):]
	if found == "" {
		return 0, errNotArithmetic
	}
	if found[0] >= '0' && found[0] <= '9' {
		n, err := wording.Int(found, 0, math.MaxInt64)
		if err != nil && strings.Trim(found, "0123456789") != "" {
			return 0, err
		} else if err != nil {
			n = math.MaxInt // too many digits
		}
		return bounded(int(n))
	}
	n, ok := r.known[found]
	if !ok {
		return 0, wording.Unknown("size", found, sortedKeys(r.known))
	}
	return n, nil
}
