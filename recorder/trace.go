package recorder

import (
	"runtime"
	"sync"

	"twophase/circuit"
)

// SchemaVersion is the version of the columns of a trace, twophase.schema in
// the metadata of its files.
const SchemaVersion = "2"

// defaultPartRows is the number of rows after which a new part starts.
const defaultPartRows = 4 << 20

// groupRows is the number of rows after which a row group ends. The encoded pages of one row
// group, some 7 bytes a row, are in memory.
const groupRows = 1 << 18

// waitingBytes bounds the numbers that wait for the writers. It is one record of a large
// circuit, so that the simulation need not wait while a record is written.
const waitingBytes = 8 << 20

// mostWriters is the largest number of writers of a trace. Each has a megabyte, or three with the
// parts of changes.
const mostWriters = 4

// trace gives rows to goroutines that write them, so that the simulation only copies
// numbers. It grows by whole steps. One writer starts with the first block, and others when it
// does not keep up. When all blocks wait for the writers, the simulation waits
// too. The writers end with finish, discard, leave or an error. Then there is no unfinished
// file, unless the trace can be resumed.
type trace struct {
	options Options
	of      *sources
	files   *series

	present *block      // being filled; nil if there is none yet
	ready   chan *block // filled, for the writers
	free    chan *block // emptied by the writers
	made    int         // number of blocks
	given   int         // number of times that a block became ready
	rows    int         // in the present part

	writers sync.WaitGroup
	writing int // number of writers
}

// newTrace returns a trace without files. It returns an error if the options
// are not valid.
func newTrace(requests []Request, o Options, of *sources) (*trace, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	o = o.withDefaults()
	blocks := waitingBytes / (8 * blockRows)
	blocks = max(blocks/(1+changeColumns(o, of)), 1)
	return &trace{
		options: o, of: of,
		files: newSeries(requests, o, of),
		ready: make(chan *block, blocks),
		free:  make(chan *block, blocks),
	}, nil
}

// record appends the elements of a plan at the circuit's present step. It returns an error if
// a writer has met one, at this step or before.
func (t *trace) record(c *circuit.Circuit, p plan) error {
	if err := t.start(); err != nil {
		return err
	}
	if err := t.files.failure(); err != nil {
		t.end()
		return err
	}
	left := portion{step: int64(c.StepCount()), plan: p.number, runs: p.runs, rows: p.rows}
	for left.rows > 0 {
		if t.present != nil && t.present.full() {
			t.handOver()
		}
		if t.present == nil {
			t.present = t.empty()
		}
		left = t.present.add(c, left)
	}
	if t.rows += p.rows; t.rows >= t.options.PartRows {
		t.endPart()
	}
	return nil
}

// start creates the first file and starts the first writer.
func (t *trace) start() error {
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
func (t *trace) startWriter() {
	t.writing++
	t.writers.Go(func() { t.files.run(t.ready, t.free) })
}

// empty returns an empty block. If all blocks are in use, it waits for a writer.
func (t *trace) empty() *block {
	select {
	case b := <-t.free:
		return b
	default:
	}
	if t.made < cap(t.free) {
		t.made++
		return newBlock(t.options.blockRows, changeColumns(t.options, t.of))
	}
	return <-t.free
}

// handOver gives the present block to the writers. If they do not keep up, it starts another
// one.
func (t *trace) handOver() {
	t.present.number = t.given
	t.given++
	t.ready <- t.present // the channel has room for all blocks
	t.present = nil
	if len(t.ready) > cap(t.ready)/4 && t.writing < min(mostWriters, runtime.GOMAXPROCS(0)) {
		t.startWriter()
	}
}

// endPart makes the writers complete the present part, if it has rows.
func (t *trace) endPart() {
	if t.present != nil {
		t.present.ends = true
		t.handOver()
	}
	t.rows = 0
}

// finish completes the present part, if there is one, and ends the writers.
func (t *trace) finish() error {
	t.endPart()
	t.end()
	return t.files.failure()
}

// discard waits for the earlier parts to be complete, removes the present part, if there is
// one, and ends the writers.
func (t *trace) discard() error {
	t.end()
	if err := t.files.failure(); err != nil {
		return err
	}
	return t.files.discard()
}

// end waits until the writers have written all blocks and have ended.
func (t *trace) end() {
	if t.writing > 0 {
		close(t.ready)
		t.writers.Wait()
		t.writing = 0
	}
}
