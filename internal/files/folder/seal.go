package folder

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"twophase/internal/files/durable"
)

// beginSums returns the checksums of a folder with a manifest and nothing else.
func beginSums(manifest []byte) []byte {
	return (&Sums{sums: map[string]string{manifestName: fmt.Sprintf("%x", sha256.Sum256(manifest))}}).encode()
}

// Seal writes the checksums of all files in the work folder, including those that a complete folder
// does not have. The folder is left under this name.
func (f *Folder) Seal(ctx context.Context) error { return f.seal(ctx, nil) }

func (f *Folder) seal(ctx context.Context, except *regexp.Regexp) error {
	names, err := contents(f.Work())
	if err != nil {
		return err
	}
	names = slices.DeleteFunc(names, func(name string) bool { return except != nil && except.MatchString(name) })
	s := &Sums{folder: f.Work(), final: true}
	if s.sums, err = s.hash(ctx, names); err != nil {
		return err
	}
	return f.Write(SumsName, s.encode())
}

// contents returns the names of the files in a folder that are listed. Of an inner folder with a
// final list, it is that list; of another one, all its files.
func contents(folder string) (names []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		name := e.Name()
		switch {
		case name == SumsName || name == durable.Partial(SumsName) || name == markName || isLeftover(name):
		case e.Type().IsRegular():
			names = append(names, name)
		case e.IsDir():
			within := filepath.Join(folder, name)
			if s, err := ReadSums(within); err == nil && s.final {
				names = append(names, name+"/"+SumsName)
				continue
			}
			more, err := contents(within)
			if err != nil {
				return nil, err
			}
			for _, m := range more {
				names = append(names, name+"/"+m)
			}
		}
	}
	return names, nil
}

// hash returns the checksums of files, by name. A missing file has none.
func (s *Sums) hash(ctx context.Context, names []string) (map[string]string, error) {
	sums := make(map[string]string, len(names))
	var mu sync.Mutex
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, name := range names {
		group.Go(func() error {
			f, err := os.Open(s.path(name))
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil {
				return err
			}
			defer f.Close()
			sum, err := hashOf(ctx, f)
			mu.Lock()
			defer mu.Unlock()
			sums[name] = sum
			return err
		})
	}
	return sums, group.Wait()
}

// Damaged compares all files of a complete folder with its checksums. It returns the faults by
// file name: damaged, missing or, if this kind has such files, not listed.
func (k Kind) Damaged(ctx context.Context, name string) (map[string]error, error) {
	s, err := ReadSums(name)
	if err != nil || !s.Known() {
		return nil, err
	}
	wrong := map[string]error{}
	sums, err := s.hash(ctx, s.names())
	if err != nil {
		return nil, fmt.Errorf("check the %s folder: %w", k.Name, err)
	}
	for _, file := range s.names() {
		sum, there := sums[file]
		if err := s.Missing(file); !there {
			wrong[file] = err
		} else if err := s.CheckSum(file, sum); err != nil {
			wrong[file] = err
		}
	}
	entries, err := os.ReadDir(name)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if n := e.Name(); !e.IsDir() && k.Files.MatchString(n) && (k.OnTheWay == nil || !k.OnTheWay.MatchString(n)) {
			if err := s.Listed(n); err != nil {
				wrong[n] = err
			}
		}
	}
	return wrong, nil
}
