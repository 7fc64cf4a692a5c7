package parquetfile

import (
	"fmt"

	"github.com/parquet-go/parquet-go/format"
)

// footer has the fields of a file's footer that are used.
type footer struct {
	rows     int64
	names    []string // of the columns
	types    []format.Type
	optional []bool
	groups   []rowGroup
	metadata map[string]string
}

// rowGroup has the fields of a row group that are used.
type rowGroup struct {
	rows   int64
	chunks []chunkMeta
}

// chunkMeta has the fields of a column in a row group that are used.
type chunkMeta struct {
	name                      []byte
	codec                     int64
	dictionary, data          int64 // where they start; dictionary is 0 if there is none
	columnIndex, columnLength int64 // where the bounds of the pages are
	offsetIndex, offsetLength int64 // where the places of the pages are
}

// readFooter reads a footer.
func readFooter(b []byte) (*footer, error) {
	f := &footer{metadata: map[string]string{}}
	c := &compact{bytes: b}
	c.fields(func(id int64, kind byte) bool {
		switch {
		case id == 2 && kind == thriftList:
			c.list(thriftStruct, func(i int) { f.readElement(c, i) })
		case id == 3 && kind == thriftI64:
			f.rows = c.int()
		case id == 4 && kind == thriftList:
			c.list(thriftStruct, func(int) { f.groups = append(f.groups, f.readGroup(c)) })
		case id == 5 && kind == thriftList:
			c.list(thriftStruct, func(int) { f.readMetadata(c) })
		default:
			return false
		}
		return true
	})
	if c.err != nil {
		return nil, fmt.Errorf("the footer is damaged: %w", c.err)
	}
	return f, f.check()
}

// readElement reads an element of the schema: its root, or a column.
func (f *footer) readElement(c *compact, i int) {
	name, typ, repetition, children := "", int64(-1), int64(0), int64(0)
	c.fields(func(id int64, kind byte) bool {
		switch {
		case id == 1 && kind == thriftI32:
			typ = c.int()
		case id == 3 && kind == thriftI32:
			repetition = c.int()
		case id == 4 && kind == thriftBinary:
			name = string(c.text())
		case id == 5 && kind == thriftI32:
			children = c.int()
		default:
			return false
		}
		return true
	})
	if i == 0 {
		return // the root
	}
	if len(f.names) == mostColumns {
		c.fail(fmt.Errorf("it has more than %d columns", mostColumns))
		return
	}
	if children != 0 || repetition != int64(format.Required) && repetition != int64(format.Optional) {
		c.fail(fmt.Errorf("the column %.40q is not flat", name))
	}
	f.names = append(f.names, name)
	f.types = append(f.types, format.Type(typ))
	f.optional = append(f.optional, repetition == int64(format.Optional))
}

func (f *footer) readGroup(c *compact) (g rowGroup) {
	c.fields(func(id int64, kind byte) bool {
		switch {
		case id == 1 && kind == thriftList:
			c.list(thriftStruct, func(i int) {
				m := readChunk(c)
				if err := f.checkChunk(m, i); err != nil {
					c.fail(err)
				}
				g.chunks = append(g.chunks, m)
			})
		case id == 3 && kind == thriftI64:
			g.rows = c.int()
		default:
			return false
		}
		return true
	})
	if len(g.chunks) != len(f.names) || len(f.names) == 0 {
		c.fail(fmt.Errorf("a row group has %d of %d columns", len(g.chunks), len(f.names)))
	}
	return g
}

func readChunk(c *compact) (m chunkMeta) {
	c.fields(func(id int64, kind byte) bool {
		switch {
		case id == 3 && kind == thriftStruct:
			m.read(c)
		case id == 4 && kind == thriftI64:
			m.offsetIndex = c.int()
		case id == 5 && kind == thriftI32:
			m.offsetLength = c.int()
		case id == 6 && kind == thriftI64:
			m.columnIndex = c.int()
		case id == 7 && kind == thriftI32:
			m.columnLength = c.int()
		default:
			return false
		}
		return true
	})
	return m
}

// read reads the metadata of a column.
func (m *chunkMeta) read(c *compact) {
	c.fields(func(id int64, kind byte) bool {
		switch {
		case id == 3 && kind == thriftList:
			c.list(thriftBinary, func(int) { m.name = c.text() })
		case id == 4 && kind == thriftI32:
			m.codec = c.int()
		case id == 9 && kind == thriftI64:
			m.data = c.int()
		case id == 11 && kind == thriftI64:
			m.dictionary = c.int()
		default:
			return false
		}
		return true
	})
}

func (f *footer) readMetadata(c *compact) {
	var key, value string
	c.fields(func(id int64, kind byte) bool {
		switch {
		case id == 1 && kind == thriftBinary:
			key = string(c.text())
		case id == 2 && kind == thriftBinary:
			value = string(c.text())
		default:
			return false
		}
		return true
	})
	if len(f.metadata) == mostColumns {
		c.fail(fmt.Errorf("it says more than %d things of itself", mostColumns))
		return
	}
	f.metadata[key] = value
}

// checkChunk returns an error unless column i of a row group is column i of the schema, with
// the compression of a Writer.
func (f *footer) checkChunk(m chunkMeta, i int) error {
	if i >= len(f.names) || string(m.name) != f.names[i] {
		return fmt.Errorf("a row group has the column %.40q where another should be", m.name)
	}
	if m.codec != int64(format.Zstd) {
		return fmt.Errorf("the column %.40q is not compressed as twophase does", m.name)
	}
	return nil
}

// check returns an error unless the row groups have all the rows.
func (f *footer) check() error {
	rows := int64(0)
	for i, g := range f.groups {
		if g.rows < 0 || rows+g.rows < rows {
			return fmt.Errorf("row group %d has %d rows", i, g.rows)
		}
		rows += g.rows
	}
	if rows != f.rows {
		return fmt.Errorf("the footer says %d rows, its row groups have %d", f.rows, rows)
	}
	return nil
}
