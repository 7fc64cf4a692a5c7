package rundiff

// VerifiedFile is a file of a run and of its replay.
type VerifiedFile struct {
	Name       string `json:"name"`
	SHA256     string `json:"sha256,omitempty"`     // of the run's; empty: it is missing
	Replayed   string `json:"replayed,omitempty"`   // of the replay's; empty: it wrote none
	Difference string `json:"difference,omitempty"` // the first difference, and their number
	Close      int    `json:"close,omitempty"`      // numbers that differ in their last digits only, and nothing else does
	Damage     string `json:"damage,omitempty"`     // why it cannot be the file that the run wrote
}
