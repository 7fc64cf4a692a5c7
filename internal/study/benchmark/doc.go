// Package benchmark compares networks on the same stimuli.
//
//  1. For each network it tries a few learning rates, multiples of the network's default, and
//     gains Λ and τ if asked for, on trials of another seed. The setting with the smallest median
//     subspace error wins, or the one with the largest alignment of components. The grid grows
//     beside the best setting until none beside it is better.
//  2. With that setting each network learns in the reported trials, all from the same stimuli.
//     Result has a Row for each network.
//  3. Algorithms that are no circuits (package onlinepca) are measured beside them.
//  4. The networks take turns on the clock.
//  5. Result is written as text, CSV, Markdown and a picture.
//
// A network's row depends neither on the other networks nor on the number of workers. Only its
// time on the clock does, which is in a separate table.
//
//	symbol                        name in Go
//	Σ sin²θ/K                     Row.Subspace (measure.Measures.Subspace)
//	E_Pro                         Row.Error
//	|cos| of output, component    Row.MeanAlignment, Row.WorstAlignment
//	E[y yᵀ] against its target    Row.Covariance
//	sweeps, signals a stimulus    Row.Sweeps, Row.Operations
//
// The subspace error measures all networks, and tunes them by default. It depends only on the span
// of the filter's rows. E_Pro also depends on their scale, and is left out for networks in which
// the scale has no meaning.
//
// The package may import study, engine, planning, report, result, stability, onlinepca and what lies below these.
package benchmark
