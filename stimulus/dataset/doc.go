// Package dataset reads files of stimuli again and again: by several trials, in several epochs,
// in the order of the file or shuffled.
//
//  1. Open opens a file, which stays open. A Dataset streams it and does not load it into memory.
//     Join puts several side by side, such as one for each view of the same things.
//  2. Survey reads the whole file once. It finds every fault before a run begins, and returns the
//     number of stimuli, their mean, their covariance, and which columns are suspicious.
//  3. InOrder and Shuffled are the sources. Every reading is compared with the first one before it
//     is yielded. A file that changes in the meantime is an error, ErrChanged.
//
// WithReports has long readings reported, and a context ends them.
//
// A Pipe yields the rows of standard input once, as they come. Their number is not known, and
// there is no survey.
//
// The mean of a survey has the same bits on every machine and for any number of workers, and so
// have the sums of its covariance.
//
// The package may import stimulus, stimulus/covariance, stimulus/fileformat, internal/numerics/kernel and
// internal/numerics/random only.
package dataset
