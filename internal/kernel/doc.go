// Package kernel is the canonical arithmetic of twophase: the few numeric
// routines through which everything that feeds a weight must pass, so that the
// same run gives the same bits in every executor and on every machine.
//
// Three rules make the bits portable.
//
//   - A multiplication followed by an addition is either one fused operation
//     (math.FMA, exactly rounded everywhere) or a product that is rounded
//     explicitly with float64(a*b) before the addition. A bare a*b + c is
//     fused by the compiler on some architectures and not on others.
//   - A sum has a fixed order: four partial sums, element i going to number
//     i mod 4, added at the end as (s0+s1)+(s2+s3). See Sum.
//   - Only operations that IEEE 754 rounds exactly are used: + − × ÷ √ and FMA.
//
// A synapse changes by the factored rule
//
//	w ← (1 − (√a·p_post)(√a·p_pre))·w + (√a·d_post)(√a·d_pre)
//
// whose canonical form is Changed. The rate a is split evenly between the two
// endpoints so that the products commute and w_ij and w_ji stay bit-identical.
//
// Sum, Keep, Changed and Rescaled say what the numbers are, one at a time. Matrix
// and the functions of vectors do the same to many at once: on amd64 with AVX2
// and FMA in assembly, which the module in the folder avo writes, elsewhere in
// plain Go (tile.go, vector.go). TwoPhase does the whole step of the paper's
// circuit, or of a cascade, at once, Trials that of eight small circuits side by side. Columns
// stores a matrix in the order in which linear combinations of its columns read
// it. The environment variable TWOPHASE_KERNEL, set to "reference", keeps the
// assembly from being used.
//
// The package imports nothing of twophase.
package kernel
