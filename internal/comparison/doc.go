// Package comparison sets networks side by side on the same stimuli.
//
//  1. For each network, a small grid of learning rates, multiples of its own default,
//     is tried on trials of another seed. The rate with the least median subspace
//     error wins, or with the largest alignment of components.
//  2. With that rate each network learns in the trials that are reported, all from the
//     same stimuli. Result has a Row for each.
//  3. The networks take turns on the clock.
//  4. Result is written as text, CSV, Markdown and a picture.
//
// A network's row depends neither on the networks beside it nor on the number of
// workers; its time on the clock does, and is in a table of its own.
//
//	symbol                        name in Go
//	Σ sin²θ/K                     Row.Subspace (experiment.Measures.Subspace)
//	E_Pro                         Row.Error
//	|cos| of output, component    Row.MeanAlignment, Row.WorstAlignment
//	E[y yᵀ] against its target    Row.Covariance
//	sweeps, signals a stimulus    Row.Sweeps, Row.Operations
//
// The subspace error is what all networks are measured by, and tuned by. It sees the
// span of the filter's rows alone. E_Pro sees their scale too, and is left out for
// networks in which that has no meaning.
package comparison
