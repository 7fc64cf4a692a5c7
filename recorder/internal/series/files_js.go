package series

import (
	"errors"

	"twophase/internal/files/wire"
)

// files stands for the Parquet files of a trace, which a page cannot write.
type files struct {
	part *File
}

var errPage = errors.New("record traces: a page cannot")

func newFiles(_ Options, _ *Sources) *files {
	return &files{}
}

func (*files) run(<-chan *Block, chan<- *Block) {}
func (*files) begin() error                     { return errPage }
func (*files) fail(error)                       {}
func (*files) failure() error                   { return errPage }
func (*files) sync() error                      { return errPage }
func (*files) reopen() error                    { return errPage }
func (*files) discard() error                   { return nil }
func (*files) leave() error                     { return nil }
func (*files) rows() int                        { return 0 }
func (*files) stateBytes() int                  { return 0 }
func (*files) appendState(dst []byte) []byte    { return dst }
func (*files) restore(*wire.Reader)             {}
