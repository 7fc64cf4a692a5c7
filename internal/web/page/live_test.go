package page_test

import (
	"context"
	"sync/atomic"
	"testing"

	"twophase/internal/web/view"
)

// live is a Source of a run that goes on: the test says how far it is.
type live struct {
	hostile
	now    *atomic.Int64
	follow chan (<-chan view.Event) // the events of the next stream
}

func (l live) Run(ctx context.Context) (*view.Run, error) {
	run, err := l.hostile.Run(ctx)
	run.Title, run.Live, run.Done, run.Trials, run.Twins = "a run", true, false, 1, nil
	return run, err
}

func (l live) Trial(ctx context.Context, trial int) (*view.Trial, error) {
	found, err := l.hostile.Trial(ctx, trial)
	found.Last = l.now.Load()
	return found, err
}

func (l live) Follow(ctx context.Context) <-chan view.Event {
	select {
	case events := <-l.follow:
		return events
	case <-ctx.Done():
		return nil
	}
}

// The page follows a run, connects again when the stream breaks off, and says when the run
// is done. A page at the last step follows the run; a page at another step stays there.
func TestLiveRun(t *testing.T) {
	t.Parallel() // it waits for three seconds, as browsers do before they connect again
	l := live{hostile: hostile{inputs: 4, outputs: 2}, now: new(atomic.Int64), follow: make(chan (<-chan view.Event), 2)}
	l.now.Store(100)
	first, second := make(chan view.Event), make(chan view.Event)
	l.follow <- first
	b := newTab(t, 1280, 900)
	address := serve(t, l)
	b.open(address)
	b.wait(`document.querySelector('#live').textContent.includes('live')`)
	if !b.holds(`document.querySelector('#step').value === '100'`) {
		t.Errorf("it begins at step %s, not at the last", b.text(`document.querySelector('#step').value`))
	}

	// What is recorded is not said to be missing.
	b.wait(`document.querySelector('.observatory .empty').textContent === 'The lives of the synapses are found when the run is over.'`)
	b.wait(`[...document.querySelectorAll('.curve-panel .empty')].every((e) => e.textContent === 'Nothing of this is known yet.')`)

	l.now.Store(1000)
	first <- view.Event{Name: "progress", Data: view.Progress{Step: 1000, Of: 5000}}
	b.wait(`document.querySelector('#live').textContent === 'live · 1\u202f000 of 5\u202f000'`)
	b.wait(`document.querySelector('#step').value === '1000' && document.querySelector('.of').textContent === 'of 1\u202f000'`)

	close(first)
	b.wait(`document.querySelector('#live').textContent === 'reconnecting…'`)
	b.run(typeInto("#step", "700"))
	l.follow <- second
	b.wait(`document.querySelector('#live').dataset.kind === 'on'`)
	l.now.Store(5000)
	second <- view.Event{Name: "done"}
	b.wait(`document.querySelector('#live').textContent === 'done' && document.querySelector('.of').textContent === 'of 5\u202f000'`)
	if !b.holds(`document.querySelector('#step').value === '700'`) {
		t.Errorf("it moved from step 700 to %s", b.text(`document.querySelector('#step').value`))
	}
	b.staysHome(address)
}
