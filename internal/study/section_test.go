package study_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"twophase/internal/study"
	"twophase/internal/text/wording"
)

func TestSection(t *testing.T) {
	s := study.Section{
		Name: "table9", Title: "Table IX", Intro: strings.Repeat("wörd ", 50),
		Tables: []wording.Table{{Caption: "N = 1", Header: []string{"a", "|cos|"}, Rows: [][]string{{"1", "2"}, {"100", ""}}}},
		Notes:  []string{"a note"},
		Files:  []study.File{{Name: "table9.svg", Picture: true}, {Name: "table9.csv"}},
	}
	for _, want := range []string{"Table IX\n========\n", "\nN = 1\n  a    |cos|\n  1    2\n  100  \n", "\na note\n"} {
		if !strings.Contains(s.Text(), want) {
			t.Errorf("the text has no %q:\n%s", want, s.Text())
		}
	}
	for line := range strings.Lines(s.Text()) {
		if utf8.RuneCountInString(line) > 111 {
			t.Errorf("a line of %d characters", utf8.RuneCountInString(line))
		}
	}
	for _, want := range []string{"## Table IX\n", "![Table IX](table9.svg)", "| a | \\|cos\\| |\n| --- | --- |\n| 1 | 2 |\n| 100 |  |\n"} {
		if !strings.Contains(s.Markdown(), want) {
			t.Errorf("the Markdown has no %q:\n%s", want, s.Markdown())
		}
	}
	if strings.Contains(s.Markdown(), "table9.csv") {
		t.Error("data is shown as a picture")
	}
}
