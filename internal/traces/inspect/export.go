package inspect

import (
	"cmp"
	"fmt"
	"io"
	"strconv"

	"twophase/circuit/weights"
	"twophase/internal/files/tablefile"
	"twophase/internal/text/wording"
	"twophase/internal/traces/trace"
)

func (t *Table) rows() string { return cmp.Or(t.Rows, "step") }

// WriteCSV writes the table with a header: what the rows are (step), and the names of the columns. Numbers have all
// their digits, and what is not known is empty.
func (t *Table) WriteCSV(w io.Writer) error { return t.writeRows(nil, w) }

// WriteParquet writes the table as a Parquet file with the columns of WriteNPZ. What is not known is null.
func (t *Table) WriteParquet(w io.Writer) error { return t.writeRows(w, nil) }

func (t *Table) writeRows(columnar, csv io.Writer) error {
	fields := []tablefile.Field{{Name: t.rows(), Kind: tablefile.Integer}}
	for _, c := range t.Columns {
		fields = append(fields, tablefile.Field{Name: c.Name, Kind: tablefile.Number})
	}
	out := tablefile.NewWriter(fields, columnar, csv)
	row := make([]any, len(fields))
	for i, step := range t.Steps {
		row[0] = step
		for j, c := range t.Columns {
			row[j+1] = c.Values[i]
		}
		if err := out.Add(row); err != nil {
			return err
		}
	}
	return out.End()
}

// WriteNPZ writes the table as a NumPy archive of arrays of one dimension: the numbers of the rows (step), and one for each
// column by its name.
func (t *Table) WriteNPZ(w io.Writer) error {
	steps := make([]float64, len(t.Steps))
	for i, step := range t.Steps {
		steps[i] = float64(step)
	}
	arrays := []weights.Array{{Name: t.rows(), Shape: []int{len(steps)}, Values: steps}}
	for _, c := range t.Columns {
		arrays = append(arrays, weights.Array{Name: c.Name, Shape: []int{len(c.Values)}, Values: c.Values})
	}
	return weights.WriteArrays(w, arrays...)
}

// WriteEvents writes a line for each thing that the interventions of a trial changed.
func WriteEvents(w io.Writer, events []trace.Event) error {
	table := wording.Table{Header: []string{"step", "intervention", "trigger", "edit", "what", "projection", "post", "pre", "after"}}
	index := func(i int) string {
		if i < 0 {
			return ""
		}
		return strconv.Itoa(i)
	}
	for _, e := range events {
		changes := e.Changes
		if len(changes) == 0 {
			changes = []trace.Change{{Post: -1, Pre: -1, After: ""}}
		}
		for _, c := range changes {
			after := fmt.Sprint(c.After)
			if v, isNumber := c.After.(float64); isNumber {
				after = strconv.FormatFloat(v, 'g', -1, 64)
			}
			table.Add(strconv.FormatInt(e.Step, 10), strconv.Itoa(e.Intervention), e.Trigger, e.Edit, c.What, c.Projection, index(c.Post), index(c.Pre), after)
		}
	}
	_, err := w.Write(table.CSV())
	return err
}
