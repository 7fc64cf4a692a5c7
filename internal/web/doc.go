// Package web holds the wing of pages: what a browser shows of runs, and the simulator that learns in
// it.
//
// Run folders, live runs and experiments come in; HTML, JSON and a program of WebAssembly go out.
//
//  1. simulator learns step by step while someone acts on the circuit; simulator/program is it as
//     WebAssembly.
//  2. page holds the HTML, styles and modules.
//  3. explore writes the page in which an experiment learns.
//  4. view serves runs, and writes reports of them.
//
// Its packages may import run, traces, experiment, measure, the library, text, files and numerics.
// Nothing here changes a run that another process writes.
package web
