package result

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"twophase/circuit/selection"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
)

// PartTable is declared measures of populations or of projections: a row for each measure, and a column for each part.
type PartTable struct {
	Title    string
	Parts    []string
	Measures []measure.Declaration // each of one of the parts
}

// PartTables returns the tables of those names that are of parts, and the other names. on says which stimuli were shown.
func PartTables(names []string, on string) (tables []PartTable, others []string) {
	activity, weights := PartTable{Title: "Activity of the populations, on " + on}, PartTable{Title: "Weights of the projections, at the end"}
	table := func(d measure.Declaration) *PartTable {
		if slices.Contains(d.Needs, measure.NeedWeights) {
			return &weights
		}
		return &activity
	}
	for _, name := range names {
		if d, err := measure.LookupDeclaration(name); err != nil || d.Part == "" {
			others = append(others, name)
		} else {
			table(d).addPart(d.Part)
		}
	}
	for _, d := range measure.Sorted(names) {
		if d.Part != "" {
			table(d).addMeasure(d)
		}
	}
	for _, t := range []PartTable{activity, weights} {
		if t.Parts != nil {
			tables = append(tables, t)
		}
	}
	return tables, others
}

// addPart adds a column. A file that is not trusted may name more parts than a circuit can have.
func (t *PartTable) addPart(name string) {
	if !slices.Contains(t.Parts, name) && len(t.Parts) < selection.MostKinds {
		t.Parts = append(t.Parts, name)
	}
}

// addMeasure adds a row.
func (t *PartTable) addMeasure(d measure.Declaration) {
	if !slices.ContainsFunc(t.Measures, func(o measure.Declaration) bool { return o.Base() == d.Base() }) {
		t.Measures = append(t.Measures, d)
	}
}

// widest is the number of characters that a line of a table has at most, if it has more than one column.
const widest = 100

// WriteParts writes measures of single populations and projections, as a summary does.
func WriteParts(b *strings.Builder, d *measure.Declared) {
	(&Summary{Trials: 1, Results: []*Result{{Declared: d}}}).writeParts(b, d.Names(), d.On)
}

// writeParts writes the tables of those names that are of parts, and returns the other names.
func (s *Summary) writeParts(b *strings.Builder, names []string, on string) (others []string) {
	tables, others := PartTables(names, on)
	for _, t := range tables {
		names := []string{"  "}
		for _, d := range t.Measures {
			names = append(names, "  "+strings.ReplaceAll(d.Base(), "_", " "))
		}
		beside := [][]string{names}
		for _, part := range t.Parts {
			column := s.columnOf(t, part)
			if len(beside) > 1 && widthOf(append(slices.Clone(beside), column)) > widest {
				writeColumns(b, t.Title, beside)
				beside = beside[:1]
			}
			beside = append(beside, column)
		}
		writeColumns(b, t.Title, beside)
		s.writeUndefined(b, t)
	}
	return others
}

// writeColumns writes a title, and columns beside one another.
func writeColumns(b *strings.Builder, title string, columns [][]string) {
	fmt.Fprintf(b, "\n%s\n", title)
	table := wording.Columns(b)
	for i := range columns[0] {
		var cells []string
		for _, column := range columns {
			cells = append(cells, column[i])
		}
		fmt.Fprintln(table, strings.Join(cells, "\t"))
	}
	table.Flush()
}

// columnOf returns the cells of a part, of which the first is its name.
func (s *Summary) columnOf(t PartTable, part string) []string {
	column := []string{part}
	for _, d := range t.Measures {
		column = append(column, s.Spread(func(r *Result) wording.Number { return r.Declared.Value(part + "." + d.Base()).Value }))
	}
	return column
}

// widthOf returns how many characters wide columns are beside one another.
func widthOf(columns [][]string) (width int) {
	for _, column := range columns {
		most := 0
		for _, cell := range column {
			most = max(most, utf8.RuneCountInString(cell))
		}
		width += most + 2
	}
	return width - 2
}

// writeUndefined says why numbers of a table, or a whole column, are missing in all trials, once for each reason and its
// parts.
func (s *Summary) writeUndefined(b *strings.Builder, t PartTable) {
	var reasons []string
	parts := map[string][]string{}
	for _, r := range s.Results {
		if r.Declared == nil {
			continue
		}
		for _, a := range r.Declared.Absent {
			d, err := measure.LookupDeclaration(a.Name)
			value := func(r *Result) wording.Number { return r.Declared.Value(a.Name).Value }
			if err != nil || !t.lacks(d) || len(s.defined(value)) > 0 {
				continue
			}
			if !slices.Contains(reasons, a.Why) {
				reasons = append(reasons, a.Why)
			}
			if !slices.Contains(parts[a.Why], d.Part) {
				parts[a.Why] = append(parts[a.Why], d.Part)
			}
		}
	}
	for _, why := range reasons {
		fmt.Fprintf(b, "  – of %s: %s\n", wording.List(parts[why], "and"), why)
	}
}

// lacks reports whether a measure that is absent belongs to one of the rows, or to a part that has no column.
func (t *PartTable) lacks(d measure.Declaration) bool {
	isAlike := func(o measure.Declaration) bool { return d.Base() == o.Base() }
	isOfKind := slices.Contains(d.Needs, measure.NeedWeights) == slices.Contains(t.Measures[0].Needs, measure.NeedWeights)
	return d.Part != "" && isOfKind && (slices.ContainsFunc(t.Measures, isAlike) || !slices.Contains(t.Parts, d.Part))
}
