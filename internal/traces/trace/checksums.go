package trace

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"

	"golang.org/x/sync/errgroup"
)

// Bytes returns the number of bytes that Check reads.
func (t *Trial) Bytes() (n int64) {
	for _, p := range t.parts {
		n += p.size
	}
	return n
}

// Check reads all parts and compares them with the folder's checksums, if there are any: a
// gigabyte in about half a second. It stops with the context.
func (t *Trial) Check(ctx context.Context) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, p := range t.parts {
		group.Go(func() error {
			return t.sums.Check(ctx, p.name, io.NewSectionReader(p.in, 0, p.size))
		})
	}
	return group.Wait()
}

// mostExplained is the size of the largest part whose checksum is computed to say why it cannot be read: half a second.
const mostExplained = 1 << 30

// damaged returns why a part cannot be read: because it is not what the folder's checksums say, or else the error itself.
func (t *Trial) damaged(name string, err error) error {
	info, missing := t.folder.Stat(name)
	if missing != nil || !info.Mode().IsRegular() || info.Size() > mostExplained { // a pipe would wait for its other end
		return fmt.Errorf("%s: %w", name, err)
	}
	if f, missing := t.folder.Open(name); missing == nil {
		defer f.Close()
		if wrong := t.sums.Check(context.Background(), name, f); wrong != nil {
			return wrong
		}
	}
	return fmt.Errorf("%s: %w", name, err)
}

// checkEvents compares the event log with the folder's checksums.
func (t *Trial) checkEvents(name string, f *os.File) error {
	if err := t.sums.Check(context.Background(), name, f); err != nil {
		return err
	}
	_, err := f.Seek(0, io.SeekStart)
	return err
}

// missing returns the error of a file that does not exist although the folder's checksums list
// it. If they do not, it returns the error of opening it.
func (t *Trial) missing(name string, err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		if missing := t.sums.Missing(name); missing != nil {
			return missing
		}
	}
	return err
}
