package metamorphic

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/parquet-go/parquet-go"

	"twophase/internal/files/interrupt"
	"twophase/recorder"
)

// executorLine is what the manifest says of the executor, which is not part of what a
// run is.
var executorLine = regexp.MustCompile(`"executor": "[a-z]*"`)

// errSkip is the error of a study that cannot be run at all.
var errSkip = errors.New("the study cannot be run")

// check returns an error unless the study leaves what it does when it is run at once.
// Its files are in a folder that is empty.
func (s Study) check(m *tester, folder string) error {
	if err := writeStimuli(folder); err != nil {
		return err
	}
	out, whole := filepath.Join(folder, "out"), filepath.Join(folder, "whole")
	plain := Run{Workers: 1, Procs: 1, Executor: "literal", Look: 1}
	wrong := plain.work(s, folder, false)
	seen, err := seenIn(folder, nil, true)
	switch {
	case err != nil:
		return err
	case wrong == nil:
		err = os.Rename(out, whole)
	case len(seen) == 0:
		return fmt.Errorf("%w: %w", errSkip, wrong)
	default:
		err = os.RemoveAll(out + ".partial")
	}
	if err != nil {
		return err
	}
	m.tally["studies"]++
	for n, r := range s.Runs {
		m.tally["processes"]++
		if n > 0 {
			m.tally["resumed"]++
		}
		ended, err := s.run(m, folder, n)
		if err != nil {
			return fmt.Errorf("run %d: %w", n+1, err)
		}
		if _, err := seenIn(folder, seen, wrong != nil); err != nil {
			return fmt.Errorf("run %d: %w", n+1, err)
		}
		switch {
		case wrong != nil && ended != "" && ended != killed && !strings.HasPrefix(ended, interrupt.ErrInterrupted.Error()):
			first := wrong.Error()
			for _, left := range []string{"; once that is mended", "; the records that were complete", "; no record was complete"} { // in the folder
				ended, _, _ = strings.Cut(ended, left)
				first, _, _ = strings.Cut(first, left)
			}
			if first != ended {
				return fmt.Errorf("run %d: it fails by\n\t%s, and at once by\n\t%s", n+1, ended, first)
			}
			m.tally["failed as at once"]++
			return nil
		case ended == "":
			if wrong != nil {
				return fmt.Errorf("run %d is complete, and at once the run fails: %w", n+1, wrong)
			}
			if err := sameFolder(whole, out); err != nil {
				return err
			}
			m.tally["complete and verified"]++
			a, err := m.ask(otherKernel(r.Kernel), request{Study: &s, Run: &r, Verify: true, Folder: folder})
			if err == nil && a.Error != "" {
				err = errors.New("verify: " + a.Error)
			}
			return err
		case ended != killed && !strings.HasPrefix(ended, interrupt.ErrInterrupted.Error()):
			return fmt.Errorf("run %d: %s", n+1, ended)
		}
	}
	return nil
}

// otherKernel returns another kernel.
func otherKernel(name string) string {
	if name == "" {
		return "reference"
	}
	return ""
}

// run has a process take part n of the study, and returns how that ended: by nothing,
// by an error, or killed.
func (s Study) run(m *tester, folder string, n int) (ended string, err error) {
	r := s.Runs[n]
	ask := request{Study: &s, Run: &r, Resume: n > 0, Folder: folder}
	if r.Stop != killed {
		a, err := m.ask(r.Kernel, ask)
		return a.Error, err
	}
	h, err := startHelper(r.Kernel)
	if err != nil {
		return "", err
	}
	a, err := h.ask(ask)
	if stopped := h.stop(); stopped != nil && !strings.Contains(stopped.Error(), "killed") || stopped == nil && err != nil {
		return "", fmt.Errorf("a process that was to be killed ends otherwise: %w", errors.Join(err, stopped))
	}
	if err == nil { // it was faster
		return a.Error, nil
	}
	m.tally["killed"]++
	if _, err := os.Stat(filepath.Join(folder, "out")); err == nil {
		m.tally["killed when complete"]++
		return "", tidy(folder)
	}
	return killed, nil
}

// seenIn returns in which states circuits were seen, by trial and step, and removes the
// file. It returns an error if one is not what is expected there: if anything is, where
// all that happens is expected to be seen.
func seenIn(folder string, expected map[string]string, partly bool) (map[string]string, error) {
	path := filepath.Join(folder, "seen")
	text, err := os.ReadFile(path)
	if err != nil && (expected == nil || !errors.Is(err, fs.ErrNotExist)) {
		return nil, err
	}
	lines := strings.SplitAfter(string(text), "\n")
	seen := map[string]string{}
	for _, line := range lines[:len(lines)-1] { // what was being written when the process was killed does not count
		place, state, _ := strings.Cut(strings.TrimSpace(line), ": ")
		seen[place] = state
		want, found := expected[place]
		if expected != nil && want != state && (found || !partly) {
			return nil, fmt.Errorf("%s: %s, and %q when it is run at once", place, state, want)
		}
	}
	return seen, os.RemoveAll(path)
}

// sameFolder returns an error that names the first file in which two run folders
// differ, and where.
func sameFolder(want, got string) error {
	a, err := contents(want)
	if err != nil {
		return err
	}
	b, err := contents(got)
	if err != nil {
		return err
	}
	if names, others := slices.Sorted(maps.Keys(a)), slices.Sorted(maps.Keys(b)); !slices.Equal(names, others) {
		return fmt.Errorf("the files are %v, want %v", others, names)
	}
	for _, name := range slices.Sorted(maps.Keys(a)) {
		if !bytes.Equal(a[name], b[name]) {
			return fmt.Errorf("%s differs: %s", name, difference(filepath.Join(want, name), filepath.Join(got, name), a[name], b[name]))
		}
	}
	return nil
}

// contents returns what files of a run must be the same: not the time that it took, nor
// the executor.
func contents(folder string) (map[string][]byte, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	all := map[string][]byte{}
	for _, e := range entries {
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		switch e.Name() {
		case "timing.json", "SHA256SUMS":
			text = nil
		case "manifest.json":
			text = executorLine.ReplaceAll(text, nil)
		}
		all[e.Name()] = text
	}
	return all, nil
}

// difference says where two files differ first: of traces, in which row.
func difference(want, got string, a, b []byte) string {
	if rows, err := parquet.ReadFile[recorder.Row](want); err == nil {
		others, err := parquet.ReadFile[recorder.Row](got)
		if err != nil {
			return err.Error()
		}
		for i := range min(len(rows), len(others)) {
			if x, y := rowText(rows[i]), rowText(others[i]); x != y {
				return fmt.Sprintf("row %d of %d is\n\t%s, want\n\t%s", i, len(others), y, x)
			}
		}
		return fmt.Sprintf("%d rows, want %d", len(others), len(rows))
	}
	at := 0
	for at < min(len(a), len(b)) && a[at] == b[at] {
		at++
	}
	part := func(text []byte) []byte { return text[max(0, at-40):min(len(text), at+80)] }
	return fmt.Sprintf("at byte %d of %d is\n\t%q, want\n\t%q", at, len(b), part(b), part(a))
}

// rowText returns a row of a trace, with what its pointers point to.
func rowText(r recorder.Row) string {
	text := fmt.Sprintf("step %d, %s[%d", r.Step, r.Projection, r.Post)
	if r.Pre != nil {
		text += fmt.Sprintf(",%d", *r.Pre)
	}
	text += fmt.Sprintf("] = %v", r.Weight)
	for _, v := range []*float64{r.Hebbian, r.Decay, r.Rounding, r.Nonlocal, r.Unlearning, r.PreActivity, r.PostActivity, r.Second, r.Third} {
		if v == nil {
			text += ", null"
		} else {
			text += fmt.Sprintf(", %v", *v)
		}
	}
	return text
}
