package result

import (
	"fmt"
	"slices"
	"strings"

	"twophase/internal/numerics/quantile"
	"twophase/internal/text/number"
	"twophase/internal/text/phrase"
)

// SummarySchema is the version of the summary's form.
const SummarySchema = 1

// Summary is what a run found.
type Summary struct {
	Schema  int    `json:"schema"`
	Run     string `json:"run"`
	Folder  string `json:"folder"`
	Title   string `json:"title"`
	Network string `json:"network"`
	Inputs  int    `json:"inputs"`
	Outputs int    `json:"outputs"`
	Steps   int    `json:"steps"` // of each trial
	Trials  int    `json:"trials"`
	Seed    uint64 `json:"seed"`

	Reference string        `json:"reference,omitempty"` // what the errors are measured against
	PCAFloor  number.Number `json:"pca_floor"`           // expected E_Pro of batch PCA on as many samples
	Isotropic bool          `json:"isotropic"`           // settling errors are over isotropic stimuli
	Results   []*Result     `json:"results"`             // one for each trial
	Theory    *Theory       `json:"theory,omitempty"`    // nil where there is no theory
	NoTheory  string        `json:"no_theory,omitempty"` // the reason why there is none, if one is known
	Warnings  []string      `json:"warnings"`

	Timing Timing `json:"-"` // in a file of its own, as it differs from run to run
}

// Intervened is the NoTheory of a run with interventions. It must not change, because
// twophase verify compares the summary's bytes. WriteText prints a plainer sentence.
const Intervened = "it holds for a circuit without interventions"

// Timing is the time on the clock of a step with its stimulus, recording and measures.
// Other trials may have run at the same time.
type Timing struct {
	NsPerStep number.Number `json:"ns_per_step"`
	Machine   string        `json:"machine"`
}

// Warning adds a warning that concerns some of the trials.
func (s *Summary) Warning(trials int, format string, values ...any) {
	s.Warnings = append(s.Warnings, s.ofTrials(trials, fmt.Sprintf(format, values...)))
}

// ofTrials says in how many trials a text holds.
func (s *Summary) ofTrials(trials int, text string) string {
	if s.Trials == 1 {
		return text
	}
	return fmt.Sprintf("in %d of %d trials, %s", trials, s.Trials, text)
}

// Over returns the median and quartiles of a measure over the trials in which it is
// defined, and their number.
func (s *Summary) Over(of func(*Result) number.Number) (median, low, high number.Number, defined int) {
	values := s.defined(of)
	median, low, high = Quartiles(values)
	return median, low, high, len(values)
}

// defined returns a measure of the trials in which it is defined.
func (s *Summary) defined(of func(*Result) number.Number) (values []float64) {
	for _, r := range s.Results {
		if v := of(r); v.Finite() {
			values = append(values, float64(v))
		}
	}
	return values
}

// Quartiles returns the median and the quartiles of values, which it sorts.
func Quartiles(values []float64) (median, low, high number.Number) {
	if len(values) == 0 {
		return number.NaN, number.NaN, number.NaN
	}
	slices.Sort(values)
	return number.Number(quantile.Of(values, 0.5)), number.Number(quantile.Of(values, 0.25)), number.Number(quantile.Of(values, 0.75))
}

// Spread prints a measure of one trial, or its median over the trials in which it is defined, with the quartiles, or
// each of few trials as pictures have them. It uses enough digits to show on which side of the bounds they lie.
func (s *Summary) Spread(of func(*Result) number.Number, bounds ...number.Number) string {
	values := s.defined(of)
	q, defined := quantile.QuartilesOf(values), len(values)
	median := number.Number(q.Median)
	if s.Trials == 1 || defined == 0 {
		return median.Beside(bounds...)
	}
	var texts []string
	between := " "
	for _, v := range number.Numbers(q.Shown()) {
		texts = append(texts, v.Beside(bounds...))
		if strings.Contains(texts[len(texts)-1], " ") { // such as 1 − 3e-09
			between = ", "
		}
	}
	text := median.Beside(bounds...)
	if defined > 1 {
		text += " [" + strings.Join(texts, between) + "]"
	}
	if defined < s.Trials {
		text += fmt.Sprintf(" of %s", phrase.Count(defined, "trial"))
	}
	return text
}
