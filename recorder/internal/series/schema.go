//go:build !js

package series

import (
	"github.com/parquet-go/parquet-go/deprecated"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"twophase/internal/files/parquetfile"
)

// schema is the columns of a trace as a file describes them. TestSchemaIsOfRow compares it with Row.
var schema = [columnCount]struct {
	name     string
	kind     format.Type
	optional bool
	encoding format.Encoding
}{
	columnRun:          {"run", format.ByteArray, false, format.RLEDictionary},
	columnTrial:        {"trial", format.Int32, false, format.RLEDictionary},
	columnStep:         {"step", format.Int64, false, format.DeltaBinaryPacked},
	columnProjection:   {"projection", format.ByteArray, false, format.RLEDictionary},
	columnPost:         {"post", format.Int32, false, format.DeltaBinaryPacked},
	columnPre:          {"pre", format.Int32, true, format.DeltaBinaryPacked},
	columnWeight:       {"weight", format.Double, false, format.ByteStreamSplit},
	columnHebbian:      {"hebbian", format.Double, true, format.ByteStreamSplit},
	columnDecay:        {"decay", format.Double, true, format.ByteStreamSplit},
	columnRounding:     {"rounding", format.Double, true, format.ByteStreamSplit},
	columnNonlocal:     {"nonlocal", format.Double, true, format.ByteStreamSplit},
	columnUnlearning:   {"unlearning", format.Double, true, format.ByteStreamSplit},
	columnPreActivity:  {"pre_activity", format.Double, true, format.ByteStreamSplit},
	columnPostActivity: {"post_activity", format.Double, true, format.ByteStreamSplit},
	columnSecond:       {"second", format.Double, true, format.ByteStreamSplit},
	columnThird:        {"third", format.Double, true, format.ByteStreamSplit},
}

// NewWriter returns a writer of files whose metadata describe the trace.
//
// Run, trial and projection use a dictionary, and step, post and pre are coded by their
// differences, so that they take almost no space. The eight bytes of weights are split into
// streams. From one record to the next the sign, the exponent and the first digits of a weight
// hardly change, and side by side they compress well.
func NewWriter(d Description, of *Sources) *parquetfile.Writer {
	count := columnHebbian + ChangeColumns(d, of)
	var columns [columnCount]parquetfile.Column
	for i := range columns {
		columns[i].Encoding = schema[i].encoding
	}
	columns[columnRun].Dictionary = [][]byte{[]byte(d.Run)}
	columns[columnTrial].Dictionary = [][]byte{parquetfile.Int32(int32(d.Trial))}
	columns[columnProjection].Dictionary = of.names()
	return parquetfile.NewWriter(footerOf(d, of.Graph(), count), columns[:count])
}

// footerOf returns the footer of an empty file of the first count columns, with what describes the trace, by its key.
func footerOf(d Description, graph string, count int) format.FileMetaData {
	root := format.SchemaElement{Name: "Row", NumChildren: thrift.New(int32(count))}
	if d.Parts == "" {
		root.Name = "rowWithoutParts"
	}
	footer := format.FileMetaData{Version: 2, Schema: []format.SchemaElement{root}, CreatedBy: "twophase version " + schemaVersion + "(build parquet-go)"}
	for _, column := range schema[:count] {
		footer.Schema = append(footer.Schema, elementOf(column.name, column.kind, column.optional))
		footer.ColumnOrders = append(footer.ColumnOrders, format.ColumnOrder{Value: &format.TypeDefinedOrder{}})
	}
	footer.KeyValueMetadata = append(footer.KeyValueMetadata,
		format.KeyValue{Key: "twophase.circuit", Value: graph},
		format.KeyValue{Key: "twophase.parts", Value: d.Parts},
		format.KeyValue{Key: "twophase.requests", Value: d.Requests},
		format.KeyValue{Key: "twophase.schema", Value: schemaVersion},
		format.KeyValue{Key: "twophase.writer", Value: "twophase/recorder"},
	)
	return footer
}

// elementOf describes a column: a text, a whole number with a sign, or a float64.
func elementOf(name string, kind format.Type, optional bool) format.SchemaElement {
	e := format.SchemaElement{Name: name, Type: thrift.New(kind), RepetitionType: thrift.New(format.Required)}
	if optional {
		e.RepetitionType = thrift.New(format.Optional)
	}
	whole := func(bits int, older deprecated.ConvertedType) {
		e.TypeLength, e.ConvertedType = thrift.New(int32(bits)), thrift.New(older)
		e.LogicalType.Value = &format.IntType{BitWidth: int8(bits), IsSigned: true}
	}
	switch kind {
	case format.ByteArray:
		e.ConvertedType, e.LogicalType.Value = thrift.New(deprecated.UTF8), &format.StringType{}
	case format.Int32:
		whole(32, deprecated.Int32)
	case format.Int64:
		whole(64, deprecated.Int64)
	case format.Double:
		e.TypeLength = thrift.New(int32(64))
	}
	return e
}
