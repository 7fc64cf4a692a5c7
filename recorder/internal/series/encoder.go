//go:build !js

package series

import (
	"github.com/parquet-go/parquet-go/encoding/bytestreamsplit"
	"github.com/parquet-go/parquet-go/encoding/delta"

	"twophase/internal/files/parquetfile"
)

// Encoder turns blocks into packed pages, one of every column. Each writer of a trace has one.
type Encoder struct {
	locator *Locator // of all writers

	at     *places              // of the last block
	packed []parquetfile.Packed // [columns], of those that at does not have
	steps  []int64              // [rows]
	values []byte               // of the present page
}

// NewEncoder returns an encoder of the blocks that a locator finds the places of.
func NewEncoder(l *Locator) *Encoder {
	return &Encoder{locator: l, packed: make([]parquetfile.Packed, columnHebbian+len(l.parts))}
}

// Encode turns a block into pages of the writer's files.
func (e *Encoder) Encode(w *parquetfile.Writer, b *Block) (err error) {
	if e.at, err = e.locator.locate(w, b); err != nil {
		return err
	}
	for column := range e.packed {
		if isPlace(column) {
			continue
		}
		p, err := e.page(column, b)
		if err == nil {
			err = w.Pack(&e.packed[column], column, p)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// Write appends the pages to the present file.
func (e *Encoder) Write(w *parquetfile.Writer) {
	for column := range e.packed {
		p := &e.packed[column]
		if isPlace(column) {
			p = &e.at.pages[column]
		}
		w.WritePage(column, p)
	}
}

// page returns the steps or a column of numbers. It is valid until the next call.
func (e *Encoder) page(column int, b *Block) (parquetfile.Page, error) {
	p := parquetfile.Page{Rows: b.rows}
	var err error
	switch column {
	case columnStep:
		e.steps = e.steps[:0]
		for _, of := range b.portions {
			e.steps = appendTimes(e.steps, of.step, of.rows)
		}
		p.Values, err = new(delta.BinaryPackedEncoding).EncodeInt64(e.values, e.steps)
		p.Min, p.Max = parquetfile.Int64(e.steps[0]), parquetfile.Int64(e.steps[b.rows-1])
	case columnWeight:
		p.Values, err = new(bytestreamsplit.Encoding).EncodeDouble(e.values, b.weights)
		p.Min, p.Max = parquetfile.Bounds(b.weights)
	default:
		values := b.changes[column-columnHebbian]
		p.Values, err = new(bytestreamsplit.Encoding).EncodeDouble(e.values, values)
		p.Levels, p.Nulls = e.at.levels[column-columnHebbian], b.rows-len(values)
		p.Min, p.Max = parquetfile.Bounds(values)
	}
	e.values = p.Values
	return p, err
}
