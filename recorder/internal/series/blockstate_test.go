package series

import (
	"bytes"
	"strings"
	"testing"

	"twophase/circuit/selection"
	"twophase/internal/files/wire"
	"twophase/neuron"
	"twophase/synapse"
)

// All rows of one step have the parts that the phases of that step make: a state that says
// otherwise is refused, for its numbers would go to other columns.
func TestRowsOfOneStepHaveTheSameParts(t *testing.T) {
	of := SourcesOf(selection.PairSize(2, 2, synapse.AllToAll), nil)
	columns := columnSecond - columnHebbian
	state := func(second bool) []byte {
		b := NewBlock(8, columns)
		for _, makes := range []bool{false, second} {
			p := Portion{step: 3, makes: [neuron.PartCount]bool{makes}}
			b.portions = append(b.portions, p)
			last := &b.portions[len(b.portions)-1]
			r := run{of: of.all[0], first: 0, end: 1, changed: true}
			last.runs, last.rows = []run{r}, 1
			b.weights, b.rows = append(b.weights, 1), b.rows+1
			for i := range b.changes {
				if p.has(r, columnHebbian+i) {
					b.changes[i] = append(b.changes[i], 1)
				}
			}
		}
		return b.AppendState(nil, of)
	}
	restore := func(text []byte) (*Block, error) {
		b, r := NewBlock(8, columns), wire.NewReader(text)
		b.Restore(r, of, 5)
		return b, r.End()
	}
	b, err := restore(state(false))
	if err != nil || !bytes.Equal(b.AppendState(nil, of), state(false)) {
		t.Errorf("a state that is whole: %v", err)
	}
	if _, err := restore(state(true)); err == nil || !strings.Contains(err.Error(), "differ in the parts") {
		t.Errorf("rows that differ in their parts: %v", err)
	}
}
