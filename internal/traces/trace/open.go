package trace

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/files/folder"
	"twophase/recorder"
)

// Open opens the trace of a trial in a run folder. It reads footers and page indexes only; Check
// compares the rest with the folder's checksums. Of an interrupted run it reads the complete
// parts: see Unfinished. It returns an error that names the file and the reason if there is no
// trace, if a part is missing, damaged or not listed with the run's files, or if its schema is
// newer than this program. The trial must be closed.
func Open(dir string, trial int) (_ *Trial, err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("read the traces of trial %d in %s: %w", trial, dir, err)
		}
	}()
	sums, err := folder.ReadSums(dir)
	if err != nil {
		return nil, err
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, err
	}
	t := &Trial{number: trial, folder: root, sums: sums}
	if err := t.open(trial); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

func (t *Trial) open(trial int) error {
	names, err := t.find(trial)
	if err != nil {
		return err
	}
	for _, name := range names {
		p, err := openPart(t.folder, name, trial)
		if err != nil {
			return t.damaged(name, err)
		}
		t.parts = append(t.parts, p)
		if err := t.add(p); err != nil {
			return t.damaged(name, err)
		}
	}
	if len(t.pages) == 0 {
		return fmt.Errorf("%s has no rows", names[0])
	}
	if t.requests, err = parseRequests(t.parts[0].parquet.Metadata("twophase.requests")); err != nil {
		return fmt.Errorf("%s: %w", names[0], err)
	}
	graph, err := parseGraph(t.parts[0].parquet.Metadata("twophase.circuit"))
	if err != nil {
		return fmt.Errorf("%s: %w", names[0], err)
	}
	t.size, t.network = selection.NewSize(*graph), t.findNetwork()
	t.kinds = t.size.Kinds()
	for _, p := range t.parts {
		p.kinds = t.kinds
	}
	return t.findListed(context.Background())
}

// add appends the pages of a part.
func (t *Trial) add(p *partFile) error {
	if first := t.parts[0]; p.run != first.run || p.parquet.Metadata("twophase.requests") != first.parquet.Metadata("twophase.requests") || p.parquet.Metadata("twophase.circuit") != first.parquet.Metadata("twophase.circuit") {
		return fmt.Errorf("it is of another run than %s: parts of different runs are mixed in this folder", first.name)
	}
	for i := range p.parquet.Pages() {
		pg, err := p.page(i)
		if err != nil {
			return err
		}
		if n := len(t.pages); n > 0 && pg.first < t.pages[n-1].last {
			return fmt.Errorf("its rows are not in order of step: step %d comes after step %d", pg.first, t.pages[n-1].last)
		}
		t.pages = append(t.pages, pg)
	}
	t.rows += p.parquet.Rows()
	return nil
}

// find returns the names of the complete parts of a trial, in order, and notes which
// is unfinished.
func (t *Trial) find(trial int) (names []string, err error) {
	dir, err := t.folder.Open(".")
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	entries, err := dir.ReadDir(-1)
	if err != nil {
		return nil, err
	}
	there := make(map[string]bool, len(entries))
	others := []int{} // trials that have a trace
	for _, e := range entries {
		there[e.Name()] = true
		var other, number int
		if n, _ := fmt.Sscanf(e.Name(), "traces-%04d-%05d.parquet", &other, &number); n == 2 && e.Name() == PartName(other, number) {
			if other == trial {
				names = append(names, e.Name())
			} else {
				others = append(others, other)
			}
		}
	}
	slices.Sort(names)
	for _, name := range t.sums.Matching(fmt.Sprintf("traces-%04d-*.parquet", trial)) {
		if !there[name] {
			return nil, t.sums.Missing(name)
		}
	}
	for i, name := range names {
		if err := t.sums.Listed(name); err != nil {
			return nil, err
		}
		if want := PartName(trial, i); name != want {
			return nil, fmt.Errorf("%s is missing, and %s is there: the trace has a gap", want, name)
		}
	}
	next := PartName(trial, len(names)) + ".partial"
	if there[next] {
		t.unfinished = next
	}
	switch {
	case len(names) > 0:
		return names, nil
	case t.unfinished != "":
		return nil, fmt.Errorf("the run was interrupted before the first part of its trace was complete: there is only %s; finish the run with twophase resume", next)
	case len(others) > 0:
		slices.Sort(others)
		return nil, fmt.Errorf("there is no trace of this trial, only of %d others, of which trial %d is the first", len(slices.Compact(others)), others[0])
	}
	return nil, errors.New("there are no traces (traces-*.parquet): was nothing recorded? Run again with --record, as in --record weights@log")
}

// mostRequests bounds the number of requests in metadata.
const mostRequests = 10_000

// parseRequests reads what was recorded from a file's metadata.
func parseRequests(text string) (requests []recorder.Request, err error) {
	texts := strings.Split(text, ", ")
	if len(texts) > mostRequests {
		return nil, fmt.Errorf("its metadata holds %d requests", len(texts))
	}
	for _, s := range texts {
		r, err := recorder.ParseRequest(s)
		if err != nil {
			return nil, fmt.Errorf("its metadata do not say what was recorded: %w", err)
		}
		requests = append(requests, r)
	}
	return requests, nil
}
