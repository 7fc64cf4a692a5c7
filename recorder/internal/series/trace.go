package series

import (
	"runtime"
	"sync"

	"twophase/circuit"
	"twophase/internal/files/wire"
)

// waitingBytes bounds the numbers that wait for the writers. It is one record of a large
// circuit, so that the simulation need not wait while a record is written.
const waitingBytes = 8 << 20

// mostWriters is the largest number of writers of a trace. Each has a megabyte, or three with the
// parts of changes.
const mostWriters = 4

// Memory in bytes for each row: of a writer's block, and of the encoded pages of a row group. The
// parts of changes multiply both.
const (
	writerBytes  = 32
	encodedBytes = 7
	partsFactor  = 4
)

// collected is the memory that a process takes for each byte in use: Go collects garbage when there
// is as much of it.
const collected = 2

// blocksOf returns the largest number of blocks of a trace with some columns of the parts of changes.
func blocksOf(changes int) int { return max(waitingBytes/(8*blockRows)/(1+changes), 1) }

// Bytes returns an upper estimate of the memory of a trace of some rows on some processors.
func Bytes(count float64, changes, processors int) float64 {
	most, writers := blocksOf(changes), 1
	if count > blockRows*float64(most)/4 {
		writers = min(mostWriters, processors)
	}
	encoded := float64(writers)*min(count, blockRows)*writerBytes + min(count, groupRows)*encodedBytes
	if changes > 0 {
		encoded *= partsFactor
	}
	return collected * (min(count, blockRows*float64(most))*8*float64(1+changes) + encoded)
}

// Trace gives rows to goroutines that write them, so that the simulation only copies
// numbers. It grows by whole steps. One writer starts with the first block, and others when it
// does not keep up. When all blocks wait for the writers, the simulation waits
// too. The writers end with Finish, Discard, Leave or an error. Then there is no unfinished
// file, unless the trace can be resumed.
type Trace struct {
	options Options
	of      *Sources
	files   *files

	present *Block      // being filled; nil if there is none yet
	ready   chan *Block // filled, for the writers
	free    chan *Block // emptied by the writers
	made    int         // number of blocks
	given   int         // number of times that a block became ready
	rows    int         // in the present part

	writers sync.WaitGroup
	writing int // number of writers
}

// NewTrace returns a trace without files.
func NewTrace(o Options, of *Sources) *Trace {
	o = o.withDefaults()
	blocks := blocksOf(ChangeColumns(o.Description, of))
	return &Trace{
		options: o, of: of,
		files: newFiles(o, of),
		ready: make(chan *Block, blocks),
		free:  make(chan *Block, blocks),
	}
}

// Options returns the options of the trace, with the numbers that 0 stands for.
func (t *Trace) Options() Options { return t.options }

// Record appends the elements of a plan at the circuit's present step. It returns an error if
// a writer has met one, at this step or before.
func (t *Trace) Record(c *circuit.Circuit, p Plan) error {
	if err := t.start(); err != nil {
		return err
	}
	if err := t.files.failure(); err != nil {
		t.present = nil // it is not written any more
		t.end()
		return err
	}
	left := NewPortion(c.StepCount(), p)
	for left.Rows() > 0 {
		if t.present != nil && t.present.Full() {
			t.handOver()
		}
		if t.present == nil {
			t.present = t.empty()
		}
		left = t.present.Add(left)
	}
	if t.rows += p.Rows; t.rows >= t.options.PartRows {
		t.endPart()
	}
	return nil
}

// start creates the first file and starts the first writer.
func (t *Trace) start() error {
	if t.writing > 0 {
		return nil
	}
	if err := t.files.begin(); err != nil {
		t.files.fail(err)
		return t.files.failure()
	}
	t.startWriter()
	return nil
}

// startWriter starts one more writer.
func (t *Trace) startWriter() {
	t.writing++
	t.writers.Go(func() { t.files.run(t.ready, t.free) })
}

// empty returns an empty block. If all blocks are in use, it waits for a writer.
func (t *Trace) empty() *Block {
	select {
	case b := <-t.free:
		return b
	default:
	}
	if t.made < cap(t.free) {
		t.made++
		return NewBlock(t.options.BlockRows, ChangeColumns(t.options.Description, t.of))
	}
	return <-t.free
}

// handOver gives the present block to the writers. If they do not keep up, it starts another
// one.
func (t *Trace) handOver() {
	t.present.Number = t.given
	t.given++
	t.ready <- t.present // the channel has room for all blocks
	t.present = nil
	if len(t.ready) > cap(t.ready)/4 && t.writing < min(mostWriters, runtime.GOMAXPROCS(0)) {
		t.startWriter()
	}
}

// endPart makes the writers complete the present part, if it has rows.
func (t *Trace) endPart() {
	if t.present != nil {
		t.present.Ends = true
		t.handOver()
	}
	t.rows = 0
}

// Finish completes the present part, if there is one, and ends the writers.
func (t *Trace) Finish() error {
	t.endPart()
	t.end()
	return t.files.failure()
}

// Discard waits for the earlier parts to be complete, removes the present part, if there is
// one, and ends the writers.
func (t *Trace) Discard() error {
	t.end()
	if err := t.files.failure(); err != nil {
		return err
	}
	return t.files.discard()
}

// end waits until the writers have written all blocks and have ended.
func (t *Trace) end() {
	if t.writing > 0 {
		close(t.ready)
		t.writers.Wait()
		t.writing = 0
	}
}

// Settle waits until the writers have written all blocks and returned them. Until they get
// another block, the files do not change.
func (t *Trace) Settle() {
	given := t.made
	if t.present != nil {
		given--
	}
	var blocks []*Block
	for range given {
		blocks = append(blocks, <-t.free)
	}
	for _, b := range blocks {
		t.free <- b
	}
}

// Suspend makes the files reach the disk, and appends the state of the trace.
func (t *Trace) Suspend(s []byte) ([]byte, error) {
	t.Settle()
	if t.files.failure() == nil {
		if err := t.files.sync(); err != nil {
			t.files.fail(err)
		}
	}
	if err := t.files.failure(); err != nil {
		t.end()
		return nil, err
	}
	return t.present.AppendState(t.files.appendState(s), t.of), nil
}

// StateBytes estimates the number of bytes of a state.
func (t *Trace) StateBytes() int {
	t.Settle()
	return t.present.StateBytes() + t.files.stateBytes()
}

// Restore reads the state of a trace after step seen.
func (t *Trace) Restore(r *wire.Reader, seen int) {
	t.files.restore(r)
	b := NewBlock(t.options.BlockRows, ChangeColumns(t.options.Description, t.of))
	b.Restore(r, t.of, seen)
	if b.Rows() > 0 {
		t.present, t.made = b, 1
	}
	t.rows = b.Rows()
	if t.files.part != nil {
		t.rows += t.files.rows()
	}
	if t.rows >= t.options.PartRows || t.files.part != nil && b.Rows() == 0 {
		r.Fail("a part is complete that should not be")
	}
}

// Resume continues a restored trace whose files are open.
func (t *Trace) Resume() error {
	if t.present == nil {
		return nil // a writer starts with the first block
	}
	return t.start()
}

// Reopen opens the files of a restored trace, and removes whatever came after the state. It
// returns an error, and changes nothing, if a file is missing or has changed.
func (t *Trace) Reopen() error { return t.files.reopen() }

// Leave ends the writers and keeps the present part.
func (t *Trace) Leave() error {
	t.end()
	if err := t.files.failure(); err != nil {
		return err
	}
	return t.files.leave()
}
