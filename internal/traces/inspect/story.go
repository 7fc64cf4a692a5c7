package inspect

import (
	"context"
	"fmt"
	"io"
	"math"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/text/wording"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
)

// Moment is a record of a weight.
type Moment struct {
	Step   int64          `json:"step"`
	Weight wording.Number `json:"weight"`
}

// Story is the course of one synapse, scale or output.
type Story struct {
	Element string           `json:"element"`
	Records int              `json:"records"`
	Start   Moment           `json:"start"`
	Lowest  Moment           `json:"lowest"`
	Highest Moment           `json:"highest"`
	End     Moment           `json:"end"`
	Life    *pruning.Synapse `json:"life"`  // of a synapse
	Parts   *Parts           `json:"parts"` // of its changes; null if they were not recorded

	partless bool          // it is a variable or an activity, whose changes have no parts
	cadence  string        // how often it was recorded
	lines    [2]*sparkline // over the logarithm of the step, and over the step
}

// Parts sums the parts of a weight's changes over the records that have them.
type Parts struct {
	Records int            `json:"records"`
	All     bool           `json:"all"`     // the records have the parts of every change
	Hebbian wording.Number `json:"hebbian"` // total
	Decay   wording.Number `json:"decay"`   // total
	Moved   wording.Number `json:"moved"`   // share of the Hebbian parts in all movement, Σ|hebbian| by the sum of Σ|part| over all parts

	Nonlocal   wording.Number `json:"nonlocal"`   // total; null if no phase made such parts
	Unlearning wording.Number `json:"unlearning"` // likewise

	// Totals of the second and third product of the rule, of rules that have them.
	Second *wording.Number `json:"second,omitempty"`
	Third  *wording.Number `json:"third,omitempty"`

	hebbian, decay, nonlocal, unlearning, second, third tally
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

// number returns the total, null if there is none.
func (t *tally) number() wording.Number {
	if t.count == 0 {
		return wording.NaN
	}
	return wording.Number(t.total)
}

// movement returns the sum of Σ|part| over all parts.
func (p *Parts) movement() float64 {
	return p.hebbian.size + p.decay.size + p.nonlocal.size + p.unlearning.size + p.second.size + p.third.size
}

// storyWidth is the number of characters of a weight's course.
const storyWidth = 64

// rowsAtOnce is the number of rows that are read at a time.
const rowsAtOnce = 1 << 20

// OfElement returns a report of one element, and of its life if it is a synapse.
func OfElement(ctx context.Context, folder string, trial int, t *trace.Trial, e trace.Element, c pruning.Criterion) (*Report, error) {
	r := New(folder, trial, t)
	var err error
	if r.Story, err = tell(ctx, t, e); err != nil || !t.Size().Synaptic(e.Kind) {
		return r, err
	}
	s, err := readSummary(ctx, folder, trial)
	if err != nil {
		return r, err
	}
	p, err := pruning.Of(ctx, t, e.Kind, result.Seen(s.result), c)
	if err != nil {
		return r, err
	}
	r.Story.Life, r.Story.cadence = p.Of(e.Post, e.Pre), p.Cadence
	return r, nil
}

// tell reads the story of an element.
func tell(ctx context.Context, t *trace.Trial, e trace.Element) (*Story, error) {
	class := t.Size().Class(e.Kind)
	s := &Story{Element: e.String(), Lowest: Moment{-1, 0}, Highest: Moment{-1, 0}, partless: class == selection.Variables || class == selection.Neurons}
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

// add adds the next record.
func (s *Story) add(series *trace.Series, i int) {
	w := series.Weight[i]
	m := Moment{series.Steps[i], wording.Number(w)}
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
		for _, part := range []struct {
			of *tally
			v  float64
		}{{&p.nonlocal, at(series.Nonlocal, i)}, {&p.unlearning, at(series.Unlearning, i)}, {&p.second, at(series.Second, i)}, {&p.third, at(series.Third, i)}} {
			if !math.IsNaN(part.v) {
				part.of.add(part.v)
			}
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

// end computes the totals.
func (p *Parts) end(s *Story) {
	p.All = int64(p.Records) == s.End.Step-s.Start.Step
	p.Hebbian, p.Decay = p.hebbian.number(), p.decay.number()
	p.Nonlocal, p.Unlearning = p.nonlocal.number(), p.unlearning.number()
	p.Moved = wording.Number(p.hebbian.size / p.movement())
	for _, product := range []struct {
		of *tally
		to **wording.Number
	}{{&p.second, &p.Second}, {&p.third, &p.Third}} {
		if total := product.of.number(); product.of.count > 0 {
			*product.to = &total
		}
	}
}

// WriteStory writes the story of an element for people to read.
func (r *Report) WriteStory(w io.Writer) error {
	var b strings.Builder
	s := r.Story
	fmt.Fprintf(&b, "%s in %s, trial %d: %s from step %d to %d\n", s.Element, r.Folder, r.Trial, wording.Count(s.Records, "record"), s.Start.Step, s.End.Step)
	fmt.Fprintf(&b, "\n  %s  on a logarithmic axis of steps\n  %s  on a linear axis\n", s.lines[0].from(0), s.lines[1].from(0))
	fmt.Fprintf(&b, "  from %s at the bottom of a column to %s at its top\n\n", rounded(min(0, s.Lowest.Weight)), rounded(max(0, s.Highest.Weight)))
	for _, m := range []struct {
		name string
		Moment
	}{{"start", s.Start}, {"lowest", s.Lowest}, {"highest", s.Highest}, {"end", s.End}} {
		fmt.Fprintf(&b, "  %-8s %10s  at step %d\n", m.name, rounded(m.Weight), m.Step)
	}
	if s.Life != nil {
		writeLife(&b, s.Life, s.cadence)
	}
	s.writeParts(&b)
	_, err := io.WriteString(w, b.String())
	return err
}

// writeLife writes the life of a synapse.
func writeLife(b *strings.Builder, s *pruning.Synapse, cadence string) {
	fmt.Fprintf(b, "\nLife\n  %s, rank %d by its end and %d by its peak", s.State, s.Rank, s.RankByPeak)
	if s.Birth != nil {
		fmt.Fprintf(b, ", born at step %d", *s.Birth)
	}
	fmt.Fprintln(b)
	fmt.Fprintf(b, "  largest recorded |weight| %s at step %d, recorded %s\n", rounded(s.Peak), s.PeakStep, cadence)
	if s.HalfLife.Finite() {
		fmt.Fprintf(b, "  halved every %s steps from step %d to %d (R² %.2f, %s)\n", rounded(s.HalfLife), s.Decay.From, s.Decay.To, float64(s.Decay.R2), wording.Count(s.Decay.Records, "record"))
	} else {
		fmt.Fprintf(b, "  no half-life: %s\n", s.Decay.Why)
	}
	fmt.Fprintf(b, "  noise at the end %s, pruned below %s%s\n", rounded(s.Noise), rounded(s.Threshold), ofRunPeak(&s.Life))
	if s.BelowSince != nil {
		fmt.Fprintf(b, "  pruned since step %d\n", *s.BelowSince)
	}
	if s.LesionedAt != nil {
		fmt.Fprintf(b, "  lesioned after step %d\n", *s.LesionedAt)
	}
	if s.Below > 0 {
		fmt.Fprintf(b, "  pruned for %s in all, came back %s\n", wording.Count(s.Below, "step"), wording.Count(s.Resurrections, "time"))
	}
}

// ofRunPeak says of which peak the threshold is a fraction, if that is not the largest recorded weight.
func ofRunPeak(l *pruning.Life) string {
	if l.RunPeak == nil || *l.RunPeak == l.Peak {
		return ""
	}
	return fmt.Sprintf(", a tenth of the peak that the run saw: %s at step %d", rounded(*l.RunPeak), *l.RunPeakStep)
}

// writeParts writes what moved the weight.
func (s *Story) writeParts(b *strings.Builder) {
	p := s.Parts
	if s.partless {
		return
	}
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
	switch {
	case p.second.count+p.third.count > 0:
		width = len("second product")
	case p.nonlocal.count+p.unlearning.count > 0:
		width = len("unlearning")
	}
	fmt.Fprintf(b, "  %-*s %10s in all, %.0f %% of the movement\n", width, "Hebbian", rounded(p.Hebbian), 100*float64(p.Moved))
	for _, part := range []struct {
		name string
		tally
	}{{"decay", p.decay}, {"non-local", p.nonlocal}, {"unlearning", p.unlearning}, {"second product", p.second}, {"third product", p.third}} {
		if part.count > 0 {
			fmt.Fprintf(b, "  %-*s %10s in all, %.0f %%\n", width, part.name, rounded(wording.Number(part.total)), 100*part.size/p.movement())
		}
	}
}
