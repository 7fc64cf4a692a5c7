package recorder

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/internal/text/wording"
)

// never is a step after every step.
const never = math.MaxInt

// around is steps, in order, around which records are dense: at each of them, and then at
// log-spaced steps of the time since, up to the next.
type around []int

// MostAround is the largest length of Request.Around.
const MostAround = 1000

// after returns the first step later than t that is due, never if there is none.
func (a around) after(t int) int {
	next, due := a.next(t), never
	if next < len(a) {
		due = a[next]
	}
	if next > 0 {
		if since := LogSpaced.After(t - a[next-1]); since < due-a[next-1] {
			due = a[next-1] + since
		}
	}
	return due
}

// before returns the last step up to t that is due, or 0.
func (a around) before(t int) int {
	if next := a.next(t); next > 0 {
		return a[next-1] + LogSpaced.Before(t-a[next-1])
	}
	return 0
}

// next returns the number of steps up to t.
func (a around) next(t int) int {
	next, found := slices.BinarySearch(a, t)
	if found {
		next++
	}
	return next
}

// count returns the number of steps from 1 to steps that are due.
func (a around) count(steps int) (n int) {
	for i, at := range a {
		if at > steps {
			break
		}
		if at > 0 {
			n++
		}
		end := steps
		if i+1 < len(a) {
			end = min(end, a[i+1]-1)
		}
		n += LogSpaced.count(end - at)
	}
	return n
}

// check returns an error unless the steps are in order, each once, from 0.
func (a around) check() error {
	if len(a) > MostAround {
		return fmt.Errorf("around %d steps: give %d at most, or record at a stride, such as weights@10", len(a), MostAround)
	}
	for i, at := range a {
		if at < 0 || i > 0 && at <= a[i-1] {
			return fmt.Errorf("around %v: give steps from 0 in order, each once", a)
		}
	}
	return nil
}

// String returns the steps with spaces between them.
func (a around) String() string { return strings.Trim(fmt.Sprint([]int(a)), "[]") }

// parseAround reads the form of String.
func parseAround(text string) (a around, err error) {
	for field := range strings.FieldsSeq(text) {
		at, err := wording.Int(field, 0, math.MaxInt)
		if err != nil {
			return nil, fmt.Errorf("around %q: %w; write around interventions, or around steps, as around 20000 40000", text, err)
		}
		a = append(a, int(at))
	}
	return a, a.check()
}
