// Package random provides keyed streams of random numbers that are the same on
// every machine and under every version of Go.
//
// A Stream is addressed by (seed, trial, purpose, step) and has no state: the
// numbers of step t can be drawn in any order, by any goroutine, after any
// interruption. So twin runs have the same stimuli, and a resumed run continues exactly.
// Streams of equal purposes share their numbers: purposes.txt lists the purposes of all twophase.
// The package imports internal/numerics/kernel only, which says whether assembly is in use, and
// makes vectors orthonormal.
//
//  1. The key of a stream is a chain of 64-bit mixes of the seed, the trial and
//     the FNV-1a hash of the purpose; one more link gives the key of a step.
//  2. Word i of a step is the i-th output of SplitMix64 started at that key: a
//     function of the key and i alone.
//  3. Normal i comes from word i by a ziggurat of 256 layers. One word is enough
//     98.5 % of the time; otherwise the further words come from a side sequence
//     keyed by (step, i), so that a draw of n normals is always a prefix of a
//     draw of more.
//  4. Haar and MoreHaar make columns of a random rotation of normals.
//
// On amd64 with AVX2 and FMA whole batches of normals are drawn in assembly, which the
// module internal/numerics/generate writes, and plain Go finishes those that one word does
// not decide (batch_amd64.go); TWOPHASE_KERNEL=reference keeps to plain Go.
//
// Everything here uses exactly rounded operations only; the exponential and the
// logarithm are the package's own. The tables are constants (tables.go), which that module writes too.
package random
