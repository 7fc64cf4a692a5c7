// Package covariance holds the covariance of stimuli, a matrix G [N×N], and what follows from
// it: its principal components, its largest eigenvalue, its principal subspace.
//
//	symbol in the paper   name in Go
//	G                     Matrix
//	g_1 ≥ g_2 ≥ …, U_K    Matrix.Principal
//	g_1                   Matrix.TopEigenvalue
//	the span of U_K       Matrix.Subspace
//
// A covariance is built, and then asked.
//
//  1. A population writes it row by row (New, Row, Mirror), or the survey of a file adds stimulus
//     by stimulus (Addends, Accumulate, Divide, Mirror).
//  2. TopEigenvalue, by the Lanczos iteration, and Subspace, by orthogonal iteration, work in
//     canonical arithmetic: they have the same bits on every machine, and may reach a stimulus.
//  3. Principal, by the block Krylov method where only a few components of many inputs are asked
//     for, and Eigenvalues promise a tolerance.
//
// The package may import internal/numerics/kernel and internal/numerics/random only, and gonum.
package covariance
