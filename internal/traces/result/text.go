package result

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"twophase/circuit"
	"twophase/internal/measure"
	"twophase/internal/numerics/quantile"
	"twophase/internal/text/wording"
)

// healthApplies reports whether the settling error or the spectral radius is known, or it is
// said why not. In a circuit with a graph of its own, W and M alone do not say where it
// settles.
func (s *Summary) healthApplies() bool {
	return slices.ContainsFunc(s.Results, func(r *Result) bool {
		return r.Measures.SettlingError.Finite() || r.Measures.SpectralRadius.Finite() || len(r.Measures.NotKnown) > 0
	})
}

// notes returns the reasons why measures are not known, each with its trials.
func (s *Summary) notes() (notes []string) {
	trials := make(map[string]int)
	for _, r := range s.Results {
		for _, why := range append(slices.Clone(r.Measures.NotKnown), lacking(r)...) {
			if trials[why]++; trials[why] == 1 {
				notes = append(notes, why)
			}
		}
	}
	for i, why := range notes {
		notes[i] = s.ofTrials(trials[why], why)
	}
	return notes
}

// WriteText writes the summary for people to read: for several trials, medians with
// quartiles in brackets.
func (s *Summary) WriteText(w io.Writer) error {
	var b strings.Builder
	trials := ""
	if s.Trials > 1 {
		trials = fmt.Sprintf(", %s (%s)", wording.Count(s.Trials, "trial"), quantile.SpreadInBrackets(s.Trials))
	}
	fmt.Fprintf(&b, "%s: N = %s, K = %s, %s, seed %d%s\n", s.Title,
		wording.Count(s.Inputs, "input"), wording.Count(s.Outputs, "output"), wording.Count(s.Steps, "step"), s.Seed, trials)
	if headline := s.Headline(); headline != "" {
		fmt.Fprintf(&b, "%s\n", headline)
	}
	table := wording.Columns(&b)
	lateral := s.Results[0].Pruning
	weight := cmp.Or(lateral.Projection, "M") + "_ij"
	titles := map[string]string{ // of what is called after the lateral projection
		Ratio: lateral.Ratio(), "largest_lateral": "largest |" + weight + "| at the end", "spectral_radius": measure.RadiusOf(lateral.Projection),
	}
	line := func(title string, q Quantity, note ...string) {
		fmt.Fprintln(table, "  "+strings.Join(append([]string{title, s.Spread(q.Of, q.Bounds...)}, note...), "\t"))
	}
	named := func(name string, note ...string) {
		q := QuantityOf(name)
		line(cmp.Or(titles[name], q.Title), q, note...)
	}

	s.writeEvents(&b)
	s.writeRewiring(&b)

	if s.Reference != "" {
		fmt.Fprintf(&b, "\nPrincipal subspace, against %s\n", s.Reference)
		var floor []string
		if s.PCAFloor.Finite() {
			floor = append(floor, fmt.Sprintf("batch PCA on as many samples: about %v", s.PCAFloor))
		}
		named("e_pro", floor...)
		named("projector_error")
		named("largest_angle", "radians")
		target := "relative to its target"
		n, err := circuit.LookupNetwork(s.Network)
		if err == nil && !n.HasTarget() {
			target = "the network has no target for it"
		}
		named("output_covariance_error", target)
		order := ""
		if s.Trials > 1 {
			order = "  medians"
		}
		switch {
		case err == nil && n.Finds == circuit.UnorderedComponents:
			order += "  in any order"
		case err == nil && n.Finds == circuit.Subspace:
			order += "  by chance: the network finds the subspace in any rotation"
		}
		fmt.Fprintf(table, "  alignment of components |cos|\t%s%s\n", s.alignment(), order)
		table.Flush()
	}

	s.writeDeclared(&b)

	if lateral.Synapses > 0 && !lateral.Fixed {
		fmt.Fprintf(&b, "\nPruning of the %s\n", strings.TrimPrefix(wording.Count(lateral.Synapses, lateral.What()), "1 "))
		lesioned := ""
		if lateral.Lesioned > 0 {
			lesioned = ", but for those that were lesioned"
		}
		named(Ratio)
		peak := Quantity{Of: func(r *Result) wording.Number { return r.Pruning.LargestPeak }}
		line("largest |"+weight+"| at its peak", peak, "of the steps looked at")
		named("largest_lateral")
		named("pruned", "fraction of the synapses "+measure.PrunedAtEnd(measure.PrunedFraction)+lesioned)
		table.Flush()
	}
	s.writePrunings(&b)

	applies := s.healthApplies()
	if applies || s.Results[0].MeanSweeps > 0 {
		fmt.Fprintf(&b, "\nHealth of the neural phases\n")
	}
	if applies {
		over := "‖y − M⁻¹Wx‖/‖M⁻¹Wx‖"
		if lateral.Projection != "" {
			over = "distance of the outputs from where they would settle, over the size of these"
		}
		if s.Isotropic {
			over += ", for isotropic stimuli"
		}
		named("settling_error", over)
		named("spectral_radius", "the series converges below 1")
	}
	if s.Results[0].MeanSweeps > 0 {
		named("mean_sweeps")
	}
	table.Flush()

	s.Theory.Write(&b, s.Trials)
	if s.NoTheory != "" {
		why := s.NoTheory
		if why == Intervened {
			why = "the theory holds for a circuit without interventions"
		}
		fmt.Fprintf(&b, "\nNo theoretical prediction: %s\n", why)
	}
	for _, note := range s.notes() {
		fmt.Fprintf(&b, "\nNOTE: %s.\n", note)
	}
	for _, warning := range s.Warnings {
		fmt.Fprintf(&b, "\nWARNING: %s.\n", warning)
	}
	fmt.Fprintf(&b, "\n%v ns per step (wall clock), including stimuli, recording and measures; results in %s\n", strconv.FormatFloat(float64(s.Timing.NsPerStep), 'f', 0, 64), s.Folder)
	_, err := io.WriteString(w, b.String())
	return err
}

// alignment prints the median |cos| of each component, or – if none is known.
func (s *Summary) alignment() string {
	var parts []string
	any := false
	for k := range s.Outputs {
		median, _, _, known := s.Over(func(r *Result) wording.Number { return r.Measures.Alignment[k] })
		any = any || known > 0
		parts = append(parts, fixed(median))
	}
	if !any {
		return wording.NaN.String()
	}
	return strings.Join(parts, " ")
}

// fixed writes a number with four digits after the point, or – where it is not defined.
func fixed(n wording.Number) string {
	if !n.Finite() {
		return n.String()
	}
	return fmt.Sprintf("%.4f", float64(n))
}

// eventsShown is the largest number of lines that a summary shows of the events of the
// first trial. Successive events of one intervention are one line.
const eventsShown = 12

// writeEvents writes the interventions that took place.
func (s *Summary) writeEvents(w io.Writer) {
	first := s.Results[0]
	if len(first.Effects) == 0 {
		return
	}
	if fmt.Fprint(w, "\nInterventions"); s.Trials > 1 {
		fmt.Fprint(w, ", in the first trial")
	}
	fmt.Fprintln(w)
	if first.Happened == 0 {
		fmt.Fprintln(w, "  none took place")
	}
	table := wording.Columns(w)
	shown := 0
	for line := 0; line < eventsShown && shown < len(first.Events); line++ {
		e := first.Events[shown]
		from, times := e.Step, 1
		for shown++; shown < len(first.Events) && first.Events[shown].Intervention == e.Intervention; shown++ {
			times, e.Step, e.Changes = times+1, first.Events[shown].Step, e.Changes+first.Events[shown].Changes
		}
		if times == 1 {
			fmt.Fprintf(table, "  after step %d\t%s\t%s\n", e.Step, e.Edit, Counted(e.Changes, "change"))
		} else {
			fmt.Fprintf(table, "  after steps %d to %d\t%s\t%d times, %s\n", from, e.Step, e.Edit, times, Counted(e.Changes, "change"))
		}
	}
	table.Flush()
	if more := first.Happened - shown; more > 0 {
		fmt.Fprintf(w, "  and %d more, all in %s\n", more, s.eventLog(0))
	}
	if s.Trials > 1 {
		all := 0
		for _, r := range s.Results {
			all += r.Happened
		}
		fmt.Fprintf(w, "  %d in all trials\n", all)
	}
}

// writeRewiring writes how many synapses were pruned and have grown.
func (s *Summary) writeRewiring(w io.Writer) {
	first := s.Results[0]
	if len(first.Rewired) == 0 {
		return
	}
	if fmt.Fprint(w, "\nRewiring"); s.Trials > 1 {
		fmt.Fprint(w, ", in the first trial")
	}
	fmt.Fprintln(w)
	table := wording.Columns(w)
	for _, r := range first.Rewired {
		fmt.Fprintf(table, "  %s\t%s pruned, %d grown, the last after step %d\n", r.Projection, wording.Count(r.Pruned, "synapse"), r.Grown, r.Last)
	}
	table.Flush()
}

// writePrunings writes how the synapses of the further projections were pruned that the run followed.
func (s *Summary) writePrunings(b *strings.Builder) {
	for i, first := range s.Results[0].Prunings {
		if first.Fixed {
			fmt.Fprintf(b, "\nThe %s are fixed: none is pruned\n", first.What())
			continue
		}
		fmt.Fprintf(b, "\nPruning of the %s\n", strings.TrimPrefix(wording.Count(first.Synapses, first.What()), "1 "))
		table := wording.Columns(b)
		weight := cmp.Or(first.Projection, "lateral") + "_ij"
		for _, row := range []struct {
			title, note string
			of          func(Pruning) wording.Number
		}{
			{"largest |" + weight + "| at its peak", "of the steps looked at", func(p Pruning) wording.Number { return p.LargestPeak }},
			{"largest |" + weight + "| at the end", "", func(p Pruning) wording.Number { return p.LargestFinal }},
			{"pruned", "fraction of the synapses " + measure.PrunedAtEnd(measure.PrunedFraction), func(p Pruning) wording.Number { return wording.Number(p.Fraction()) }},
		} {
			spread := s.Spread(func(r *Result) wording.Number {
				if i < len(r.Prunings) {
					return row.of(r.Prunings[i])
				}
				return wording.NaN
			})
			fmt.Fprintln(table, strings.TrimRight("  "+row.title+"\t"+spread+"\t"+row.note, "\t"))
		}
		table.Flush()
	}
}

// eventLog returns the name of the event log of a trial.
func (s *Summary) eventLog(trial int) string { return fmt.Sprintf("events-%04d.jsonl", trial) }

// Counted writes a number of things, such as "3 trials".
func Counted(n int, thing string) string {
	if n == 0 {
		return "nothing changed"
	}
	return wording.Count(n, thing)
}

// lacking returns the reasons why declared measures are absent that the run took for its network, or because it
// was asked to. Those of a run that takes all that can be taken are not missed.
func lacking(r *Result) (reasons []string) {
	if r.Declared == nil {
		return nil
	}
	takesAll := !slices.ContainsFunc(measure.Declarations(), func(d measure.Declaration) bool {
		return !d.Asked && !slices.Contains(r.Declared.Names(), d.Name) && !slices.ContainsFunc(r.Declared.Absent, func(a measure.Absent) bool { return a.Name == d.Name })
	})
	for _, a := range r.Declared.Absent {
		if d, err := measure.Named(a.Name); err == nil && d.Part == "" && (d.Asked || !takesAll) { // tables of parts show what is absent
			reasons = append(reasons, fmt.Sprintf("%s is not measured: %s", strings.ReplaceAll(a.Name, "_", " "), a.Why))
		}
	}
	return reasons
}

// writeDeclared writes the declared measures that some trial has, with their units, and what
// is best where that is neither 0 nor 1.
func (s *Summary) writeDeclared(b *strings.Builder) {
	var names []string
	of, on := make(map[string]string), ""
	for _, r := range s.Results {
		if r.Declared == nil {
			continue
		}
		on = r.Declared.On
		for _, v := range r.Declared.Values {
			if !slices.Contains(names, v.Name) {
				names = append(names, v.Name)
				of[v.Name] = v.Of
			}
		}
	}
	if len(names) == 0 {
		return
	}
	all := names
	names = slices.DeleteFunc(s.writeParts(b, names, on), func(name string) bool { return s.isOfAPart(name, all) })
	if len(names) == 0 {
		return
	}
	b.WriteString("\nDeclared measures")
	switch activity, others := ofActivity(names, of); {
	case activity > 0 && others > 0:
		b.WriteString(", those of activity on " + on)
	case activity > 0:
		b.WriteString(", on " + on)
	}
	b.WriteByte('\n')
	table := wording.Columns(b)
	for _, name := range names {
		d, err := measure.Named(name)
		if err != nil {
			continue
		}
		q := QuantityOf(name)
		row := []string{"  " + q.Title, s.Spread(q.Of)}
		note := d.Unit
		best, _, _, known := s.Over(func(r *Result) wording.Number { return r.Declared.Value(name).Best })
		if known > 0 && best != 0 && best != 1 {
			note = strings.TrimSpace(note + " at best " + best.String())
		}
		if what := of[name]; what != "" && what != measure.OfActivity {
			note = strings.TrimPrefix(note+"; of "+what, "; ")
		}
		if note != "" {
			row = append(row, note)
		}
		fmt.Fprintln(table, strings.Join(row, "\t"))
	}
	table.Flush()
}

// isOfAPart reports whether a measure is the same as that of a population among all names, in every trial: that of the
// output population.
func (s *Summary) isOfAPart(name string, all []string) bool {
	return slices.ContainsFunc(all, func(other string) bool {
		return strings.HasSuffix(other, "."+name) && !slices.ContainsFunc(s.Results, func(r *Result) bool {
			a, b := r.Declared.Value(name).Value, r.Declared.Value(other).Value
			return a != b && !(a != a && b != b)
		})
	})
}

// ofActivity counts the measures of some names that were taken of activity, and the others.
func ofActivity(names []string, of map[string]string) (activity, others int) {
	for _, name := range names {
		if of[name] == measure.OfActivity {
			activity++
		} else {
			others++
		}
	}
	return activity, others
}
