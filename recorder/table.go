package recorder

import (
	"github.com/parquet-go/parquet-go"

	"twophase/circuit"
	"twophase/neuron"
)

// tableRows is how many rows are gathered before they are encoded: few enough
// to stay in the processor's cache.
const tableRows = 2048

// table gathers rows, column by column, in the form that the Parquet writer
// takes.
type table struct {
	columns [columnCount][]parquet.Value // [tableRows] each
	rows    int
	parts   bool // the columns hebbian and decay are in use

	projections []parquet.Value // column projection, by kind
	pres        []parquet.Value // column pre, for neurons 0, 1, …
}

// newTable returns an empty table. What is the same in all rows is filled in
// here, once.
func newTable(o Options, z size) *table {
	t := &table{parts: o.Parts, pres: make([]parquet.Value, max(z.inputs, z.outputs))}
	for i := range t.columns {
		t.columns[i] = make([]parquet.Value, tableRows)
	}
	fill(t.columns[columnRun], parquet.ByteArrayValue([]byte(o.Run)))
	fill(t.columns[columnTrial], parquet.Int32Value(int32(o.Trial)))
	for _, k := range recordable {
		t.projections = append(t.projections, parquet.ByteArrayValue([]byte(k.String())))
	}
	for j := range t.pres {
		t.pres[j] = present(parquet.Int32Value(int32(j)), columnPre)
	}
	return t
}

// full reports whether nothing more fits.
func (t *table) full() bool { return t.rows == tableRows }

// take empties the table and returns what was in it, until the next add.
func (t *table) take() (columns [columnCount][]parquet.Value) {
	for i := range columns {
		columns[i] = t.columns[i][:t.rows]
	}
	t.rows = 0
	return columns
}

// add appends as much of a run as fits, from the circuit's present step, and
// returns the rest. The parts of changes are null unless changed.
func (t *table) add(c *circuit.Circuit, r run, changed bool) (rest run) {
	from, n := t.rows, min(r.end-r.first, tableRows-t.rows)
	to := from + n
	fill(t.columns[columnStep][from:to], parquet.Int64Value(int64(c.StepCount())))
	fill(t.columns[columnProjection][from:to], t.projections[r.kind])
	fill(t.columns[columnPost][from:to], parquet.Int32Value(int32(r.post)))
	if r.kind.synaptic() {
		copy(t.columns[columnPre][from:to], t.pres[r.first:])
	} else {
		fill(t.columns[columnPre][from:to], absent(columnPre))
	}
	weights := t.columns[columnWeight][from:to]
	for i, w := range row(c, r.kind, r.post)[r.first : r.first+n] {
		weights[i] = parquet.DoubleValue(w)
	}
	if t.parts {
		t.addParts(c, r, from, to, changed)
	}
	t.rows, r.first = to, r.first+n
	return r
}

// addParts fills in the parts of the last changes of rows from … to.
func (t *table) addParts(c *circuit.Circuit, r run, from, to int, changed bool) {
	hebbian, decay := t.columns[columnHebbian][from:to], t.columns[columnDecay][from:to]
	if !changed || r.kind == Outputs {
		fill(hebbian, absent(columnHebbian))
		fill(decay, absent(columnDecay))
		return
	}
	for i := range hebbian {
		h, d := lastChange(c, r.kind, r.post, r.first+i)
		hebbian[i] = present(parquet.DoubleValue(h), columnHebbian)
		decay[i] = present(parquet.DoubleValue(d), columnDecay)
	}
}

// row returns the numbers of one kind that belong to output neuron post [width
// of the kind], as the circuit's own memory.
func row(c *circuit.Circuit, k Kind, post int) []float64 {
	switch k {
	case Scale:
		return c.Outputs().Scales()[post : post+1]
	case Outputs:
		return c.Outputs().Signals(neuron.Final)[post : post+1]
	}
	return projectionOf(c, k).Row(post)
}

// lastChange returns the two parts of the last change of a synapse or a scale.
func lastChange(c *circuit.Circuit, k Kind, post, pre int) (hebbian, decay float64) {
	if k == Scale {
		return c.Outputs().Output(post).LastScaleChange()
	}
	return projectionOf(c, k).Synapse(post, pre).LastChange()
}

// present and absent return a value and a null of a column that can have nulls.
func present(v parquet.Value, column int) parquet.Value { return v.Level(0, 1, column) }
func absent(column int) parquet.Value                   { return parquet.NullValue().Level(0, 0, column) }

// fill sets all of dst to v.
func fill(dst []parquet.Value, v parquet.Value) {
	for i := range dst {
		dst[i] = v
	}
}
