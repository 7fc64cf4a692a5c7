package metamorphic

import (
	"errors"
	"fmt"
	"strings"
)

var errFailed = errors.New("this circuit has failed before")

// History is what was seen of each operation of a list, and after the last one.
type History [][]string

// compare returns an error that says at which operation two histories first differ, or
// nil.
func (h History) compare(other History, l List) error {
	for i := range max(len(h), len(other)) {
		a, b := h.at(i), other.at(i)
		for n := range max(len(a), len(b)) {
			x, y := line(a, n), line(b, n)
			if x == y {
				continue
			}
			where := "after the last operation"
			if i < len(l.Ops) {
				var op strings.Builder
				writeLine(&op, l.Ops[i].Do, l.Ops[i])
				where = fmt.Sprintf("at operation %d of %d, %s", i+1, len(l.Ops), strings.TrimSpace(op.String()))
			}
			return fmt.Errorf("the histories part %s:\n\tplain: %s\n\tother: %s", where, x, y)
		}
	}
	return nil
}

func (h History) at(i int) []string {
	if i < len(h) {
		return h[i]
	}
	return nil
}

func line(lines []string, n int) string {
	if n < len(lines) {
		return lines[n]
	}
	return "nothing"
}
