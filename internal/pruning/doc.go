// Package pruning is an observatory of lateral synapses: how each was born, peaked,
// decayed and was pruned, and how the circuit fared with it, from what was recorded.
//
//  1. Of reads the lateral weights of a trial once, in bounded memory: of long traces
//     every so many-th record, with the exact peaks.
//  2. The noise of a synapse is how much it still moves in the late stretch of the run,
//     and the circuit's noise floor is the median of those.
//  3. A synapse counts as below its threshold by the rules of a Criterion: relative to
//     its own peak and to the noise floor, with hysteresis and dwell. (A fixed threshold
//     says nothing: the lateral weights of PSP start at 0, and are below any.)
//  4. A Life tells of one synapse: Follow works on any series.
//  5. A Circuit tells of all: ranks, the fraction pruned over time, ‖M_o‖/‖M‖, and how
//     healthy the two-phase approximation is, from snapshots.
//
// If all weights are multiplied by a number, no step, rank or half-life changes.
// Weights that are not finite are passed over and counted.
//
//	symbol in the paper    here
//	M_o                    lateral synapses
//	‖M_o‖/‖M‖              Point.LateralRatio
//	M_d⁻¹M_o               Point.SpectralRadius is that of it
package pruning
