package stability

import (
	"fmt"
	"strings"
	"text/tabwriter"

	"twophase/circuit/theory"
	"twophase/internal/number"
	"twophase/internal/phrase"
)

// answer says in words whether the turns are enough, and why not.
func (t *Turns) answer(k int) string {
	outputs := phrase.Count(k, "output")
	var b strings.Builder
	switch {
	case t.wanted == theory.Unstable:
		fmt.Fprintf(&b, "The wanted fixed point is itself unstable with these gains and this τ, for any number of turns. Lateral states were not searched.")
	case t.trapped():
		fmt.Fprintf(&b, "%s turns are not enough for %s: %s.", title(words(t.Turns)), outputs, t.Traps[0].Why(t.spectrum))
		switch {
		case t.Enough == nil:
			fmt.Fprintf(&b, " No number of turns up to %d was found to be enough.", MostTurns)
		case *t.Enough < t.Turns:
			fmt.Fprintf(&b, " %s turns, an even number, are enough.", title(words(*t.Enough)))
		default:
			fmt.Fprintf(&b, " %s turns are enough.", title(words(*t.Enough)))
		}
	case !t.known:
		fmt.Fprintf(&b, "Whether %s turns are enough for %s is not known: no stable lateral state was found, but most starts came to no rest in the time that they had.", words(t.Turns), outputs)
	default:
		fmt.Fprintf(&b, "%s turns are enough for %s: no stable lateral state was found.", title(words(t.Turns)), outputs)
		if t.Enough != nil && *t.Enough < t.Turns {
			fmt.Fprintf(&b, " So are %s.", words(*t.Enough))
		}
	}
	if first, last := equal(t.spectrum, k); last > first {
		fmt.Fprintf(&b, " Eigenvalues %d to %d are equal: their components are not defined, only what they span is, and states that are turned within it count as one.", first, last)
	}
	if t.Complete && t.wanted != theory.Unstable {
		b.WriteString(" It is proved that no stable state misses a component.")
	}
	return b.String()
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
	case s.Rank == 1 && float64(s.Radius) > 1+1e-6:
		return fmt.Sprintf("the state in which every output carries the first component is stable, with a spectral radius of %s", short(s.Radius))
	case len(s.Missing) == 0:
		return fmt.Sprintf("a lateral state of full rank is stable, with a spectral radius of %s and E_Pro %s", short(s.Radius), short(s.Error))
	}
	least := s.Threshold[len(s.Threshold)-1]
	first := s.Missing[0]
	text := fmt.Sprintf("a state of rank %d is stable; it cannot recruit eigenvalues below %s, and the %s component has %s",
		s.Rank, short(least), phrase.Ordinal(first+1), short(number.Number(spectrum[first])))
	if more := len(s.Missing) - 1; more > 0 {
		text += fmt.Sprintf(" and those after it less (%s missing)", phrase.Count(more+1, "component"))
	}
	return text
}

// write writes the answer's table and what helps.
func (t *Turns) write(b *strings.Builder) {
	if t.Starts > 0 {
		t.writeStates(b)
	}
	if len(t.Remedies) == 0 {
		return
	}
	fmt.Fprintf(b, "\nWhat helps (tried by the same search)\n")
	for _, r := range t.Remedies {
		fmt.Fprintf(b, "  %s: %s\n", r.What, r.Flags)
	}
}

// writeStates writes the table of the lateral states.
func (t *Turns) writeStates(b *strings.Builder) {
	fmt.Fprintf(b, "\nLateral states of %d turns that were found, from %s with all components and from starts with fewer:\n%d ended with all components and without lateral weights, %d in a lateral state, %d at no fixed point in the time given\n",
		t.Turns, phrase.Count(t.Starts, "random start"), t.Reached, t.Starts-t.Reached-t.Unsettled, t.Unsettled)
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
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

func short(v number.Number) string { return fmt.Sprintf("%.3g", float64(v)) }

func numbers(v []number.Number) string {
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

func title(word string) string { return strings.ToUpper(word[:1]) + word[1:] }
