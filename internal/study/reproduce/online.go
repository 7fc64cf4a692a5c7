package reproduce

import (
	"context"
	"fmt"
	"slices"

	"gonum.org/v1/gonum/mat"

	"twophase/circuit"
	"twophase/circuit/subspace"
	"twophase/internal/measure"
	"twophase/internal/run/training"
	"twophase/stimulus"
)

// repeatedOnline returns the study of the online networks on a problem.
func repeatedOnline(p problem, limit int) *repetition {
	s := newRepetition(p, tableI, limit, onlineTrial)
	s.samples = true
	return s
}

// batchInputs is the largest N for which batch PCA is measured too. Its second moments cost N² for
// each stimulus, which for many inputs is more than the networks cost.
const batchInputs = 16

// onlineTrial runs one trial: all networks on the same stimuli, to the last step.
func onlineTrial(ctx context.Context, s *repetition, seed, trial uint64) (outcome, error) {
	source, err := stimulus.NewGaussian(s.problem.Spectrum, seed, trial)
	if err != nil {
		return outcome{}, err
	}
	n, k := s.problem.Inputs, s.problem.Outputs
	basis, err := source.Basis(k)
	if err != nil {
		return outcome{}, err
	}
	reference := &measure.Reference{Basis: mat.NewDense(n, k, basis), Eigenvalues: s.problem.Spectrum[:k]}
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
	turns := training.NewTurns(source, circuits...)
	of := func(i int, err error) error {
		return fmt.Errorf("%s on the %s problem: %w", networks()[i].Name, s.problem.Name, err)
	}
	after := func(stimuli []float64) error {
		for i, l := range turns.Learners {
			if l.Err != nil {
				return of(i, l.Err)
			}
		}
		for x := range slices.Chunk(stimuli, n) {
			if moments != nil {
				moments.SymRankOne(moments, 1, mat.NewVecDense(n, x))
			}
		}
		return nil
	}
	t := 0
	for _, look := range s.steps {
		if err := turns.Run(ctx, look-t, after); err != nil {
			return outcome{}, err
		}
		t = look
		for i, c := range circuits {
			filter, err := c.Filter()
			if err != nil {
				return outcome{}, of(i, err)
			}
			result.errors[i] = append(result.errors[i], reference.Error(c, filter))
		}
		if moments != nil && slices.Contains(s.tables, look) {
			e, err := batchError(moments, reference.Basis)
			if err != nil {
				return outcome{}, err
			}
			result.batch = append(result.batch, e)
		}
	}
	return result, nil
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
