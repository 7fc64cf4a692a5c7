// Package traces holds the wing that reads what runs have left.
//
// Run folders come in; numbers, texts and pictures of them go out.
//
//  1. trace reads recorded weights from files that are not trusted.
//  2. pruning finds the life of each synapse.
//  3. result reads manifests and summaries; rundiff says how two runs differ.
//  4. inspect prints, draws and exports.
//
// Its packages may import experiment, measure, the library, text, files and numerics. None steps a
// circuit.
package traces
