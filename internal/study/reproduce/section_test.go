package reproduce

import (
	"strings"
	"testing"
	"unicode/utf8"

	"twophase/internal/measure/report"
)

func TestSection(t *testing.T) {
	s := Section{
		Name: "table9", Title: "Table IX", Intro: strings.Repeat("wörd ", 50),
		Grids: []Grid{{Caption: "N = 1", Header: []string{"a", "b"}, Rows: [][]string{{"1", "2"}, {"100", ""}}}},
		Notes: []string{"a note"},
		Files: []File{{Name: "table9.svg", Picture: true}, {Name: "table9.csv"}},
	}
	var text strings.Builder
	if err := s.writeText(&text); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"Table IX\n========\n", "\nN = 1\n  a    b\n  1    2\n  100  \n", "\na note\n"} {
		if !strings.Contains(text.String(), want) {
			t.Errorf("the text has no %q:\n%s", want, &text)
		}
	}
	for line := range strings.Lines(text.String()) {
		if utf8.RuneCountInString(line) > report.LineWidth+1 {
			t.Errorf("a line of %d characters", utf8.RuneCountInString(line))
		}
	}
	for _, want := range []string{"## Table IX\n", "![Table IX](table9.svg)", "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 100 |  |\n"} {
		if !strings.Contains(s.markdown(), want) {
			t.Errorf("the Markdown has no %q:\n%s", want, s.markdown())
		}
	}
	if strings.Contains(s.markdown(), "table9.csv") {
		t.Error("data is shown as a picture")
	}
}
