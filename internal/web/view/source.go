package view

import (
	"context"
	"fmt"
	"net/http"
)

// Source is a run to be shown. Many goroutines use it at once. The error of a wrong request is a
// *Refusal.
type Source interface {
	Run(ctx context.Context) (*Run, error)
	Trial(ctx context.Context, trial int) (*Trial, error)

	// Series returns the records of one element from one step to another. If there are more
	// than points, they are thinned out, but the extremes of each column that is wanted stay.
	Series(ctx context.Context, q SeriesQuery) (*Series, error)

	// Snapshot returns the newest record at or before a step of all that was recorded.
	Snapshot(ctx context.Context, trial int, step int64) (*Snapshot, error)

	// Step returns one step of a trial, phase by phase. While it is being computed, Step
	// returns nil and the progress from 0 to 1: ask again.
	Step(ctx context.Context, trial int, step int64) (_ *Step, progress float64, err error)

	// Twin returns another variant of the run's comparison.
	Twin(name string) (Source, error)
}

// SeriesQuery asks for the records of one element.
type SeriesQuery struct {
	Trial    int
	Element  string   // as a selection of one element is written
	From, To int64    // steps, both included
	Points   int      // largest number for one column alone, at least 1
	Columns  []string // those of a trace that are wanted; nil for all of Series
}

// Streamer is a Source whose run may still be running.
type Streamer interface {
	Source

	// Follow returns a channel of events. It is closed after the event "done", or when ctx
	// ends. It has the newest event only: a slow reader misses some. It is nil if the run is
	// over.
	Follow(ctx context.Context) <-chan Event
}

// Event is an event during a run.
type Event struct {
	Name string // progress or done
	Data Progress
}

// Progress is how far a run has come, in api/live.
type Progress struct {
	Trial int `json:"trial"`
	Step  int `json:"step"`
	Of    int `json:"of"`
}

// Refusal is the error of a request that cannot be answered.
type Refusal struct {
	Status int // of HTTP, 4xx
	Text   string
}

func (r *Refusal) Error() string { return r.Text }

// Missing returns the Refusal of a thing that does not exist.
func Missing(format string, values ...any) error {
	return &Refusal{http.StatusNotFound, fmt.Sprintf(format, values...)}
}

// Wrong returns the Refusal of a wrong request.
func Wrong(format string, values ...any) error {
	return &Refusal{http.StatusBadRequest, fmt.Sprintf(format, values...)}
}
