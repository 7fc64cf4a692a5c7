package inspect

import (
	"cmp"
	"context"
	"encoding/json"
	"io"

	"twophase/circuit/selection"
	"twophase/internal/measure"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
)

// Report is the content of a report on one trial.
type Report struct {
	Schema   int              `json:"schema"`
	Run      string           `json:"run"`
	Folder   string           `json:"folder"`
	Trial    int              `json:"trial"`
	Rows     int64            `json:"rows"`
	Recorded []string         `json:"recorded"` // requests
	Headline string           `json:"headline,omitempty"`
	Pruning  *pruning.Circuit `json:"pruning,omitempty"`
	Curve    []measure.Point  `json:"curve,omitempty"` // measures of the run over its steps
	Story    *Story           `json:"story,omitempty"`

	result    *result.Result // nil if it is not known
	isotropic bool           // the settling error is over isotropic stimuli
}

// schema is the version of a report's form.
const schema = 1

// New returns a report with nothing but the recorded requests.
func New(folder string, trial int, t *trace.Trial) *Report {
	r := &Report{Schema: schema, Run: t.Run(), Folder: folder, Trial: trial, Rows: t.Rows()}
	for _, q := range t.Requests() {
		r.Recorded = append(r.Recorded, q.String())
	}
	return r
}

// OfCircuit returns a report of the synapses of a projection of a trial, of that of pruning.Chosen if it is "".
func OfCircuit(ctx context.Context, folder string, trial int, t *trace.Trial, projection selection.Kind, c pruning.Criterion) (*Report, error) {
	r := New(folder, trial, t)
	s, err := readSummary(ctx, folder, trial)
	if err != nil {
		return r, err
	}
	if r.result, r.isotropic = s.result, s.isotropic; s.result != nil {
		r.Curve = s.result.Curve
	}
	if r.Pruning, err = pruning.Of(ctx, t, cmp.Or(projection, pruning.Chosen(t)), result.Seen(s.result), c); err == nil {
		network, _ := t.Network()
		r.Headline = result.Headline(network.Name, s.result, r.Pruning)
	}
	return r, err
}

// WriteJSON writes the report as JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}
