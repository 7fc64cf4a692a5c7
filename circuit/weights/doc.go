// Package weights copies the weights of a circuit to arrays, and such arrays back to a circuit.
//
//  1. FinalOf copies the weights and the scales of a circuit.
//  2. Write writes those of one or more trials as an archive for NumPy.
//  3. Read reads such an archive, which it does not trust.
//  4. Initial makes arrays what a new circuit begins with.
//
// The package may import circuit and what lies below, internal/files/durable and internal/text/wording.
package weights
