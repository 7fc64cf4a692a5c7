// Package rundiff says in what two folders of runs differ, as verify does with a run and its replay.
//
//  1. Compare hashes the files of both folders, and checks those of the run against its checksums.
//  2. Measures may differ in their last digits, by the processor.
//  3. Difference finds the first difference of two other files: of JSON by lines, of traces by rows, of weights by elements.
//
// It stands apart from package result because it reads traces by a library of 11 MB, which the program of the page must not have.
//
// It may import result, circuit/weights, recorder and what lies below these.
package rundiff
