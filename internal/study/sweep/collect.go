package sweep

import (
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"twophase/internal/files/durable"
	"twophase/internal/files/tablefile"
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
	trials, err := out.table(trialsTable, s.trialFields())
	if err != nil {
		return err
	}
	groups, err := out.table(groupsTable, s.groupFields())
	if err != nil {
		return err
	}
	picture := o.Plot.begin(s.Plan)
	if err := s.eachTrial(x, trials, groups, picture, c); err != nil {
		return err
	}
	return picture.write(out)
}

// Tables are the names of the tables that Export writes.
var Tables = []string{"trials", groupsTable}

// Export writes one of the Tables of the results that exist, as Parquet or as CSV.
func (s *Sweep) Export(table string, columnar, csv io.Writer) error {
	x, err := s.index()
	if err != nil {
		return err
	}
	if x.done == 0 {
		return fmt.Errorf("no point of %s has a result: run them by twophase sweep run %s", s.Folder, s.Folder)
	}
	trials, groups := tablefile.NewWriter(s.trialFields(), nil, nil), tablefile.NewWriter(s.groupFields(), nil, nil)
	if table == groupsTable {
		groups = tablefile.NewWriter(s.groupFields(), columnar, csv)
	} else {
		trials = tablefile.NewWriter(s.trialFields(), columnar, csv)
	}
	return s.eachTrial(x, trials, groups, Plot{}.begin(s.Plan), new(Collected))
}

// eachTrial adds all results to the tables and to a picture, and counts them.
func (s *Sweep) eachTrial(x *index, trials, groups *tablefile.Writer, picture *picture, c *Collected) error {
	columns, seeds, measures := s.keyFields(), s.seedKind(), len(measuresOf(s.Plan))
	g := group{values: make([][]float64, measures)}
	err := x.each(func(point int, r *Result) error {
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
				if err := trials.Add(trialRow(keys, point, number, s.seedCell(seeds, point), r.Run, t, measures)); err != nil {
					return err
				}
			}
		}
		if (point+1)%len(s.Seeds) != 0 {
			return nil
		}
		err := groups.Add(groupRow(keys, number, &g))
		g.reset()
		return err
	})
	if err != nil {
		return err
	}
	return errors.Join(trials.End(), groups.End())
}

// keyFields returns the columns of the keys that vary.
func (s *Sweep) keyFields() (columns []tablefile.Field) {
	for _, key := range s.VariedKeys() {
		columns = append(columns, fieldOf(key))
	}
	return columns
}

// cells returns the values of the varied keys in a group, nil where a key is not changed.
func (s *Sweep) cells(columns []tablefile.Field, group int) []any {
	var cells []any
	for i, place := range s.Places(group) {
		for _, c := range s.Dimensions[i].Keys {
			cells = append(cells, cellOf(columns[len(cells)], c.Value(place)))
		}
	}
	return cells
}

// integer returns a column of whole numbers.
func integer(name string) tablefile.Field {
	return tablefile.Field{Name: name, Kind: tablefile.Integer}
}

// trialFields returns the columns of the table of trials.
func (s *Sweep) trialFields() []tablefile.Field {
	fields := []tablefile.Field{integer("point"), integer("group"), {Name: "run", Kind: tablefile.Text}}
	fields = append(fields, s.keyFields()...)
	fields = append(fields, tablefile.Field{Name: "seed", Kind: s.seedKind()}, integer("trial"), integer("diverged_at"))
	for _, name := range measuresOf(s.Plan) {
		fields = append(fields, tablefile.Field{Name: name, Kind: tablefile.Number})
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
func (s *Sweep) seedKind() tablefile.Kind {
	if slices.Max(s.Seeds) > math.MaxInt64 {
		return tablefile.Text
	}
	return tablefile.Integer
}

func (s *Sweep) seedCell(seeds tablefile.Kind, point int) any {
	if seeds == tablefile.Text {
		return fmt.Sprint(s.SeedOf(point))
	}
	return int(s.SeedOf(point))
}

// groupFields returns the columns of the table of groups.
func (s *Sweep) groupFields() []tablefile.Field {
	fields := append([]tablefile.Field{integer("group")}, s.keyFields()...)
	fields = append(fields, integer("points"), integer("runs"), integer("diverged"))
	for _, name := range measuresOf(s.Plan) {
		for _, st := range statistics {
			fields = append(fields, tablefile.Field{Name: name + "_" + st.suffix, Kind: tablefile.Number})
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
