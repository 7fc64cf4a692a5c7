package rundiff

import (
	"fmt"
	"io"
	"math"
	"os"

	"github.com/parquet-go/parquet-go"

	"twophase/internal/text/wording"
	"twophase/recorder"
)

// traceRows yields the rows of one file of a trace.
type traceRows struct {
	file   *os.File
	reader *parquet.GenericReader[recorder.Row]
	rows   []recorder.Row // read at once
	used   int            // number of rows that Next has returned
	ended  bool
}

// rowsAtOnce is how many rows of a trace are read at a time.
const rowsAtOnce = 4096

func openTrace(path string) (*traceRows, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil {
		var p *parquet.File
		if p, err = parquet.OpenFile(file, info.Size()); err == nil {
			return &traceRows{file: file, reader: parquet.NewGenericReader[recorder.Row](p)}, nil
		}
	}
	file.Close()
	return nil, err
}

// Next returns the next row, valid until the one after it, or nil at the end.
func (t *traceRows) Next() (*recorder.Row, error) {
	if t.ended {
		return nil, nil
	}
	if t.used == len(t.rows) {
		rows := make([]recorder.Row, rowsAtOnce)
		n, err := t.reader.Read(rows)
		if err != nil && err != io.EOF {
			return nil, err
		}
		if t.rows, t.used = rows[:n], 0; n == 0 {
			t.ended = true
			return nil, nil
		}
	}
	t.used++
	return &t.rows[t.used-1], nil
}

func (t *traceRows) Close() { _, _ = t.reader.Close(), t.file.Close() }

// traceDifference describes the first row that differs between two files of a trace, and
// says how many rows differ.
func traceDifference(run, replay string) (_ string, err error) {
	defer func() { // the reader panics on some damaged files
		if p := recover(); p != nil {
			err = fmt.Errorf("it cannot be read as a trace: %v", p)
		}
	}()
	here, err := openTrace(run)
	if err != nil {
		return "", fmt.Errorf("it cannot be read as a trace: %w", err)
	}
	defer here.Close()
	there, err := openTrace(replay)
	if err != nil {
		return "", err
	}
	defer there.Close()
	first, differing, rows := "", 0, 0
	for {
		a, err := here.Next()
		if err != nil {
			return "", fmt.Errorf("it cannot be read as a trace after %d rows: %w", rows, err)
		}
		b, err := there.Next()
		if err != nil {
			return "", err
		}
		if a == nil && b == nil {
			break
		}
		rows++
		if what := rowDifference(a, b); what != "" {
			if differing++; first == "" {
				first = what
			}
		}
	}
	if differing == 0 {
		return "all rows are the same, and their encoding is not", nil
	}
	return fmt.Sprintf("%s; %d of %s differ", first, differing, wording.Count(rows, "row")), nil
}

// rowDifference says how the row of a run differs from that of the replay, "" if it does
// not.
func rowDifference(a, b *recorder.Row) string {
	switch {
	case a == nil:
		return place(b) + " is missing"
	case b == nil:
		return place(a) + " was not replayed"
	case place(a) != place(b):
		return fmt.Sprintf("%s stands where the replay has %s", place(a), place(b))
	case a.Run != b.Run || a.Trial != b.Trial:
		return fmt.Sprintf("%s is of trial %d of the run %s, replayed of trial %d of %s", place(a), a.Trial, a.Run, b.Trial, b.Run)
	}
	for _, v := range []struct {
		name string
		a, b *float64
	}{
		{"weight", &a.Weight, &b.Weight}, {"hebbian", a.Hebbian, b.Hebbian}, {"decay", a.Decay, b.Decay}, {"rounding", a.Rounding, b.Rounding},
		{"nonlocal", a.Nonlocal, b.Nonlocal}, {"unlearning", a.Unlearning, b.Unlearning},
		{"part by the second product", a.Second, b.Second}, {"part by the third product", a.Third, b.Third},
		{"pre_activity", a.PreActivity, b.PreActivity}, {"post_activity", a.PostActivity, b.PostActivity},
	} {
		if !sameBits(v.a, v.b) {
			return fmt.Sprintf("%s: the %s is %s, replayed %s", place(a), v.name, shown(v.a), shown(v.b))
		}
	}
	return ""
}

// place names the step and the synapse or the neuron of a row.
func place(r *recorder.Row) string {
	if r.Pre == nil {
		return fmt.Sprintf("step %d, %s[%d]", r.Step, r.Projection, r.Post)
	}
	return fmt.Sprintf("step %d, %s[%d,%d]", r.Step, r.Projection, r.Post, *r.Pre)
}

func sameBits(a, b *float64) bool {
	if a == nil || b == nil {
		return a == b
	}
	return math.Float64bits(*a) == math.Float64bits(*b)
}

func shown(v *float64) string {
	if v == nil {
		return "null"
	}
	return fmt.Sprint(*v)
}
