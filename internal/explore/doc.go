// Package explore writes the page in which an experiment learns in the reader's browser.
//
//  1. program takes the simulator as a browser runs it.
//  2. Page joins the page (package page), the experiment as JSON and the simulator, as one file.
//
// The simulator is program.lzma: the program of package simulator, as make simulator builds and packs it. Its bytes depend on
// the sources, the release of Go, which program.txt names, and xz alone. wasm_exec.js is of the same release. A test lets
// the program and these sources live through the same, and says when the program has to be built again. It is a large
// file, and every version of it stays in the history of the repository: build it again when what it does has changed,
// not at every commit.
//
// The package may import page, simulator and what lies below them.
package explore
