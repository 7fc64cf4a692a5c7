// Package numerics holds the wing of numbers whose bits are the same on every machine.
//
// Vectors and matrices come in; vectors and matrices go out.
//
//  1. kernel is the canonical arithmetic.
//  2. random draws keyed streams by it.
//  3. dense holds the memory of populations and projections.
//  4. quantile and blas serve measures, which promise a tolerance and no bits.
//
// Its packages may import one another only. None knows what a neuron is.
package numerics
