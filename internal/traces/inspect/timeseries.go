package inspect

import (
	"context"
	"math"
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
)

// Column is the values of an element or a measure, one for each step of its table.
type Column struct {
	Name   string
	Values []float64
}

// Table is columns with the numbers of their rows: time series with the steps in common, in ascending order, or responses
// to stimuli.
type Table struct {
	Rows    string // what the rows are; "": step
	Steps   []int64
	Columns []Column
}

// partNames are the parts of changes in the order of columns.
var partNames = []string{"hebbian", "decay", "rounding", "nonlocal", "unlearning", "pre_activity", "post_activity", "second", "third"}

// Elements returns the records of the selected elements of a trace, or of all without a selection.
// With parts, further columns hold what is recorded of their changes. It returns an error if the
// circuit lacks something that is selected, or if nothing of a selection was recorded.
func Elements(ctx context.Context, t *trace.Trial, selections []selection.Selection, parts bool) (*Table, error) {
	elements, err := chosen(t, selections)
	if err != nil {
		return nil, err
	}
	if parts {
		return withParts(ctx, t, elements)
	}
	table, columns, kinds := &Table{}, make(map[trace.Element]int, len(elements)), []selection.Kind{}
	for i, e := range elements {
		columns[e] = i
		table.Columns = append(table.Columns, Column{Name: e.String()})
		if !slices.Contains(kinds, e.Kind) {
			kinds = append(kinds, e.Kind)
		}
	}
	err = t.Scan(ctx, t.First(), t.Last(), kinds, func(rows trace.Rows) error {
		for i, step := range rows.Steps {
			at, wanted := columns[trace.Element{Kind: rows.Kinds[i], Post: int(rows.Posts[i]), Pre: int(rows.Pres[i])}]
			if !wanted {
				continue
			}
			if n := len(table.Steps); n == 0 || table.Steps[n-1] != step {
				table.Steps = append(table.Steps, step)
			}
			c := &table.Columns[at]
			c.Values = append(filled(c.Values, len(table.Steps)-1), rows.Weights[i])
		}
		return nil
	})
	for i := range table.Columns {
		table.Columns[i].Values = filled(table.Columns[i].Values, len(table.Steps))
	}
	return table, err
}

// filled returns values with NaN up to a length.
func filled(values []float64, length int) []float64 {
	for len(values) < length {
		values = append(values, math.NaN())
	}
	return values
}

// chosen returns the recorded elements of selections, each once.
func chosen(t *trace.Trial, selections []selection.Selection) (elements []trace.Element, err error) {
	if len(selections) == 0 {
		return t.Elements(), nil
	}
	seen := make(map[trace.Element]bool)
	for _, s := range selections {
		all, err := t.Selected(s)
		if err != nil {
			return nil, err
		}
		for _, e := range all {
			if !seen[e] {
				seen[e], elements = true, append(elements, e)
			}
		}
	}
	return elements, nil
}

// withParts returns the records of elements with the parts of their changes.
func withParts(ctx context.Context, t *trace.Trial, elements []trace.Element) (*Table, error) {
	whole := []trace.Stretch{{From: t.First(), To: t.Last()}}
	all, err := t.Gather(ctx, nil, elements, whole, nil)
	if err != nil {
		return nil, err
	}
	table := &Table{}
	for _, series := range all {
		table.Steps = append(table.Steps, series[0].Steps...)
	}
	slices.Sort(table.Steps)
	table.Steps = slices.Compact(table.Steps)
	for i, series := range all {
		s := series[0]
		columns := []Column{{elements[i].String(), s.Weight}}
		for k, values := range [][]float64{s.Hebbian, s.Decay, s.Rounding, s.Nonlocal, s.Unlearning, s.PreActivity, s.PostActivity, s.Second, s.Third} {
			if values != nil {
				columns = append(columns, Column{elements[i].String() + "." + partNames[k], values})
			}
		}
		for _, c := range columns {
			spread := filled(nil, len(table.Steps))
			for j, step := range s.Steps {
				at, _ := slices.BinarySearch(table.Steps, step)
				spread[at] = c.Values[j]
			}
			table.Columns = append(table.Columns, Column{c.Name, spread})
		}
	}
	return table, nil
}

// Curve returns the measures that were taken throughout a trial: those of every run, and those that it follows.
func Curve(r *result.Result) *Table {
	t := &Table{}
	for _, q := range result.Quantities() {
		if q.Along != nil {
			t.Columns = append(t.Columns, Column{q.Name, wording.Floats(r.Course(q.Name).Values)})
		}
	}
	for _, p := range r.Curve {
		t.Steps = append(t.Steps, int64(p.Step))
	}
	for _, f := range r.Followed {
		column := Column{Name: f.Name}
		for _, p := range r.Curve {
			column.Values = append(column.Values, float64(f.At(p.Step)))
		}
		t.Columns = append(t.Columns, column)
	}
	return t
}
