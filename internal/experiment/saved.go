package experiment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"twophase/recorder"
)

// What is read of a folder that nobody vouches for is bounded: the folders that runs
// leave are far below that.
const (
	manifestLimit = 4 << 20
	objectsLimit  = 10_000 // of a manifest
	summaryLimit  = 256 << 20
	resultLimit   = 2 << 20   // of a summary: what one trial found
	restLimit     = 256 << 10 // and all the rest
)

// openRegular opens a file of a folder, if it is a file of at most so many bytes and
// not a link or a pipe.
func openRegular(path string, limit int64) (*os.File, error) {
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

// readRegular reads a file of a folder, under the same conditions.
func readRegular(path string, limit int64) ([]byte, error) {
	f, err := openRegular(path, limit)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, limit))
}

// ReadManifest returns the manifest of a run folder, complete or not. The folder may
// hold anything: what is not a manifest is an error.
func ReadManifest(folder string) (m Manifest, err error) {
	err = readManifest(folder, runFolder.Name, runFolder.Manifest, &m)
	if err == nil && m.Schema > ManifestSchema {
		err = fmt.Errorf("%s was written by a newer twophase, %.40q: the schema of its manifest is %d, and this program reads %d", folder, m.Version, m.Schema, ManifestSchema)
	}
	return m, err
}

func readManifest(folder, kind string, check func(io.Reader) error, m any) error {
	text, err := readRegular(filepath.Join(folder, "manifest.json"), manifestLimit)
	if n := bytes.Count(text, []byte("{")); err == nil && n > objectsLimit {
		err = fmt.Errorf("it lists %d things", n)
	}
	if err == nil {
		err = check(bytes.NewReader(text))
	}
	if err == nil {
		err = json.Unmarshal(text, m)
	}
	if err != nil {
		return fmt.Errorf("%s is not a %s folder: its manifest.json: %w", folder, kind, err)
	}
	return nil
}

// SavedVariant is a variant of a comparison: its name, which is that of its folder
// within, and the ID of its run.
type SavedVariant struct{ Name, Run string }

// ReadComparison returns the variants of the folder of a comparison, the first one
// first. Their names are those of folders in it and of nothing else.
func ReadComparison(folder string) (variants []SavedVariant, err error) {
	var m twinsManifest
	if err := readManifest(folder, twinsFolder.Name, twinsFolder.Manifest, &m); err != nil {
		return nil, err
	}
	if m.Schema > TwinsSchema {
		return nil, fmt.Errorf("%s was written by a newer twophase: the schema of its manifest is %d, and this program reads %d", folder, m.Schema, TwinsSchema)
	}
	for _, v := range m.Variants {
		if err := CheckVariantName(v.Name); err != nil {
			return nil, fmt.Errorf("%s: %w", folder, err)
		}
		variants = append(variants, SavedVariant(v))
	}
	return variants, nil
}

// Folder returns the run folder of a variant in that of its comparison, complete or
// not, or an error if there is none.
func (v SavedVariant) Folder(comparison string) (string, error) {
	for _, end := range []string{"", ".partial"} {
		name := filepath.Join(comparison, v.Name+end)
		if info, err := os.Lstat(name); err == nil && info.IsDir() {
			return name, nil
		}
	}
	return "", fmt.Errorf("%s has no folder %s", comparison, v.Name)
}

// SavedSummary is the summary of a complete run, of which the trials are read one by
// one: there may be thousands.
type SavedSummary struct {
	Summary // without Results
	path    string
	results []stretch
}

// stretch is where in a file a value is.
type stretch struct{ from, to int64 }

// ReadSummary reads a summary. The folder may hold anything: the error says what is
// wrong with it.
func ReadSummary(ctx context.Context, folder string) (*SavedSummary, error) {
	s := &SavedSummary{path: filepath.Join(folder, "summary.json")}
	f, err := openRegular(s.path, summaryLimit)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if err := s.read(&measured{ctx: ctx, in: f}); err != nil {
		return nil, fmt.Errorf("%s: %w", s.path, err)
	}
	if s.Schema > SummarySchema {
		return nil, fmt.Errorf("%s was written by a newer twophase: its schema is %d, and this program reads %d", s.path, s.Schema, SummarySchema)
	}
	return s, nil
}

// measured reads at most so many bytes before it is allowed more.
type measured struct {
	ctx  context.Context
	in   io.Reader
	left int64
}

var errTooLarge = errors.New("it holds a value that is too large")

// Read implements io.Reader.
func (m *measured) Read(b []byte) (int, error) {
	if err := m.ctx.Err(); err != nil {
		return 0, err
	}
	if m.left <= 0 {
		return 0, errTooLarge
	}
	n, err := m.in.Read(b[:min(int64(len(b)), m.left)])
	m.left -= int64(n)
	return n, err
}

// read reads the object of a summary, value by value.
func (s *SavedSummary) read(in *measured) error {
	d := json.NewDecoder(in)
	next := func(v any) error {
		in.left = resultLimit
		if v == nil {
			_, err := d.Token()
			return err
		}
		return d.Decode(v)
	}
	opened := func(want json.Delim) error {
		in.left = resultLimit
		t, err := d.Token()
		if err == nil && t != want {
			err = fmt.Errorf("%v where there should be %v", t, want)
		}
		return err
	}
	if err := opened('{'); err != nil {
		return err
	}
	rest := map[string]json.RawMessage{}
	for size := 0; d.More(); in.left = resultLimit {
		in.left = resultLimit
		key, err := d.Token()
		if err != nil {
			return err
		}
		name, _ := key.(string) // a key is one
		if name != "results" {
			var raw json.RawMessage
			if err := next(&raw); err != nil {
				return fmt.Errorf("%.40q: %w", name, err)
			}
			if size += len(name) + len(raw); size > restLimit {
				return errTooLarge
			}
			rest[name] = raw
			continue
		}
		if err := opened('['); err != nil {
			return fmt.Errorf("results: %w", err)
		}
		for in.left = resultLimit; d.More(); in.left = resultLimit {
			if len(s.results) == recorder.MaxTrials {
				return fmt.Errorf("more than %d results", recorder.MaxTrials)
			}
			var raw json.RawMessage
			if err := next(&raw); err != nil {
				return fmt.Errorf("result %d: %w", len(s.results), err)
			}
			to := d.InputOffset()
			s.results = append(s.results, stretch{to - int64(len(raw)), to})
		}
		if err := next(nil); err != nil {
			return err
		}
	}
	if err := next(nil); err != nil {
		return err
	}
	text, err := json.Marshal(rest)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, &s.Summary)
}

// Result reads what a trial found. It returns an error if the summary has no such
// trial, or something else in its place.
func (s *SavedSummary) Result(trial int) (*Result, error) {
	if trial < 0 || trial >= len(s.results) {
		return nil, fmt.Errorf("%s has no trial %d", s.path, trial)
	}
	f, err := openRegular(s.path, summaryLimit)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	at := s.results[trial]
	text := make([]byte, at.to-at.from)
	r := new(Result)
	if _, err = f.ReadAt(text, at.from); err == nil {
		err = json.Unmarshal(text, r)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: result %d: %w", s.path, trial, err)
	}
	return r, nil
}
