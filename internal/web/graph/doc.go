// Package graph describes to pages of which populations and projections a circuit consists.
//
//  1. New takes the size of a circuit, as selections see it, and the graph of its network.
//  2. A Graph lists the parts of the circuit that can be recorded, by the kinds that name elements, with how the signals of
//     synapses count. Snapshots, replayed steps and frames give the values of these parts.
//
// The package may import circuit, circuit/selection and what lies below these.
package graph
