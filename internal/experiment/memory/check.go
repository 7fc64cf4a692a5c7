package memory

import (
	"fmt"
	"strings"

	"twophase/internal/text/document"
	"twophase/recorder"
)

// ProgramBytes is the memory of the program with its buffers, in bytes.
const ProgramBytes = 48e6

// pairBytes is the memory of a pair of outputs whose stability is predicted, with its text as JSON, in bytes.
const pairBytes = 1600

// circuitBytes returns the memory that building a circuit takes: W and M, each also as it starts, and garbage beside them.
func circuitBytes(inputs, outputs int) float64 {
	n, k := float64(inputs), float64(outputs)
	return ProgramBytes + 17*n*k + 17*k*k
}

// Check returns an error if a number of bytes exceeds the limit. what names the thing that needs
// them. advice returns what would need less, by what fits.
func Check(bytes float64, what string, advice func(fits func(bytes float64) bool) []string) error {
	limit, err := Find()
	if err != nil || bytes <= limit.Bytes {
		return err
	}
	fits := func(bytes float64) bool { return bytes <= limit.Bytes }
	less := strings.Join(advice(fits), ", or ")
	if less == "" {
		less = "fewer inputs or outputs"
	}
	return fmt.Errorf("%s would take about %v of memory, %smore than %v (%s): take %s; %s=SIZE sets another limit, %s=none none",
		what, recorder.Budget(bytes), recorder.Budget(limit.Bytes).Excess(bytes), recorder.Budget(limit.Bytes), limit.Source, less, Variable, Variable)
}

// MostOutputs is advice for Check: the largest number of outputs that fits, if one does.
func MostOutputs(outputs int, fits func(bytes float64) bool, bytes func(outputs int) float64) []string {
	if outputs < 2 || !fits(bytes(1)) {
		return nil
	}
	low, high := 1, outputs
	for low+1 < high {
		if middle := (low + high) / 2; fits(bytes(middle)) {
			low = middle
		} else {
			high = middle
		}
	}
	return []string{fmt.Sprintf("at most %d outputs", low)}
}

// CheckCircuit returns an error if a circuit is too large for the memory.
func CheckCircuit(inputs, outputs int) error {
	return document.Blame(Check(circuitBytes(inputs, outputs), fmt.Sprintf("a circuit of %d inputs and %d outputs", inputs, outputs),
		func(fits func(float64) bool) []string {
			return MostOutputs(outputs, fits, func(k int) float64 { return circuitBytes(inputs, k) })
		}), "outputs", "lambda", "stimulus.inputs")
}

// CheckGraph returns an error if a circuit with a graph, which takes a number of bytes, is too large for the memory.
func CheckGraph(bytes float64) error {
	return document.Blame(Check(ProgramBytes+bytes, "a circuit of this size",
		func(func(float64) bool) []string { return []string{"smaller populations"} }), "sizes", "circuit.populations", "outputs", "stimulus.inputs")
}

// CheckSpectrum returns an error if Gaussian stimuli are too large for the memory.
func CheckSpectrum(inputs, directions int) error {
	bytes := ProgramBytes + 8*float64(inputs)*float64(16+2*directions)
	return document.Blame(Check(bytes, fmt.Sprintf("a spectrum of %d inputs and %d directions", inputs, directions),
		func(func(float64) bool) []string { return []string{"fewer inputs"} }), "stimulus.inputs", "stimulus.spectrum")
}

// CheckPairs returns an error if all pairs of outputs are too many for the memory.
func CheckPairs(inputs, outputs int) error {
	bytes := func(k int) float64 {
		return ProgramBytes + 80*float64(inputs) + pairBytes*float64(k)*float64(k-1)/2
	}
	return document.Blame(Check(bytes(outputs), fmt.Sprintf("the stability of all pairs of %d outputs", outputs),
		func(fits func(float64) bool) []string { return MostOutputs(outputs, fits, bytes) }), "outputs", "lambda")
}
