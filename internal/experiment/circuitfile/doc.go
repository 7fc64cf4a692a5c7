// Package circuitfile reads and writes circuits as experiment files describe them: populations,
// projections, rules as expressions, and a schedule.
//
//  1. Section binds the keys of a circuit to a Circuit, which is plain data. Its JSON, in the
//     manifest of a run, has the same keys.
//  2. Circuit.Network builds the circuit.Network that it describes, or says what is wrong and
//     which keys are to blame. A circuit with the shape of the paper's is that of the paper: it
//     runs in the same way, with the same bits.
//  3. Of writes a network as a Circuit. What it writes describes the same network.
//
// A rule is a product of what both endpoints contribute, as in package synapse. Each
// contribution is an expression (package expression) of what the endpoint knows, evaluated for
// every neuron and never for a synapse. So a rule cannot see further than its two neurons: no
// other name exists.
//
// The package may import circuit, internal/text/document, internal/text/expression and what lies below these.
package circuitfile
