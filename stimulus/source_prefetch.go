package stimulus

import (
	"fmt"
	"io"
)

// Prefetched yields the stimuli of another source. A goroutine prepares them block by block
// while the block before is in use, on another processor if there is one. From the first Next
// until Close or Seek the other source must not be used. After Seek(Step()) both are at the
// same stimulus.
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

// block is a buffer of stimuli.
type block struct {
	stimuli [][]float64 // [N] each
	filled  int         // number of stimuli in the buffer
	err     error       // what the source returned after them
	before  mark        // the step of the source before them, if it is a marker
}

// A marker is a source that returns to a mark faster than it seeks, such as a Changing.
type marker interface {
	// mark notes the present step and the last stimulus.
	mark(*mark)
	// seekFrom is Seek from a mark, which is not after step.
	seekFrom(m *mark, step uint64) error
}

// mark is a step of a source with the last stimulus that it remembers.
type mark struct {
	step uint64
	last []float64
}

// set notes a step and the last stimulus. It allocates the first time only.
func (m *mark) set(step uint64, last []float64) {
	m.step = step
	m.last = append(m.last[:0], last...)
}

// blockNumbers is the size of a block, 1 MB, unless the limit is lower. Waking another
// processor takes so long that a block should last for some hundred microseconds. That it then
// exceeds the second-level cache costs less.
const blockNumbers = 1 << 17

// Prefetch returns a source of the stimuli of another source, from its next one on. It prepares
// them in blocks of at most most stimuli; 0 stands for no such limit. It has at most two
// blocks. Close it when it is not needed any more.
func Prefetch(source Source, most int) *Prefetched {
	size := max(blockNumbers/max(source.Inputs(), 1), together)
	if most > 0 {
		size = min(size, most)
	}
	p := &Prefetched{source: source, block: newBlock(size, source.Inputs())}
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

// Next fills x [N] with the next stimulus. An error of the source is returned after the
// stimuli that it has yielded before, and at every later call. Next allocates only the
// first time. It panics after Close.
func (p *Prefetched) Next(x []float64) error {
	CheckLength(x, p.Inputs())
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

// turn gives the used block to the goroutine, which it starts if necessary, and takes the next
// one.
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
	markable, _ := source.(marker)
	for b := range empty {
		if markable != nil {
			markable.mark(&b.before)
		}
		var more bool
		if b.filled, more, b.err = Fill(b.stimuli, source); b.err == nil && !more {
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
	if c, ok := p.source.(marker); ok && b.filled > 0 && from <= step && step <= to {
		b.err = c.seekFrom(&b.before, step) // without going back to the start of a correlation
	} else {
		b.err = s.Seek(step)
	}
	b.filled, p.used = 0, 0
	if b.err == nil {
		p.step = step
	}
	return p.block.err
}

// Close ends the goroutine. It does not close the source, which is at some later stimulus. It
// never fails.
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
