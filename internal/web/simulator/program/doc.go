//go:build js

// Command program is the simulator as WebAssembly.
//
//  1. It puts an object simulator, with the functions of package simulator, into the global scope of a worker.
//  2. A function returns {value} or {fault}. What glue.js defines throws the fault.
//  3. The numbers of a frame are copied into arrays that are used again.
//
// The doc.go of package simulator says what the functions take and return.
//
// The package may import simulator only.
package main
