package stability

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"twophase/circuit/theory"
	"twophase/internal/text/wording"
)

// answer says in words whether the turns are enough, and why not. It begins with the verdict.
func (t *Turns) answer(k int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s: ", wording.Capital(string(t.verdict())))
	if t.wanted == theory.Unstable {
		b.WriteString("the wanted fixed point is itself unstable with these gains and this τ, for any number of turns. Lateral states were not searched.")
	} else {
		t.writeVerdict(&b, wording.Count(k, "output"))
		t.writeOtherTurns(&b)
	}
	if first, last := equal(t.spectrum, k); last > first {
		fmt.Fprintf(&b, " Eigenvalues %d to %d are equal: any basis of what they span is as good, so that outputs which turn within it are neither stable nor unstable, and states that differ by such a turn are one.", first, last)
	}
	if t.wanted == theory.Unstable {
		return b.String()
	}
	switch {
	case t.NoLateral:
		fmt.Fprintf(&b, " Proved of %s: every fixed point has M_o = 0. This does not exclude that a circuit comes to no rest.", t.Condition)
	case t.Complete:
		fmt.Fprintf(&b, " Proved of %s: no linearly stable fixed point misses a component. This excludes neither lateral states of full rank nor that a circuit comes to no rest.", t.Condition)
	}
	if t.TauShare > theory.SafeTauShare {
		fmt.Fprintf(&b, " τ = %s is %s of the largest stable τ; at most a third, %s, is advised: in a search, the smallest τ at which a flow oscillated was %v of it.",
			wording.Format(t.tau), short(t.TauShare), wording.Format(Below(t.tau/float64(t.TauShare)*theory.SafeTauShare, 3)), theory.LeastTauShare)
	}
	return b.String()
}

// writeVerdict says how many starts fail, and at what.
func (t *Turns) writeVerdict(b *strings.Builder, outputs string) {
	turns, always := words(t.Turns), " always"
	if 2*t.basin.Failed > t.Starts {
		always = ""
	}
	switch {
	case t.escapes:
		fmt.Fprintf(b, "%s turns are not%s enough for %s: with an odd number of turns and the plasticity of PSW, M can grow without bound and the rank then falls to 1; fixed points do not show it.", turns, always, outputs)
	case t.noneFails():
		fmt.Fprintf(b, "%s turns %s: none of %d starts of the mean-field flow at τ = %s fails (95 %% confidence).", turns, enough(t.basin.Enough() && !t.unbounded, t.basin, " for "+outputs), t.Starts, wording.Format(t.tau))
		if t.trapped() {
			fmt.Fprintf(b, " But %s. None of these starts ends there.", t.Traps[0].Why(t.spectrum))
		}
		return
	case t.basin.Failed == 0 && t.basin.Open > 0:
		fmt.Fprintf(b, "whether %s turns are enough for %s is not known: no start ended in a stable lateral state, but %d of %d came to no rest in the time given.", words(t.Turns), outputs, t.Unsettled, t.Starts)
		return
	default:
		fmt.Fprintf(b, "%s turns are not%s enough for %s", turns, always, outputs)
		if t.trapped() {
			fmt.Fprintf(b, ": %s", t.Traps[0].Why(t.spectrum))
		}
		b.WriteByte('.')
	}
	fmt.Fprintf(b, " Of %d starts of the mean-field flow at τ = %s, %s%s, so that %s to %s of all do (each bound with 95 %% confidence).",
		t.Starts, wording.Format(t.tau), fails(t.basin.Failed), t.ways(), percent(t.Least), percent(t.Most))
}

// fails says how many starts fail.
func fails(n int) string {
	switch n {
	case 0:
		return "none fails"
	case 1:
		return "1 fails"
	}
	return fmt.Sprintf("%d fail", n)
}

// ways says in brackets how starts fail otherwise than in a lateral state.
func (t *Turns) ways() string {
	var ways []string
	for _, w := range []struct {
		starts int
		what   string
	}{{t.Escaped, "without bound"}, {t.Oscillating, "still oscillating at the end"}, {t.basin.Open, "more may, at no rest in the time given"}} {
		if w.starts > 0 {
			ways = append(ways, fmt.Sprintf("%d %s", w.starts, w.what))
		}
	}
	if len(ways) == 0 {
		return ""
	}
	return " (" + strings.Join(ways, ", ") + ")"
}

// enough says how many starts a number of turns is enough for, of which none fails, or may be enough for.
func enough(sure bool, b theory.Basin, what string) string {
	word := "may be"
	if sure {
		word = "are"
	}
	return fmt.Sprintf("%s enough%s from at least %.0f %% of starts", word, what, math.Floor(100*(1-b.Most())))
}

// writeOtherTurns says which number of turns is enough.
func (t *Turns) writeOtherTurns(b *strings.Builder) {
	switch {
	case t.Enough == nil && t.noneFails():
	case t.Enough == nil:
		fmt.Fprintf(b, " No even number of turns up to %d was found to be enough.", MostTurns)
	case *t.Enough == t.Turns:
	case t.noneFails() && *t.Enough < t.Turns:
		fmt.Fprintf(b, " So %s %s.", strings.Fields(enough(t.others.Enough(), t.others, ""))[0], words(*t.Enough))
	default:
		fmt.Fprintf(b, " %s turns %s (none of %d fails).", wording.Capital(words(*t.Enough)), enough(t.others.Enough(), t.others, ""), t.others.Starts)
	}
}

// percent writes a probability, to two digits.
func percent(p wording.Number) string {
	return fmt.Sprintf("%s %%", strconv.FormatFloat(digits(100*float64(p), 2), 'f', -1, 64))
}

// equal returns the first and the last of the first equal eigenvalues, counted from 1, of which
// at least one is wanted by k outputs; two zeros if there are none.
func equal(spectrum []float64, k int) (first, last int) {
	for i := range min(k, len(spectrum)-1) {
		if spectrum[i] == spectrum[i+1] {
			for last = i + 1; last < len(spectrum) && spectrum[last] == spectrum[i]; last++ {
			}
			return i + 1, last
		}
	}
	return 0, 0
}

// Why says what is wrong with the state, for the spectrum of the stimuli.
func (s Trap) Why(spectrum []float64) string {
	switch {
	case s.Rank == 1 && s.Radius > amplifying:
		return fmt.Sprintf("the state in which every output carries the first component is stable, with a spectral radius of %s", short(s.Radius))
	case len(s.Missing) == 0:
		return fmt.Sprintf("a lateral state of full rank is stable, with a spectral radius of %s and E_Pro %s", short(s.Radius), short(s.Error))
	}
	least := s.Threshold[len(s.Threshold)-1]
	first := s.Missing[0]
	text := fmt.Sprintf("a state of rank %d is stable; it cannot recruit eigenvalues below %s, and the %s component has %s",
		s.Rank, short(least), wording.Ordinal(first+1), short(wording.Number(spectrum[first])))
	if more := len(s.Missing) - 1; more > 0 {
		text += fmt.Sprintf(" and those after it less (%s missing)", wording.Count(more+1, "component"))
	}
	return text
}

// write writes the answer's table and what helps.
func (t *Turns) write(b *strings.Builder) {
	if t.Starts > 0 {
		t.writeStates(b)
	}
	if t.Turns >= theory.FewTurns && t.Turns%2 == 0 && !t.whitens {
		fmt.Fprintf(b, "\nCircuits of %d turns whose rate begins at %s or less, and falls, were not lost in the transient (by experience; see docs/turns.md)\n", t.Turns, short(t.Transient))
	}
	if len(t.Remedies) == 0 {
		return
	}
	fmt.Fprintf(b, "\nWhat helps\n")
	for _, r := range t.Remedies {
		known := "by theory"
		if r.Starts > 0 {
			known = fmt.Sprintf("none of %d starts fails", r.Starts)
		}
		fmt.Fprintf(b, "  %s (%s): %s\n", r.What, known, r.Flags)
	}
}

// writeStates writes the table of the lateral states.
func (t *Turns) writeStates(b *strings.Builder) {
	fmt.Fprintf(b, "\nLateral states of %d turns that were found, from %s as circuits start and from starts with fewer components:\n%d ended with all components and without lateral weights, %d in a lateral state, %d at no fixed point in the time given\n",
		t.Turns, wording.Count(t.Starts, "random start"), t.Reached, t.Starts-t.Reached-t.Unsettled, t.Unsettled)
	table := wording.Columns(b)
	if len(t.Traps) > 0 {
		fmt.Fprintf(table, "  rank\tstability\tradius\tE_Pro\tthresholds\tmissing\tstarts\tscales\n")
	}
	for _, s := range t.Traps {
		stability := "unstable"
		if s.Stable {
			stability = "stable"
		}
		fmt.Fprintf(table, "  %d\t%s\t%s\t%s\t%s\t%s\t%d\t%s\n", s.Rank, stability, short(s.Radius), short(s.Error), numbers(s.Threshold), indices(s.Missing), s.Starts, numbers(s.Scales))
	}
	table.Flush()
	fmt.Fprintf(b, "Fixed points, thresholds and stability are computed. It is not proved that there are no other states.\n")
}

func short(v wording.Number) string { return fmt.Sprintf("%.3g", float64(v)) }

func numbers(v []wording.Number) string {
	if len(v) == 0 {
		return "–"
	}
	var texts []string
	for _, x := range v {
		texts = append(texts, short(x))
	}
	return strings.Join(texts, " ")
}

func indices(v []int) string {
	if len(v) == 0 {
		return "–"
	}
	return strings.Trim(fmt.Sprint(v), "[]")
}

// words writes a small number in words.
func words(n int) string {
	small := []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"}
	if n < len(small) {
		return small[n]
	}
	return fmt.Sprint(n)
}
