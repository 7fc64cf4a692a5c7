// Package rundiff says in what two folders of runs differ: which files, and in them the
// first line, trace row or weight.
//
//  1. Compare hashes the files of both folders.
//  2. Measures may differ in their last digits, by the processor.
//  3. Of other files that differ it finds the first difference: of JSON by lines, of traces by
//     rows, of weights by elements.
//
// It may import result, recorder and what lies below these.
package rundiff
