package dense

import (
	"runtime"
	"sync/atomic"
)

// Team is the threads that share each pass over the weights of large projections. The rows
// are independent of one another, so that the bits do not depend on who works on which.
//
//  1. The owner publishes a pass: for each thread a share of the rows, in chunks. A thread begins with
//     the same rows in every pass, as they may still be in its cache, and goes on with what others
//     have not begun. Moving all rows between processors in every pass would cost more than sharing them saves.
//  2. The owner works until no chunk is left, and waits for those that others have begun.
//     A helper that does not run, because the machine is busy, delays nothing.
//  3. A helper without work looks for the next pass for a while, and lets other goroutines run in
//     between. Then it sleeps until the owner wakes it.
type Team struct {
	shares []share
	over   atomic.Bool // the helpers are to end

	asleep atomic.Int64  // helpers that sleep, or are about to
	wake   chan struct{} // each value wakes a helper

	passes  uint64
	present sharedPass // may be read with a claim to one of its chunks, for which the owner waits

	_    [8]uint64    // what changes with every chunk is on another cache line than what helpers look at
	done atomic.Int64 // chunks of the pass that are done
}

// share is the chunks of a thread.
type share struct {
	left atomic.Uint64 // number of the pass << 32 | its chunks that are left
	_    [7]uint64
}

// sharedPass is a change of some rows of a projection, as in changeRows.
type sharedPass struct {
	of        *Projection
	signals   []float64
	from, end int
	rows      int // of a chunk
	chunks    int // of a share
}

const (
	chunkWeights = 1 << 13 // about the least number of weights of a chunk
	chunksEach   = 4       // chunks for each thread: a thread that is late leaves some to others

	turn  = 200    // looks before other goroutines may have the processor
	looks = 200000 // at shares before a helper sleeps: up to half a millisecond
)

// NewTeam returns a team of threads, of which the caller is one. End ends the others, and is called once.
func NewTeam(threads int) *Team {
	t := &Team{shares: make([]share, threads), wake: make(chan struct{}, threads)}
	for helper := range threads - 1 {
		go t.help(helper + 1)
	}
	return t
}

// End ends the helpers of the team. No pass may be shared afterwards.
func (t *Team) End() {
	t.over.Store(true)
	close(t.wake)
}

// Share lets a team of more than one thread share the passes over the weights from now on.
// Nil ends that.
func (p *Projection) Share(t *Team) { p.team = t }

// change makes the change of a projection in the rows from … end−1.
func (t *Team) change(p *Projection, from, end int, signals []float64) {
	const block = 4 // rows that the kernel works on at a time
	blocks := max((end-from)/(block*chunksEach*len(t.shares)), chunkWeights/(block*p.pre), 1)
	chunks := (end - from + block*blocks - 1) / (block * blocks)
	t.present = sharedPass{p, signals, from, end, block * blocks, (chunks + len(t.shares) - 1) / len(t.shares)}
	t.done.Store(0)
	t.passes++
	for i := range t.shares {
		mine := min(t.present.chunks, max(0, chunks-i*t.present.chunks))
		t.shares[i].left.Store(t.passes<<32 | uint64(mine))
	}
	for range t.asleep.Load() {
		select {
		case t.wake <- struct{}{}:
		default:
		}
	}
	for t.work(0) {
	}
	for look := 1; t.done.Load() < int64(chunks); look++ {
		if look%turn == 0 {
			runtime.Gosched()
		}
	}
}

// work does a chunk of the present pass, if there is one in the share of a thread, and otherwise one of another
// share. It reports false if all are claimed.
func (t *Team) work(thread int) bool {
	for i := range t.shares {
		if i += thread; i >= len(t.shares) {
			i -= len(t.shares)
		}
		left := &t.shares[i].left
		for now := left.Load(); now&0xffffffff != 0; now = left.Load() {
			if left.CompareAndSwap(now, now-1) {
				t.do(i*t.present.chunks + int(now&0xffffffff) - 1)
				return true
			}
		}
	}
	return false
}

// do does a chunk of the present pass.
func (t *Team) do(chunk int) {
	s := &t.present
	from := s.from + chunk*s.rows
	s.of.changeRows(from, min(from+s.rows, s.end), s.signals)
	t.done.Add(1)
}

// help works until the team ends.
func (t *Team) help(thread int) {
	for idle := 1; !t.over.Load(); idle++ {
		switch {
		case t.work(thread):
			idle = 0
		case idle*len(t.shares) >= looks:
			t.sleep()
			idle = 0
		case idle%turn == 0:
			runtime.Gosched()
		}
	}
}

// sleep waits for the next pass or the end, unless one of them is there.
func (t *Team) sleep() {
	t.asleep.Add(1)
	defer t.asleep.Add(-1)
	for i := range t.shares {
		if t.shares[i].left.Load()&0xffffffff != 0 {
			return
		}
	}
	if !t.over.Load() {
		<-t.wake
	}
}
