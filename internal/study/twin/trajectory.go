package twin

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"twophase/internal/measure"
	"twophase/internal/numerics/quantile"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// course is a measure along a run.
type course struct{ key, name string }

// courses returns the measures along the runs: the error and the lateral ratio, and those that a
// variant follows.
func (c *Comparison) courses() []course {
	var all []course
	for _, name := range []string{"e_pro", result.Ratio} {
		all = append(all, course{name, strings.TrimPrefix(named(c.twins, name).Title, "error ")})
	}
	for _, v := range c.twins.Variants {
		for _, r := range v.Results {
			if r == nil {
				continue
			}
			for _, f := range r.Followed {
				if !slices.ContainsFunc(all, func(q course) bool { return q.key == f.Name }) {
					all = append(all, course{f.Name, strings.ReplaceAll(f.Name, "_", " ")})
				}
			}
		}
	}
	return all
}

// moment is one step of all variants.
type moment struct {
	step int
	of   [][]quantile.Quartiles // [variant][quantity], over the trials that did not diverge
}

// trajectories returns the moments at which all variants were measured.
func (c *Comparison) trajectories() (all []moment) {
	var steps []int
	for i, v := range c.twins.Variants {
		for _, r := range v.Results {
			if r == nil {
				continue
			}
			var seen []int
			for _, p := range r.Curve {
				seen = append(seen, p.Step)
			}
			if steps == nil && i == 0 {
				steps = seen
			} else if i > 0 {
				steps = slices.DeleteFunc(steps, func(step int) bool { return !slices.Contains(seen, step) })
			}
			break
		}
	}
	for _, step := range steps {
		all = append(all, moment{step: step})
	}
	for _, v := range c.twins.Variants {
		bands := make([][]quantile.Quartiles, len(steps))
		for _, q := range c.courses() {
			var trials []measure.Followed
			for _, r := range v.Results {
				if r != nil {
					trials = append(trials, r.Course(q.key))
				}
			}
			for i, step := range steps {
				bands[i] = append(bands[i], quantile.QuartilesOf(measure.ValuesAt(trials, step)))
			}
		}
		for i := range all {
			all[i].of = append(all[i].of, bands[i])
		}
	}
	return all
}

// applies reports whether quantity q is defined at a moment of a variant.
func applies(rows []moment, q int) bool {
	return slices.ContainsFunc(rows, func(m moment) bool {
		return slices.ContainsFunc(m.of, func(bands []quantile.Quartiles) bool { return !math.IsNaN(bands[q].Median) })
	})
}

// CSV returns the trajectories as a table: step, variant, quantity, median, q25, q75. A value that is
// not defined is empty, and a quantity that is defined nowhere has no rows.
func (c *Comparison) CSV() []byte {
	t := wording.Table{Header: []string{"step", "variant", "quantity", "median", "q25", "q75"}}
	rows, courses := c.trajectories(), c.courses()
	for _, m := range rows {
		for v, bands := range m.of {
			for q, band := range bands {
				if applies(rows, q) {
					t.Add(strconv.Itoa(m.step), c.Variants[v].Name, courses[q].key,
						wording.Digits(band.Median, -1), wording.Digits(band.Low, -1), wording.Digits(band.High, -1))
				}
			}
		}
	}
	return t.CSV()
}
