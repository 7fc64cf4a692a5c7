package trace

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"

	"github.com/parquet-go/parquet-go/format"

	"twophase/circuit/selection"
	"twophase/internal/files/parquetfile"
)

// readSchema is the schema of the traces that this package reads.
const readSchema = 2

// valueColumns are the columns of numbers, as a Row of package recorder has them.
var valueColumns = [...]string{"weight", "hebbian", "decay", "rounding", "nonlocal", "unlearning", "pre_activity", "post_activity", "second", "third"}

// mostSteps exceeds the steps of any run.
const mostSteps = 1e15

// page is a page of a part, and its steps.
type page struct {
	part        *partFile
	number      int
	first, last int64
}

// partFile is one file of a trace.
type partFile struct {
	name    string
	run     string
	in      *os.File
	size    int64
	parquet *parquetfile.File

	kinds []selection.Kind // that rows may be of, in the order of a record

	step, projection, post, pre int                    // columns
	values                      [len(valueColumns)]int // columns; −1 for those that are not there
}

// PartName returns the name of a part.
func PartName(trial, number int) string {
	return fmt.Sprintf("traces-%04d-%05d.parquet", trial, number)
}

// openPart opens a part of a trace of a trial. The caller closes its file.
func openPart(folder *os.Root, name string, trial int) (p *partFile, err error) {
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
	p = &partFile{name: name, in: in, size: info.Size(), parquet: file}
	if err := checkSchema(file.Metadata("twophase.schema")); err != nil {
		return nil, err
	}
	if err := p.findColumns(); err != nil {
		return nil, err
	}
	return p, p.check(trial)
}

// findColumns finds the columns by their names.
func (p *partFile) findColumns() error {
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
		if *c.number = p.parquet.Column(c.name, c.typ); *c.number < 0 {
			return fmt.Errorf("it has no column %s of the type that a trace has: its columns are %.200q", c.name, p.parquet.Columns())
		}
	}
	for i, name := range valueColumns {
		p.values[i] = p.parquet.Column(name, format.Double)
	}
	return nil
}

// check returns an error unless all rows are of the trial and of one run.
func (p *partFile) check(trial int) error {
	run, number := p.parquet.Column("run", format.ByteArray), p.parquet.Column("trial", format.Int32)
	if run < 0 || number < 0 {
		return errors.New("it does not say of which run and trial it is")
	}
	for i := range p.parquet.Pages() {
		least, most := p.parquet.PageBounds(i, number)
		if least == nil || int32At(least) != int32(trial) || int32At(most) != int32(trial) {
			return errors.New("its rows are of another trial than its name says")
		}
		least, most = p.parquet.PageBounds(i, run)
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
func (p *partFile) page(i int) (page, error) {
	least, most := p.parquet.PageBounds(i, p.step)
	if least == nil {
		return page{}, errors.New("it has rows without a step")
	}
	pg := page{p, i, int64At(least), int64At(most)}
	if pg.first < 0 || pg.last < pg.first || pg.last > mostSteps {
		return page{}, fmt.Errorf("it has rows of the steps %d to %d", pg.first, pg.last)
	}
	return pg, nil
}

// may reports whether a page may hold rows of an element, by its bounds. pre is −1 for scales and
// activities.
func (pg page) may(k selection.Kind, post, pre int) bool {
	f, p := pg.part.parquet, pg.part
	if !pg.mayKind(k) {
		return false
	}
	within := func(column, v int) bool {
		least, most := f.PageBounds(pg.number, column)
		return least != nil && int(int32At(least)) <= v && v <= int(int32At(most))
	}
	return within(p.post, post) && (pre < 0 || within(p.pre, pre))
}

// mayKind reports whether a page may hold rows of a kind.
func (pg page) mayKind(k selection.Kind) bool {
	least, most := pg.part.parquet.PageBounds(pg.number, pg.part.projection)
	return least != nil && string(least) <= k.String() && k.String() <= string(most)
}

// has reports whether a column of numbers has a value on the page.
func (pg page) has(k int) bool {
	column := pg.part.values[k]
	if column < 0 {
		return false
	}
	least, _ := pg.part.parquet.PageBounds(pg.number, column)
	return least != nil
}

func (p *partFile) kindOf(name string) selection.Kind {
	for _, k := range p.kinds {
		if k.String() == name {
			return k
		}
	}
	return noKind
}

// checkSchema returns an error unless a trace of that schema can be read.
func checkSchema(schema string) error {
	v, err := strconv.Atoi(schema)
	switch {
	case schema == "":
		return fmt.Errorf("it does not say which schema its columns have: twophase has not written it")
	case err != nil || v < 1:
		return fmt.Errorf("its schema %.20q is none of twophase's", schema)
	case v < readSchema:
		return fmt.Errorf("its schema is %d, of an older twophase: run the experiment again", v)
	case v > readSchema:
		return fmt.Errorf("its schema is %d, and this twophase reads schema %d: a newer twophase has written it; use that one", v, readSchema)
	}
	return nil
}

func int32At(b []byte) int32 { return int32(binary.LittleEndian.Uint32(b)) }
func int64At(b []byte) int64 { return int64(binary.LittleEndian.Uint64(b)) }
