package series

import (
	"twophase/internal/files/wire"
	"twophase/recorder/internal/rows"
)

// Settle waits until the writers have written all blocks and returned them. Until they get
// another block, the files do not change.
func (t *Trace) Settle() {
	given := t.made
	if t.present != nil {
		given--
	}
	var blocks []*rows.Block
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
	b := rows.NewBlock(t.options.BlockRows, rows.ChangeColumns(t.options.Description, t.of))
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
