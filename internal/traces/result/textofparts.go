package result

import (
	"fmt"
	"slices"
	"strings"

	"twophase/internal/measure"
	"twophase/internal/text/wording"
)

// partsBeside is the number of populations or projections that stand side by side in a table.
const partsBeside = 5

// writeParts writes the measures of single populations and projections as two tables, a column for each part. on says
// which stimuli were shown. It returns the names of the other measures.
func (s *Summary) writeParts(b *strings.Builder, names []string, on string) (others []string) {
	var ofActivity, ofWeights []measure.Declaration
	for _, name := range names {
		switch d, err := measure.LookupDeclaration(name); {
		case err != nil || d.Part == "":
			others = append(others, name)
		case !slices.Contains(d.Needs, measure.NeedWeights):
			ofActivity = append(ofActivity, d)
		default:
			ofWeights = append(ofWeights, d)
		}
	}
	s.writeTable(b, "Activity of the populations, on "+on, ofActivity)
	s.writeTable(b, "Weights of the projections, at the end", ofWeights)
	return others
}

// writeTable writes measures of parts, a row for each and a column for each part.
func (s *Summary) writeTable(b *strings.Builder, title string, all []measure.Declaration) {
	var parts, rows []string
	for _, d := range all {
		if !slices.Contains(parts, d.Part) {
			parts = append(parts, d.Part)
		}
		if row := strings.TrimPrefix(d.Name, d.Part+"."); !slices.Contains(rows, row) {
			rows = append(rows, row)
		}
	}
	for beside := range slices.Chunk(parts, partsBeside) {
		fmt.Fprintf(b, "\n%s\n", title)
		table := wording.Columns(b)
		fmt.Fprintf(table, "  \t%s\n", strings.Join(beside, "\t"))
		for _, row := range rows {
			cells := []string{"  " + strings.ReplaceAll(row, "_", " ")}
			for _, part := range beside {
				cells = append(cells, s.Spread(func(r *Result) wording.Number { return r.Declared.Value(part + "." + row).Value }))
			}
			fmt.Fprintln(table, strings.Join(cells, "\t"))
		}
		table.Flush()
	}
}
