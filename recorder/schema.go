package recorder

import (
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/encoding/thrift"
	"github.com/parquet-go/parquet-go/format"

	"twophase/internal/columnar"
)

// Row is one row of a trace, for reading this schema or an older one, with parts or without:
//
//	rows, err := parquet.ReadFile[recorder.Row](path)
type Row struct {
	Run        string  `parquet:"run"`
	Trial      int32   `parquet:"trial"`
	Step       int64   `parquet:"step"`
	Projection string  `parquet:"projection"`
	Post       int32   `parquet:"post"`
	Pre        *int32  `parquet:"pre,optional"`
	Weight     float64 `parquet:"weight"`

	// Of schema 2 unless said otherwise; nil where a change was not recorded in parts.
	Hebbian      *float64 `parquet:"hebbian,optional"` // of schema 1 too
	Decay        *float64 `parquet:"decay,optional"`   // of schema 1 too
	Rounding     *float64 `parquet:"rounding,optional"`
	Nonlocal     *float64 `parquet:"nonlocal,optional"`     // nil if no phase makes such a part
	Unlearning   *float64 `parquet:"unlearning,optional"`   // likewise
	PreActivity  *float64 `parquet:"pre_activity,optional"` // nil for scales too
	PostActivity *float64 `parquet:"post_activity,optional"`

	// The changes by the second and third product of drives; nil if the rule has no such one.
	Second *float64 `parquet:"second,optional"`
	Third  *float64 `parquet:"third,optional"`
}

// The columns of a trace, in order.
const (
	columnRun = iota
	columnTrial
	columnStep
	columnProjection
	columnPost
	columnPre
	columnWeight
	columnHebbian // from here on, if parts are recorded
	columnDecay
	columnRounding
	columnNonlocal
	columnUnlearning
	columnPreActivity
	columnPostActivity
	columnSecond // if the rule of a recorded projection has a second product of drives
	columnThird  // likewise
	columnCount
)

// changeColumns returns the number of columns with parts of changes.
func changeColumns(o Options, of *sources) int {
	if !o.hasParts() {
		return 0
	}
	return columnSecond - columnHebbian + of.products
}

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
