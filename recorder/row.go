package recorder

import (
	"io"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/format"

	"twophase/circuit/selection"
	"twophase/internal/columnar"
)

// Row is one row of a trace, for reading one of this schema or an older one, with parts
// or without:
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
}

// rowWithoutParts is a row as it is written without Options.Parts. (Row does
// not embed it: parquet-go then reads the null of a pointer as 0.)
type rowWithoutParts struct {
	Run        string  `parquet:"run"`
	Trial      int32   `parquet:"trial"`
	Step       int64   `parquet:"step"`
	Projection string  `parquet:"projection"`
	Post       int32   `parquet:"post"`
	Pre        *int32  `parquet:"pre,optional"`
	Weight     float64 `parquet:"weight"`
}

// schemaOf returns the columns of a trace.
func schemaOf(parts bool) *parquet.Schema {
	if parts {
		return parquet.SchemaOf(Row{})
	}
	return parquet.SchemaOf(rowWithoutParts{})
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
	columnCount

	changeColumns = columnCount - columnHebbian
)

// newWriter returns a writer of files whose metadata says what the trace is.
//
// Run, trial and projection are drawn from a dictionary, step, post and pre are
// coded by their differences: next to nothing in size. Weights are split into
// their eight bytes. From one record to the next the sign, the exponent and the
// first digits of a weight hardly change, which a compressor sees once they
// stand together.
func newWriter(requests string, o Options) *columnar.Writer {
	empty := parquet.NewGenericWriter[any](io.Discard, schemaOf(o.hasParts()),
		parquet.CreatedBy("twophase", SchemaVersion, "parquet-go"),
		parquet.KeyValueMetadata("twophase.schema", SchemaVersion),
		parquet.KeyValueMetadata("twophase.writer", "twophase/recorder"),
		parquet.KeyValueMetadata("twophase.requests", requests),
		parquet.KeyValueMetadata("twophase.parts", joinParts(o.Parts)),
	)
	empty.Close() // to have its footer; it writes nowhere
	columns := [columnCount]columnar.Column{
		columnRun:          {Encoding: format.RLEDictionary, Dictionary: [][]byte{[]byte(o.Run)}},
		columnTrial:        {Encoding: format.RLEDictionary, Dictionary: [][]byte{columnar.Int32(int32(o.Trial))}},
		columnStep:         {Encoding: format.DeltaBinaryPacked},
		columnProjection:   {Encoding: format.RLEDictionary, Dictionary: names(rowKinds)},
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
	}
	return columnar.NewWriter(*empty.File().Metadata(), columns[:columnsOf(o)])
}

// columnsOf returns how many columns a trace has.
func columnsOf(o Options) int {
	if o.hasParts() {
		return columnCount
	}
	return columnHebbian
}

// names returns the names of kinds.
func names(kinds []selection.Kind) (names [][]byte) {
	for _, k := range kinds {
		names = append(names, []byte(k.String()))
	}
	return names
}
