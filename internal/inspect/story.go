package inspect

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/pruning"
	"twophase/internal/trace"
)

// Moment is a record of a weight.
type Moment struct {
	Step   int64          `json:"step"`
	Weight pruning.Number `json:"weight"`
}

// Story is what happened to one synapse, scale or output.
type Story struct {
	Element string           `json:"element"`
	Records int              `json:"records"`
	Start   Moment           `json:"start"`
	Lowest  Moment           `json:"lowest"`
	Highest Moment           `json:"highest"`
	End     Moment           `json:"end"`
	Life    *pruning.Synapse `json:"life"`  // of a lateral synapse
	Parts   *Parts           `json:"parts"` // of its changes; null if they were not recorded

	lines [2]*sparkline // even in the logarithm of the step, and in the step
}

// Parts is what moved a weight, added up over the records that have parts.
type Parts struct {
	Records int            `json:"records"`
	All     bool           `json:"all"`     // of every change that there was
	Hebbian pruning.Number `json:"hebbian"` // total
	Decay   pruning.Number `json:"decay"`   // total
	Moved   pruning.Number `json:"moved"`   // share of the Hebbian parts in all movement, Σ|hebbian| by the sum of Σ|part| over all parts

	Nonlocal   pruning.Number `json:"nonlocal"`   // total; null if no phase made such parts
	Unlearning pruning.Number `json:"unlearning"` // likewise

	hebbian, decay, nonlocal, unlearning tally
}

// tally is the parts of one kind.
type tally struct {
	count       int
	total, size float64 // Σ part and Σ|part|
}

func (t *tally) add(v float64) {
	t.count++
	t.total, t.size = t.total+v, t.size+math.Abs(v)
}

// number returns the total, null if there is nothing.
func (t *tally) number() pruning.Number {
	if t.count == 0 {
		return pruning.Number(math.NaN())
	}
	return pruning.Number(t.total)
}

// movement returns the sum of Σ|part| over all parts.
func (p *Parts) movement() float64 {
	return p.hebbian.size + p.decay.size + p.nonlocal.size + p.unlearning.size
}

// storyWidth is how many characters the course of a weight has.
const storyWidth = 64

// rowsAtOnce is how many rows are read at a time.
const rowsAtOnce = 1 << 20

// OfElement returns a report of one element, and of its life if it is a lateral synapse.
func OfElement(ctx context.Context, folder string, trial int, t *trace.Trial, e trace.Element, c pruning.Criterion) (*Report, error) {
	r := New(folder, trial, t)
	var err error
	if r.Story, err = tell(ctx, t, e); err != nil || e.Kind != selection.Lateral {
		return r, err
	}
	p, err := pruning.Of(ctx, t, c)
	if err != nil {
		return r, err
	}
	r.Story.Life = p.Of(e.Post, e.Pre)
	return r, nil
}

// tell follows an element.
func tell(ctx context.Context, t *trace.Trial, e trace.Element) (*Story, error) {
	s := &Story{Element: e.String(), Lowest: Moment{-1, 0}, Highest: Moment{-1, 0}}
	s.lines[0] = newSparkline(storyWidth, logarithmic(t.Last()))
	s.lines[1] = newSparkline(storyWidth, linear(t.First(), t.Last()))
	for _, span := range t.Spans(rowsAtOnce) {
		series, err := t.Series(ctx, e, span[0], span[1], 0)
		if err != nil {
			return nil, err
		}
		for i := range series.Steps {
			s.add(&series, i)
		}
	}
	if s.Records == 0 {
		return nil, fmt.Errorf("there is no record of %v", e)
	}
	if s.Parts != nil {
		s.Parts.end(s)
	}
	return s, nil
}

// add takes the next record.
func (s *Story) add(series *trace.Series, i int) {
	w := series.Weight[i]
	m := Moment{series.Steps[i], pruning.Number(w)}
	if s.Records == 0 {
		s.Start = m
	}
	s.Records++
	s.End = m
	if m.Weight.Finite() {
		if s.Lowest.Step < 0 || m.Weight < s.Lowest.Weight {
			s.Lowest = m
		}
		if s.Highest.Step < 0 || m.Weight > s.Highest.Weight {
			s.Highest = m
		}
		for _, line := range s.lines {
			line.add(m.Step, w)
		}
	}
	if series.Hebbian == nil || series.Decay == nil {
		return
	}
	if h, d := series.Hebbian[i], series.Decay[i]; !math.IsNaN(h) && !math.IsNaN(d) {
		if s.Parts == nil {
			s.Parts = new(Parts)
		}
		p := s.Parts
		p.Records++
		p.hebbian.add(h)
		p.decay.add(d)
		if v := at(series.Nonlocal, i); !math.IsNaN(v) {
			p.nonlocal.add(v)
		}
		if v := at(series.Unlearning, i); !math.IsNaN(v) {
			p.unlearning.add(v)
		}
	}
}

// at returns a number of a column, NaN if there is no such column.
func at(column []float64, i int) float64 {
	if column == nil {
		return math.NaN()
	}
	return column[i]
}

// end adds up.
func (p *Parts) end(s *Story) {
	p.All = int64(p.Records) == s.End.Step-s.Start.Step
	p.Hebbian, p.Decay = p.hebbian.number(), p.decay.number()
	p.Nonlocal, p.Unlearning = p.nonlocal.number(), p.unlearning.number()
	p.Moved = pruning.Number(p.hebbian.size / p.movement())
}

// WriteStory writes the story of an element for a person to read.
func (r *Report) WriteStory(w io.Writer) error {
	var b strings.Builder
	s := r.Story
	fmt.Fprintf(&b, "%s in %s, trial %d: %s from step %d to %d\n", s.Element, r.Folder, r.Trial, counted(s.Records, "record"), s.Start.Step, s.End.Step)
	fmt.Fprintf(&b, "\n  %s  by the logarithm of the step\n  %s  by the step\n", s.lines[0].from(0), s.lines[1].from(0))
	fmt.Fprintf(&b, "  from %s to %s, with 0 in between or at one end\n\n", number(s.Lowest.Weight), number(s.Highest.Weight))
	for _, m := range []struct {
		name string
		Moment
	}{{"start", s.Start}, {"lowest", s.Lowest}, {"highest", s.Highest}, {"end", s.End}} {
		fmt.Fprintf(&b, "  %-8s %10s  at step %d\n", m.name, number(m.Weight), m.Step)
	}
	if s.Life != nil {
		writeLife(&b, s.Life, r)
	}
	s.writeParts(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeLife writes what became of a lateral synapse.
func writeLife(b *strings.Builder, s *pruning.Synapse, r *Report) {
	fmt.Fprintf(b, "\nLife\n  %s, rank %d by its end and %d by its peak\n", s.State, s.Rank, s.RankByPeak)
	if s.Birth != nil {
		fmt.Fprintf(b, "  born at step %d, peaked at step %d\n", *s.Birth, s.PeakStep)
	}
	if s.HalfLife.Finite() {
		fmt.Fprintf(b, "  halved every %s steps from step %d to %d (R² %.2f, %s)\n", number(s.HalfLife), s.Decay.From, s.Decay.To, float64(s.Decay.R2), counted(s.Decay.Records, "record"))
	} else {
		fmt.Fprintf(b, "  no half-life: %s\n", s.Decay.Why)
	}
	fmt.Fprintf(b, "  noise in the late stretch %s, threshold %s\n", number(s.Noise), number(s.Threshold))
	if s.BelowSince != nil {
		fmt.Fprintf(b, "  below its threshold since step %d\n", *s.BelowSince)
	}
	if s.LesionedAt != nil {
		fmt.Fprintf(b, "  lesioned after step %d\n", *s.LesionedAt)
	}
	if s.Below > 0 {
		fmt.Fprintf(b, "  pruned for %d steps in all, came back %s\n", s.Below, counted(s.Resurrections, "time"))
	}
}

// writeParts writes what moved the weight.
func (s *Story) writeParts(b *strings.Builder) {
	p := s.Parts
	if p == nil {
		fmt.Fprintf(b, "\nWhy it moved was not recorded: run again with --parts '%s'.\n", s.Element)
		return
	}
	what := fmt.Sprintf("the %d changes that were recorded of %d", p.Records, s.End.Step-s.Start.Step)
	if p.All {
		what = fmt.Sprintf("all %d changes", p.Records)
	}
	fmt.Fprintf(b, "\nWhy it moved, over %s\n", what)
	width := len("Hebbian ")
	if p.nonlocal.count+p.unlearning.count > 0 {
		width = len("unlearning")
	}
	fmt.Fprintf(b, "  %-*s %10s in all, %.0f %% of the movement\n", width, "Hebbian", number(p.Hebbian), 100*float64(p.Moved))
	for _, part := range []struct {
		name string
		tally
	}{{"decay", p.decay}, {"non-local", p.nonlocal}, {"unlearning", p.unlearning}} {
		if part.count > 0 {
			fmt.Fprintf(b, "  %-*s %10s in all, %.0f %%\n", width, part.name, number(pruning.Number(part.total)), 100*part.size/p.movement())
		}
	}
}
