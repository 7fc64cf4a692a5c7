// Package orthonormal makes vectors of length 1 that are orthogonal to each other, in
// canonical arithmetic: random ones for populations of stimuli, and those of a Krylov space.
//
//  1. Remove makes a vector orthogonal to the vectors that there are.
//  2. Normalize gives it length 1.
//  3. Haar and MoreHaar do so with random vectors, and return columns of a random rotation.
//
// The package may import internal/numerics/kernel and internal/numerics/random only.
package orthonormal
