package reproduce

import "math"

// What the paper prints, in the order of networks(). 0 stands for its *, an error
// below 1e-18.
var (
	// tableI is the paper's Table I: E_Pro of the online networks after T steps.
	tableI = []printed{
		{"small", 1e3, [4]float64{2.1e-2, 1.9e-2, 9.6e-1, 7.7e-1}},
		{"small", 1e4, [4]float64{1.5e-4, 4.1e-4, 1.3e-2, 1.6e-2}},
		{"small", 1e5, [4]float64{1.7e-5, 5.5e-5, 1.8e-3, 1.8e-3}},
		{"large", 1e3, [4]float64{1.0e-0, 1.3e-0, 1.6e-0, 1.9e-0}},
		{"large", 1e4, [4]float64{3.1e-3, 1.5e-3, 2.5e-2, 2.1e-2}},
		{"large", 1e5, [4]float64{5.4e-4, 1.4e-4, 5.2e-3, 4.9e-3}},
	}
	// tableII is the paper's Table II: E_Pro of the offline flows after T iterations.
	tableII = []printed{
		{"small", 100, [4]float64{2.7e-5, 2.3e-4, 9.5e-3, 9.8e-3}},
		{"small", 1000, [4]float64{5.9e-10, 2.3e-10, 4.2e-7, 5.5e-7}},
		{"small", 5000, [4]float64{}},
		{"small", 50000, [4]float64{}},
		{"large", 100, [4]float64{6.0e-4, 5.3e-6, 1.3e-2, 1.4e-2}},
		{"large", 1000, [4]float64{1.2e-5, 3.4e-8, 2.1e-3, 2.0e-3}},
		{"large", 5000, [4]float64{1.7e-7, 3.5e-10, 2.8e-4, 3.1e-4}},
		{"large", 50000, [4]float64{0, 0, 8.2e-13, 2.0e-12}},
	}
)

// printed is one row of a table of the paper.
type printed struct {
	problem string
	steps   int // T
	errors  [4]float64
}

// of returns the number of a network of networks() in the row, NaN if there is none.
func (r printed) of(network int) float64 {
	if network < len(r.errors) {
		return r.errors[network]
	}
	return math.NaN()
}

// knownErrors are known errors of the paper, as they are printed beside the tables.
var knownErrors = struct{ tableI, tableII, measure string }{
	tableI: "Known error of the paper: its column N = 10 of Table I does not follow from its text. Two independent " +
		"implementations agree with each other and not with it, and its ifPSP entries at T = 1e4 and 1e5 lie below " +
		"what batch PCA of as many samples is expected to reach for the stated spectrum. The column N = 100 does follow from the text.",
	tableII: "Known error of the paper: in Table II, N = 10, T = 100, the entries of ifPSP and PSP look exchanged.",
	measure: "Known error of the paper: E_Pro is a minimum over Q ∈ O_K, not over O_N as printed, because the product " +
		"ÛQ exists only for Q ∈ O_K.",
}
