package dense

import (
	"runtime"
	"sync/atomic"
	"time"
)

// Team is the threads that share each pass over the weights of large projections. The rows
// are independent of one another, so that the bits do not depend on who works on which.
//
//  1. The owner publishes a pass, in chunks of rows, which whoever comes first claims.
//  2. The owner works until no chunk is left, and waits for those that others have begun.
//     A helper that does not run, because the machine is busy, delays nothing.
//  3. A helper without work spins for a while, then gives way, then sleeps in between.
type Team struct {
	pass atomic.Uint64 // number of the pass << 32 | its chunks << 16 | chunks that are claimed
	_    [7]uint64     // each on a cache line of its own
	done atomic.Int64  // chunks of the pass that are done
	_    [7]uint64
	over atomic.Bool // the helpers are to end

	threads int
	present sharedPass // may be read with a claim to one of its chunks, for which the owner waits
}

// sharedPass is a change of some rows of a projection, as in changeRows.
type sharedPass struct {
	of        *Projection
	signals   []float64
	from, end int
	rows      int // of a chunk
}

const (
	sharedWeights = 1 << 16 // the least number of weights of a projection whose passes are shared
	chunkWeights  = 1 << 13 // about the least number of weights of a chunk
	chunksEach    = 4       // chunks for each thread: a thread that is late leaves some to others

	spins, yields = 2000, 200             // before a helper gives way, and before it sleeps
	nap           = 50 * time.Microsecond // between two looks
)

// NewTeam returns a team of some threads, at most a few thousand, of which the caller is one. End ends the others.
func NewTeam(threads int) *Team {
	t := &Team{threads: threads}
	for range threads - 1 {
		go t.help()
	}
	return t
}

// End ends the helpers of the team. No pass may be shared any more.
func (t *Team) End() { t.over.Store(true) }

// IsLarge reports whether there are enough weights that threads gain by sharing passes over
// them.
func (p *Projection) IsLarge() bool { return p.post*p.pre >= sharedWeights }

// Share lets a team of more than one thread share the passes over the weights from now on.
// Nil ends that.
func (p *Projection) Share(t *Team) { p.team = t }

// change makes the change of a projection in the rows from … end−1.
func (t *Team) change(p *Projection, from, end int, signals []float64) {
	const block = 4 // rows that the kernel works on at a time
	blocks := max((end-from)/(block*chunksEach*t.threads), chunkWeights/(block*p.pre), 1)
	t.present = sharedPass{p, signals, from, end, block * blocks}
	chunks := (end - from + t.present.rows - 1) / t.present.rows
	t.done.Store(0)
	t.pass.Store((t.pass.Load()>>32+1)<<32 | uint64(chunks)<<16)
	for t.work() {
	}
	for looks := 0; t.done.Load() < int64(chunks); looks++ {
		if looks > spins {
			runtime.Gosched()
		}
	}
}

// work does a chunk of the present pass. It reports false if all are claimed.
func (t *Team) work() bool {
	pass := t.pass.Load()
	chunk := int(pass & 0xffff)
	if chunk == int(pass>>16&0xffff) {
		return false
	}
	if t.pass.CompareAndSwap(pass, pass+1) {
		s := &t.present
		from := s.from + chunk*s.rows
		s.of.changeRows(from, min(from+s.rows, s.end), s.signals)
		t.done.Add(1)
	}
	return true
}

// help works until the team ends.
func (t *Team) help() {
	for idle := 0; !t.over.Load(); idle++ {
		switch {
		case t.work():
			idle = 0
		case idle > spins+yields:
			time.Sleep(nap)
		case idle > spins:
			runtime.Gosched()
		}
	}
}
