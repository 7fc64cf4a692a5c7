package view

import (
	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/pruning"
)

// Run is what api/run answers.
type Run struct {
	Title   string `json:"title"`
	Network string `json:"network"`
	Inputs  int    `json:"inputs"`  // N, 0 if nobody knows
	Outputs int    `json:"outputs"` // K
	Steps   int    `json:"steps"`   // T, of each trial
	Trials  int    `json:"trials"`
	Seed    uint64 `json:"seed"`
	Run     string `json:"run"`    // its ID
	Folder  string `json:"folder"` // the name only
	Live    bool   `json:"live"`   // it goes on, and api/live tells of it
	Done    bool   `json:"done"`   // it is complete

	Schedule      []Phase                `json:"schedule"`  // at the start
	Wiring        string                 `json:"wiring"`    // of the lateral synapses: all-to-all, ordered or unconnected
	Undivided     bool                   `json:"undivided"` // the neurons do not divide by their scales
	Projections   []string               `json:"projections"`
	Recorded      []Recording            `json:"recorded"`
	Image         *Image                 `json:"image"`
	Twins         []Twin                 `json:"twins"`
	Warnings      []string               `json:"warnings"`
	Interventions []string               `json:"interventions"`
	Theory        *experiment.Comparison `json:"theory"`
}

// tellNetwork fills in what is known of the network by its name.
func (r *Run) tellNetwork() {
	if n, err := circuit.LookupNetwork(r.Network); err == nil {
		r.Wiring, r.Undivided = n.Wiring.String(), n.Scale.Metaplastic
	}
}

// Phase is a phase of the schedule.
type Phase struct {
	Name     string   `json:"name"`
	Equation string   `json:"equation"`
	Reads    []string `json:"reads"`
	Writes   []string `json:"writes"`
	NonLocal bool     `json:"nonlocal"`
}

// Recording is a request that was recorded.
type Recording struct {
	Request string `json:"request"`
	Kind    string `json:"kind"`   // feedforward, lateral, scale, outputs or weights
	Stride  int    `json:"stride"` // 0: at log-spaced steps
	Parts   bool   `json:"parts"`  // of changes are recorded too, of some of it at least
}

// Image says that the inputs are the pixels of an image, row by row.
type Image struct {
	Rows    int `json:"rows"`
	Columns int `json:"columns"`
}

// Twin is another variant of the comparison that a run belongs to.
type Twin struct {
	Name string `json:"name"`
}

// Trial is what api/trial answers.
type Trial struct {
	Trial    int                  `json:"trial"`
	First    int64                `json:"first"` // the first and the last step that were recorded
	Last     int64                `json:"last"`
	Rows     int64                `json:"rows"`
	Curve    []Point              `json:"curve"`
	Events   []Happening          `json:"events"`
	Pruning  *pruning.Circuit     `json:"pruning"` // null if there is none, or not yet
	Pending  bool                 `json:"pending"` // the pruning is still looked for: ask again
	Measures *experiment.Measures `json:"measures"`
	Warnings []string             `json:"warnings"`
}

// Point is a moment of a trial.
type Point struct {
	Step           int64             `json:"step"`
	Error          experiment.Number `json:"e_pro"`
	LateralRatio   experiment.Number `json:"lateral_ratio"`
	Pruned         experiment.Number `json:"pruned"` // fraction of the lateral synapses
	SettlingError  experiment.Number `json:"settling_error"`
	SpectralRadius experiment.Number `json:"spectral_radius"`
}

// Happening is an intervention that took place.
type Happening struct {
	Step    int64  `json:"step"` // after which it did
	Edit    string `json:"edit"`
	Changes int    `json:"changes"` // how much it changed
}

// Series is what api/series answers: one element's records, by step. Columns that were
// not recorded are null.
type Series struct {
	Element    string  `json:"element"`
	Total      int     `json:"total"` // how many records there are from one step to the other
	Step       []int64 `json:"step"`
	Weight     Vector  `json:"weight"`
	Hebbian    Vector  `json:"hebbian"`
	Decay      Vector  `json:"decay"`
	Rounding   Vector  `json:"rounding"`
	Nonlocal   Vector  `json:"nonlocal"`
	Unlearning Vector  `json:"unlearning"`
	Pre        Vector  `json:"pre"`
	Post       Vector  `json:"post"`
}

// Snapshot is what api/snapshot answers: the newest record at or before a step. What was
// not recorded is null, as a whole or number by number.
type Snapshot struct {
	Step int64  `json:"step"` // of the newest of what it shows
	W    Vector `json:"w"`    // [K×N] row-major
	M    Vector `json:"m"`    // [K×K], the scales on the diagonal
	Y    Vector `json:"y"`    // [K]

	// Instead of a matrix of more than matrixLimit numbers.
	WBlocks *Blocks `json:"w_blocks,omitempty"`
	MBlocks *Blocks `json:"m_blocks,omitempty"`
}

// Blocks is a large matrix, made smaller: one number for each block.
type Blocks struct {
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
	Mean    Vector `json:"mean"`    // [Rows×Columns]
	Extreme Vector `json:"extreme"` // the number of each block that is furthest from 0
}

// Step is what api/step answers: one step of a trial, phase by phase. Matrices of more
// than matrixLimit numbers are null.
type Step struct {
	Step   int64      `json:"step"`
	X      Vector     `json:"x"` // the stimulus [N]
	Phases []Moment   `json:"phases"`
	Before Matrices   `json:"before"` // the weights that the phases begin with
	Change AllChanges `json:"change"` // what the step made of them
}

// Moment is the circuit after one phase.
type Moment struct {
	Name        string `json:"name"`
	Equation    string `json:"equation"`
	Provisional Vector `json:"y_tilde"` // ỹ [K], null until a phase has written it
	Y           Vector `json:"y"`       // likewise
	Note        string `json:"note"`
}

// Matrices is W [K×N] and M [K×K], the scales on the diagonal.
type Matrices struct {
	W Vector `json:"w"`
	M Vector `json:"m"`
}

// AllChanges is the changes of W and M.
type AllChanges struct {
	W *Change `json:"w"`
	M *Change `json:"m"`
}

// Change is what became of a matrix in one step, and the parts of what it learnt: see
// neuron.Change.
type Change struct {
	Total      Vector `json:"total"`
	Hebbian    Vector `json:"hebbian"`
	Decay      Vector `json:"decay"`
	Rounding   Vector `json:"rounding"`
	Nonlocal   Vector `json:"nonlocal"`   // of W, null unless a phase makes such a part
	Unlearning Vector `json:"unlearning"` // likewise
}

// Progress is how far a run has come, as api/live tells.
type Progress struct {
	Trial        int               `json:"trial"`
	Step         int               `json:"step"`
	Of           int               `json:"of"`
	Error        experiment.Number `json:"e_pro"`
	LateralRatio experiment.Number `json:"lateral_ratio"`
}
