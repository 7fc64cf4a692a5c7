package experiment

import (
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
)

// WriteText writes the summary for a person to read. Of several trials it gives
// medians and, in brackets, quartiles.
func (s *Summary) WriteText(w io.Writer) error {
	var b strings.Builder
	trials := ""
	if s.Trials > 1 {
		trials = fmt.Sprintf(", %d trials (median [quartiles])", s.Trials)
	}
	fmt.Fprintf(&b, "%s: N = %d inputs, K = %d outputs, %d steps, seed %d%s\n", s.Title, s.Inputs, s.Outputs, s.Steps, s.Seed, trials)
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	line := func(name string, of func(*Result) Number, note ...string) {
		fmt.Fprintln(table, "  "+strings.Join(append([]string{name, s.spread(of)}, note...), "\t"))
	}

	s.writeEvents(&b)

	if s.Reference != "" {
		fmt.Fprintf(&b, "\nPrincipal subspace, against %s\n", s.Reference)
		var floor []string
		if s.PCAFloor.finite() {
			floor = append(floor, fmt.Sprintf("batch PCA on as many samples: about %v", s.PCAFloor))
		}
		line("error E_Pro", func(r *Result) Number { return r.Measures.Error }, floor...)
		line("projector error", func(r *Result) Number { return r.Measures.ProjectorError })
		line("largest principal angle", func(r *Result) Number { return r.Measures.Angles[len(r.Measures.Angles)-1] }, "radians")
		line("output covariance error", func(r *Result) Number { return r.Measures.OutputCovariance }, "relative to its target")
		fmt.Fprintf(table, "  alignment of components |cos|\t%s\n", s.alignment())
		table.Flush()
	}

	if synapses := s.Results[0].Pruning.Synapses; synapses > 0 {
		fmt.Fprintf(&b, "\nPruning of the %d lateral synapses\n", synapses)
		lesioned := ""
		if s.Results[0].Pruning.Lesioned > 0 {
			lesioned = ", but for those that were lesioned"
		}
		line("‖M_o‖/‖M‖", func(r *Result) Number { return r.Measures.LateralRatio })
		line("largest |M_ij| at its peak", func(r *Result) Number { return r.Pruning.LargestPeak })
		line("largest |M_ij| at the end", func(r *Result) Number { return r.Pruning.LargestFinal })
		line("pruned", func(r *Result) Number { return Number(r.Pruning.Pruned) / Number(synapses-r.Pruning.Lesioned) }, "fraction of the synapses below a tenth of their peak"+lesioned)
		table.Flush()
	}

	fmt.Fprintf(&b, "\nHealth of the neural phases\n")
	over := "‖y − M⁻¹Wx‖/‖M⁻¹Wx‖"
	if s.Isotropic {
		over += ", for isotropic stimuli"
	}
	line("relative settling error", func(r *Result) Number { return r.Measures.SettlingError }, over)
	line("spectral radius of M_d⁻¹M_o", func(r *Result) Number { return r.Measures.SpectralRadius }, "the series converges below 1")
	if s.Results[0].MeanSweeps > 0 {
		line("settling sweeps per stimulus", func(r *Result) Number { return r.MeanSweeps })
	}
	table.Flush()

	s.Theory.write(&b, s.Trials)
	if s.NoTheory != "" {
		fmt.Fprintf(&b, "\nNo theory beside it: %s\n", s.NoTheory)
	}
	for _, warning := range s.Warnings {
		fmt.Fprintf(&b, "\nWARNING: %s.\n", warning)
	}
	fmt.Fprintf(&b, "\n%v ns per step on the clock, with stimuli, recording and measures; results in %s\n", s.Timing.NsPerStep.rounded(), s.Folder)
	_, err := io.WriteString(w, b.String())
	return err
}

// spread prints a measure of one trial, or the median and quartiles of several.
func (s *Summary) spread(of func(*Result) Number) string {
	median, low, high := s.over(of)
	if s.Trials == 1 || math.IsNaN(float64(median)) {
		return median.String()
	}
	return fmt.Sprintf("%v [%v %v]", median, low, high)
}

// alignment prints the median |cos| of each component.
func (s *Summary) alignment() string {
	var parts []string
	for k := range s.Outputs {
		median, _, _ := s.over(func(r *Result) Number { return r.Measures.Alignment[k] })
		parts = append(parts, fmt.Sprintf("%.4f", float64(median)))
	}
	return strings.Join(parts, " ")
}
