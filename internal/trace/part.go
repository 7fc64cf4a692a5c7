package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"github.com/parquet-go/parquet-go/format"

	"twophase/circuit/selection"
	"twophase/internal/parquetfile"
)

// valueColumns are the columns of numbers, in the order of sample.
var valueColumns = [...]string{"weight", "hebbian", "decay", "rounding", "nonlocal", "unlearning", "pre_activity", "post_activity", "second", "third"}

// mostSteps exceeds the steps of any run.
const mostSteps = 1e15

// part is one file of a trace.
type part struct {
	name string
	run  string
	in   *os.File
	size int64
	file *parquetfile.File

	kinds   []selection.Kind // that rows may be of, in the order of a record
	layouts *layouts         // of all parts

	step, projection, post, pre int                    // columns
	values                      [len(valueColumns)]int // columns; −1 for those that are not there
}

// find returns the names of the complete parts of a trial, in order, and notes which
// is unfinished.
func (t *Trial) find(trial int) (names []string, err error) {
	dir, err := t.folder.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	there := make(map[string]bool, len(entries))
	others := []int{} // trials that have a trace
	for _, e := range entries {
		there[e.Name()] = true
		var other, number int
		if n, _ := fmt.Sscanf(e.Name(), "traces-%04d-%05d.parquet", &other, &number); n == 2 && e.Name() == partName(other, number) {
			if other == trial {
				names = append(names, e.Name())
			} else {
				others = append(others, other)
			}
		}
	}
	slices.Sort(names)
	for _, name := range t.sums.Matching(fmt.Sprintf("traces-%04d-*.parquet", trial)) {
		if !there[name] {
			return nil, t.sums.Missing(name)
		}
	}
	for i, name := range names {
		if err := t.sums.Listed(name); err != nil {
			return nil, err
		}
		if want := partName(trial, i); name != want {
			return nil, fmt.Errorf("%s is missing, and %s is there: the trace has a gap", want, name)
		}
	}
	next := partName(trial, len(names)) + ".partial"
	if there[next] {
		t.unfinished = next
	}
	switch {
	case len(names) > 0:
		return names, nil
	case t.unfinished != "":
		return nil, fmt.Errorf("the run was interrupted before the first part of its trace was complete: there is only %s; finish the run with twophase resume", next)
	case len(others) > 0:
		slices.Sort(others)
		return nil, fmt.Errorf("there is no trace of this trial, only of %d others, of which trial %d is the first", len(slices.Compact(others)), others[0])
	}
	return nil, errors.New("there are no traces (traces-*.parquet): was nothing recorded? Run again with --record, as in --record lateral@10 --record weights@log")
}

// partName returns the name of a part.
func partName(trial, number int) string {
	return fmt.Sprintf("traces-%04d-%05d.parquet", trial, number)
}

// openPart opens a part of a trace of a trial. Its file stays open until the trial's
// Close.
func openPart(folder *os.Root, name string, trial int) (p *part, err error) {
	info, err := folder.Lstat(name)
	if err == nil && info.Mode()&fs.ModeSymlink != 0 {
		info, err = folder.Stat(name)
	}
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errors.New("it is not a file")
	}
	in, err := folder.Open(name)
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			in.Close()
		}
	}()
	file, err := parquetfile.Open(in, info.Size())
	if err != nil {
		return nil, err
	}
	p = &part{name: name, in: in, size: info.Size(), file: file}
	if err := checkSchema(file.Metadata("twophase.schema")); err != nil {
		return nil, err
	}
	if err := p.findColumns(); err != nil {
		return nil, err
	}
	return p, p.check(trial)
}

// findColumns finds the columns by their names.
func (p *part) findColumns() error {
	for _, c := range []struct {
		name   string
		typ    format.Type
		number *int
	}{
		{"step", format.Int64, &p.step},
		{"projection", format.ByteArray, &p.projection},
		{"post", format.Int32, &p.post},
		{"pre", format.Int32, &p.pre},
		{"weight", format.Double, &p.values[0]},
	} {
		if *c.number = p.file.Column(c.name, c.typ); *c.number < 0 {
			return fmt.Errorf("it has no column %s of the type that a trace has: its columns are %.200q", c.name, p.file.Columns())
		}
	}
	for i, name := range valueColumns {
		p.values[i] = p.file.Column(name, format.Double)
	}
	return nil
}

// check returns an error unless all rows are of the trial and of one run.
func (p *part) check(trial int) error {
	run, number := p.file.Column("run", format.ByteArray), p.file.Column("trial", format.Int32)
	if run < 0 || number < 0 {
		return errors.New("it does not say of which run and trial it is")
	}
	for i := range p.file.Pages() {
		least, most := p.file.PageBounds(i, number)
		if least == nil || int32At(least) != int32(trial) || int32At(most) != int32(trial) {
			return errors.New("its rows are of another trial than its name says")
		}
		least, most = p.file.PageBounds(i, run)
		if i == 0 {
			p.run = string(least)
		}
		if least == nil || string(least) != p.run || string(most) != p.run {
			return errors.New("its rows are of several runs")
		}
	}
	return nil
}

// page returns a page and its steps.
func (p *part) page(i int) (page, error) {
	least, most := p.file.PageBounds(i, p.step)
	if least == nil {
		return page{}, errors.New("it has rows without a step")
	}
	pg := page{p, i, int64At(least), int64At(most)}
	if pg.first < 0 || pg.last < pg.first || pg.last > mostSteps {
		return page{}, fmt.Errorf("it has rows of the steps %d to %d", pg.first, pg.last)
	}
	return pg, nil
}

// may reports whether a page may hold rows of an element, by its bounds.
func (pg page) may(e Element) bool {
	f, p := pg.part.file, pg.part
	if !pg.mayKind(e.Kind) {
		return false
	}
	within := func(column, v int) bool {
		least, most := f.PageBounds(pg.number, column)
		return least != nil && int(int32At(least)) <= v && v <= int(int32At(most))
	}
	return within(p.post, e.Post) && (e.Pre < 0 || within(p.pre, e.Pre))
}

// mayKind reports whether a page may hold rows of a kind.
func (pg page) mayKind(k selection.Kind) bool {
	least, most := pg.part.file.PageBounds(pg.number, pg.part.projection)
	return least != nil && string(least) <= k.String() && k.String() <= string(most)
}

func int32At(b []byte) int32 { return int32(binary.LittleEndian.Uint32(b)) }
func int64At(b []byte) int64 { return int64(binary.LittleEndian.Uint64(b)) }
