package inspect

import (
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/parquet-go/parquet-go"

	"twophase/circuit/weights"
	"twophase/internal/text/wording"
	"twophase/internal/traces/trace"
)

func (t *Table) rows() string { return cmp.Or(t.Rows, "step") }

// WriteCSV writes the table with a header: what the rows are (step), and the names of the columns. Numbers have all
// their digits, and what is not known is empty.
func (t *Table) WriteCSV(w io.Writer) error {
	out := csv.NewWriter(w)
	row := []string{t.rows()}
	for _, c := range t.Columns {
		row = append(row, c.Name)
	}
	if err := out.Write(row); err != nil {
		return err
	}
	for i, step := range t.Steps {
		row[0] = strconv.FormatInt(step, 10)
		for j, c := range t.Columns {
			row[j+1] = ""
			if v := c.Values[i]; !math.IsNaN(v) {
				row[j+1] = strconv.FormatFloat(v, 'g', -1, 64)
			}
		}
		if err := out.Write(row); err != nil {
			return err
		}
	}
	out.Flush()
	return out.Error()
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

// WriteParquet writes the table as a Parquet file with the columns of WriteNPZ.
func (t *Table) WriteParquet(w io.Writer) error {
	values := make(map[string][]float64)
	group := parquet.Group{t.rows(): parquet.Leaf(parquet.Int64Type)}
	for _, c := range t.Columns {
		group[c.Name], values[c.Name] = parquet.Leaf(parquet.DoubleType), c.Values
	}
	schema := parquet.NewSchema("twophase", group)
	out := parquet.NewWriter(w, schema)
	names := schema.Columns() // a group has an order of its own
	row := make(parquet.Row, len(names))
	for i, step := range t.Steps {
		for at, name := range names {
			value := parquet.ValueOf(step)
			if column, isColumn := values[name[0]]; isColumn {
				value = parquet.ValueOf(column[i])
			}
			row[at] = value.Level(0, 0, at)
		}
		if _, err := out.WriteRows([]parquet.Row{row}); err != nil {
			return err
		}
	}
	return out.Close()
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
