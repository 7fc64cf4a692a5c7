package result

import (
	"slices"
	"strconv"

	"twophase/internal/text/wording"
)

// TrialRow is a row of a TrialTable.
type TrialRow struct {
	Of       string // what it is a trial of, such as a variant
	Trial    int
	Diverged int     // the step; 0 if it did not
	Result   *Result // nil if it diverged
}

// TrialTable returns a table with a row for each trial and a column for each quantity that one of them has, with all
// digits. Of is what they are trials of.
func TrialTable(of string, rows []TrialRow) wording.Table {
	var results []*Result
	for _, row := range rows {
		results = append(results, row.Result)
	}
	quantities := KnownQuantities(results...)
	t := wording.Table{Header: []string{of, "trial", "diverged_at"}}
	for _, q := range quantities {
		t.Header = append(t.Header, q.Name)
	}
	for _, row := range rows {
		line := []string{row.Of, strconv.Itoa(row.Trial), ""}
		if row.Diverged > 0 {
			line[2] = strconv.Itoa(row.Diverged)
		}
		for _, q := range quantities {
			line = append(line, wording.Digits(q.valueOf(row.Result), -1))
		}
		t.Add(line...)
	}
	return t
}

// KnownQuantities returns the quantities that one of some results has. A result may be nil.
func KnownQuantities(results ...*Result) []Quantity {
	var declared []string
	for _, r := range results {
		if r != nil {
			declared = append(declared, r.Declared.Names()...)
		}
	}
	return slices.DeleteFunc(Quantities(declared...), func(q Quantity) bool {
		return !slices.ContainsFunc(results, func(r *Result) bool { v := q.valueOf(r); return v == v })
	})
}

// valueOf returns the quantity of a result, NaN if it is nil.
func (q Quantity) valueOf(r *Result) float64 {
	if r == nil {
		return float64(wording.NaN)
	}
	return float64(q.Of(r))
}
