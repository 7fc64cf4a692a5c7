package result

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"twophase/internal/measure"
	"twophase/internal/text/number"
)

// lacking returns the reasons why declared measures are absent that the run took for its network, or because it
// was asked to. Those of a run that takes all that can be taken are not missed.
func lacking(r *Result) (reasons []string) {
	if r.Declared == nil {
		return nil
	}
	takesAll := !slices.ContainsFunc(measure.Declarations(), func(d measure.Declaration) bool {
		_, taken := r.Declared.Value(d.Name)
		return !d.Asked && !taken && !slices.ContainsFunc(r.Declared.Absent, func(a measure.Absent) bool { return a.Name == d.Name })
	})
	for _, a := range r.Declared.Absent {
		if d, err := measure.LookupDeclaration(a.Name); err == nil && (d.Asked || !takesAll) {
			reasons = append(reasons, fmt.Sprintf("%s is not measured: %s", strings.ReplaceAll(a.Name, "_", " "), a.Why))
		}
	}
	return reasons
}

// writeDeclared writes the declared measures that some trial has, with their units, and what
// is best where that is neither 0 nor 1.
func (s *Summary) writeDeclared(b *strings.Builder) {
	var names []string
	of, on := make(map[string]string), ""
	for _, r := range s.Results {
		if r.Declared == nil {
			continue
		}
		on = r.Declared.On
		for _, v := range r.Declared.Values {
			if !slices.Contains(names, v.Name) {
				names = append(names, v.Name)
				of[v.Name] = v.Of
			}
		}
	}
	if len(names) == 0 {
		return
	}
	b.WriteString("\nDeclared measures")
	switch activity, others := ofActivity(names, of); {
	case activity > 0 && others > 0:
		b.WriteString(", those of activity on " + on)
	case activity > 0:
		b.WriteString(", on " + on)
	}
	b.WriteByte('\n')
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for _, name := range names {
		d, err := measure.LookupDeclaration(name)
		if err != nil {
			continue
		}
		q := QuantityOf(d)
		row := []string{"  " + q.Title, s.Spread(q.Of)}
		note := d.Unit
		best, _, _, known := s.Over(func(r *Result) number.Number {
			if v, ok := r.Declared.Value(name); ok {
				return v.Best
			}
			return number.NaN
		})
		if known > 0 && best != 0 && best != 1 {
			note = strings.TrimSpace(note + " at best " + best.String())
		}
		if what := of[name]; what != "" && what != measure.OfActivity {
			note = strings.TrimPrefix(note+"; of "+what, "; ")
		}
		if note != "" {
			row = append(row, note)
		}
		fmt.Fprintln(table, strings.Join(row, "\t"))
	}
	table.Flush()
}

// ofActivity counts the measures of some names that were taken of activity, and the others.
func ofActivity(names []string, of map[string]string) (activity, others int) {
	for _, name := range names {
		if of[name] == measure.OfActivity {
			activity++
		} else {
			others++
		}
	}
	return activity, others
}
