package recorder

import "github.com/parquet-go/parquet-go"

// Row is one row of a trace, for reading one, with parts or without:
//
//	rows, err := parquet.ReadFile[recorder.Row](path)
//
// Run, trial, projection and pre are drawn from a dictionary, step and post are
// coded by their differences: next to nothing in size. Weights are split into
// their eight bytes. From one record to the next the sign, the exponent and the
// first digits of a weight hardly change, which a compressor sees once they
// stand together.
type Row struct {
	Run        string   `parquet:"run,dict"`
	Trial      int32    `parquet:"trial,dict"`
	Step       int64    `parquet:"step,delta"`
	Projection string   `parquet:"projection,dict"`
	Post       int32    `parquet:"post,delta"`
	Pre        *int32   `parquet:"pre,optional,dict"`
	Weight     float64  `parquet:"weight,split"`
	Hebbian    *float64 `parquet:"hebbian,optional,split"`
	Decay      *float64 `parquet:"decay,optional,split"`
}

// rowWithoutParts is a row as it is written without Options.Parts. (Row does
// not embed it: parquet-go then reads the null of a pointer as 0.)
type rowWithoutParts struct {
	Run        string  `parquet:"run,dict"`
	Trial      int32   `parquet:"trial,dict"`
	Step       int64   `parquet:"step,delta"`
	Projection string  `parquet:"projection,dict"`
	Post       int32   `parquet:"post,delta"`
	Pre        *int32  `parquet:"pre,optional,dict"`
	Weight     float64 `parquet:"weight,split"`
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
	columnHebbian
	columnDecay
	columnCount
)
