package inspect

import (
	"fmt"
	"io"
	"strings"

	"twophase/internal/measure"
	"twophase/internal/text/wording"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
)

// WriteText writes the report of a circuit for people to read, with at most most synapses, or
// all if most is not positive.
func (r *Report) WriteText(w io.Writer, most int) error {
	var b strings.Builder
	p := r.Pruning
	fmt.Fprintf(&b, "%s, trial %d: steps %d to %d, recorded %s (%s)\n", r.Folder, r.Trial, p.First, p.Last, shortened(r.Recorded), wording.Count(int(r.Rows), "row"))
	if r.Headline != "" {
		fmt.Fprintf(&b, "%s\n", r.Headline)
	}
	what := "Lateral"
	if p.Projection != "" {
		what = p.Projection
	}
	fmt.Fprintf(&b, "\n%s synapses by |weight| at the end\n  peak is the largest |weight| that was recorded, %s\n", what, p.Cadence)
	shown := p.Synapses
	if most > 0 && len(shown) > most {
		shown = shown[:most]
	}
	table := wording.Columns(&b)
	fmt.Fprintln(table, "  rank\tsynapse\tstate\tborn\tpeak\tat step\tend\thalf-life\tR²\tnoise\tpruned since\tsteps pruned\tcame back")
	for i := range shown {
		writeSynapse(table, &shown[i])
	}
	table.Flush()
	if more := len(p.Synapses) - len(shown); more > 0 {
		fmt.Fprintf(&b, "  and %d more: --all shows them, --csv and --json have them\n", more)
	}
	r.writeCircuit(&b)
	r.writeEvents(&b)
	for _, note := range p.Notes {
		fmt.Fprintf(&b, "\nNOTE: %s.\n", note)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// writeSynapse writes a line of the table.
func writeSynapse(w io.Writer, s *pruning.Synapse) {
	half, r2 := "–", "–"
	if s.HalfLife.Finite() {
		half, r2 = rounded(s.HalfLife), fmt.Sprintf("%.2f", float64(s.Decay.R2))
	}
	state := string(s.State)
	if s.LesionedAt != nil {
		state += fmt.Sprintf(" at %d", *s.LesionedAt)
	}
	fmt.Fprintf(w, "  %d\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%d\t%d\n",
		s.Rank, s.Synapse, state, step(s.Birth), rounded(s.Peak), s.PeakStep, rounded(s.Final), half, r2, rounded(s.Noise), step(s.BelowSince), s.Below, s.Resurrections)
}

// writeCircuit writes the lines on the whole circuit.
func (r *Report) writeCircuit(b *strings.Builder) {
	p := r.Pruning
	fmt.Fprintf(b, "\nCircuit\n")
	table := wording.Columns(b)
	fmt.Fprintf(table, "  pruned\t%d of %d\t%s\n", p.Pruned, p.Counted(), others(p))
	fmt.Fprintf(table, "  noise floor\t%s\tmedian of the synapses, over the last quarter of the steps\n", rounded(p.Noise))
	c := p.Criterion
	fmt.Fprintf(table, "  pruned is\t\tbelow %v of its peak at the end; comes back after %s at %v times that, out of the noise\n", c.Fraction, wording.Count(c.Dwell, "step"), c.Hysteresis)
	fmt.Fprintf(table, "  faint is\t\tnot pruned, but below %v times the noise floor\n", c.Noise)
	stimuli := "; over the run's stimuli"
	if r.isotropic {
		stimuli = "; over isotropic stimuli"
	}
	recorded, pruned := p.Courses()
	ratio := r.result.Course(result.Ratio).Finite()
	if ratio.Steps == nil { // of an interrupted run
		ratio = recorded.Finite()
	}
	for _, course := range []course{
		{name: r.ratio(), of: ratio},
		{name: "fraction pruned", of: pruned.Finite()},
		{name: measure.RadiusOf(p.Projection), note: "; the series converges below 1", bounds: []float64{1}, of: r.result.Course("spectral_radius").Finite()},
		{name: "settling error", note: stimuli, bounds: []float64{1}, of: r.result.Course("settling_error").Finite()},
	} {
		course.write(table, p.First, p.Last)
	}
	table.Flush()
	if n := len(p.Curve); n > 2 {
		fmt.Fprintf(b, "  (bars: from step %d to %d on a logarithmic axis, in height from 0 to the largest value)\n", p.Curve[0].Step, p.Curve[n-1].Step)
	}
}

// ratio names the lateral ratio. Where the synapses of another projection are reported, it is still that of the lateral one.
func (r *Report) ratio() string {
	if r.Pruning.IsAmong {
		return measure.RatioOf(r.Pruning.Projection)
	}
	return measure.RatioOf()
}

// course is the course of a measure of the circuit.
type course struct {
	name, note string
	bounds     []float64
	of         measure.Followed // where it is known
}

// write writes a line on a measure, with its course between two steps.
func (c *course) write(w io.Writer, first, last int64) {
	if len(c.of.Steps) == 0 {
		return
	}
	line := newSparkline(courseWidth, scaleFor(first, last))
	largest := 0
	for i, v := range c.of.Values {
		line.add(int64(c.of.Steps[i]), float64(v))
		if v > c.of.Values[largest] {
			largest = i
		}
	}
	end := c.of.Values[len(c.of.Values)-1]
	fmt.Fprintf(w, "  %s\t%s\t%s  largest %s at step %d%s\n", c.name, rounded(end, c.bounds...), line.from(0), rounded(c.of.Values[largest], c.bounds...), c.of.Steps[largest], c.note)
}

// courseWidth is the number of characters of a measure's course.
const courseWidth = 30

// writeEvents writes the interventions that took place.
func (r *Report) writeEvents(b *strings.Builder) {
	events := r.Pruning.Events
	if len(events) == 0 {
		return
	}
	title := "Interventions"
	switch r.Pruning.Rewirings {
	case 0:
	case len(events):
		title = "Rewiring"
	default:
		title = "Interventions and rewiring"
	}
	fmt.Fprintf(b, "\n%s\n", title)
	table := wording.Columns(b)
	for i, e := range events {
		if i == eventsShown {
			break
		}
		fmt.Fprintf(table, "  after step %d\t%s\t%s\n", e.Step, printable(e.Edit), wording.Count(e.Changes, "change"))
	}
	table.Flush()
	if more := len(events) - eventsShown; more > 0 {
		fmt.Fprintf(b, "  and %d more, all in events-%04d.jsonl\n", more, r.Trial)
	}
}

// eventsShown is the largest number of events that are printed.
const eventsShown = 12

// others counts the synapses that are not pruned, by their state.
func others(p *pruning.Circuit) string {
	var parts []string
	for _, c := range []struct {
		n    int
		text string
	}{{p.Active, "active"}, {p.Faint, "faint"}, {p.Unborn, "never out of the noise"}, {p.Lesioned, "lesioned"}, {p.Absent, "always 0"}} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.text))
		}
	}
	return strings.Join(parts, ", ")
}

// Trials returns the quantities of all trials of a run at their last step, those that one of them has.
func Trials(results []*result.Result) *Table {
	t := &Table{Rows: "trial"}
	for _, q := range result.KnownQuantities(results...) {
		c := Column{Name: q.Name}
		for _, r := range results {
			c.Values = append(c.Values, float64(q.Of(r)))
		}
		t.Columns = append(t.Columns, c)
	}
	for _, r := range results {
		t.Steps = append(t.Steps, int64(r.Trial))
	}
	return t
}
