package recorder

import (
	"twophase/internal/wire"
)

// settle waits until the writers have written all blocks and returned them. Until they get
// another block, the files do not change.
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

// suspend makes the files reach the disk, and appends the state of the trace.
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
	return t.present.appendState(t.files.appendState(s), t.of), nil
}

// stateBytes estimates the number of bytes of a state.
func (t *trace) stateBytes() int {
	t.settle()
	return t.present.stateBytes() + t.files.stateBytes()
}

// restore reads the state of a trace after step seen.
func (t *trace) restore(r *wire.Reader, seen int) {
	t.files.restore(r)
	b := newBlock(t.options.blockRows, changeColumns(t.options, t.of))
	b.restore(r, t.of, seen)
	if b.rows > 0 {
		t.present, t.made = b, 1
	}
	t.rows = b.rows
	if t.files.part != nil {
		t.rows += t.files.rows()
	}
	if t.rows >= t.options.PartRows || t.files.part != nil && b.rows == 0 {
		r.Fail("a part is complete that should not be")
	}
}

// resume continues a restored trace.
func (t *trace) resume() error {
	if t.present == nil {
		return nil // a writer starts with the first block
	}
	return t.start()
}

// leave ends the writers and keeps the present part.
func (t *trace) leave() error {
	t.end()
	if err := t.files.failure(); err != nil {
		return err
	}
	return t.files.leave()
}
