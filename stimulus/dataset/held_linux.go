package dataset

import (
	"os"
	"syscall"
)

// sameTimes reports whether a file was not written to between two Stats. Programs can set the
// time of the last change of the content, but not that of the metadata.
func sameTimes(a, b os.FileInfo) bool {
	s, ok := a.Sys().(*syscall.Stat_t)
	t, also := b.Sys().(*syscall.Stat_t)
	return a.ModTime().Equal(b.ModTime()) && ok && also && s.Ctim == t.Ctim
}
