package fileformat

import (
	"bufio"
	"fmt"
	"io"

	"github.com/klauspost/compress/gzip" // half the time of the standard library's
)

// A gzipReader unpacks a gzip file member by member. Package gzip would do so too, but it
// takes a few bytes of something else after the last member for a truncated member.
type gzipReader struct {
	in     *bufio.Reader
	file   *countingReader // below in
	member *gzip.Reader
}

func newGzip(in *bufio.Reader, file *countingReader) (*gzipReader, error) {
	member, err := gzip.NewReader(in)
	if err != nil {
		return nil, fmt.Errorf("unpacking gzip: %w", explain(err))
	}
	member.Multistream(false)
	return &gzipReader{in, file, member}, nil
}

// Read implements io.Reader.
func (g *gzipReader) Read(b []byte) (n int, err error) {
	for n == 0 && err == nil {
		if n, err = g.member.Read(b); err == io.EOF {
			err = g.next()
		}
	}
	return n, err
}

// next begins the next member. It returns io.EOF if the file ends here.
func (g *gzipReader) next() error {
	if _, err := g.in.Peek(1); err != nil {
		return err
	}
	end := g.file.read - int64(g.in.Buffered())
	err := gzip.ErrHeader
	if startsWith(g.in, gzipMagic) {
		err = g.member.Reset(g.in)
	}
	switch err {
	case nil:
		g.member.Multistream(false)
		return nil
	case gzip.ErrHeader:
		return fmt.Errorf("the compressed data end after %d bytes of the file, and something else follows: cut it off, or pack the file again", end)
	case io.EOF:
		return io.ErrUnexpectedEOF
	}
	return err
}

// gzipMagic begins every member.
const gzipMagic = "\x1f\x8b"

// A countingReader counts the bytes that were read.
type countingReader struct {
	io.Reader
	read int64
}

// Read implements io.Reader.
func (c *countingReader) Read(b []byte) (int, error) {
	n, err := c.Reader.Read(b)
	c.read += int64(n)
	return n, err
}
