package trace

import (
	"context"
	"fmt"
	"os"
	"strconv"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/folder"
	"twophase/recorder"
)

// newestSchema is the newest schema of traces that this package reads. Schema 2 added the columns
// rounding, pre_activity and post_activity.
const newestSchema = 2

// Trial is the trace of one trial: all its parts. Its methods may be called by
// several goroutines at once, until Close.
type Trial struct {
	number     int
	folder     *os.Root
	sums       *folder.Sums
	parts      []*part
	pages      []page // of all parts
	requests   []recorder.Request
	size       selection.Size
	kinds      []selection.Kind // that may be recorded, in the order of a record
	listed     listed
	network    circuit.Network // zero if the folder does not name it
	rows       int64
	unfinished string
}

// page is a page of a part, and its steps.
type page struct {
	part        *part
	number      int
	first, last int64
}

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
			return fmt.Errorf("%s: %w", name, err)
		}
		t.parts = append(t.parts, p)
		if err := t.add(p); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if len(t.pages) == 0 {
		return fmt.Errorf("%s has no rows", names[0])
	}
	if t.requests, err = parseRequests(t.parts[0].file.Metadata("twophase.requests")); err != nil {
		return fmt.Errorf("%s: %w", names[0], err)
	}
	graph, err := parseGraph(t.parts[0].file.Metadata("twophase.circuit"))
	if err != nil {
		return fmt.Errorf("%s: %w", names[0], err)
	}
	t.findSize(graph)
	t.kinds = t.size.Kinds()
	kept := new(layouts)
	for _, p := range t.parts {
		p.kinds, p.layouts = t.kinds, kept
	}
	return t.findListed(context.Background())
}

// add appends the pages of a part.
func (t *Trial) add(p *part) error {
	if first := t.parts[0]; p.run != first.run || p.file.Metadata("twophase.requests") != first.file.Metadata("twophase.requests") || p.file.Metadata("twophase.circuit") != first.file.Metadata("twophase.circuit") {
		return fmt.Errorf("it is of another run than %s: parts of different runs are mixed in this folder", first.name)
	}
	for i := range p.file.Pages() {
		pg, err := p.page(i)
		if err != nil {
			return err
		}
		if n := len(t.pages); n > 0 && pg.first < t.pages[n-1].last {
			return fmt.Errorf("its rows are not in order of step: step %d comes after step %d", pg.first, t.pages[n-1].last)
		}
		t.pages = append(t.pages, pg)
	}
	t.rows += p.file.Rows()
	return nil
}

// Close closes the files.
func (t *Trial) Close() error {
	for _, p := range t.parts {
		p.in.Close()
	}
	return t.folder.Close()
}

// Run returns the ID of the run that was recorded.
func (t *Trial) Run() string { return t.parts[0].run }

// Requests returns the recorded requests.
func (t *Trial) Requests() []recorder.Request { return t.requests }

// Rows returns the number of rows, each of one element in one step.
func (t *Trial) Rows() int64 { return t.rows }

// First returns the first step that was recorded, which is 0 for the state before
// the first stimulus.
func (t *Trial) First() int64 { return t.pages[0].first }

// Last returns the last step that was recorded.
func (t *Trial) Last() int64 { return t.pages[len(t.pages)-1].last }

// Unfinished returns the name of the part that an interruption left unfinished, whose rows cannot
// be read, or "".
func (t *Trial) Unfinished() string { return t.unfinished }

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

// checkSchema returns an error unless a trace of that schema can be read.
func checkSchema(schema string) error {
	v, err := strconv.Atoi(schema)
	switch {
	case schema == "":
		return fmt.Errorf("it does not say which schema its columns have: twophase has not written it")
	case err != nil || v < 1:
		return fmt.Errorf("its schema %.20q is none of twophase's", schema)
	case v > newestSchema:
		return fmt.Errorf("its schema is %d, and this twophase reads those up to %d: a newer twophase has written it; use that one", v, newestSchema)
	}
	return nil
}

// Spans divides the recorded steps into spans of at most that many rows, or of one page if that has
// more, for callers that read one span after another.
func (t *Trial) Spans(rows int64) (spans [][2]int64) {
	from, inside := t.First(), int64(0)
	for i, pg := range t.pages {
		n := int64(pg.part.file.PageRows(pg.number))
		if end := t.pages[max(i-1, 0)].last; inside > 0 && inside+n > rows && end >= from {
			spans = append(spans, [2]int64{from, end})
			from, inside = end+1, 0
		}
		inside += n
	}
	if from <= t.Last() {
		spans = append(spans, [2]int64{from, t.Last()})
	}
	return spans
}
