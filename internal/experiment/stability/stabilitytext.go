package stability

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"

	"twophase/internal/text/wording"
)

// With at most AllPairs outputs all pairs are printed, with more the fewPairs slowest.
const (
	AllPairs = 5
	fewPairs = 5
)

// WriteText writes the prediction for people to read. With many outputs it writes only the
// slowest pairs, unless all is set.
func (s *Prediction) WriteText(w io.Writer, all bool) error {
	var b strings.Builder
	if s.Turns != nil {
		fmt.Fprintf(&b, "%s\n\n", s.Turns.Answer)
	}
	fmt.Fprintf(&b, "%s on %s, predicted: N = %s, K = %s, τ = %v", s.Network, s.Stimulus, wording.Count(s.Inputs, "input"), wording.Count(s.Outputs, "output"), s.Tau.Beside(s.LargestTau, s.BoundedTau))
	if s.Decay != nil {
		fmt.Fprintf(&b, ", lateral decay ε = %v", *s.Decay)
	}
	b.WriteByte('\n')
	table := wording.Columns(&b)

	point, is := "Fixed point: output i has found component i, M = diag(m), F_i = ±φ_i u_i", "The fixed point is"
	if s.free && s.Outputs > 1 {
		point = "Fixed points: the outputs span the components in any basis, with the same rates in each; in the basis of the components M = diag(m), F_i = ±φ_i u_i"
		is = "The fixed points are"
	}
	fmt.Fprintf(&b, "\n%s\n", point)
	for _, line := range []struct {
		name, symbol string
		values       []wording.Number
	}{{"gains", "λ", s.Gains}, {"eigenvalues", "m", s.Scales}, {"filter", "φ", s.Filter}} {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", line.name, line.symbol, wording.Listed(line.values))
	}
	table.Flush()

	fmt.Fprintf(&b, "\nSmall perturbations, with times in units of 1/α steps (if α_t varies, of Σα_t)\n")
	shown := s.Pairs
	if !all && s.Outputs > AllPairs {
		shown = shown[:fewPairs]
	}
	if len(shown) > 0 {
		fmt.Fprintf(table, "  outputs\ttime constant\tstability\tkind\teigenvalues\n")
	}
	for _, p := range shown {
		kind := "real"
		if p.Period.Finite() {
			kind = fmt.Sprintf("oscillating, period %v", p.Period)
		}
		fmt.Fprintf(table, "  %d ↔ %d\t%v\t%s\t%s\t%s\n", p.Outputs[0], p.Outputs[1], p.TimeConstant, p.Stability, kind, p.rates())
	}
	table.Flush()
	if left := len(s.Pairs) - len(shown); left > 0 {
		fmt.Fprintf(&b, "  … and %s (--all)\n", wording.Count(left, "faster pair"))
	}
	if len(shown) > 0 {
		b.WriteByte('\n')
	}
	fmt.Fprintf(table, "  own component and scale\t%v\tat the slowest\n", timeConstant(float64(s.Own)))
	if o := s.Outside; o != nil {
		fmt.Fprintf(table, "  outside directions\t%v\tat the slowest: output %d, component %d, rate %v\n", timeConstant(float64(o.Rate)), o.Output, o.Component, o.Rate)
	}
	table.Flush()

	fmt.Fprintf(&b, "\n%s %s\n", is, s.Stability)
	condition := "(m_i − m_j)(λ_i − λ_j) > 0 in every pair"
	switch {
	case s.free:
		condition = ""
	case s.Decay != nil && !s.cascades:
		condition = "λ_i² m_i − λ_j² m_j > ε λ_i λ_j (m_i − m_j) in every pair with m_i > m_j"
	case s.cascades:
		condition = "m_i > m_j in every pair i < j, in which i fires first"
	}
	if condition != "" {
		fmt.Fprintf(table, "  ordering condition\t%s\t%s\n", s.ordering(), condition)
	}
	where := ""
	if s.LargestTau > 0 && s.LargestTau.Finite() {
		where = "where c₂c₁ = c₀ in the first pair (Routh–Hurwitz)"
	}
	fmt.Fprintf(table, "  largest stable τ\t%s\t%s\n", limit(s.LargestTau, s.Tau, "every τ"), where)
	fmt.Fprintf(table, "  largest stable α\t%s\tif constant, on average over the stimuli: |1 + αx| < 1 for every eigenvalue x\n", limit(s.LargestRate, 0, "every α"))
	if s.LargestTau == 0 && s.BoundedTau != 0 {
		fmt.Fprintf(table, "  nothing grows below τ\t%s\teigenvalues 0 aside\n", limit(s.BoundedTau, s.Tau, "every τ"))
		fmt.Fprintf(table, "  nothing grows below α\t%s\n", limit(s.BoundedRate, 0, "every α"))
	}
	table.Flush()

	if s.Turns != nil {
		s.Turns.write(&b)
	}
	for _, note := range s.Notes {
		fmt.Fprintf(&b, "\nNote: %s.\n", note)
	}
	for _, warning := range s.Warnings {
		fmt.Fprintf(&b, "\nWARNING: %s.\n", warning)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// rates prints the eigenvalues, a conjugate couple as one.
func (p PairRates) rates() string {
	var parts []string
	for _, x := range p.Eigenvalues {
		switch re := decimals(x[0]); {
		case x[1] > 0:
			parts = append(parts, fmt.Sprintf("%s ± %si", re, decimals(x[1])))
		case x[1] == 0:
			parts = append(parts, re)
		}
	}
	return strings.Join(parts, ", ")
}

// decimals prints a rate to eight decimals, or to eight digits if it is tiny.
func decimals(v wording.Number) string {
	v += 0 // turns −0 into 0
	if size := math.Abs(float64(v)); size != 0 && size < 1e-4 {
		return strconv.FormatFloat(float64(v), 'e', 7, 64)
	}
	return strconv.FormatFloat(float64(v), 'f', 8, 64)
}

func (s *Prediction) ordering() string {
	if s.Ordered {
		return "holds"
	}
	return "violated in " + s.share(len(s.Misordered))
}

// limit prints a bound of stability to seven digits, or to more if it would otherwise look
// equal to the value.
func limit(v, there wording.Number, always string) string {
	switch {
	case v == 0:
		return "none"
	case !v.Finite():
		return always
	default:
		return wording.Beside(float64(v), func(v float64) string { return strconv.FormatFloat(v, 'g', 7, 64) }, float64(there))
	}
}

// timeConstant returns 1/|rate|, NaN for a rate of zero.
func timeConstant(rate float64) wording.Number {
	if rate == 0 {
		return wording.NaN
	}
	return wording.Number(1 / math.Abs(rate))
}

func period(angular float64) float64 { return 2 * math.Pi / angular }
