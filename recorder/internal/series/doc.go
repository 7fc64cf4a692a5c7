// Package series writes a trace as a series of Parquet files, while the circuit goes on.
//
//  1. Trace.Record copies the elements of a plan to a block, at the circuit's present step.
//  2. Writers, which are goroutines, encode full blocks: one or, where it does not keep up, up to
//     four. They take turns to append the pages.
//  3. A part of the series ends with a whole step. It is written beside its place and renamed when
//     it is complete.
//  4. Suspend returns what the files do not have yet. Restore, Reopen and Resume continue from it.
//
// The package may import recorder/internal/rows, recorder/internal/resumable, circuit,
// internal/files/parquetfile, internal/files/durable and internal/files/wire.
package series
