// Package activity measures the outputs y_t ∈ R^K that a circuit gives to T stimuli, where
// a filter says little or there is none: outputs that cannot be negative, that are to be
// white, or that are to recover sources or clusters.
//
//  1. The caller shows the circuit stimuli that it does not learn from, and has its
//     outputs as a matrix Y [T×K], with the sources or the labels of the stimuli.
//  2. A measure checks the shapes and whether all elements are finite.
//  3. It returns a number.
//
// The package imports gonum and no package of circuits.
//
//	in the literature                         name in Go
//	‖C_yy − I‖_F                              Whiteness
//	correlation with the sources, error       Recover
//	purity of a clustering                    Purity
//	Hoyer's sparseness                        Sparseness
//	neurons that never fire                   Silent
//	mean, standard deviation                  MeanActivity, Spread
//	mean r, largest |r|                       MeanCorrelation, LargestCorrelation
//	participation ratio                       Dimension
//
// # Conventions
//
// A matrix of the wrong shape panics. Data never do: if a matrix is not finite, or a measure
// is 0/0, the result is NaN. The results promise a tolerance, not bits.
package activity

import _ "twophase/internal/numerics/blas" // OpenBLAS under the build tag netlib
