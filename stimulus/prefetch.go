package stimulus

import (
	"fmt"
	"io"
)

// Prefetched yields the stimuli of another source, which a goroutine prepares
// block by block while the block before is in use: on another processor, if there
// is one. From the first Next until Close or Seek the other source must not be
// used: after Seek(Step()) it stands where its reader does.
type Prefetched struct {
	source Source
	block  *block // in use
	used   int    // stimuli of it that were yielded
	step   uint64 // number of the last stimulus
	closed bool

	// To and from the goroutine; nil while there is none.
	empty chan<- *block
	full  <-chan *block
}

// block is room for some stimuli.
type block struct {
	stimuli [][]float64 // [N] each
	filled  int         // those that are there
	err     error       // what the source returned after them
	before  mark        // where the source was before them, if it is a Changing
}

// blockNumbers is the size of the blocks, 1 MB, for which nobody else chose one.
// To wake another processor takes so long that a block must last for some hundred
// microseconds; that it then leaves the second-level cache costs less.
const blockNumbers = 1 << 17

// Prefetch returns a source of the stimuli of another source, from its next one
// on, that prepares them in blocks of so many stimuli; 0 stands for a good size.
// It never holds more than two blocks. Close it when it is not needed any more.
func Prefetch(source Source, stimuli int) *Prefetched {
	if stimuli <= 0 {
		stimuli = max(blockNumbers/max(source.Inputs(), 1), together)
	}
	p := &Prefetched{source: source, block: newBlock(stimuli, source.Inputs())}
	if s, ok := source.(Seekable); ok {
		p.step = s.Step()
	}
	return p
}

func newBlock(stimuli, inputs int) *block {
	b, numbers := &block{}, make([]float64, stimuli*inputs)
	for range stimuli {
		b.stimuli = append(b.stimuli, numbers[:inputs:inputs])
		numbers = numbers[inputs:]
	}
	return b
}

// Inputs returns N.
func (p *Prefetched) Inputs() int { return p.source.Inputs() }

// Next fills x [N] with the next stimulus. The error of the source, io.EOF or
// another, comes after the stimuli that came before it, and then for ever. Next
// does not allocate but for the first time. It panics after Close.
func (p *Prefetched) Next(x []float64) error {
	checkLength(x, p.Inputs())
	if p.closed {
		panic("stimulus: Next after Close")
	}
	if p.used == p.block.filled {
		if p.block.err == nil {
			p.turn()
		}
		if p.used == p.block.filled {
			return p.block.err
		}
	}
	copy(x, p.block.stimuli[p.used])
	p.used++
	p.step++
	return nil
}

// turn hands the block that was used up to the goroutine, which it starts if need
// be, and takes the next one.
func (p *Prefetched) turn() {
	if p.full == nil {
		empty, full := make(chan *block, 2), make(chan *block, 2)
		p.empty, p.full = empty, full
		p.empty <- newBlock(len(p.block.stimuli), p.Inputs())
		go prepare(p.source, empty, full)
	}
	p.empty <- p.block
	p.block, p.used = <-p.full, 0
}

// prepare fills blocks until there are no more to fill or the source ends.
func prepare(source Source, empty <-chan *block, full chan<- *block) {
	defer close(full)
	changing, _ := source.(*Changing)
	for b := range empty {
		if changing != nil {
			b.before.set(changing)
		}
		var more bool
		if b.filled, more, b.err = fill(b.stimuli, source); b.err == nil && !more {
			b.err = io.EOF
		}
		full <- b
		if b.err != nil {
			return
		}
	}
}

// Step returns the number of the last stimulus that Next has yielded. It counts
// as the source does, or from 0 if that is not a Seekable.
func (p *Prefetched) Step() uint64 { return p.step }

// Seek makes the source go on after stimulus number step, if it is a Seekable. If
// that fails, Next returns the error until another Seek succeeds.
func (p *Prefetched) Seek(step uint64) error {
	s, ok := p.source.(Seekable)
	if !ok {
		return fmt.Errorf("stimulus %d cannot be sought: the source of the stimuli goes forward only", step)
	}
	p.stop()
	b := p.block
	from, to := b.before.step, b.before.step+uint64(b.filled)
	if c, ok := p.source.(*Changing); ok && b.filled > 0 && from <= step && step <= to {
		b.err = c.seekFrom(&b.before, step) // not from where a correlation began
	} else {
		b.err = s.Seek(step)
	}
	b.filled, p.used = 0, 0
	if b.err == nil {
		p.step = step
	}
	return p.block.err
}

// Apply changes the stimuli from the next one on, as Changing.Apply does, if the
// source is a Changing. Those that were prepared are thrown away.
func (p *Prefetched) Apply(change Change) error {
	c, ok := p.source.(*Changing)
	if !ok {
		return fmt.Errorf("changing the stimulus after step %d: its source cannot change", p.step)
	}
	if err := p.Seek(p.step); err != nil {
		return err
	}
	return c.Apply(change)
}

// Close ends the goroutine. It does not close the source, which has gone on to
// some later stimulus. It never fails.
func (p *Prefetched) Close() error {
	p.stop()
	p.closed = true
	return nil
}

// stop ends the goroutine and waits for its end.
func (p *Prefetched) stop() {
	if p.full == nil {
		return
	}
	close(p.empty)
	for range p.full { // until the goroutine closes it
	}
	p.empty, p.full = nil, nil
}
