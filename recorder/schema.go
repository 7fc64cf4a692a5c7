//go:build !js

package recorder

import (
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"twophase/internal/columnar"
)

// newWriter returns a writer of files whose metadata describe the trace.
//
// Run, trial and projection use a dictionary, and step, post and pre are coded by their
// differences, so that they take almost no space. The eight bytes of weights are split into
// streams. From one record to the next the sign, the exponent and the first digits of a weight
// hardly change, and side by side they compress well.
func newWriter(requests string, o Options, of *sources) *columnar.Writer {
	metadata := []parquet.WriterOption{
		parquet.SchemaOf(Row{}),
		parquet.CreatedBy("twophase", SchemaVersion, "parquet-go"),
		parquet.KeyValueMetadata("twophase.schema", SchemaVersion),
		parquet.KeyValueMetadata("twophase.writer", "twophase/recorder"),
		parquet.KeyValueMetadata("twophase.requests", requests),
		parquet.KeyValueMetadata("twophase.parts", joinParts(o.Parts)),
	}
	if graph := of.graph(); graph != "" {
		metadata = append(metadata, parquet.KeyValueMetadata("twophase.circuit", graph))
	}
	empty := parquet.NewGenericWriter[any](io.Discard, metadata...)
	empty.Close() // for its footer; the bytes are discarded
	footer := *empty.File().Metadata()
	count := columnHebbian + changeColumns(o, of)
	footer.Schema, footer.ColumnOrders = slices.Clone(footer.Schema[:1+count]), footer.ColumnOrders[:count]
	if footer.Schema[0].NumChildren = thrift.New(int32(count)); !o.hasParts() {
		footer.Schema[0].Name = "rowWithoutParts" // as ever
	}
	columns := [columnCount]columnar.Column{
		columnRun:          {Encoding: format.RLEDictionary, Dictionary: [][]byte{[]byte(o.Run)}},
		columnTrial:        {Encoding: format.RLEDictionary, Dictionary: [][]byte{columnar.Int32(int32(o.Trial))}},
		columnStep:         {Encoding: format.DeltaBinaryPacked},
		columnProjection:   {Encoding: format.RLEDictionary, Dictionary: of.names()},
		columnPost:         {Encoding: format.DeltaBinaryPacked},
		columnPre:          {Encoding: format.DeltaBinaryPacked},
		columnWeight:       {Encoding: format.ByteStreamSplit},
		columnHebbian:      {Encoding: format.ByteStreamSplit},
		columnDecay:        {Encoding: format.ByteStreamSplit},
		columnRounding:     {Encoding: format.ByteStreamSplit},
		columnNonlocal:     {Encoding: format.ByteStreamSplit},
		columnUnlearning:   {Encoding: format.ByteStreamSplit},
		columnPreActivity:  {Encoding: format.ByteStreamSplit},
		columnPostActivity: {Encoding: format.ByteStreamSplit},
		columnSecond:       {Encoding: format.ByteStreamSplit},
		columnThird:        {Encoding: format.ByteStreamSplit},
	}
	return columnar.NewWriter(footer, columns[:count])
}
