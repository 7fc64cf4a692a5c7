package reproduce

import (
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/stimulus"
)

// online returns the study of the online networks on a problem.
func online(p problem, limit int) *study {
	s := newStudy(p, tableI, limit, onlineTrial)
	s.samples = true
	return s
}

// onlineBlock is how many stimuli are drawn before each of the networks sees
// them in turn: few enough for the cache.
const onlineBlock = 64

// batchInputs is the largest N for which batch PCA is measured too: its second
// moments cost N² for each stimulus, and for many inputs more than the networks.
const batchInputs = 16

// onlineTrial runs one trial: all networks on the same stimuli, to the last step.
func onlineTrial(s *study, stopped func() bool, seed, trial uint64) (outcome, error) {
	source, err := stimulus.NewGaussian(s.problem.Spectrum, seed, trial)
	if err != nil {
		return outcome{}, err
	}
	n := s.problem.Inputs
	basis, err := source.Basis(s.problem.Outputs)
	if err != nil {
		return outcome{}, err
	}
	principal := mat.NewDense(n, s.problem.Outputs, basis)
	var circuits []*circuit.Circuit
	for _, network := range networks() {
		c, err := s.problem.circuit(network, seed, trial)
		if err != nil {
			return outcome{}, err
		}
		circuits = append(circuits, c)
	}
	var moments *mat.SymDense // Σ x xᵀ
	if n <= batchInputs {
		moments = mat.NewSymDense(n, nil)
	}

	result := outcome{errors: make([][]float64, len(circuits))}
	stimuli, t := make([]float64, onlineBlock*n), 0
	for _, look := range s.steps {
		for t < look {
			if stopped() {
				return outcome{}, ErrInterrupted
			}
			block := stimuli[:min(onlineBlock, look-t)*n]
			for x := range slices.Chunk(block, n) {
				if err := source.Next(x); err != nil {
					return outcome{}, err
				}
				if moments != nil {
					moments.SymRankOne(moments, 1, mat.NewVecDense(n, x))
				}
			}
			for i, c := range circuits {
				if err := present(c, block); err != nil {
					return outcome{}, fmt.Errorf("%s on the %s problem: %w", networks()[i].Name, s.problem.Name, err)
				}
			}
			t += len(block) / n
		}
		for i, c := range circuits {
			e, err := onlineError(c, s.problem.Spectrum, principal)
			if err != nil {
				return outcome{}, fmt.Errorf("%s on the %s problem: %w", networks()[i].Name, s.problem.Name, err)
			}
			result.errors[i] = append(result.errors[i], e)
		}
		if moments != nil && slices.Contains(s.tables, look) {
			e, err := batchError(moments, principal)
			if err != nil {
				return outcome{}, err
			}
			result.batch = append(result.batch, e)
		}
	}
	return result, nil
}

// present shows a circuit a block of stimuli [T×N].
func present(c *circuit.Circuit, block []float64) error {
	for x := range slices.Chunk(block, c.Inputs().Len()) {
		if err := c.Step(x); err != nil {
			return err
		}
	}
	return nil
}

// onlineError returns E_Pro of a circuit against U_K [N×K] of the population.
func onlineError(c *circuit.Circuit, spectrum []float64, principal *mat.Dense) (float64, error) {
	filter, err := c.Filter()
	if err != nil {
		return 0, err
	}
	k := c.Outputs().Len()
	return subspace.ProcrustesError(c.Estimate(filter, spectrum[:k]), principal), nil
}

// batchError returns E_Pro of the top K eigenvectors of the second moments [N×N]
// of some samples, up to a factor.
func batchError(moments *mat.SymDense, principal *mat.Dense) (float64, error) {
	var eigen mat.EigenSym
	if !eigen.Factorize(moments, true) {
		return 0, fmt.Errorf("the eigenvectors of the second moments of the stimuli were not found")
	}
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	n, k := principal.Dims()
	return subspace.ProcrustesError(vectors.Slice(0, n, n-k, n), principal), nil
}
