package view

import (
	"math"
	"strconv"
)

// Vector is numbers that JSON writes as null where they are not finite; a nil one is
// null as a whole.
type Vector []float64

// MarshalJSON implements json.Marshaler.
func (v Vector) MarshalJSON() ([]byte, error) {
	if v == nil {
		return []byte("null"), nil
	}
	text := make([]byte, 0, 2+20*len(v))
	text = append(text, '[')
	for i, x := range v {
		if i > 0 {
			text = append(text, ',')
		}
		if math.IsNaN(x) || math.IsInf(x, 0) {
			text = append(text, "null"...)
		} else {
			text = strconv.AppendFloat(text, x, 'g', -1, 64)
		}
	}
	return append(text, ']'), nil
}

// digits is the number of significant digits in a digest.
const digits = 7

func (s *Series) rounded() *Series {
	r := &Series{Element: s.Element, Total: s.Total, Step: s.Step}
	for _, c := range seriesColumns {
		*c.of(r) = c.of(s).rounded()
	}
	return r
}

func (s *Snapshot) rounded() *Snapshot {
	r := &Snapshot{Step: s.Step, W: s.W.rounded(), M: s.M.rounded(), Y: s.Y.rounded(), WBlocks: s.WBlocks.rounded(), MBlocks: s.MBlocks.rounded()}
	for _, p := range s.Parts {
		r.Parts = append(r.Parts, SnapshotPart{p.Kind, p.Columns, p.Values.rounded(), p.Blocks.rounded()})
	}
	return r
}

// rounded leaves out the means, which the page does not show.
func (b *Blocks) rounded() *Blocks {
	if b == nil {
		return nil
	}
	return &Blocks{Rows: b.Rows, Columns: b.Columns, Extreme: b.Extreme.rounded()}
}

func (s *Step) rounded() *Step {
	r := &Step{Step: s.Step, X: s.X.rounded(), Before: Matrices{s.Before.W.rounded(), s.Before.M.rounded()}}
	for _, p := range s.Phases {
		p.Provisional, p.Y = p.Provisional.rounded(), p.Y.rounded()
		r.Phases = append(r.Phases, p)
	}
	r.Change = AllChanges{s.Change.W.rounded(), s.Change.M.rounded()}
	return r
}

func (c *Change) rounded() *Change {
	if c == nil {
		return nil
	}
	return &Change{c.Total.rounded(), c.Hebbian.rounded(), c.Decay.rounded(), c.Rounding.rounded(), c.Nonlocal.rounded(), c.Unlearning.rounded(), c.Second.rounded(), c.Third.rounded()}
}

// rounded returns a copy to some significant digits.
func (v Vector) rounded() Vector {
	if v == nil {
		return nil
	}
	r := make(Vector, len(v))
	for i, x := range v {
		r[i] = x
		if !math.IsNaN(x) && !math.IsInf(x, 0) {
			r[i], _ = strconv.ParseFloat(strconv.FormatFloat(x, 'g', digits, 64), 64)
		}
	}
	return r
}
