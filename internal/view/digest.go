package view

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"slices"
	"time"
)

// Digest is one trial of a run, thinned out to what a report holds. The page's data.js
// reads it.
type Digest struct {
	Run    *Run          `json:"run"`
	Note   string        `json:"note"` // what was thinned out and rounded
	Trials []DigestTrial `json:"trials"`
}

// DigestTrial is a trial of a Digest.
type DigestTrial struct {
	Trial *Trial `json:"trial"`
	DigestTraces
	Twins map[string]DigestTraces `json:"twins"` // of Run.Twins
	Steps []*Step                 `json:"steps"` // phase by phase, ascending
}

// DigestTraces is what became of the weights.
type DigestTraces struct {
	Snapshots []*Snapshot        `json:"snapshots"` // ascending
	Series    map[string]*Series `json:"series"`    // by element
}

// How large a digest may become. A number takes about numberBytes.
const (
	numberBytes   = 11
	snapshotBytes = 500_000   // of all snapshots, if fewSnapshots fit in
	traceBytes    = 1_200_000 // of all traces, if as many elements as mostElements have fewPoints
	fewSnapshots  = 16
	manySnapshots = 240
	largestRecord = 6_000_000 // of all snapshots, however few
	mostElements  = 600
	fewPoints     = 60
	manyPoints    = 1200
	largestStep   = 20_000 // numbers of W in a step that is shown phase by phase
)

// TakeDigest takes a digest of a trial. With phases, a few steps are replayed, phase by
// phase, which takes as long as the run up to there. Numbers of traces and weights are
// rounded, and traces keep their extremes.
func TakeDigest(ctx context.Context, s Source, trial int, phases bool) (*Digest, error) {
	run, err := s.Run(ctx)
	if err != nil {
		return nil, err
	}
	found, err := wholeTrial(ctx, s, trial)
	if err != nil {
		return nil, err
	}
	d := DigestTrial{Trial: found, Twins: make(map[string]DigestTraces)}
	sources := 1 + len(run.Twins)
	taker := taker{source: s, trial: trial, run: run, first: found.First, last: found.Last, share: sources}
	if d.DigestTraces, err = taker.take(ctx); err != nil {
		return nil, err
	}
	for _, twin := range run.Twins {
		if taker.source, err = s.Twin(twin.Name); err != nil {
			return nil, err
		}
		if d.Twins[twin.Name], err = taker.take(ctx); err != nil {
			return nil, fmt.Errorf("twin %s: %w", twin.Name, err)
		}
	}
	note := fmt.Sprintf("a report of %s: traces thinned out so that their extremes stay, numbers rounded to %d digits", run.Folder, digits)
	if phases && run.Done && run.Inputs*run.Outputs <= largestStep {
		if d.Steps, err = replays(ctx, s, trial, found.First, found.Last); err != nil {
			note += "; no step phase by phase: " + err.Error()
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
		}
	}
	return &Digest{Run: run, Note: note, Trials: []DigestTrial{d}}, nil
}

// wholeTrial returns a trial once nothing of it is looked for any more.
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

// taker takes what a digest holds of one run.
type taker struct {
	source      Source
	trial       int
	run         *Run
	first, last int64
	share       int // among how many runs the room is divided
}

func (t taker) take(ctx context.Context) (DigestTraces, error) {
	var d DigestTraces
	end, err := t.source.Snapshot(ctx, t.trial, t.last)
	if err != nil {
		return d, err
	}
	size := numberBytes * max(1, len(end.W)+len(end.M)+len(end.Y)+blockSize(end.WBlocks)+blockSize(end.MBlocks))
	n := max(fewSnapshots, min(manySnapshots, snapshotBytes/(size*t.share)))
	n = max(2, min(n, largestRecord/(size*t.share)))
	for _, step := range moments(t.first, t.last, n) {
		s, err := t.source.Snapshot(ctx, t.trial, step)
		if err != nil {
			return d, err
		}
		if last := len(d.Snapshots) - 1; last >= 0 && s.Step <= d.Snapshots[last].Step {
			continue
		}
		d.Snapshots = append(d.Snapshots, s.rounded())
	}
	d.Series, err = t.series(ctx, end)
	return d, err
}

// series returns the traces of the elements there is room for.
func (t taker) series(ctx context.Context, end *Snapshot) (map[string]*Series, error) {
	all := make(map[string]*Series)
	elements := t.elements(end)
	columns := 1
	for _, r := range t.run.Recorded {
		if r.Parts {
			columns = 6
		}
	}
	points := traceBytes / t.share / max(1, len(elements)) / (numberBytes*columns + 7)
	points = max(fewPoints, min(manyPoints, points))
	for _, element := range elements {
		whole := &Series{Element: element}
		for _, s := range stretches(t.first, t.last, points) {
			part, err := t.source.Series(ctx, SeriesQuery{Trial: t.trial, Element: element, From: s.from, To: s.to, Points: s.points})
			var refused *Refusal
			if errors.As(err, &refused) {
				whole = nil // not recorded
				break
			}
			if err != nil {
				return nil, err
			}
			whole.extend(part)
		}
		if whole != nil {
			all[element] = whole.rounded()
		}
	}
	return all, nil
}

// elements returns the elements whose traces a digest holds: scales, outputs, lateral
// synapses, and then feedforward synapses, the strongest in the end first.
func (t taker) elements(end *Snapshot) []string {
	var names []string
	for i := range t.run.Outputs {
		names = append(names, fmt.Sprintf("scale[%d]", i), fmt.Sprintf("outputs[%d]", i))
	}
	for i := range t.run.Outputs {
		for j := range t.run.Outputs {
			if i != j {
				names = append(names, fmt.Sprintf("lateral[%d,%d]", i, j))
			}
		}
	}
	order := make([]int, len(end.W))
	for at := range order {
		order[at] = at
	}
	slices.SortStableFunc(order, func(p, q int) int { return cmp.Compare(math.Abs(end.W[q]), math.Abs(end.W[p])) })
	for _, at := range order[:min(len(order), max(0, mostElements-len(names)))] {
		names = append(names, fmt.Sprintf("feedforward[%d,%d]", at/t.run.Inputs, at%t.run.Inputs))
	}
	return names[:min(len(names), mostElements)]
}

// replays returns a few steps of a trial, phase by phase: the first, one in the middle on
// a logarithmic axis, and the last.
func replays(ctx context.Context, s Source, trial int, first, last int64) ([]*Step, error) {
	var all []*Step
	for _, step := range moments(max(1, first), last, 3) {
		for {
			found, _, err := s.Step(ctx, trial, step)
			if err != nil {
				return nil, err
			}
			if found != nil {
				all = append(all, found.rounded())
				break
			}
			if err := pause(ctx); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

// blockSize returns of how many numbers blocks are shown.
func blockSize(b *Blocks) int {
	if b == nil {
		return 0
	}
	return len(b.Extreme)
}
