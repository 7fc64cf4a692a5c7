package view

import (
	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/number"
	"twophase/internal/pruning"
	"twophase/internal/result"
	"twophase/neuron"
	"twophase/synapse"
)

// Run is what api/run answers.
type Run struct {
	Title   string `json:"title"`
	Network string `json:"network"`
	Inputs  int    `json:"inputs"`  // N, 0 if it is not known
	Outputs int    `json:"outputs"` // K
	Steps   int    `json:"steps"`   // T, of each trial
	Trials  int    `json:"trials"`
	Seed    uint64 `json:"seed"`
	Run     string `json:"run"`     // its ID
	Folder  string `json:"folder"`  // the name only
	Live    bool   `json:"live"`    // it is still running, and api/live reports on it
	Done    bool   `json:"done"`    // it is complete
	Explore bool   `json:"explore"` // explore.html, beside the page, lets its experiment learn; not in a report
	Path    string `json:"path"`    // the folder as commands are given it; in a report the name only

	Unexplored string `json:"unexplored,omitempty"` // why there is no such page

	Variant string `json:"variant"` // its name in the comparison to which the run belongs; empty: none
	Fork    int    `json:"fork"`    // the last step that it shares with the first variant; 0: none

	Schedule      []Phase        `json:"schedule"`    // at the start
	Undrawn       bool           `json:"undrawn"`     // it is too large to draw
	Undivided     bool           `json:"undivided"`   // the neurons do not divide by their scales
	Unscaled      bool           `json:"unscaled"`    // the outputs have no scales
	Offline       bool           `json:"offline"`     // it learns from the covariance, so that rounding is the only noise
	Isotropic     bool           `json:"isotropic"`   // the settling error is over isotropic stimuli, because the covariance is not known
	Projections   []Projection   `json:"projections"` // the projections of the circuit
	Graph         *Graph         `json:"graph"`       // null for the paper's two populations
	Recorded      []Recording    `json:"recorded"`
	Image         *Image         `json:"image"`
	Twins         []Twin         `json:"twins"`
	Warnings      []string       `json:"warnings"`
	Interventions []string       `json:"interventions"`
	Follow        []string       `json:"follow"` // declared measures along the run; null if there are none
	Theory        *result.Theory `json:"theory"`
}

// Projection is synapses from one population to another.
type Projection struct {
	Name   string `json:"name"`
	Wiring string `json:"wiring"` // all-to-all or ordered
}

// addNetwork fills in what follows from the network of the run's experiment.
func (r *Run) addNetwork(e experiment.Experiment) {
	r.Projections = []Projection{{selection.Feedforward.String(), synapse.AllToAll.String()}}
	lateral := synapse.AllToAll
	if n, err := e.LookupNetwork(); err == nil {
		lateral, r.Undivided, r.Unscaled = n.Wiring, n.Scale.Metaplastic, n.Scale == neuron.NoScale
	}
	if lateral != synapse.Unconnected {
		r.Projections = append(r.Projections, Projection{selection.Lateral.String(), lateral.String()})
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
	Stride  int    `json:"stride"` // 0: at log-spaced steps, or around some
	Parts   bool   `json:"parts"`  // the parts of changes are recorded too, at least of some of it
}

// Image is the size of the images that the inputs are, row by row.
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
	Trial    int                `json:"trial"`
	First    int64              `json:"first"` // the first and the last step that were recorded
	Last     int64              `json:"last"`
	Rows     int64              `json:"rows"`
	Curve    []Point            `json:"curve"`
	Followed []measure.Followed `json:"followed"` // declared measures along the run; null if there are none, or not yet
	Events   []Happening        `json:"events"`
	Held     []Hold             `json:"held"`    // what interventions did to synapses and neurons, by step; at most mostHolds
	Pruning  *pruning.Circuit   `json:"pruning"` // null if there is none, or not yet
	Pending  bool               `json:"pending"` // the pruning is still being computed: ask again
	Measures *measure.Measures  `json:"measures"`
	Headline string             `json:"headline"` // what came of it, in a sentence or two
	Extremes *Extremes          `json:"extremes"` // null until they are found
	Warnings []string           `json:"warnings"`

	result   *result.Result        // of the summary; nil if it is not known
	diverged *result.DivergedTrial // nil if it did not
}

// Extremes holds the largest recorded |value| of each kind in a trial.
type Extremes struct {
	Feedforward number.Number `json:"feedforward"`
	Lateral     number.Number `json:"lateral"`
	Scale       number.Number `json:"scale"`

	Parts map[string]number.Number `json:"parts,omitempty"` // of a circuit with a graph, by kind
}

// Point is a moment of a trial.
type Point struct {
	Step           int64         `json:"step"`
	Error          number.Number `json:"e_pro"`
	LateralRatio   number.Number `json:"lateral_ratio"`
	Pruned         number.Number `json:"pruned"` // fraction of the lateral synapses
	SettlingError  number.Number `json:"settling_error"`
	SpectralRadius number.Number `json:"spectral_radius"`
}

// Hold is the state of an element from a step on, which an intervention has set.
type Hold struct {
	Step    int64  `json:"step"`
	Element string `json:"element"` // such as lateral[2,0], inputs[3], or a projection as a whole
	State   string `json:"state"`   // lesioned, frozen, plastic, clamped or free
}

// Happening is an intervention that took place.
type Happening struct {
	Step    int64  `json:"step"` // after which it took place
	Edit    string `json:"edit"`
	Changes int    `json:"changes"` // number of changes
}

// Series is what api/series answers: the records of one element, by step. Columns that were
// not recorded are null.
type Series struct {
	Element    string  `json:"element"`
	Total      int     `json:"total"` // number of records between the two steps
	Step       []int64 `json:"step"`
	Weight     Vector  `json:"weight"`
	Hebbian    Vector  `json:"hebbian"`
	Decay      Vector  `json:"decay"`
	Rounding   Vector  `json:"rounding"`
	Nonlocal   Vector  `json:"nonlocal"`
	Unlearning Vector  `json:"unlearning"`
	Second     Vector  `json:"second"` // by the second product of drives of the rule
	Third      Vector  `json:"third"`  // by the third
	Pre        Vector  `json:"pre"`
	Post       Vector  `json:"post"`
}

// seriesColumns are the columns of Series: each with its name in a trace.
var seriesColumns = [...]struct {
	name, inTrace string
	of            func(*Series) *Vector
}{
	{"weight", "weight", func(s *Series) *Vector { return &s.Weight }},
	{"hebbian", "hebbian", func(s *Series) *Vector { return &s.Hebbian }},
	{"decay", "decay", func(s *Series) *Vector { return &s.Decay }},
	{"rounding", "rounding", func(s *Series) *Vector { return &s.Rounding }},
	{"nonlocal", "nonlocal", func(s *Series) *Vector { return &s.Nonlocal }},
	{"unlearning", "unlearning", func(s *Series) *Vector { return &s.Unlearning }},
	{"second", "second", func(s *Series) *Vector { return &s.Second }},
	{"third", "third", func(s *Series) *Vector { return &s.Third }},
	{"pre", "pre_activity", func(s *Series) *Vector { return &s.Pre }},
	{"post", "post_activity", func(s *Series) *Vector { return &s.Post }},
}

// Snapshot is what api/snapshot answers: the newest record at or before a step. What was not
// recorded is null.
type Snapshot struct {
	Step int64  `json:"step"` // of the newest number in it
	W    Vector `json:"w"`    // [K×N] row-major
	M    Vector `json:"m"`    // [K×K], the scales on the diagonal
	Y    Vector `json:"y"`    // [K]

	Parts []SnapshotPart `json:"parts,omitempty"` // of a circuit with a graph, in the place of all but the step

	// In place of a matrix of more than matrixLimit numbers.
	WBlocks *Blocks `json:"w_blocks,omitempty"`
	MBlocks *Blocks `json:"m_blocks,omitempty"`
}

// Blocks is a large matrix divided into Rows×Columns blocks, with the mean and the extreme of
// each.
type Blocks struct {
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
	Mean    Vector `json:"mean"`    // [Rows×Columns]
	Extreme Vector `json:"extreme"` // the element of each block that is furthest from 0
}

// Step is what api/step answers: one step of a trial, phase by phase. Matrices of more
// than matrixLimit numbers are null.
type Step struct {
	Step   int64      `json:"step"`
	X      Vector     `json:"x"` // the stimulus [N]
	Phases []Moment   `json:"phases"`
	Before Matrices   `json:"before"` // the weights before the phases
	Change AllChanges `json:"change"` // their change in the step
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

// Change is the change of a matrix in one step, and the parts of what it learnt: see
// neuron.Change.
type Change struct {
	Total      Vector `json:"total"`
	Hebbian    Vector `json:"hebbian"`
	Decay      Vector `json:"decay"`
	Rounding   Vector `json:"rounding"`
	Nonlocal   Vector `json:"nonlocal"`   // of W, null unless a phase makes such a part
	Unlearning Vector `json:"unlearning"` // likewise
	Second     Vector `json:"second"`     // by the second product of drives, null where the rule has one only
	Third      Vector `json:"third"`      // likewise
}

// Progress is how far a run has come, in api/live.
type Progress struct {
	Trial        int           `json:"trial"`
	Step         int           `json:"step"`
	Of           int           `json:"of"`
	Error        number.Number `json:"e_pro"`
	LateralRatio number.Number `json:"lateral_ratio"`
}
