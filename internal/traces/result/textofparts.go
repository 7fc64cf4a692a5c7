package result

import (
	"fmt"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/measure"
	"twophase/internal/text/wording"
)

// PartTable is declared measures of populations or of projections: a row for each measure, and a column for each part.
type PartTable struct {
	Title    string
	Parts    []string
	Measures []measure.Declaration // of the first part that has them
}

// PartTables returns the tables of those names that are of parts, and the other names. on says which stimuli were shown.
func PartTables(names []string, on string) (tables []PartTable, others []string) {
	activity, weights := PartTable{Title: "Activity of the populations, on " + on}, PartTable{Title: "Weights of the projections, at the end"}
	for _, name := range names {
		switch d, err := measure.LookupDeclaration(name); {
		case err != nil || d.Part == "":
			others = append(others, name)
		case slices.Contains(d.Needs, measure.NeedWeights):
			weights.add(d)
		default:
			activity.add(d)
		}
	}
	for _, t := range []PartTable{activity, weights} {
		if t.Parts != nil {
			tables = append(tables, t)
		}
	}
	return tables, others
}

// add adds a measure of a part. A file that is not trusted may name more parts than a circuit can have.
func (t *PartTable) add(d measure.Declaration) {
	if !slices.Contains(t.Parts, d.Part) {
		if len(t.Parts) == selection.MostKinds {
			return
		}
		t.Parts = append(t.Parts, d.Part)
	}
	if !slices.ContainsFunc(t.Measures, func(o measure.Declaration) bool { return o.Base() == d.Base() }) {
		t.Measures = append(t.Measures, d)
	}
}

// partsBeside is the number of populations or projections that stand side by side in a text.
const partsBeside = 5

// writeParts writes the tables of those names that are of parts, and returns the other names.
func (s *Summary) writeParts(b *strings.Builder, names []string, on string) (others []string) {
	tables, others := PartTables(names, on)
	for _, t := range tables {
		for beside := range slices.Chunk(t.Parts, partsBeside) {
			fmt.Fprintf(b, "\n%s\n", t.Title)
			columns := wording.Columns(b)
			fmt.Fprintf(columns, "  \t%s\n", strings.Join(beside, "\t"))
			for _, d := range t.Measures {
				cells := []string{"  " + strings.ReplaceAll(d.Base(), "_", " ")}
				for _, part := range beside {
					cells = append(cells, s.Spread(func(r *Result) wording.Number { return r.Declared.Value(part + "." + d.Base()).Value }))
				}
				fmt.Fprintln(columns, strings.Join(cells, "\t"))
			}
			columns.Flush()
		}
	}
	return others
}
