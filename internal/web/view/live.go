package view

import (
	"context"
	"net/http"
	"path/filepath"
	"slices"
	"sync"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/measure"
	"twophase/internal/run/planning"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
	"twophase/internal/web/simulator"
	"twophase/recorder"
)

// Live is the Source of a run that is still running, which it watches (planning.Watcher), and
// afterwards of the folder of that run.
//
// During the run it shows the recorded elements at some two thousand steps, evenly spaced and
// log-spaced, of the first trial and of as many more as fit. Parts of changes, pruning, theory
// and single steps are available when it is over.
type Live struct {
	mu        sync.Mutex
	run       *Run // nil until it starts
	folder    string
	steps     int
	plan      *planning.Plan
	trials    map[int]*liveTrial
	bytes     int // of all histories
	followers map[chan Event]bool
	recorded  *Recorded // once it is over
}

// liveTrial is a trial that is running.
type liveTrial struct {
	history *history // nil if there was no memory for one
	curve   []Point
	events  []pruning.Event
}

// mostHappenings is the largest number of events of a trial that are shown during the run.
const mostHappenings = 1000

// NewLive returns a source of a run that is about to begin.
func NewLive() *Live {
	return &Live{trials: make(map[int]*liveTrial), followers: make(map[chan Event]bool)}
}

// Start implements planning.Watcher.
func (l *Live) Start(p *planning.Plan, m result.Manifest, folder string) {
	e := p.Experiment
	run := &Run{
		Title: p.Title(), Network: e.NetworkName(), Inputs: p.Inputs(), Outputs: e.Outputs, Steps: e.Steps, Trials: e.Trials, Seed: e.Seed,
		Run: m.Run, Folder: filepath.Base(folder), Path: folder, Live: true,
		Offline: p.Network().IsOffline(), Schedule: []simulator.Phase{}, Recorded: newRecordings(p.Requests(), e.Parts), Twins: []Twin{}, Warnings: []string{},
		Follow: declared(e.Followed()), Interventions: e.InterventionTexts(p.Size()),
	}
	run.addNetwork(e)
	run.Ratio = measure.RatioOf(string(p.Size().Graph.Among()))
	run.Graph = simulator.NewGraph(p.Size(), p.Network().Graph, func(k selection.Kind) bool {
		return slices.ContainsFunc(p.Requests(), func(r recorder.Request) bool {
			return p.Size().Includes(r.Selection.Kind(), k)
		})
	})
	if n, err := e.SettledNetwork(); err == nil {
		run.Schedule = simulator.PhasesOf(n)
	}
	if rows, columns := e.Stimulus.Image(); rows > 0 {
		run.Image = &Image{rows, columns}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.run, l.plan, l.steps, l.folder = run, p, e.Steps, folder
}

// Folder returns the name that the run folder will have, once the run has started.
func (l *Live) Folder() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.folder
}

// Experiment implements explorer.
func (l *Live) Experiment() (e experiment.Experiment, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.run != nil {
		e = l.plan.Experiment
	}
	return e, l.run != nil
}

// Begin implements planning.Watcher.
func (l *Live) Begin(trial int, c *circuit.Circuit) circuit.Observer {
	h := l.begin(trial, c)
	if h == nil {
		return nil
	}
	if c.StepCount() == 0 {
		h.Observe(c) // it never fails
	}
	return h
}

// begin makes the history of a trial, or returns nil if there is no memory for it.
func (l *Live) begin(trial int, c *circuit.Circuit) *history {
	l.mu.Lock()
	defer l.mu.Unlock()
	h := newHistory(c, l.plan.Requests(), l.steps, func(step int) { l.progress(trial, step) })
	if trial > 0 && l.bytes+h.bytes() > historyBytes {
		return nil
	}
	l.bytes += h.bytes()
	l.trial(trial).history = h
	return h
}

// trial returns what is known of a trial that has begun.
func (l *Live) trial(trial int) *liveTrial {
	if l.trials[trial] == nil {
		l.trials[trial] = new(liveTrial)
	}
	return l.trials[trial]
}

// Look implements planning.Watcher.
func (l *Live) Look(trial int, p measure.Point) {
	l.mu.Lock()
	defer l.mu.Unlock()
	t := l.trial(trial)
	t.curve = append(t.curve, newPoint(p))
}

// Happened implements planning.Watcher.
func (l *Live) Happened(trial, step int, edit string, changes int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if t := l.trial(trial); len(t.events) < mostHappenings {
		t.events = append(t.events, pruning.Event{Step: int64(step), Edit: edit, Changes: changes})
	}
}

// progress sends the progress to all followers.
func (l *Live) progress(trial, step int) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.send(Event{"progress", Progress{trial, step, l.steps}})
}

// send sends an event to all followers. It replaces an older one that was not received.
func (l *Live) send(e Event) {
	for follower := range l.followers {
		select {
		case <-follower:
		default:
		}
		follower <- e // does not block: only this function sends
	}
}

// Finish says that the run is over, and gives its folder, which is shown from now on. The Live
// closes it.
func (l *Live) Finish(r *Recorded) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.recorded = r
	p := Progress{Step: l.steps, Of: l.steps}
	if l.run != nil {
		p.Trial = l.run.Trials - 1
	}
	l.send(Event{"done", p})
	for follower := range l.followers {
		close(follower)
	}
	l.followers, l.trials = nil, nil
}

// Close closes the folder of the run, if it is over.
func (l *Live) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.recorded == nil {
		return nil
	}
	return l.recorded.Close()
}

// Follow implements Streamer.
func (l *Live) Follow(ctx context.Context) <-chan Event {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.recorded != nil {
		return nil
	}
	follower := make(chan Event, 1)
	l.followers[follower] = true
	context.AfterFunc(ctx, func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.followers[follower] {
			delete(l.followers, follower)
			close(follower)
		}
	})
	return follower
}

// now returns the folder of the run if it is over, else the trial with its history. It
// returns an error before the run has started.
func (l *Live) now(trial int, history bool) (over Source, t *liveTrial, err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch {
	case l.recorded != nil:
		return l.recorded, nil, nil
	case l.run == nil:
		return nil, nil, &Refusal{http.StatusServiceUnavailable, "the run is about to begin: ask again"}
	case trial >= l.run.Trials:
		return nil, nil, Missing("there is no trial %d: choose one from 0 to %d", trial, l.run.Trials-1)
	}
	t = l.trials[trial]
	if t == nil {
		t = new(liveTrial)
	}
	if history && t.history == nil {
		return nil, nil, Missing("nothing is known of trial %d before the run is over", trial)
	}
	return nil, t, nil
}

// Run implements Source.
func (l *Live) Run(ctx context.Context) (*Run, error) {
	over, _, err := l.now(0, false)
	if over != nil {
		return over.Run(ctx)
	}
	return l.run, err
}

// Trial implements Source.
func (l *Live) Trial(ctx context.Context, trial int) (*Trial, error) {
	over, t, err := l.now(trial, false)
	if over != nil {
		return over.Trial(ctx, trial)
	}
	if err != nil {
		return nil, err
	}
	found := &Trial{Trial: trial, Warnings: []string{}}
	if t.history != nil {
		found.Last, found.Rows, found.Extremes = t.history.last()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	found.Curve, found.Events = append([]Point{}, t.curve...), append([]pruning.Event{}, t.events...)
	return found, nil
}

// Series implements Source.
func (l *Live) Series(ctx context.Context, q SeriesQuery) (*Series, error) {
	over, t, err := l.now(q.Trial, true)
	if over != nil {
		return over.Series(ctx, q)
	}
	if err != nil {
		return nil, err
	}
	e, err := trace.ParseElement(t.history.size, q.Element)
	if err != nil {
		return nil, Wrong("%v", err)
	}
	place := t.history.place(e)
	if place < 0 {
		return nil, Missing("%v is not recorded", e)
	}
	return t.history.series(e, place, q), nil
}

// Snapshot implements Source.
func (l *Live) Snapshot(ctx context.Context, trial int, step int64) (*Snapshot, error) {
	over, t, err := l.now(trial, true)
	if over != nil {
		return over.Snapshot(ctx, trial, step)
	}
	if err != nil {
		return nil, err
	}
	if s := t.history.snapshot(step); s != nil {
		return s, nil
	}
	return nil, Missing("there is no record at step %d or before yet", step)
}

// Step implements Source.
func (l *Live) Step(ctx context.Context, trial int, step int64) (*Step, float64, error) {
	over, _, err := l.now(trial, false)
	if over != nil {
		return over.Step(ctx, trial, step)
	}
	if err == nil {
		err = &Refusal{http.StatusConflict, "single steps can be seen when the run is over"}
	}
	return nil, 0, err
}

// Twin implements Source.
func (l *Live) Twin(name string) (Source, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.recorded != nil {
		return l.recorded.Twin(name)
	}
	return nil, Missing("there is no twin %.40q", name)
}
