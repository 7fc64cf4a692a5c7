// Package series writes a trace as a series of Parquet files, while the circuit goes on.
//
//  1. Sources are the kinds of numbers that a circuit has: weights, scales, activities. A Plan is the elements that are
//     recorded at a step, in their order.
//  2. Trace.Record copies the elements of a plan to a Block, at the circuit's present step. A block has the rows of
//     successive records: the numbers, and the elements that they are of.
//  3. Writers, which are goroutines, take full blocks: one or, where it does not keep up, up to four. An Encoder turns
//     a block into a packed page of each column. What follows from the elements alone is found once for all blocks of a
//     pattern (Locator). The writers take turns to append the pages.
//  4. A part of the series ends with a whole step. It is a File: written beside its place, renamed when it is complete.
//     Another process can continue it: AppendState notes its size and sum, ReadFile reads that state, Find verifies the
//     file by it, and Reopen cuts the file there.
//  5. Suspend returns what the files do not have yet. Restore, Reopen and Resume continue from it.
//
// Row and the columns are the schema, which package recorder describes. A page in a browser records nothing: there, what
// makes pages and files is left out.
//
// The package may import circuit and what lies below, internal/files/parquetfile, internal/files/durable and
// internal/files/wire.
package series
