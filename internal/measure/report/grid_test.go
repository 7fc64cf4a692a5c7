package report_test

import (
	"testing"

	"twophase/internal/measure/report"
)

// What separates the cells of a Markdown table does not separate a cell.
func TestGrid(t *testing.T) {
	g := report.Grid{Caption: "Of two", Header: []string{"a", "|cos|"}, Rows: [][]string{{"1", "2"}, {"100", ""}}}
	if got, want := g.Text(), "Of two\n  a    |cos|\n  1    2\n  100  \n"; got != want {
		t.Errorf("as text %q, want %q", got, want)
	}
	if got, want := g.Markdown(), "**Of two**\n\n| a | \\|cos\\| |\n| --- | --- |\n| 1 | 2 |\n| 100 |  |\n"; got != want {
		t.Errorf("as Markdown %q, want %q", got, want)
	}
}
