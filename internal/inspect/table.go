package inspect

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"twophase/internal/pruning"
)

// WriteText writes the report of a circuit for a person to read, with so many synapses
// at most; all if most is not positive.
func (r *Report) WriteText(w io.Writer, most int) error {
	var b strings.Builder
	p := r.Pruning
	fmt.Fprintf(&b, "%s, trial %d: steps %d to %d, recorded %s (%s)\n", r.Folder, r.Trial, p.First, p.Last, shortened(r.Recorded), counted(int(r.Rows), "row"))
	fmt.Fprintf(&b, "\nLateral synapses by |weight| at the end\n")
	shown := p.Synapses
	if most > 0 && len(shown) > most {
		shown = shown[:most]
	}
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
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
		half, r2 = number(s.HalfLife), fmt.Sprintf("%.2f", float64(s.Decay.R2))
	}
	state := string(s.State)
	if s.LesionedAt != nil {
		state += fmt.Sprintf(" at %d", *s.LesionedAt)
	}
	fmt.Fprintf(w, "  %d\t%s\t%s\t%s\t%s\t%d\t%s\t%s\t%s\t%s\t%s\t%d\t%d\n",
		s.Rank, s.Synapse, state, step(s.Birth), number(s.Peak), s.PeakStep, number(s.Final), half, r2, number(s.Noise), step(s.BelowSince), s.Below, s.Resurrections)
}

// writeCircuit writes what concerns all synapses.
func (r *Report) writeCircuit(b *strings.Builder) {
	p := r.Pruning
	fmt.Fprintf(b, "\nCircuit\n")
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	of := p.Pruned + p.Active + p.Unborn
	fmt.Fprintf(table, "  pruned\t%d of %d\t%s\n", p.Pruned, of, others(p))
	fmt.Fprintf(table, "  noise floor\t%s\tmedian of the synapses, over the last quarter of the steps\n", number(p.Noise))
	fmt.Fprintf(table, "  counts as pruned\t\tbelow %v of its peak or %v times the noise floor, for %d steps; back at %v times that\n",
		p.Criterion.Fraction, p.Criterion.Noise, p.Criterion.Dwell, p.Criterion.Hysteresis)
	for _, row := range []struct {
		name, note string
		of         func(*pruning.Point) pruning.Number
	}{
		{"‖M_o‖/‖M‖", "", func(q *pruning.Point) pruning.Number { return q.LateralRatio }},
		{"fraction pruned", "", func(q *pruning.Point) pruning.Number { return q.Pruned }},
		{"spectral radius of M_d⁻¹M_o", "; from 1 on the series that two phases cut short does not converge", func(q *pruning.Point) pruning.Number { return q.SpectralRadius }},
		{"settling error of two phases", "; for isotropic stimuli", func(q *pruning.Point) pruning.Number { return q.SettlingError }},
	} {
		writeCourse(table, p.Curve, row.name, row.note, row.of)
	}
	table.Flush()
	if n := len(p.Curve); n > 2 {
		fmt.Fprintf(b, "  (courses: from step %d to %d, evenly in the logarithm, from 0 to the largest)\n", p.Curve[0].Step, p.Curve[n-1].Step)
	}
}

// writeCourse writes how a measure of the circuit went.
func writeCourse(w io.Writer, curve []pruning.Point, name, note string, of func(*pruning.Point) pruning.Number) {
	line := newSparkline(courseWidth, scaleFor(curve[0].Step, curve[len(curve)-1].Step))
	largest, at := pruning.Number(0), int64(-1)
	for i := range curve {
		v := of(&curve[i])
		if !v.Finite() {
			continue
		}
		line.add(curve[i].Step, float64(v))
		if at < 0 || v > largest {
			largest, at = v, curve[i].Step
		}
	}
	if at < 0 {
		return
	}
	fmt.Fprintf(w, "  %s\t%s\t%s  largest %s at step %d%s\n", name, number(of(&curve[len(curve)-1])), line.from(0), number(largest), at, note)
}

// courseWidth is how many characters the course of a measure has.
const courseWidth = 30

// writeEvents writes which interventions took place.
func (r *Report) writeEvents(b *strings.Builder) {
	events := r.Pruning.Events
	if len(events) == 0 {
		return
	}
	fmt.Fprintf(b, "\nInterventions\n")
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	for i, e := range events {
		if i == eventsShown {
			break
		}
		fmt.Fprintf(table, "  after step %d\t%s\t%s\n", e.Step, printable(e.Edit), counted(e.Changes, "change"))
	}
	table.Flush()
	if more := len(events) - eventsShown; more > 0 {
		fmt.Fprintf(b, "  and %d more, all in events-%04d.jsonl\n", more, r.Trial)
	}
}

// eventsShown is how many events are shown to a person.
const eventsShown = 12

// others says what became of the synapses that are not pruned.
func others(p *pruning.Circuit) string {
	var parts []string
	for _, c := range []struct {
		n    int
		text string
	}{{p.Active, "active"}, {p.Unborn, "never out of the noise"}, {p.Lesioned, "lesioned"}, {p.Absent, "always 0"}} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.text))
		}
	}
	return strings.Join(parts, ", ")
}
