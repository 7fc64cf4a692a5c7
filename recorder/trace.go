package recorder

import (
	"fmt"

	"github.com/parquet-go/parquet-go"

	"twophase/circuit"
)

// SchemaVersion is the version of the columns of a trace, twophase.schema in
// the metadata of its files.
const SchemaVersion = "1"

// defaultPartRows is the number of rows after which a new part starts.
const defaultPartRows = 4 << 20

// trace is a series of Parquet files that grows by whole steps. After an error
// there is no unfinished file.
type trace struct {
	options  Options
	schema   *parquet.Schema
	metadata map[string]string

	table *table
	part  *part // nil between parts
	rows  int   // in the present part
	next  int   // number of the next part
}

// newTrace returns a trace without files. It returns an error if the options
// are not valid.
func newTrace(requests []Request, o Options, z size) (*trace, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	if o.PartRows == 0 {
		o.PartRows = defaultPartRows
	}
	return &trace{
		options: o,
		schema:  schemaOf(o.Parts),
		metadata: map[string]string{
			"twophase.schema":   SchemaVersion,
			"twophase.writer":   "twophase/recorder",
			"twophase.requests": join(requests),
		},
		table: newTable(o, z),
	}, nil
}

// record appends the elements of a plan as they are at the circuit's present
// step.
func (t *trace) record(c *circuit.Circuit, p plan, changed bool) error {
	if err := t.append(c, p, changed); err != nil {
		return t.fail(err)
	}
	if t.rows += p.rows; t.rows < t.options.PartRows {
		return nil
	}
	return t.finish()
}

func (t *trace) append(c *circuit.Circuit, p plan, changed bool) (err error) {
	if t.part == nil {
		if t.part, err = createPart(t.path(), t.schema, t.metadata); err != nil {
			return err
		}
	}
	for _, r := range p.runs {
		for r.first < r.end {
			if t.table.full() {
				if err := t.part.write(t.table.take()); err != nil {
					return err
				}
			}
			r = t.table.add(c, r, changed)
		}
	}
	return nil
}

// finish completes the present part, if there is one.
func (t *trace) finish() error {
	if t.part == nil {
		return nil
	}
	err := t.part.write(t.table.take())
	if err == nil {
		err = t.part.finish()
	}
	if err != nil {
		return t.fail(err)
	}
	t.part, t.rows, t.next = nil, 0, t.next+1
	return nil
}

// fail removes the present part, and returns the error with its path.
func (t *trace) fail(err error) error {
	err = fmt.Errorf("record traces in %s: %w", t.path(), err)
	t.discard()
	return err
}

// discard removes the present part, if there is one.
func (t *trace) discard() error {
	if t.part == nil {
		return nil
	}
	err := t.part.discard()
	t.part = nil
	if err != nil {
		return fmt.Errorf("discard %s: %w", t.path(), err)
	}
	return nil
}

// path returns the path of the present or the next part.
func (t *trace) path() string { return t.options.path(t.next) }
