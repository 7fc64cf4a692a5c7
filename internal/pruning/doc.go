// Package pruning follows lateral synapses through a run. From recorded weights it finds when
// each synapse was born, peaked, decayed and was pruned. This analysis is called the
// observatory, to distinguish it from the summary of a run.
//
//  1. Of reads the lateral weights of a trial once, in bounded memory. For a long trace it
//     keeps one record in several, and the exact peaks.
//  2. The noise of a synapse is the standard deviation of its weight late in the run. The
//     noise floor of the circuit is the median of these.
//  3. A Criterion says when a synapse is below its threshold.
//  4. Follow finds the Life of one synapse. It works on any series of weights.
//  5. A Circuit is the result for all of them: ranks, the fraction pruned over time,
//     and ‖M_o‖/‖M‖ at the same moments.
//
// # Two criteria
//
// The summary of a run and the observatory use the same Fraction of a synapse's peak, a
// tenth, and apply it differently:
//
//   - The summary asks once, at the end of the run: is |weight| below Fraction of its
//     peak (measure.BelowAtEnd)? Its peak is the largest |weight| at the steps at which the run
//     measures itself.
//   - The observatory asks at every recorded step, by a Criterion. The threshold is also
//     at least a multiple of the noise floor. A synapse is pruned once it has stayed below
//     its threshold for a dwell. It comes back only at a multiple of the threshold, the
//     hysteresis.
//
// Without noise, dwell and hysteresis both agree (TestTheTwoCriteria). A fixed threshold
// would not work: the lateral weights of PSP start at 0, below any threshold.
//
// If all weights are multiplied by one number, no step, rank or half-life changes. Weights
// that are not finite are left out and counted.
//
//	symbol in the paper    here
//	M_o                    lateral synapses
//	‖M_o‖/‖M‖              Point.LateralRatio
//
// The package imports internal/trace for what was recorded, and internal/measure and circuit/subspace for the
// measures. It knows nothing of experiments.
package pruning
