package benchmark

import (
	"fmt"
	"slices"

	"twophase/internal/text/wording"
)

// tuning is the table of what tuning tried.
func (r *Result) tuning() wording.Table {
	caption := fmt.Sprintf("Tuning: median %s of %s of another seed", r.criteria(), wording.Count(r.TuningTrials, "trial"))
	if r.tunes(TuneTau) || r.tunes(TuneLambda) {
		return r.bestByGains(caption)
	}
	g := wording.Table{Caption: caption + ", by rate", Header: []string{"network"}}
	for _, f := range r.Factors {
		g.Header = append(g.Header, fmt.Sprintf("default × %g", f))
	}
	for _, row := range r.Rows {
		if row.Tuning == nil {
			continue
		}
		line := []string{r.name(row)}
		for _, f := range r.Factors {
			i := slices.IndexFunc(row.Tuning, func(t Tried) bool { return t.Rate == f })
			switch {
			case i < 0:
				line = append(line, "")
			case f == row.Setting.Rate:
				line = append(line, "["+short(row.Tuning[i].Error)+"]")
			default:
				line = append(line, short(row.Tuning[i].Error))
			}
		}
		g.Rows = append(g.Rows, line)
	}
	return g
}

// bestByGains is the table of the best setting of each family of gains that was tried.
func (r *Result) bestByGains(caption string) wording.Table {
	g := wording.Table{Caption: caption + ", at the best rate and τ of each Λ", Header: []string{"network", "settings", "Λ", "τ", "rate", "error"}}
	for _, row := range r.Rows {
		best := map[Gains]Tried{}
		var families []Gains // in the order in which they were tried
		for _, t := range row.Tuning {
			b, known := best[t.Gains]
			if !known {
				families = append(families, t.Gains)
			}
			if !known || t.Error < b.Error {
				best[t.Gains] = t
			}
		}
		for i, f := range families {
			t, name, count := best[f], "", ""
			if i == 0 {
				name, count = r.name(row), fmt.Sprint(len(row.Tuning))
			}
			cell := short(t.Error)
			if t.Setting == row.Setting {
				cell = "[" + cell + "]"
			}
			g.Rows = append(g.Rows, []string{name, count, f.String(), fmt.Sprintf("default × %g", t.Tau), fmt.Sprintf("default × %g", t.Rate), cell})
		}
	}
	return g
}
