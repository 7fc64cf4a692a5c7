package result

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"twophase/internal/measure"
)

// Tables of parts have these in the order of the circuit and measures in that of their declarations, fit lines of 100
// characters, and say why a number is missing.
func TestTablesOfParts(t *testing.T) {
	d := &measure.Declared{On: "10 stimuli", Absent: []measure.Absent{{Name: "alone.sparseness", Why: "there is one only"}}}
	for _, name := range []string{"alone.silent", "alone.spread"} {
		d.Values = append(d.Values, measure.Value{Name: name, Value: 1})
	}
	for i := range 6 {
		of := fmt.Sprintf("population_with_a_long_name_%d", i)
		d.Values = append(d.Values, measure.Value{Name: of + ".sparseness", Value: 2}, measure.Value{Name: of + ".spread", Value: 3})
	}
	s := &Summary{Trials: 1, Results: []*Result{{Declared: d}}}
	var b strings.Builder
	if others := s.writeParts(&b, append(d.Names(), "purity"), d.On); len(others) != 1 || others[0] != "purity" {
		t.Errorf("other measures %v", others)
	}
	text := b.String()
	for line := range strings.Lines(text) {
		if utf8.RuneCountInString(line) > widest+1 {
			t.Errorf("a line of %d characters: %s", utf8.RuneCountInString(line), line)
		}
	}
	want := `
Activity of the populations, on 10 stimuli
              alone  population_with_a_long_name_0  population_with_a_long_name_1
  sparseness  –      2                              2
  silent      1      –                              –
  spread      1      3                              3
`
	if !strings.HasPrefix(text, want) || !strings.HasSuffix(text, "\n  – of alone: there is one only\n") {
		t.Errorf("tables\n%s", text)
	}
}
