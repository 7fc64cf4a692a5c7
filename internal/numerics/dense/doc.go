// Package dense is the memory of populations and projections: vectors of neurons and rows
// of weights, as the compiled executor works on them. Packages neuron and synapse own one
// such memory in each Population and Projection and give it its meaning there. Package
// circuit reaches it through OfPopulation and OfProjection, so that the types of this
// package and of internal/numerics/kernel stay out of the public interface of the other two.
//
// The life of a weight's change in one step:
//
//  1. A factored rule computes the Factors of the change and marks it pending (Defer).
//  2. The next signals travel: Send makes the pending change and sends the signals, in
//     one pass over the weights. Run does so within the fused step.
//  3. Whoever reads or changes a weight before that flushes it first (Flush, FlushRow).
//  4. A row learns as a whole. RestoreHeld then gives the synapses that do not learn their
//     weights back.
//
// A Team of threads shares the passes over the weights of large projections.
//
// The package imports internal/numerics/kernel and internal/numerics/random only.
package dense
