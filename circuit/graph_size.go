package circuit

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"strings"

	"twophase/internal/text/nearest"
	"twophase/internal/text/number"
)

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
		n, err := number.Int(found, 0, math.MaxInt64)
		if err != nil && strings.Trim(found, "0123456789") != "" {
			return 0, err
		} else if err != nil {
			n = math.MaxInt // too many digits
		}
		return bounded(int(n))
	}
	n, ok := r.known[found]
	if !ok {
		return 0, nearest.Unknown("size", found, sortedKeys(r.known))
	}
	return n, nil
}
