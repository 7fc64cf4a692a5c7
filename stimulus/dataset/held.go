package dataset

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash/maphash"
	"io"
	"math/bits"
	"os"
	"sync"
	"sync/atomic"

	"twophase/stimulus/fileformat"
)

// ErrChanged is the error of a file that has changed since it was opened or first read. No
// changed stimulus has been yielded.
var ErrChanged = errors.New("the file was changed while it was in use")

// held is a file that stays open. Each block that is read again is compared, by a hash, with
// its first reading before it is used. Several goroutines may use it, each with its own
// reader.
type held struct {
	name string
	file *os.File
	size int64

	block int64 // bytes
	seed  maphash.Seed
	sums  []atomic.Uint64 // by block, 0 until it is read

	within atomic.Pointer[context.Context] // of a long reading, nil if there is none

	mu     sync.Mutex
	known  os.FileInfo // as the system described it last
	digest string      // SHA-256 in hexadecimal, empty until it is needed
}

const (
	leastBlock = 4096
	mostBlocks = 1 << 20 // nearly: the hashes take no more than 16 MB
)

// hold opens a file that can be read more than once.
func hold(name string) (*held, error) {
	file, info, err := fileformat.OpenRegular(name)
	if err != nil {
		return nil, err
	}
	h := &held{name: name, file: file, size: info.Size(), block: leastBlock, seed: maphash.MakeSeed(), known: info}
	if least := h.size / mostBlocks; least > h.block {
		h.block = 1 << bits.Len64(uint64(least-1))
	}
	h.sums = make([]atomic.Uint64, (h.size+h.block-1)/h.block)
	return h, nil
}

// readWithin makes readings of the file end with a context, and has them reported, until end is called.
func (h *held) readWithin(ctx context.Context) (end func()) {
	h.within.Store(&ctx)
	return func() {
		h.within.Store(nil)
		report(ctx, Reading{h.name, h.size, h.size})
	}
}

// close closes the file, if it is open.
func (h *held) close() error {
	if err := h.file.Close(); !errors.Is(err, os.ErrClosed) {
		return err
	}
	return nil
}

// changed returns the error that says what has changed.
func (h *held) changed(how string) error {
	return fmt.Errorf("%w: %s", ErrChanged, how)
}

// check compares one block with its first reading.
func (h *held) check(number int64, block []byte) error {
	sum := max(maphash.Bytes(h.seed, block), 1)
	if known := &h.sums[number]; !known.CompareAndSwap(0, sum) && known.Load() != sum {
		return h.changed(fmt.Sprintf("other bytes from byte %d on", number*h.block))
	}
	return nil
}

// sha256 returns the SHA-256 of the whole file, after comparing every block with its first
// reading.
func (h *held) sha256(ctx context.Context) (string, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.hash(ctx)
}

func (h *held) hash(ctx context.Context) (string, error) {
	if h.digest != "" {
		return h.digest, nil
	}
	digest, err := hashOf(ctx, io.NewSectionReader(h.reader(), 0, h.size))
	if err == nil {
		h.digest = digest
	}
	return digest, err
}

// unchanged returns an error if the path does not lead to the same bytes any more. It reads
// them only if the file's metadata have changed, as chmod changes them.
func (h *held) unchanged(ctx context.Context) error {
	h.mu.Lock()
	defer h.mu.Unlock()
	info, err := os.Stat(h.name)
	switch {
	case err != nil:
		return h.changed(err.Error())
	case os.SameFile(info, h.known) && sameTimes(info, h.known) && info.Size() == h.size:
		return nil
	case info.Size() != h.size:
		return h.changed(fmt.Sprintf("it had %d bytes and now has %d", h.size, info.Size()))
	case !info.Mode().IsRegular():
		return h.changed("it is not a regular file any more")
	}
	want, err := h.hash(ctx)
	if err != nil {
		return err
	}
	file, info, err := fileformat.OpenRegular(h.name)
	if err != nil {
		return h.changed(err.Error())
	}
	defer file.Close()
	found, err := hashOf(ctx, file)
	if err != nil {
		return fmt.Errorf("hashing it: %w", err)
	}
	if found != want {
		return h.changed(fmt.Sprintf("its hash was %.12s… and now is %.12s…", want, found))
	}
	h.known = info
	return nil
}

// hashOf returns the SHA-256 of everything up to the end of a reader.
func hashOf(ctx context.Context, in io.Reader) (string, error) {
	h, buffer := sha256.New(), make([]byte, readAhead)
	for {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		n, err := in.Read(buffer)
		h.Write(buffer[:n])
		if err == io.EOF {
			return hex.EncodeToString(h.Sum(nil)), nil
		} else if err != nil {
			return "", err
		}
	}
}

// readAhead is the number of bytes that are read at a time in a sequential reading.
const readAhead = 1 << 16

// heldReader reads a held file at any offset. It keeps the blocks that it read last.
type heldReader struct {
	*held
	blocks   []byte
	from, to int64 // where they are in the file
}

func (h *held) reader() *heldReader { return &heldReader{held: h} }

// ReadAt implements io.ReaderAt, but for one goroutine at a time.
func (r *heldReader) ReadAt(p []byte, offset int64) (n int, err error) {
	for n < len(p) && offset < r.size {
		if offset < r.from || offset >= r.to {
			if err := r.load(offset, len(p)-n); err != nil {
				return n, err
			}
		}
		done := copy(p[n:], r.blocks[offset-r.from:r.to-r.from])
		n, offset = n+done, offset+int64(done)
	}
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

// load reads the blocks around some bytes, of which there may be more.
func (r *heldReader) load(offset int64, bytes int) error {
	within := r.within.Load()
	if within != nil && (*within).Err() != nil {
		return (*within).Err()
	}
	first := offset / r.block
	last := min(offset+int64(min(bytes, readAhead)), r.size) - 1
	blocks := last/r.block - first + 1
	r.from, r.to = first*r.block, min((first+blocks)*r.block, r.size)
	if n := int(blocks * r.block); cap(r.blocks) < n {
		r.blocks = make([]byte, n)
	}
	r.blocks = r.blocks[:r.to-r.from]
	n, err := r.file.ReadAt(r.blocks, r.from)
	if n < len(r.blocks) {
		r.to = r.from // no block is valid
		if err == io.EOF {
			return r.changed(fmt.Sprintf("it ends before byte %d", r.from+int64(len(r.blocks))))
		}
		return err
	}
	for i := range blocks {
		block := r.blocks[i*r.block : min((i+1)*r.block, int64(len(r.blocks)))]
		if err := r.check(first+i, block); err != nil {
			r.to = r.from
			return err
		}
	}
	if within != nil {
		report(*within, Reading{r.name, r.to, r.size})
	}
	return nil
}
