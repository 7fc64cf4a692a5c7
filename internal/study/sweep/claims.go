package sweep

import (
	"fmt"
	"os"
)

// claims are the chunks that this process works on: byte c of a file is locked for
// chunk c, until release or the end of the process. Where files cannot be locked, every
// claim is granted. Work may then be done twice, with the same results.
type claims struct {
	file *os.File
}

func (s *Sweep) openClaims() (*claims, error) {
	f, err := os.OpenFile(s.path(claimsFile), os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, fmt.Errorf("claim points: %w", err)
	}
	return &claims{f}, nil
}

// claim claims a chunk, and reports whether no other process has it.
func (c *claims) claim(chunk int) bool { return lockByte(c.file, int64(chunk)) }

// release lets others claim the chunk.
func (c *claims) release(chunk int) { unlockByte(c.file, int64(chunk)) }

func (c *claims) close() error { return c.file.Close() }
