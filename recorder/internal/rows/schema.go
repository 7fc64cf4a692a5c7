//go:build !js

package rows

import (
	"io"
	"slices"
	"sync/atomic"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"twophase/internal/parquetfile"
)

// NewWriter returns a writer of files whose metadata describe the trace.
//
// Run, trial and projection use a dictionary, and step, post and pre are coded by their
// differences, so that they take almost no space. The eight bytes of weights are split into
// streams. From one record to the next the sign, the exponent and the first digits of a weight
// hardly change, and side by side they compress well.
func NewWriter(d Description, of *Sources) *parquetfile.Writer {
	footer := footerOf([3]string{d.Requests, d.Parts, of.Graph()})
	count := columnHebbian + ChangeColumns(d, of)
	footer.Schema, footer.ColumnOrders = slices.Clone(footer.Schema[:1+count]), footer.ColumnOrders[:count]
	if footer.Schema[0].NumChildren = thrift.New(int32(count)); d.Parts == "" {
		footer.Schema[0].Name = "rowWithoutParts" // as ever
	}
	columns := [columnCount]parquetfile.Column{
		columnRun:          {Encoding: format.RLEDictionary, Dictionary: [][]byte{[]byte(d.Run)}},
		columnTrial:        {Encoding: format.RLEDictionary, Dictionary: [][]byte{parquetfile.Int32(int32(d.Trial))}},
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
	return parquetfile.NewWriter(footer, columns[:count])
}

// lastFooter is the last result of footerOf: the trials of a run have the same.
var lastFooter atomic.Pointer[struct {
	of     [3]string
	footer format.FileMetaData
}]

// footerOf returns the footer of an empty file of all columns, by the requests, the parts and the
// graph in its metadata.
func footerOf(of [3]string) format.FileMetaData {
	if last := lastFooter.Load(); last != nil && last.of == of {
		return last.footer
	}
	metadata := []parquet.WriterOption{
		parquet.SchemaOf(Row{}),
		parquet.CreatedBy("twophase", schemaVersion, "parquet-go"),
		parquet.KeyValueMetadata("twophase.schema", schemaVersion),
		parquet.KeyValueMetadata("twophase.writer", "twophase/recorder"),
		parquet.KeyValueMetadata("twophase.requests", of[0]),
		parquet.KeyValueMetadata("twophase.parts", of[1]),
	}
	if of[2] != "" {
		metadata = append(metadata, parquet.KeyValueMetadata("twophase.circuit", of[2]))
	}
	empty := parquet.NewGenericWriter[any](io.Discard, metadata...)
	empty.Close() // for its footer; the bytes are discarded
	last := struct {
		of     [3]string
		footer format.FileMetaData
	}{of, *empty.File().Metadata()}
	lastFooter.Store(&last)
	return last.footer
}
