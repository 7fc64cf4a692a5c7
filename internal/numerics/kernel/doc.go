// Package kernel is the canonical arithmetic of twophase: the numeric routines for everything
// that a weight depends on. With them the same run gives the same bits in every executor and
// on every machine. The package imports no other package of twophase.
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
// From one number to a step:
//
//  1. Sum, Keep, Changed and Rescaled define the numbers, one at a time.
//  2. Matrix and the functions of vectors do the same for many numbers.
//  3. TwoPhase is the whole step of the paper's circuit, or of a cascade.
//  4. Trials is the step of eight small circuits in shared lanes.
//
// Orthogonalize and Normalize make vectors orthonormal by Gram–Schmidt. Multiply and CombineRows are products of
// whole matrices, for measures. Columns stores a matrix in the order in which linear combinations of its columns read
// it, and Whole rows of small whole numbers for sums of their products.
//
// On amd64 with AVX2 and FMA these run in assembly, which the module
// internal/numerics/generate writes, and elsewhere in plain Go (tile.go, vector.go). WebAssembly has no fused operation. There each fused
// operation is computed from several rounded ones, with the same result to the bit (fma_byparts.go). The pass that learns and transmits
// also exists for AVX-512, whose registers hold the partial sums of two rows. It runs on
// processors on which it was measured to be faster. So do combinations of columns into four vectors
// at a time. The environment variable TWOPHASE_KERNEL
// chooses (choose.go): "reference" is plain Go, "avx2" the assembly without AVX-512, and "avx512" the
// assembly with AVX-512 wherever the processor has it.
//
// An exported operation calls dispatch_*.go, which chooses the assembly or the loop in plain Go. The loop
// stands in the file of its operation, so that one can be read beside the other. That is why these files know
// dispatch_*.go, and it knows them.
//
// The package has more than 25 files, because build constraints choose six of them for a
// processor.
package kernel
