package recorder

import (
	"twophase/circuit/selection"
	"twophase/internal/wire"
)

// settle waits until the writer has written all that it was given: until it has
// returned all blocks. Its files can then be looked at until it is given more.
func (t *trace) settle() {
	given := t.made
	if t.present != nil {
		given--
	}
	var blocks []*block
	for range given {
		blocks = append(blocks, <-t.free)
	}
	for _, b := range blocks {
		t.free <- b
	}
}

// suspend appends where the trace is, once all the rest of it has reached the disk.
func (t *trace) suspend(s []byte) ([]byte, error) {
	t.settle()
	if t.files.failure() == nil {
		if err := t.files.sync(); err != nil {
			t.files.fail(err)
		}
	}
	if err := t.files.failure(); err != nil {
		t.end()
		return nil, err
	}
	return t.present.appendState(t.files.appendState(s)), nil
}

// stateBytes returns about how many bytes a state has.
func (t *trace) stateBytes() int {
	t.settle()
	return t.present.stateBytes() + t.files.stateBytes()
}

// restore reads where a trace of a circuit of size z was after step seen.
func (t *trace) restore(r *wire.Reader, z selection.Size, seen int) {
	t.files.restore(r)
	b := newBlock(t.options.blockRows, t.options.hasParts())
	b.restore(r, z, seen)
	if b.rows > 0 {
		t.present, t.made = b, 1
	}
	t.rows = b.rows
	if t.files.part != nil {
		t.rows += t.files.writer.Rows()
	}
	if t.rows >= t.options.PartRows || t.files.part != nil && b.rows == 0 {
		r.Fail("a part is complete that should not be")
	}
}

// resume goes on with a trace that was restored.
func (t *trace) resume() error {
	if t.present == nil {
		return nil // it starts when there is something to write
	}
	return t.start()
}

// leave ends the writer and leaves the present part where it is.
func (t *trace) leave() error {
	t.end()
	if err := t.files.failure(); err != nil {
		return err
	}
	return t.files.leave()
}
