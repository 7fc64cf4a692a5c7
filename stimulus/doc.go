// Package stimulus provides the stimuli of a network: sources that yield one input vector
// x [N] after another. Here are the synthetic ones; those from files are in fileformat and dataset.
//
//	symbol in the paper   name in Go
//	x_t ∈ R^N             the argument of Source.Next
//	N                     Source.Inputs
//	x ~ N(0, R G̃ Rᵀ)      Gaussian
//	the same, but slow    NewCorrelated
//	G̃ (diagonal)          Gaussian.Spectrum
//	R (first K columns)   Gaussian.Basis: the population's U_K
//	G                     Gaussian.Covariance, a covariance.Matrix
//	the two problems      Problems
//
// Some populations have more structure: NewCorrelatedViews, NewSlowFeatures, NewMixture and
// NewClusters. The interfaces TwoViews, Slow, Mixed and Labelled return the true structure,
// and Population the mean and the covariance. HeldOut gives further stimuli of the same
// population.
//
// Stimuli from a file come in three steps.
//
//  1. Package fileformat reads the formats.
//  2. Package dataset surveys a file, and reads it again for each epoch, in its order or
//     shuffled. It also yields the rows of standard input as they come.
//  3. Affine centres and scales the stimuli; whether to centre is decided in internal/experiment/scene.
//
// A Changing changes the stimuli of a Gaussian or any other source in mid-run. Its principal
// subspace turns once (Rotate) or at every stimulus (Drift), its eigenvalues change
// (Spectrum), its stimuli become slow (Correlate) or noisy (Noise). Its stimuli depend only on
// the changes and their steps; State and Restore suspend and resume it. Without a change it
// costs nothing.
//
// Prefetch computes the stimuli of any source ahead, on another processor.
//
// Whatever can reach a weight has the same bits on every machine and for any number of
// workers: the stimuli, the mean of a file, the largest eigenvalue, and the rotating subspace
// (covariance.Matrix.Subspace). The reference principal components
// (covariance.Matrix.Principal) promise a tolerance.
//
// The name of a file says its kind: source_*.go draws stimuli, change_*.go changes them.
//
// The package may import stimulus/covariance, internal/numerics/kernel, internal/numerics/random and internal/text/strict only.
package stimulus
