// Package expression compiles arithmetic expressions, such as "z - a" or "N*(N+1)/2", to
// programs on a list of numbers. Experiment files have them where the library has functions
// in Go: what an endpoint of a projection contributes to plasticity, a rate, a size.
//
// The text may contain:
//
//	numbers      1, 0.5, 1e-3: the grammar of internal/text/wording
//	names        those that the caller gives, of letters, digits and _, and parts of them such as post.gain
//	arithmetic   + - * / ( ), and - before a term
//	powers       x^3 or x**3, with a whole number from 0 to 64
//	functions    abs, sqrt, sign, rectify of one number; fma of three; min and max of two or more
//	choices      condition ? number : number
//	conditions   < <= > >= == !=, and, or, not; a < b < c is a < b and b < c
//
// Signs of typeset mathematics mean what they look like: y·x − y²·w is y*x - y^2*w.
//
// The same expression and values give the same bits on every machine:
//
//   - Every operation is rounded to float64 by itself. a*b + c is two operations, never a fused
//     one; fma(a, b, c) is the fused one.
//   - x^n is 1 for n = 0, and else ((x·x)·x)·…, n − 1 multiplications from left to right. It binds
//     more tightly than -: -x^2 is −(x²).
//   - There are no functions whose last digit depends on the machine, such as exp, tanh and log.
//   - rectify(x) is max(0, x); sign(x) is −1, 0 or 1. min, max, rectify and sign of what is not a
//     number are not a number.
//
// Evaluation allocates nothing, and may go on in several goroutines at once.
//
//  1. Compile cuts a text into tokens, reads these once, and writes the instructions of each part.
//  2. Constant parts are computed once.
//  3. Eval runs the instructions on a small stack, with the values of the names.
//  4. EvalAll does so for many neurons at once, and EvalGrid for many synapses, by blocks, to the same bits.
//  5. Separate writes an expression as a sum of products of what groups of names contribute.
//
// The package may import internal/numerics/kernel and internal/text/wording only.
package expression
