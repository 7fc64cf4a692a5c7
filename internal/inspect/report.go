package inspect

import (
	"context"
	"encoding/json"
	"io"

	"twophase/internal/pruning"
	"twophase/internal/trace"
)

// Report is what there is to tell of a trial.
type Report struct {
	Schema   int              `json:"schema"`
	Run      string           `json:"run"`
	Folder   string           `json:"folder"`
	Trial    int              `json:"trial"`
	Rows     int64            `json:"rows"`
	Recorded []string         `json:"recorded"` // requests
	Pruning  *pruning.Circuit `json:"pruning,omitempty"`
	Story    *Story           `json:"story,omitempty"`
}

// schema is the version of a report's form.
const schema = 1

// New returns a report that says only what was recorded.
func New(folder string, trial int, t *trace.Trial) *Report {
	r := &Report{Schema: schema, Run: t.Run(), Folder: folder, Trial: trial, Rows: t.Rows()}
	for _, q := range t.Requests() {
		r.Recorded = append(r.Recorded, q.String())
	}
	return r
}

// OfCircuit returns a report of the lateral synapses of a trial.
func OfCircuit(ctx context.Context, folder string, trial int, t *trace.Trial, c pruning.Criterion) (*Report, error) {
	r := New(folder, trial, t)
	var err error
	r.Pruning, err = pruning.Of(ctx, t, c)
	return r, err
}

// WriteJSON writes the report as JSON.
func (r *Report) WriteJSON(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", "  ")
	e.SetEscapeHTML(false)
	return e.Encode(r)
}
