package view

import (
	"context"
	"fmt"
	"net/http"
)

// Source is a run to be shown. Many goroutines use it at once. An error of what the
// client asked for is a *Refusal.
type Source interface {
	Run(ctx context.Context) (*Run, error)
	Trial(ctx context.Context, trial int) (*Trial, error)

	// Series returns the records of one element from one step to another. More than
	// points of them are thinned out; their extremes stay.
	Series(ctx context.Context, q SeriesQuery) (*Series, error)

	// Snapshot returns the newest record at or before a step of all that was recorded.
	Snapshot(ctx context.Context, trial int, step int64) (*Snapshot, error)

	// Step returns one step of a trial, phase by phase. If that takes long, it returns
	// nil, and how far it has come, from 0 to 1: ask again.
	Step(ctx context.Context, trial int, step int64) (_ *Step, progress float64, err error)

	// Twin returns another variant of the comparison that the run belongs to.
	Twin(name string) (Source, error)
}

// SeriesQuery asks for the records of one element.
type SeriesQuery struct {
	Trial    int
	Element  string // such as lateral[0,1]
	From, To int64  // steps, both included
	Points   int    // about how many at most, from 1
}

// Streamer is a Source whose run is still going on, or was a moment ago.
type Streamer interface {
	Source

	// Follow returns a channel of what happens. It is closed after the event "done",
	// or when ctx ends. It holds the newest event only: a slow reader misses some. It
	// is nil if the run is over.
	Follow(ctx context.Context) <-chan Event
}

// Event is something that happens while a run goes on.
type Event struct {
	Name string // progress or done
	Data Progress
}

// Refusal is the error of a request for what there is not.
type Refusal struct {
	Status int // of HTTP, 4xx
	Text   string
}

func (r *Refusal) Error() string { return r.Text }

// missing returns a Refusal of what there is not.
func missing(format string, values ...any) error {
	return &Refusal{http.StatusNotFound, fmt.Sprintf(format, values...)}
}

// wrong returns a Refusal of what was asked wrongly.
func wrong(format string, values ...any) error {
	return &Refusal{http.StatusBadRequest, fmt.Sprintf(format, values...)}
}
