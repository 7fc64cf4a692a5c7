package view

import (
	"context"
	"net/http"
	"time"

	"twophase/circuit/selection"
)

// api answers the page's requests about a run.
type api struct {
	source  Source        // nil of a collection
	runs    *Collection   // nil of one run
	heavy   chan struct{} // limits requests that take time or memory
	streams chan struct{} // limits streams
}

// Limits of requests at a time, and the time for which others wait.
const (
	heavyAtOnce   = 4
	streamsAtOnce = 4
	waiting       = 10 * time.Second
)

func newAPI(s Source, c *Collection) *api {
	return &api{s, c, make(chan struct{}, heavyAtOnce), make(chan struct{}, streamsAtOnce)}
}

// ServeHTTP implements http.Handler.
func (a *api) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	find, known := map[string]func(context.Context, Source, *query) (any, error){
		"run":      findRun,
		"trial":    findTrial,
		"series":   findSeries,
		"snapshot": findSnapshot,
		"step":     findStep,
	}[r.URL.Path]
	if r.URL.Path == "runs" {
		known, find = true, a.findRuns
	}
	switch {
	case r.URL.Path == "live":
		a.live(w, r)
	case !known:
		fail(w, http.StatusNotFound, "not found: there is api/runs, run, trial, series, snapshot, step and live")
	default:
		a.answer(w, r, find)
	}
}

// enter waits until a heavy request may begin, and reports whether it may; leave says that it is over.
func (a *api) enter(ctx context.Context) bool {
	wait, cancel := context.WithTimeout(ctx, waiting)
	defer cancel()
	select {
	case a.heavy <- struct{}{}:
		return true
	case <-wait.Done():
		return false
	}
}

func (a *api) leave() { <-a.heavy }

// answer answers one request, within the limits.
func (a *api) answer(w http.ResponseWriter, r *http.Request, find func(context.Context, Source, *query) (any, error)) {
	if !a.enter(r.Context()) {
		busy(w)
		return
	}
	defer a.leave()
	q, err := parseQuery(r.URL.RawQuery)
	if err != nil {
		failWith(w, err)
		return
	}
	var source Source
	if r.URL.Path != "runs" {
		if source, err = a.chosen(r.Context(), q); err != nil {
			failWith(w, err)
			return
		}
	}
	found, err := find(r.Context(), source, q)
	if err != nil {
		failWith(w, err)
		return
	}
	status := http.StatusOK
	if _, pending := found.(pending); pending {
		status = http.StatusAccepted
	}
	send(w, status, found)
}

// chosen returns the run that a query is about: the only one or one of the collection, or a twin of it.
func (a *api) chosen(ctx context.Context, q *query) (s Source, err error) {
	name, given := q.text("run")
	switch {
	case a.runs == nil && given:
		return nil, Missing("there is one run here: leave out run=%.60q", name)
	case a.runs == nil:
		s = a.source
	case given:
		s, err = a.runs.Source(ctx, name)
	default:
		err = Wrong("which run? Give one of api/runs by its name, such as run=ifPSP-small")
	}
	if twin, given := q.text("twin"); given && err == nil {
		return s.Twin(twin)
	}
	return s, err
}

func (a *api) findRuns(ctx context.Context, _ Source, q *query) (any, error) {
	if err := q.end(); err != nil {
		return nil, err
	}
	if a.runs == nil {
		return &Listing{}, nil // its list is null: there is one run, which needs no name
	}
	return a.runs.Runs(ctx)
}

func findRun(ctx context.Context, s Source, q *query) (any, error) {
	if err := q.end(); err != nil {
		return nil, err
	}
	run, err := s.Run(ctx)
	if err != nil {
		return nil, err
	}
	served := *run
	e, why := experimentOf(s)
	served.Explore, served.Unexplored = e != nil, why
	return &served, nil
}

func findTrial(ctx context.Context, s Source, q *query) (any, error) {
	trial := q.number("trial", 0, 0, maxTrial)
	if err := q.end(); err != nil {
		return nil, err
	}
	return s.Trial(ctx, int(trial))
}

func findSeries(ctx context.Context, s Source, q *query) (any, error) {
	element, given := q.text("element")
	ask := SeriesQuery{
		Trial: int(q.number("trial", 0, 0, maxTrial)), Element: element,
		From: q.number("from", 0, 0, maxStep), To: q.number("to", maxStep, 0, maxStep),
		Points: int(q.number("points", 2000, 1, maxPoints)), Columns: q.columns(),
	}
	if err := q.end(); err != nil {
		return nil, err
	}
	if !given {
		return nil, Wrong("which element? Give one, such as element=%s", selection.ExampleSynapse)
	}
	if ask.To < ask.From {
		return nil, Wrong("from %d to %d: give the earlier step first", ask.From, ask.To)
	}
	return s.Series(ctx, ask)
}

func findSnapshot(ctx context.Context, s Source, q *query) (any, error) {
	trial, step := q.number("trial", 0, 0, maxTrial), q.number("step", maxStep, 0, maxStep)
	if err := q.end(); err != nil {
		return nil, err
	}
	return s.Snapshot(ctx, int(trial), step)
}

// pending is the answer while a result is being computed.
type pending struct {
	Progress float64 `json:"progress"`
}

func findStep(ctx context.Context, s Source, q *query) (any, error) {
	trial, step := q.number("trial", 0, 0, maxTrial), q.number("step", 1, 1, maxStep)
	if err := q.end(); err != nil {
		return nil, err
	}
	found, progress, err := s.Step(ctx, int(trial), step)
	if found == nil {
		return pending{progress}, err
	}
	return found, err
}

// explore answers with the page in which the experiment of a run learns.
func (a *api) explore(w http.ResponseWriter, r *http.Request) {
	if !a.enter(r.Context()) {
		busy(w)
		return
	}
	defer a.leave()
	text, err := a.findExplorePage(r.Context(), r.URL.RawQuery)
	if err != nil {
		failWith(w, err)
		return
	}
	sendPage(w, text)
}

func (a *api) findExplorePage(ctx context.Context, query string) ([]byte, error) {
	q, err := parseQuery(query)
	if err != nil {
		return nil, err
	}
	s, err := a.chosen(ctx, q)
	if err == nil {
		err = q.end()
	}
	if err != nil {
		return nil, err
	}
	return explorePage(ctx, s)
}

// live streams what happens in a run.
func (a *api) live(w http.ResponseWriter, r *http.Request) {
	streamer, ok := a.source.(Streamer)
	if !ok {
		fail(w, http.StatusNotFound, "this run is not live")
		return
	}
	select {
	case a.streams <- struct{}{}:
		defer func() { <-a.streams }()
	default:
		busy(w)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	events := streamer.Follow(ctx)
	if events == nil {
		fail(w, http.StatusNotFound, "this run is not live any more")
		return
	}
	w.Header().Set("Content-Type", "text/event-stream")
	if r.Method == http.MethodHead {
		return
	}
	stream(ctx, w, events)
}
