package result

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"twophase/internal/number"
	"twophase/internal/phrase"
)

// Write writes the theory beside what was observed for a person to read.
func (c *Theory) Write(b *strings.Builder, trials int) {
	if c == nil {
		return
	}
	fmt.Fprintf(b, "\nTheory beside observation, in the time s = Σα_t = %v\n", c.Time)
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	end := "at the end"
	if trials > 1 {
		end = "at the end, medians"
	}
	if c.Eigenvalues != nil {
		fmt.Fprintf(table, "  eigenvalues of M, fixed point\t%s\n  eigenvalues of M %s\t%s\n", number.Listed(c.Eigenvalues), end, number.Listed(c.ObservedEigenvalues))
	} else {
		fmt.Fprintf(table, "  fixed point m_ii\t%s\n  m_ii %s\t%s\n", number.Listed(c.Scales), end, number.Listed(c.ObservedScales))
	}
	table.Flush()

	fitted := "fitted"
	if trials > 1 {
		fitted = "fitted, median"
	}
	noise, digits := "noise", "%.2g ± %.1g"
	if c.Offline {
		noise, digits = "rounding", "%.4g ± %.1g"
	}
	fmt.Fprintf(table, "  rate of decay\tpredicted\t%s\tat the end\t%s alone\tfitted over steps\n", fitted, noise)
	for _, o := range append(slices.Clone(c.Lateral), c.Error) {
		name, moment := "error E_Pro", " (mean)"
		if o.Outputs != nil {
			name, moment = fmt.Sprintf("|M| of %d ↔ %d", o.Outputs[0], o.Outputs[1]), " (RMS)"
		}
		final, alone := o.Final.String(), o.Noise.String()
		if trials > 1 && o.Final.Finite() {
			final += moment
		}
		if o.Noise.Finite() && !c.Offline {
			alone += moment
		}
		rate, steps := "–", strings.Replace(o.Fitted.Why, "noise", noise, 1)
		if d := o.Fitted; d.Trials > 0 {
			rate = fmt.Sprintf(digits, float64(d.Rate), float64(d.Error))
			steps = fmt.Sprintf("%d to %d", d.From, d.To)
			if trials > 1 {
				steps += fmt.Sprintf(", in %d of %s", d.Trials, phrase.Count(trials, "trial"))
			}
		}
		fmt.Fprintf(table, "  %s\t%v\t%s\t%s\t%s\t%s\n", name, o.Predicted, rate, final, alone, steps)
	}
	table.Flush()
	if c.Eigenvalues != nil {
		fmt.Fprint(b, "  The outputs turn freely in the subspace, and M_ij with them: no |M_ij| decays\n")
		return
	}
	if c.Offline {
		fmt.Fprint(b, "  |M| of a fast pair falls, in the end, like a product of slower perturbations\n")
	}
	fmt.Fprint(b, "  E_Pro has this rate at the end, and decays faster before: rotations among the components hardly change it\n")
}
