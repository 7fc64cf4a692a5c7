// Package rows copies the numbers of a circuit to blocks of rows, and turns blocks into pages of
// Parquet.
//
//  1. Sources are the kinds of numbers that a circuit has: weights, scales, activities.
//  2. A Plan is the elements that are recorded at a step, in their order.
//  3. A Block has the rows of successive records: the numbers, and the elements that they are of.
//  4. An Encoder turns a block into a packed page of each column. What follows from the elements
//     alone is found once for all blocks of a pattern (Locator).
//  5. NewWriter returns a writer of files whose metadata describe the trace.
//
// Row and the columns are the schema, which package recorder describes. A page in a browser
// records nothing: there, steps 4 and 5 are left out.
//
// The package may import circuit and what lies below, internal/files/parquetfile and internal/files/wire.
package rows
