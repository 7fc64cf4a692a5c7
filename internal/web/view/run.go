package view

import (
	"slices"

	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/traces/result"
	"twophase/internal/web/simulator"
	"twophase/recorder"
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

	Schedule      []simulator.Phase `json:"schedule"`   // at the start
	Undrawn       bool              `json:"undrawn"`    // it is too large to draw
	Offline       bool              `json:"offline"`    // it learns from the covariance, so that rounding is the only noise
	Unmeasured    string            `json:"unmeasured"` // why E_Pro is not measured; empty if it is, or if it is not known before
	Isotropic     bool              `json:"isotropic"`  // the settling error is over isotropic stimuli, because the covariance is not known
	Graph         *simulator.Graph  `json:"graph"`      // null where it is not known
	Ratio         string            `json:"ratio"`      // the name of ‖M_o‖/‖M‖
	Recorded      []Recording       `json:"recorded"`
	Image         *Image            `json:"image"`
	Twins         []Twin            `json:"twins"`
	Warnings      []string          `json:"warnings"`
	Interventions []string          `json:"interventions"`
	Follow        []string          `json:"follow"` // declared measures along the run; null if there are none
	Theory        *result.Theory    `json:"theory"`
}

// addNetwork fills in what follows from the network of the run's experiment.
func (r *Run) addNetwork(e experiment.Experiment) {
	if n, err := e.LookupNetwork(); err == nil {
		r.Unmeasured = e.Unmeasured(n)
	}
}

// Recording is a request that was recorded.
type Recording struct {
	Request string `json:"request"`
	Kind    string `json:"kind"`   // of a selection
	Stride  int    `json:"stride"` // 0: at log-spaced steps, or around some
	Parts   bool   `json:"parts"`  // the parts of changes are recorded too, at least of some of it
}

// newRecordings returns the recordings of some requests, and of selections whose parts of
// changes are recorded too.
func newRecordings(requests []recorder.Request, parts []string) []Recording {
	all := []Recording{}
	var kinds []selection.Kind
	for _, text := range parts {
		selected, _ := recorder.ParseParts(text) // an invalid selection was not recorded
		for _, s := range selected {
			kinds = append(kinds, s.Kind())
		}
	}
	for _, r := range requests {
		kind, stride := r.Selection.Kind(), max(0, int(r.Stride)) // LogSpaced is below 0
		parts := slices.ContainsFunc(kinds, func(k selection.Kind) bool { return k.Includes(kind) || kind.Includes(k) })
		all = append(all, Recording{r.String(), kind.String(), stride, parts})
	}
	return all
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

// declared returns those of the names that are of declared measures, each once.
func declared(names []string) (known []string) {
	for _, name := range names {
		if d, err := measure.Named(name); err == nil && !slices.Contains(known, d.Name) {
			known = append(known, d.Name)
		}
	}
	return known
}
