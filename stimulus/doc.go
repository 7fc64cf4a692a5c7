// Package stimulus provides what a network sees: sources that yield one input
// vector x [N] after another, synthetic or from files.
//
//	symbol in the paper   name in Go
//	x_t ∈ R^N             the argument of Source.Next
//	N                     Source.Inputs
//	x ~ N(0, R G̃ Rᵀ)      Gaussian
//	the same, but slow    NewCorrelated
//	G̃ (diagonal)          Gaussian.Spectrum
//	R (first K columns)   Gaussian.Basis: the population's U_K
//	G                     Gaussian.Covariance, Summary.Covariance
//	the two problems      Problems
//
// Stimuli from a file come in three steps.
//
//  1. Survey reads the whole file once. It finds every fault before a run begins
//     and returns what the run needs to know of the stimuli: how many there are,
//     their mean, their covariance and its largest eigenvalue.
//  2. A Dataset reads the file again for each epoch, in the file's order or
//     shuffled. Files are streamed and never held in memory.
//  3. Affine subtracts the mean and scales.
//
// Files are comma separated text (.csv), NumPy arrays (.npy, .npz) and IDX, the
// format of the MNIST family, plain or compressed by gzip.
//
// A Changing is a world that changes in mid-run, over a Gaussian or any other
// source: its principal subspace is turned (Rotate) or turns on and on (Drift), its
// eigenvalues are switched (Spectrum), its stimuli become slow (Correlate) or noisy
// (Noise). Its stimuli depend on the changes and their steps only, wherever it is
// taken up; State and Restore suspend and resume it. Nothing changed costs nothing.
//
// Prefetch prepares the stimuli of any source ahead, on another processor.
//
// Whatever can reach a weight (the stimuli, the mean, the largest eigenvalue and
// the subspace that turns, Covariance.Subspace) has the same bits on every machine
// and for any number of workers. The reference principal components (Covariance.Principal) promise a tolerance.
package stimulus
