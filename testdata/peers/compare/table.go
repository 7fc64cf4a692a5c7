package main

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"twophase/testdata/peers/processor"
)

// table holds the nanoseconds per step, by size, peer and round.
type table struct {
	sizes   []size
	columns []map[string][]float64
	least   bool // of all rounds, instead of medians
}

func (t *table) add(s size, column map[string][]float64) {
	t.sizes, t.columns = append(t.sizes, s), append(t.columns, column)
}

// ratio is one that the table shows, with what is to be reached by size.
type ratio struct {
	above, below string
	sign         string
	targets      map[string]string
}

var ratios = []ratio{
	{self, "C naive", "≤", map[string]string{"10x3": "1.3", "100x10": "0.6", "1000x50": "0.6", "10000x100": "0.5"}},
	{self, "C fused", "≤", map[string]string{"10x3": "1.1", "100x10": "0.8", "1000x50": "0.8", "10000x100": "0.65"}},
	{self, "C sweep", "", nil},
	{"numpy in place", self, "≥", map[string]string{"10x3": "200", "100x10": "80", "1000x50": "10", "10000x100": "5"}},
	{"scipy BLAS", self, "", nil},
	{"Brian2 C++ standalone", self, "≥", map[string]string{"10x3": "15", "100x10": "12", "1000x50": "12", "10000x100": "9"}},
}

// print prints the processor and the table in Markdown.
func (t *table) print(peers []*peer) {
	fmt.Printf("%s\n\n", processor.Describe())
	typical, what := median, "median"
	if t.least {
		typical, what = slices.Min[[]float64], "least"
	}
	t.row("ns per step, "+what, size.String)
	t.row("---", func(size) string { return "---" })
	for _, p := range peers {
		if p.skipped != "" {
			t.row(p.name, func(size) string { return "skipped" })
			continue
		}
		t.row(p.name, func(s size) string { return digits(typical(t.column(s)[p.name])) })
	}
	for _, r := range ratios {
		t.row(r.above+" ÷ "+r.below, func(s size) string { return t.cell(s, r) })
	}
	fmt.Println()
	for _, p := range peers {
		switch {
		case p.skipped != "":
			fmt.Printf("%s: skipped: %s\n", p.name, p.skipped)
		case p.name != self && !p.floor:
			fmt.Printf("%s: same W and M as %s to %.1g of the largest (required: %g)\n", p.name, self, p.off, tolerance)
		}
	}
}

// cell returns a ratio, over the rounds its median and quartiles or that of the least, and
// its target.
func (t *table) cell(s size, r ratio) string {
	above, below := t.column(s)[r.above], t.column(s)[r.below]
	if above == nil || below == nil {
		return "skipped"
	}
	perRound := make([]float64, len(above))
	for i := range above {
		perRound[i] = above[i] / below[i]
	}
	text := digits(slices.Min(above) / slices.Min(below))
	if !t.least {
		text = fmt.Sprintf("%s [%s %s]", digits(median(perRound)), digits(quantile(perRound, 0.25)), digits(quantile(perRound, 0.75)))
	}
	if target := r.targets[s.String()]; target != "" {
		text += " (" + r.sign + " " + target + ")"
	}
	return text
}

func (t *table) column(s size) map[string][]float64 { return t.columns[slices.Index(t.sizes, s)] }

func (t *table) row(head string, cell func(size) string) {
	cells := []string{head}
	for _, s := range t.sizes {
		cells = append(cells, cell(s))
	}
	fmt.Println("| " + strings.Join(cells, " | ") + " |")
}

func median(v []float64) float64 { return quantile(v, 0.5) }

func quantile(v []float64, q float64) float64 {
	v = slices.Sorted(slices.Values(v))
	return v[int(q*float64(len(v)-1)+0.5)]
}

// digits returns a number to three digits, in groups of thousands.
func digits(v float64) string {
	switch {
	case v < 10:
		return fmt.Sprintf("%.2f", v)
	case v < 100:
		return fmt.Sprintf("%.1f", v)
	case v < 1000:
		return fmt.Sprintf("%.0f", v)
	}
	unit := math.Pow(10, math.Floor(math.Log10(v))-2)
	text := fmt.Sprintf("%.0f", math.Round(v/unit)*unit)
	for i := len(text) - 3; i > 0; i -= 3 {
		text = text[:i] + " " + text[i:]
	}
	return text
}
