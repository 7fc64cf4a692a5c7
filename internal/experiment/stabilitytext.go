package experiment

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"text/tabwriter"
)

// Up to allPairs outputs, all pairs are printed; of more outputs, the slowest
// fewPairs.
const (
	allPairs = 5
	fewPairs = 5
)

// WriteText writes the prediction for a person to read: of many outputs the
// slowest pairs only, unless all are wanted.
func (s *Stability) WriteText(w io.Writer, all bool) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on %s, predicted: N = %d inputs, K = %d outputs, τ = %v\n", s.Network, s.Stimulus, s.Inputs, s.Outputs, s.Tau)
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)

	fmt.Fprintf(&b, "\nFixed point: output i has found component i, M = diag(m), F_i = ±φ_i u_i\n")
	for _, line := range []struct {
		name, symbol string
		values       []Number
	}{{"gains", "λ", s.Gains}, {"eigenvalues", "m", s.Scales}, {"filter", "φ", s.Filter}} {
		fmt.Fprintf(table, "  %s\t%s\t%s\n", line.name, line.symbol, listed(line.values))
	}
	table.Flush()

	fmt.Fprintf(&b, "\nSmall perturbations, in times of 1/α steps (if α_t varies, in units of Σα_t)\n")
	shown := s.Pairs
	if !all && s.Outputs > allPairs {
		shown = shown[:fewPairs]
	}
	if len(shown) > 0 {
		fmt.Fprintf(table, "  outputs\ttime constant\tstability\tkind\teigenvalues\n")
	}
	for _, p := range shown {
		kind := "real"
		if p.Period.finite() {
			kind = fmt.Sprintf("oscillating, period %v", p.Period)
		}
		fmt.Fprintf(table, "  %d ↔ %d\t%v\t%s\t%s\t%s\n", p.Outputs[0], p.Outputs[1], p.TimeConstant, p.Stability, kind, p.rates())
	}
	table.Flush()
	if left := len(s.Pairs) - len(shown); left > 0 {
		fmt.Fprintf(&b, "  … and %d faster pairs (--all)\n", left)
	}
	if len(shown) > 0 {
		b.WriteByte('\n')
	}
	fmt.Fprintf(table, "  own component and scale\t%v\tat the slowest\n", timeConstant(float64(s.Own)))
	if o := s.Outside; o != nil {
		fmt.Fprintf(table, "  outside directions\t%v\tat the slowest: output %d, component %d, rate %v\n", timeConstant(float64(o.Rate)), o.Output, o.Component, o.Rate)
	}
	table.Flush()

	fmt.Fprintf(&b, "\nThe fixed point is %s\n", s.Stability)
	condition := "(m_i − m_j)(λ_i − λ_j) > 0 in every pair"
	if s.cascades {
		condition = "m_i > m_j in every pair i < j, in which i fires first"
	}
	fmt.Fprintf(table, "  ordering condition\t%s\t%s\n", s.ordering(), condition)
	fmt.Fprintf(table, "  largest stable τ\t%s\tby bisection of c₂c₁ − c₀ in each pair (Routh–Hurwitz)\n", limit(s.LargestTau, "every τ"))
	fmt.Fprintf(table, "  largest stable α\t%s\tif constant, on average over the stimuli: |1 + αx| < 1 for every eigenvalue x\n", limit(s.LargestRate, "every α"))
	table.Flush()

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
func decimals(v Number) string {
	if size := math.Abs(float64(v)); size != 0 && size < 1e-4 {
		return strconv.FormatFloat(float64(v), 'e', 7, 64)
	}
	return strconv.FormatFloat(float64(v), 'f', 8, 64)
}

func (s *Stability) ordering() string {
	if s.Ordered {
		return "holds"
	}
	return fmt.Sprintf("violated in %d of %d pairs", len(s.Misordered), len(s.Pairs))
}

// limit prints the bound of what is stable to seven digits.
func limit(v Number, always string) string {
	switch {
	case v == 0:
		return "none"
	case !v.finite():
		return always
	default:
		return strconv.FormatFloat(float64(v), 'g', 7, 64)
	}
}

// timeConstant returns 1/|rate|, NaN for a rate of zero.
func timeConstant(rate float64) Number {
	if rate == 0 {
		return nan
	}
	return Number(1 / math.Abs(rate))
}

func period(angular float64) float64 { return 2 * math.Pi / angular }

// listed prints numbers, of many the first and the last few.
func listed(v []Number) string {
	const ends = 4
	var parts []string
	for i, x := range v {
		switch {
		case len(v) <= 2*ends+2 || i < ends || i >= len(v)-ends:
			parts = append(parts, x.String())
		case i == ends:
			parts = append(parts, "…")
		}
	}
	return strings.Join(parts, " ")
}
