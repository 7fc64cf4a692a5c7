package series

// schemaVersion is the version of the columns of a trace, twophase.schema in
// the metadata of its files.
const schemaVersion = "2"

// Row is one row of a trace, with parts or without.
type Row struct {
	Run        string  `parquet:"run"`
	Trial      int32   `parquet:"trial"`
	Step       int64   `parquet:"step"`
	Projection string  `parquet:"projection"`
	Post       int32   `parquet:"post"`
	Pre        *int32  `parquet:"pre,optional"`
	Weight     float64 `parquet:"weight"`

	// nil where a change was not recorded in parts.
	Hebbian      *float64 `parquet:"hebbian,optional"`
	Decay        *float64 `parquet:"decay,optional"`
	Rounding     *float64 `parquet:"rounding,optional"`
	Nonlocal     *float64 `parquet:"nonlocal,optional"`     // nil if no phase makes such a part
	Unlearning   *float64 `parquet:"unlearning,optional"`   // likewise
	PreActivity  *float64 `parquet:"pre_activity,optional"` // nil for scales too
	PostActivity *float64 `parquet:"post_activity,optional"`

	// The parts by the second and third product of drives; nil if the rule has none.
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

// Description is what a trace says of itself, in its metadata and in its columns run and trial.
type Description struct {
	Run      string
	Trial    int
	Requests string
	Parts    string // the selections whose parts of changes are recorded; "" for none
}

// ChangeColumns returns the number of columns with parts of changes.
func ChangeColumns(d Description, of *Sources) int {
	if d.Parts == "" {
		return 0
	}
	return columnSecond - columnHebbian + of.products
}
