package trace

import (
	"fmt"
	"os"
	"sort"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/files/folder"
	"twophase/recorder"
)

// Trial is the trace of one trial: all its parts. Its methods may be called by
// several goroutines at once, until Close.
type Trial struct {
	number     int
	folder     *os.Root
	sums       *folder.Sums
	parts      []*partFile
	pages      []page // of all parts
	requests   []recorder.Request
	size       selection.Size
	kinds      []selection.Kind          // that may be recorded, in the order of a record
	listed     map[selection.Kind][]bool // the synapses that are there [post×pre], of projections whose wiring is a list
	layouts    layouts
	network    circuit.Network // zero if the folder does not name it
	rows       int64
	unfinished string
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

// Spans divides the recorded steps into spans of at most that many rows, or of one page if that has
// more, for callers that read one span after another.
func (t *Trial) Spans(rows int64) (spans [][2]int64) {
	from, inside := t.First(), int64(0)
	for i, pg := range t.pages {
		n := int64(pg.part.parquet.PageRows(pg.number))
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

// Size returns the size of the circuit that was recorded.
func (t *Trial) Size() selection.Size { return t.size }

// Network returns the network that the run's manifest or summary names, without the changes of
// interventions. It reports false if none is named.
func (t *Trial) Network() (circuit.Network, bool) { return t.network, t.network.Name != "" }

// between returns the pages that may hold rows of the steps from … to.
func (t *Trial) between(from, to int64) []page {
	first := sort.Search(len(t.pages), func(i int) bool { return t.pages[i].last >= from })
	end := sort.Search(len(t.pages), func(i int) bool { return t.pages[i].first > to })
	return t.pages[first:max(first, end)]
}

// mostWeights is the number of weights that a snapshot may always have: 128 MB. A larger one needs
// a trace with as many rows.
const mostWeights = 1 << 24

// fits returns an error if that many weights are more than the trace can fill.
func (t *Trial) fits(n int64) error {
	if n > max(mostWeights, 2*t.rows) {
		return fmt.Errorf("a snapshot of %d weights is more than a trace of %d rows can fill", n, t.rows)
	}
	return nil
}
