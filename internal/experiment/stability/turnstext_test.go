package stability

import (
	"strings"
	"testing"

	"twophase/circuit/theory"
)

// What is said of starts that come to no rest is right of one start, too.
func TestOneStartIsNotThey(t *testing.T) {
	for _, failed := range []int{0, 1} {
		turns := &Turns{Turns: 2, Starts: 59, Unsettled: 1, Escaped: failed, basin: theory.Basin{Starts: 59, Failed: failed, Open: 1}}
		if text := turns.answer(3); strings.Contains(text, "they") || strings.Contains(text, "1 fail ") || !strings.Contains(text, "no rest in the time given") {
			t.Error(text)
		}
	}
}
