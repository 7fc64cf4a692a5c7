package view

import (
	"context"
	"fmt"
	"time"

	"twophase/internal/traces/trace"
)

// Digest is one trial of a run in a size that fits a report. The page's data.js reads it.
type Digest struct {
	Run    *Run          `json:"run"`
	Note   string        `json:"note"` // says what was thinned out and rounded
	Trials []DigestTrial `json:"trials"`
	Talk   bool          `json:"talk,omitempty"` // the page opens with the circuit and one plot only
}

// DigestTrial is a trial of a Digest.
type DigestTrial struct {
	DigestRun
	Twins map[string]DigestRun `json:"twins"` // of Run.Twins
}

// DigestRun is a trial of one run.
type DigestRun struct {
	Run   *Run   `json:"run,omitempty"` // of a twin
	Trial *Trial `json:"trial"`
	DigestTraces
	Steps []*Step `json:"steps"` // phase by phase, ascending
}

// DigestTraces is the course of the weights.
type DigestTraces struct {
	Snapshots []*Snapshot        `json:"snapshots"` // ascending
	Series    map[string]*Series `json:"series"`    // by element
}

// Gatherer is a Source that can return many snapshots and series in one pass over the trace.
type Gatherer interface {
	Source

	// Gather returns the snapshots of some steps, ascending, each once, and the records of some
	// elements by name, those that were recorded, in stretches one after another.
	Gather(ctx context.Context, trial int, moments []int64, elements []string, stretches []trace.Stretch) ([]*Snapshot, map[string]*Series, error)
}

// TakeDigest takes a digest of a trial. With phases, it replays a few steps phase by phase,
// which takes as long as the run up to there. It rounds the numbers of traces and weights, and
// keeps the extremes of traces. It calls announce, unless that is nil, with what it does.
func TakeDigest(ctx context.Context, s Gatherer, trial int, phases bool, announce func(what string)) (*Digest, error) {
	run, err := describeForOthers(ctx, s)
	if err != nil {
		return nil, err
	}
	note := fmt.Sprintf("a report of %s: traces thinned out so that their extremes stay, numbers rounded to %d digits", run.Folder, digits)
	d := DigestTrial{Twins: make(map[string]DigestRun)}
	if announce == nil {
		announce = func(string) {}
	}
	taker := taker{trial: trial, share: 1 + len(run.Twins), phases: phases, note: &note, announce: announce}
	if d.DigestRun, err = taker.of(ctx, s, run); err != nil {
		return nil, err
	}
	for _, twin := range run.Twins {
		found, err := s.Twin(twin.Name)
		if err != nil {
			return nil, err
		}
		source, ok := found.(Gatherer)
		if !ok {
			return nil, fmt.Errorf("twin %s cannot be taken", twin.Name)
		}
		of, err := describeForOthers(ctx, source)
		if err != nil {
			return nil, fmt.Errorf("twin %s: %w", twin.Name, err)
		}
		taken, err := taker.of(ctx, source, of)
		if err != nil {
			return nil, fmt.Errorf("twin %s: %w", twin.Name, err)
		}
		taken.Run = of
		d.Twins[twin.Name] = taken
	}
	return &Digest{Run: run, Note: note, Trials: []DigestTrial{d}}, nil
}

// describeForOthers returns the run without the place of its folder.
func describeForOthers(ctx context.Context, s Source) (*Run, error) {
	run, err := s.Run(ctx)
	if err != nil {
		return nil, err
	}
	moved := *run
	moved.Path = moved.Folder
	return &moved, nil
}

// taker takes what a digest holds of one run.
type taker struct {
	source      Gatherer
	trial       int
	run         *Run
	first, last int64
	share       int  // among how many runs the room is divided
	phases      bool // some steps are replayed
	note        *string
	announce    func(string)
}

// of takes what a digest holds of a run.
func (t taker) of(ctx context.Context, s Gatherer, run *Run) (d DigestRun, err error) {
	t.source, t.run = s, run
	t.announce("following the synapses of " + run.Folder)
	if d.Trial, err = wholeTrial(ctx, s, t.trial); err != nil {
		return d, err
	}
	t.first, t.last = d.Trial.First, d.Trial.Last
	t.announce("reading its trace")
	if d.DigestTraces, err = t.take(ctx); err != nil {
		return d, err
	}
	if t.phases && run.Inputs*run.Outputs <= largestStep {
		if d.Steps, err = t.replays(ctx); err != nil {
			*t.note += "; no step phase by phase: " + err.Error()
		}
	}
	return d, ctx.Err()
}

// wholeTrial returns a trial when everything about it has been computed.
func wholeTrial(ctx context.Context, s Source, trial int) (*Trial, error) {
	for {
		found, err := s.Trial(ctx, trial)
		if err != nil || !found.Pending {
			return found, err
		}
		if err := pause(ctx); err != nil {
			return nil, err
		}
	}
}

// pause waits a moment before a source is asked again.
func pause(ctx context.Context) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(20 * time.Millisecond):
		return nil
	}
}

func (t taker) take(ctx context.Context) (DigestTraces, error) {
	var d DigestTraces
	end, err := t.source.Snapshot(ctx, t.trial, t.last)
	if err != nil {
		return d, err
	}
	size := numberBytes * max(1, end.numbers())
	n := max(fewSnapshots, min(manySnapshots, snapshotBytes/(size*t.share)))
	n = max(2, min(n, largestRecord/(size*t.share)))
	elements := elementsOf(t.run.Graph, end, mostElements)
	columns := 1
	for _, r := range t.run.Recorded {
		if r.Parts {
			columns = 6 * 7 / 2 // each has points of its own: see trace.Trial.Series
		}
	}
	points := traceBytes / t.share / max(1, len(elements)) / (numberBytes*columns + 7)
	points = max(fewPoints, min(manyPoints, points))
	snapshots, series, err := t.source.Gather(ctx, t.trial, moments(t.first, t.last, n), elements, stretches(t.first, t.last, points))
	if err != nil {
		return d, err
	}
	d.Series = make(map[string]*Series)
	for _, s := range snapshots {
		d.Snapshots = append(d.Snapshots, s.rounded())
	}
	for element, s := range series {
		d.Series[element] = s.rounded()
	}
	return d, nil
}

// replays returns a few steps of a trial, phase by phase: the first, one in the middle on
// a logarithmic axis, and the last.
func (t taker) replays(ctx context.Context) ([]*Step, error) {
	var all []*Step
	for _, step := range moments(max(1, t.first), t.last, 3) {
		t.announce(fmt.Sprintf("replaying up to step %d", step))
		for announced := 0.1; ; {
			found, done, err := t.source.Step(ctx, t.trial, step)
			if err != nil {
				return nil, err
			}
			if found != nil {
				all = append(all, found.rounded())
				break
			}
			for ; done >= announced; announced += 0.1 {
				t.announce(fmt.Sprintf("replaying up to step %d: %.0f %%", step, 100*announced))
			}
			if err := pause(ctx); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}
