package folder

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// SumsName is the file with the checksums of a folder's files, in the form of sha256sum. Its last
// line is a comment with the checksum of the lines before it. It says whether all files are
// listed ("final") or, of a folder that is still written, its manifest ("unfinished").
const SumsName = "SHA256SUMS"

// Sums are the checksums of a folder's files. What is read of the folder is checked by them.
type Sums struct {
	folder string
	final  bool              // all files are listed
	sums   map[string]string // hexadecimal SHA-256 by name; nil: the folder has no checksums
}

// sumsLimit bounds the size of the checksums, some 80 bytes a file.
const sumsLimit = 256 << 20

// ReadSums reads the checksums of a folder. If it has none, all checks pass. It returns an error if
// the checksums are damaged.
func ReadSums(folder string) (*Sums, error) {
	s := &Sums{folder: folder}
	f, err := OpenRegular(s.path(SumsName), sumsLimit)
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(f)
	if err == nil {
		err = s.parse(text)
	}
	if err != nil {
		return nil, damaged("%s: %v: take it from a copy, or remove it to read the other files unchecked", s.path(SumsName), err)
	}
	return s, nil
}

func (s *Sums) path(name string) string { return filepath.Join(s.folder, filepath.FromSlash(name)) }

// encode returns the content of the file.
func (s *Sums) encode() []byte {
	var b bytes.Buffer
	for _, name := range s.names() {
		fmt.Fprintf(&b, "%s  %s\n", s.sums[name], name)
	}
	state := "unfinished"
	if s.final {
		state = "final"
	}
	fmt.Fprintf(&b, "# %s; SHA-256 of the lines above: %x\n", state, sha256.Sum256(b.Bytes()))
	return b.Bytes()
}

// parse reads the file. It accepts what encode returns, and nothing else.
func (s *Sums) parse(text []byte) error {
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	last := len(lines) - 1
	s.final = strings.HasPrefix(lines[last], "# final;")
	s.sums = make(map[string]string, last)
	for _, line := range lines[:last] {
		sum, name, _ := strings.Cut(line, "  ")
		s.sums[name] = sum
	}
	if !bytes.Equal(s.encode(), text) {
		return errors.New("it is damaged, for its last line is not the checksum of those before")
	}
	for _, name := range s.names() {
		if sum := s.sums[name]; !sumForm.MatchString(sum) || !fs.ValidPath(name) || name == "." {
			return fmt.Errorf("it does not list the files of its folder: %.80q is not a checksum, or %.80q is not a file in it", sum, name)
		}
	}
	return nil
}

// sumForm matches a SHA-256 in hexadecimal.
var sumForm = regexp.MustCompile(`^[0-9a-f]{64}$`)

// names returns the names that are listed, sorted.
func (s *Sums) names() []string {
	var names []string
	for name := range s.sums {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// Known reports whether the folder has checksums.
func (s *Sums) Known() bool { return s.sums != nil }

// Matching returns the names that are listed and match a pattern of path.Match, sorted.
func (s *Sums) Matching(pattern string) (names []string) {
	for _, name := range s.names() {
		if match, _ := path.Match(pattern, name); match {
			names = append(names, name)
		}
	}
	return names
}

// ErrDamaged is the error, by errors.Is, of data that have changed since they were written.
var ErrDamaged = errors.New("damaged")

type damage struct{ text string }

func (d damage) Error() string        { return d.text }
func (d damage) Is(target error) bool { return target == ErrDamaged }

func damaged(format string, values ...any) error { return damage{fmt.Sprintf(format, values...)} }

// CheckSum returns an error unless a file of the folder has its listed SHA-256, in hexadecimal. A
// file that is not listed is an error too.
func (s *Sums) CheckSum(name, sum string) error {
	switch want, listed := s.sums[name]; {
	case !listed && s.final:
		return damaged("%s is not listed in %s: it was put there later; move it out of the folder", s.path(name), SumsName)
	case listed && sum != want:
		return damaged("%s is damaged: its checksum is not the one in %s; take it from a copy, or run again", s.path(name), SumsName)
	}
	return nil
}

// Listed returns an error if a file is in a complete folder and is not listed.
func (s *Sums) Listed(name string) error { return s.CheckSum(name, s.sums[name]) }

// Check is CheckSum for the content of a file. It stops with the context.
func (s *Sums) Check(ctx context.Context, name string, content io.Reader) error {
	if _, listed := s.sums[name]; !listed && !s.final {
		return nil
	}
	sum, err := hashOf(ctx, content)
	if err != nil {
		return err
	}
	return s.CheckSum(name, sum)
}

// Missing returns the error of a missing file, nil if it is not listed.
func (s *Sums) Missing(name string) error {
	if _, listed := s.sums[name]; !listed {
		return nil
	}
	return damaged("%s is missing, which %s lists: take it from a copy, or run again", s.path(name), SumsName)
}

// Open opens a file of the folder, of at most limit bytes, and checks it.
func (s *Sums) Open(name string, limit int64) (*os.File, error) {
	f, err := OpenRegular(s.path(name), limit)
	if errors.Is(err, fs.ErrNotExist) {
		err = cmp.Or(s.Missing(name), err)
	}
	if err != nil {
		return nil, err
	}
	if err = s.Check(context.Background(), name, f); err == nil {
		_, err = f.Seek(0, io.SeekStart)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// Read reads a file of the folder, of at most limit bytes, and checks it.
func (s *Sums) Read(name string, limit int64) ([]byte, error) {
	f, err := s.Open(name, limit)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

// NoteUnchecked notes that a folder has no checksums, if it has none.
func (s *Sums) NoteUnchecked() {
	if !s.Known() {
		noteOnce("%s has no %s: the file was removed; what is read of it is not checked", s.folder, SumsName)
	}
}

// OpenRegular opens a file of at most limit bytes that is not a link or a pipe. The folder is not
// trusted.
func OpenRegular(path string, limit int64) (*os.File, error) {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file but a link or the like, which no run writes", path)
	case info.Size() > limit:
		return nil, fmt.Errorf("%s has %d bytes, and more than %d are not read", path, info.Size(), limit)
	}
	return os.Open(path)
}

// buffers are memory for what is hashed.
var buffers = sync.Pool{New: func() any { return new([1 << 18]byte) }}

// hashOf returns the hexadecimal SHA-256 of a reader. It stops with the context.
func hashOf(ctx context.Context, content io.Reader) (string, error) {
	memory := buffers.Get().(*[1 << 18]byte)
	defer buffers.Put(memory)
	sum, buffer := sha256.New(), memory[:]
	for {
		n, err := content.Read(buffer)
		sum.Write(buffer[:n])
		if err == io.EOF {
			return hex.EncodeToString(sum.Sum(nil)), nil
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return "", err
		}
	}
}
