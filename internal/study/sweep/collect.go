package sweep

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"twophase/internal/files/durable"
)

// CollectOptions say what is collected.
type CollectOptions struct {
	Out     string // output folder; empty: that of the sweep
	Partial bool   // collect even if points are missing
	Plot    Plot   // the zero Plot: none
}

// Collected is the result of a collection.
type Collected struct {
	Points, Done     int
	Trials, Diverged int
	Files            []string
}

// The tables of a sweep.
const (
	trialsTable = "table"
	groupsTable = "groups"
)

// Collect writes the results as tables. Table.parquet has a row for every trial, and
// groups.parquet has one for every group of points that differ only in their seed. It also
// writes both as CSV, and pictures if they are asked for. The bytes depend only on the
// results. Files appear when they are complete, and replace those of an earlier collection.
func (s *Sweep) Collect(o CollectOptions) (c Collected, err error) {
	if err := o.Plot.check(s.Plan); err != nil {
		return c, err
	}
	x, err := s.index()
	if err != nil {
		return c, err
	}
	c.Points, c.Done = s.Points, x.done
	if c.Done < c.Points && !o.Partial {
		return c, fmt.Errorf("%d of %d points have no result: run them by twophase sweep run %s, or collect what is there with --partial", c.Points-c.Done, c.Points, s.Folder)
	}
	if c.Done == 0 {
		return c, fmt.Errorf("no point of %s has a result: run them by twophase sweep run %s", s.Folder, s.Folder)
	}
	if o.Out == "" {
		o.Out = s.Folder
	}
	if err := durable.MkdirAll(o.Out); err != nil {
		return c, fmt.Errorf("collect: %w", err)
	}
	out := &outputs{folder: o.Out}
	defer func() {
		if err != nil {
			err = errors.Join(fmt.Errorf("collect: %w", err), out.discard())
		}
	}()
	if err := s.collect(x, o, out, &c); err != nil {
		return c, err
	}
	c.Files, err = out.finish()
	return c, err
}

// collect writes all outputs.
func (s *Sweep) collect(x *index, o CollectOptions, out *outputs, c *Collected) error {
	var columns []field
	for _, key := range s.VariedKeys() {
		columns = append(columns, fieldOf(key))
	}
	seeds := s.seedKind()
	trials, err := out.table(trialsTable, trialFields(s.Plan, columns, seeds))
	if err != nil {
		return err
	}
	groups, err := out.table(groupsTable, groupFields(s.Plan, columns))
	if err != nil {
		return err
	}
	picture := o.Plot.begin(s.Plan)
	measures := len(measuresOf(s.Plan))
	g := group{values: make([][]float64, measures)}
	err = x.each(func(point int, r *Result) error {
		number := s.Group(point)
		keys := s.cells(columns, number)
		if r != nil {
			g.add(r)
			picture.add(number, r)
			for _, t := range r.Trials {
				c.Trials++
				if t.Diverged > 0 {
					c.Diverged++
				}
				if err := trials.add(trialRow(keys, point, number, s.seedCell(seeds, point), r.Run, t, measures)); err != nil {
					return err
				}
			}
		}
		if (point+1)%len(s.Seeds) != 0 {
			return nil
		}
		err := groups.add(groupRow(keys, number, &g))
		g.reset()
		return err
	})
	if err != nil {
		return err
	}
	if err := errors.Join(trials.end(), groups.end()); err != nil {
		return err
	}
	return picture.write(out)
}

// cells returns the values of the varied keys in a group, nil where a key is not changed.
func (s *Sweep) cells(columns []field, group int) []any {
	var cells []any
	for i, place := range s.Places(group) {
		for _, c := range s.Dimensions[i].Keys {
			cells = append(cells, columns[len(cells)].cell(c.Value(place)))
		}
	}
	return cells
}

// trialFields returns the columns of the table of trials.
func trialFields(p *Plan, keys []field, seedKind kind) []field {
	fields := []field{{"point", integerColumn}, {"group", integerColumn}, {"run", textColumn}}
	fields = append(fields, keys...)
	fields = append(fields, field{"seed", seedKind}, field{"trial", integerColumn}, field{"diverged_at", integerColumn})
	for _, name := range measuresOf(p) {
		fields = append(fields, field{name, numberColumn})
	}
	return fields
}

func trialRow(keys []any, point, group int, seed any, run string, t Trial, measures int) []any {
	row := append([]any{point, group, run}, keys...)
	row = append(row, seed, t.Trial, nil)
	if t.Diverged > 0 {
		row[len(row)-1] = t.Diverged
	}
	for i := range measures {
		if t.Diverged > 0 {
			row = append(row, nil)
		} else {
			row = append(row, t.Measures[i])
		}
	}
	return row
}

// seedKind returns the type of the column of seeds: text if a seed is too large for an
// integer.
func (s *Sweep) seedKind() kind {
	if slices.Max(s.Seeds) > math.MaxInt64 {
		return textColumn
	}
	return integerColumn
}

func (s *Sweep) seedCell(seeds kind, point int) any {
	if seeds == textColumn {
		return fmt.Sprint(s.SeedOf(point))
	}
	return int(s.SeedOf(point))
}

// groupFields returns the columns of the table of groups.
func groupFields(p *Plan, keys []field) []field {
	fields := append([]field{{"group", integerColumn}}, keys...)
	fields = append(fields, field{"points", integerColumn}, field{"runs", integerColumn}, field{"diverged", integerColumn})
	for _, name := range measuresOf(p) {
		for _, st := range statistics {
			fields = append(fields, field{name + "_" + st.suffix, numberColumn})
		}
	}
	return fields
}

func groupRow(keys []any, number int, g *group) []any {
	row := append([]any{number}, keys...)
	row = append(row, g.points, g.trials, g.diverged)
	for _, of := range g.statistics() {
		for _, st := range statistics {
			row = append(row, st.of(of))
		}
	}
	return row
}
