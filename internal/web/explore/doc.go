// Package explore writes the page in which an experiment learns in the reader's browser.
//
//  1. program takes the simulator as a browser runs it.
//  2. Page joins the page (package page), the experiment as JSON and the simulator, as one file.
//
// The simulator is program.wasm.gz: the program of package simulator, as make simulator builds and
// packs it. Its bytes depend on the sources, the release of Go, which program.txt names, and gzip
// alone. wasm_exec.js is of the same release. Each version of this large file stays in the history of
// the repository. So it is built again only if it answers otherwise than these sources, and for a
// release. networks.txt lists the networks that it knows, each of which a test compares to the bit, under
// Node. It takes a newer network as a circuit in a file.
//
// The package may import page, simulator and what lies below them.
package explore
