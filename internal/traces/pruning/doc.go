// Package pruning follows synapses through a run: those of any projection, by default the lateral ones. From recorded
// weights it finds when each synapse was born, peaked, decayed and was pruned.
//
//  1. Of reads the weights of a projection of a trial once, in bounded memory. For a long trace it
//     keeps one record in several, and the exact peaks.
//  2. The noise of a synapse is the standard deviation of its weight late in the run. The
//     noise floor of the circuit is the median of these.
//  3. A Criterion says when a synapse is pruned, faint or born.
//  4. Follow finds the Life of one synapse. It works on any series of weights.
//  5. A Circuit is the result for all of them: ranks, the fraction pruned over time,
//     and ‖M_o‖/‖M‖ at the same moments.
//
// # One criterion
//
// A synapse is pruned if its |weight| at the end is below a tenth of its peak: measure.Pruned. The run counts by
// the largest |weight| at the steps at which it measures itself (Seen). Of counts by the same peaks where
// they are given, so that
// there is one count. Without them, as of a run that was interrupted, it counts by the largest |weight| that
// was recorded.
//
// The noise floor has no part in that. A synapse that is not pruned, but smaller than a multiple of the noise floor, is
// faint. One that never stood out of the noise is unborn.
//
// A synapse is pruned since the step in which it last fell below its threshold. It comes back only at a
// multiple of the threshold and of
// the noise, the hysteresis, and after a dwell. A fixed threshold would not work: the lateral weights of PSP
// start at 0, below any
// threshold.
//
// If all weights are multiplied by one number, no step, rank or half-life changes. Weights
// that are not finite are left out and counted.
//
//	symbol in the paper    here
//	M_o                    lateral synapses
//	‖M_o‖/‖M‖              Point.Ratio
//
// The package imports internal/traces/trace and recorder for what was recorded, and internal/measure and
// circuit/subspace for the
// measures. It knows nothing of experiments.
package pruning
