// Package stimulus provides the stimuli of a network: sources that yield one input vector
// x [N] after another, synthetic or from files.
//
//	symbol in the paper   name in Go
//	x_t ∈ R^N             the argument of Source.Next
//	N                     Source.Inputs
//	x ~ N(0, R G̃ Rᵀ)      Gaussian
//	the same, but slow    NewCorrelated
//	G̃ (diagonal)          Gaussian.Spectrum
//	R (first K columns)   Gaussian.Basis: the population's U_K
//	G                     Gaussian.Covariance, Summary.Covariance (package covariance)
//	the two problems      Problems
//
// Some populations have more structure: NewCorrelatedViews, NewSlowFeatures, NewMixture and
// NewClusters. The interfaces TwoViews, Slow, Mixed and Labelled return the true structure,
// and Population the mean and the covariance. HeldOut gives further stimuli of the same
// population.
//
// Stimuli from a file come in three steps.
//
//  1. Survey reads the whole file once. It finds every fault before a run begins, and
//     returns the number of stimuli, their mean, their covariance and its largest
//     eigenvalue.
//  2. A Dataset reads the file again for each epoch, in the file's order or shuffled. It
//     streams the file and does not load it into memory. The file stays open, and every
//     reading is compared with the survey before it is yielded. A file that changes in the
//     meantime is an error, ErrChanged.
//  3. Affine centres and scales the stimuli; whether to centre is decided in internal/scene.
//
// Files are text (.csv, .tsv, .txt), Parquet, NumPy arrays (.npy, .npz), MATLAB matrices
// (.mat) and IDX, the format of the MNIST family. Text, .npy and IDX may be compressed by
// gzip. A Layout says what separates the values of a text and which columns are read. Join
// reads files side by side, such as one for each view of the same things.
//
// A Pipe yields the rows of standard input once, as they come. Their number is not known,
// and there is no survey.
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
// workers: the stimuli, the mean, the largest eigenvalue, and the rotating subspace
// (covariance.Matrix.Subspace). The reference principal components
// (covariance.Matrix.Principal) promise a tolerance.
//
// The package has more than 25 files, because files, sources and changes are one public
// interface: each is a Source. The name of a file says its kind: file_*.go reads formats,
// dataset_*.go reads a file again and again, source_*.go draws stimuli, change_*.go changes them.
//
// The package may import stimulus/covariance, internal/kernel, internal/nearest, internal/number,
// internal/orthonormal, internal/random and internal/strict only.
package stimulus
