package result

import (
	"fmt"
	"slices"
	"strings"

	"twophase/internal/text/wording"
)

// Theory is the theory beside what was observed: the fixed point of the mean-field flow,
// the rates at which the linearised flow approaches it, and what the noise of online
// learning leaves. Time is s = Σα_t, in which the rates of the flow do not depend on the
// learning rate.
//
// The rates are those of the slowest part of a small perturbation, which is what is left
// in the end. Two observed quantities may decay at other rates before that. E_Pro may fall
// faster: rotations among the components, which are the slowest part, hardly change it.
// M_ij of a fast pair i, j may fall more slowly: like the product of two perturbations that
// turn i into k and k into j.
type Theory struct {
	Offline        bool             `json:"offline,omitempty"` // the circuit learnt from the covariance: rounding is the only noise
	Time           wording.Number   `json:"time"`              // s at the end
	Scales         []wording.Number `json:"scales"`            // m_i predicted, on the diagonal of M
	ObservedScales []wording.Number `json:"observed_scales"`   // medians at the end

	// Where outputs turn freely in the subspace, the scales are null, and these are the
	// eigenvalues of M, the largest first.
	Eigenvalues         []wording.Number `json:"eigenvalues,omitempty"`
	ObservedEigenvalues []wording.Number `json:"observed_eigenvalues,omitempty"`

	Lateral []Observation `json:"lateral"` // |M_ij| of pairs; with many outputs, of the slowest and the fastest pairs
	Error   Observation   `json:"e_pro"`
}

// Observation is the predicted and the observed decay of one quantity.
type Observation struct {
	Outputs   *[2]int        `json:"outputs,omitempty"` // of a pair
	Predicted wording.Number `json:"predicted_rate"`    // rate of the slowest decay, per unit of Σα_t
	Fitted    Decay          `json:"fitted"`
	Final     wording.Number `json:"final"` // at the last step: root mean square of M_ij, mean of E_Pro
	Noise     wording.Number `json:"noise"` // the same quantity if noise alone were left
}

// Decay is an exponential fitted to observations, or the reason why there is none.
type Decay struct {
	Rate   wording.Number `json:"rate"`   // per unit of Σα_t, the median of the trials fitted; null if there are none
	Error  wording.Number `json:"error"`  // of the rate, from the noise
	Trials int            `json:"trials"` // number of trials with a fit
	From   int            `json:"from"`   // first and last step that were used
	To     int            `json:"to"`
	Why    string         `json:"why,omitempty"` // the reason why no rate was fitted
}

// Write writes the theory beside what was observed for a person to read.
func (c *Theory) Write(b *strings.Builder, trials int) {
	if c == nil {
		return
	}
	fmt.Fprintf(b, "\nTheory compared with observation, in the time s = Σα_t = %v\n", c.Time)
	table := wording.Columns(b)
	end := "at the end"
	if trials > 1 {
		end = "at the end, medians"
	}
	if c.Eigenvalues != nil {
		fmt.Fprintf(table, "  eigenvalues of M, fixed point\t%s\n  eigenvalues of M %s\t%s\n", wording.Listed(c.Eigenvalues), end, wording.Listed(c.ObservedEigenvalues))
	} else {
		fmt.Fprintf(table, "  fixed point m_ii\t%s\n  m_ii %s\t%s\n", wording.Listed(c.Scales), end, wording.Listed(c.ObservedScales))
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
				steps += fmt.Sprintf(", in %d of %s", d.Trials, wording.Count(trials, "trial"))
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
