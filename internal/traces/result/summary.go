package result

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"twophase/internal/files/folder"
	"twophase/internal/numerics/quantile"
	"twophase/internal/text/wording"
	"twophase/recorder"
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

	Reference string         `json:"reference,omitempty"` // what the errors are measured against
	PCAFloor  wording.Number `json:"pca_floor"`           // expected E_Pro of batch PCA on as many samples
	Isotropic bool           `json:"isotropic"`           // settling errors are over isotropic stimuli
	Results   []*Result      `json:"results"`             // one for each trial
	Theory    *Theory        `json:"theory,omitempty"`    // nil where there is no theory
	NoTheory  string         `json:"no_theory,omitempty"` // the reason why there is none, if one is known
	Warnings  []string       `json:"warnings"`

	Timing Timing `json:"-"` // in a file of its own, as it differs from run to run
}

// Intervened is the NoTheory of a run with interventions. It must not change, because
// twophase verify compares the summary's bytes. WriteText prints a plainer sentence.
const Intervened = "it holds for a circuit without interventions"

// Timing is the time on the clock of a step with its stimulus, recording and measures.
// Other trials may have run at the same time.
type Timing struct {
	NsPerStep wording.Number `json:"ns_per_step"`
	Machine   string         `json:"machine"`
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
func (s *Summary) Over(of func(*Result) wording.Number) (median, low, high wording.Number, defined int) {
	values := s.defined(of)
	median, low, high = Quartiles(values)
	return median, low, high, len(values)
}

// defined returns a measure of the trials in which it is defined.
func (s *Summary) defined(of func(*Result) wording.Number) (values []float64) {
	for _, r := range s.Results {
		if v := of(r); v.Finite() {
			values = append(values, float64(v))
		}
	}
	return values
}

// Quartiles returns the median and the quartiles of values, which it sorts.
func Quartiles(values []float64) (median, low, high wording.Number) {
	if len(values) == 0 {
		return wording.NaN, wording.NaN, wording.NaN
	}
	slices.Sort(values)
	return wording.Number(quantile.Of(values, 0.5)), wording.Number(quantile.Of(values, 0.25)), wording.Number(quantile.Of(values, 0.75))
}

// Spread prints a measure of one trial, or its median over the trials in which it is defined, with the quartiles, or
// each of few trials as pictures have them. It uses enough digits to show on which side of the bounds they lie.
func (s *Summary) Spread(of func(*Result) wording.Number, bounds ...wording.Number) string {
	values := s.defined(of)
	q, defined := quantile.QuartilesOf(values), len(values)
	median := wording.Number(q.Median)
	if s.Trials == 1 || defined == 0 {
		return median.Beside(bounds...)
	}
	var texts []string
	between := " "
	for _, v := range wording.Numbers(q.Shown()) {
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
		text += fmt.Sprintf(" of %s", wording.Count(defined, "trial"))
	}
	return text
}

// Bounds on what is read of a summary from an unknown source. Those of runs are far below them.
const (
	summaryLimit = 256 << 20
	resultLimit  = 2 << 20   // the result of one trial
	restLimit    = 256 << 10 // all the rest
)

// SavedSummary is the summary of a complete run. Its trials are read one by one, because
// there may be thousands.
type SavedSummary struct {
	Summary   // without Results
	path      string
	stretches []stretch
}

// stretch is the range of bytes of a value in a file.
type stretch struct{ from, to int64 }

// ReadSummary reads a summary. The folder is not trusted: the error says what is wrong.
func ReadSummary(ctx context.Context, dir string) (*SavedSummary, error) {
	const name = "summary.json"
	s := &SavedSummary{path: filepath.Join(dir, name)}
	sums, err := folder.ReadSums(dir)
	if err != nil {
		return nil, err
	}
	f, err := sums.Open(name, summaryLimit)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := s.read(&measured{ctx: ctx, in: f}); err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	if s.Schema > SummarySchema {
		return nil, fmt.Errorf("%s was written by a newer twophase: its schema is %d, and this program reads %d", s.path, s.Schema, SummarySchema)
	}
	return s, nil
}

// measured is a reader that fails after a number of bytes, unless it is allowed more.
type measured struct {
	ctx  context.Context
	in   io.Reader
	left int64
}

var errTooLarge = errors.New("it holds a value that is too large")

// Read implements io.Reader.
func (m *measured) Read(b []byte) (int, error) {
	if err := m.ctx.Err(); err != nil {
		return 0, err
	}
	if m.left <= 0 {
		return 0, errTooLarge
	}
	n, err := m.in.Read(b[:min(int64(len(b)), m.left)])
	m.left -= int64(n)
	return n, err
}

// read reads the object of a summary, value by value.
func (s *SavedSummary) read(in *measured) error {
	d := json.NewDecoder(in)
	next := func(v any) error {
		in.left = resultLimit
		if v == nil {
			_, err := d.Token()
			return err
		}
		return d.Decode(v)
	}
	opened := func(want json.Delim) error {
		in.left = resultLimit
		t, err := d.Token()
		if err == nil && t != want {
			err = fmt.Errorf("%v where there should be %v", t, want)
		}
		return err
	}
	if err := opened('{'); err != nil {
		return err
	}
	rest, listed := map[string]json.RawMessage{}, false
	for size := 0; d.More(); in.left = resultLimit {
		in.left = resultLimit
		key, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string) // a key is a string
		if name != "results" {
			var raw json.RawMessage
			if err := next(&raw); err != nil {
				return fmt.Errorf("%.40q: %w", name, err)
			}
			if size += len(name) + len(raw); size > restLimit {
				return errTooLarge
			}
			rest[name] = raw
			continue
		}
		if listed {
			return errors.New("results: there are two lists of them")
		}
		listed = true
		if err := opened('['); err != nil {
			return fmt.Errorf("results: %w", err)
		}
		for in.left = resultLimit; d.More(); in.left = resultLimit {
			if len(s.stretches) == recorder.MaxTrials {
				return fmt.Errorf("more than %d results", recorder.MaxTrials)
			}
			var raw json.RawMessage
			if err := next(&raw); err != nil {
				return fmt.Errorf("result %d: %w", len(s.stretches), err)
			}
			to := d.InputOffset()
			s.stretches = append(s.stretches, stretch{to - int64(len(raw)), to})
		}
		if err := next(nil); err != nil {
			return err
		}
	}
	if err := next(nil); err != nil {
		return err
	}
	in.left = resultLimit
	if _, err := d.Token(); err != io.EOF {
		return errors.Join(errors.New("something else follows what the file should hold"), err)
	}
	text, err := json.Marshal(rest)
	if err != nil {
		return err
	}
	err = json.Unmarshal(text, &s.Summary)
	s.Summary.Results = nil // from a key in another case
	return err
}

// Result reads the result of a trial. It returns an error if the summary has no such trial
// or something else in its place.
func (s *SavedSummary) Result(trial int) (r *Result, err error) {
	err = s.each(trial, trial+1, func(found *Result) { r = found })
	return r, err
}

// each reads the results of the trials from one on, and before another.
func (s *SavedSummary) each(from, to int, take func(*Result)) error {
	f, err := folder.OpenRegular(s.path, summaryLimit)
	if err != nil {
		return err
	}
	defer f.Close()
	for trial := from; trial < to; trial++ {
		if trial < 0 || trial >= len(s.stretches) {
			return fmt.Errorf("%s has no trial %d", s.path, trial)
		}
		r, err := s.stretches[trial].result(f)
		if err != nil {
			return fmt.Errorf("%s: result %d: %w", s.path, trial, err)
		}
		take(r)
	}
	return nil
}

// result reads the result of a trial.
func (at stretch) result(in io.ReaderAt) (*Result, error) {
	text := make([]byte, at.to-at.from)
	if _, err := in.ReadAt(text, at.from); err != nil {
		return nil, err
	}
	r := new(Result)
	return r, json.Unmarshal(text, r)
}
