// Package columnar writes and reads Parquet files of flat columns, page by page. Whoever
// knows that a column is constant, or runs in stretches, can say so in a few
// bytes instead of value by value.
//
//  1. A Writer is made from the footer of an empty file, which holds the schema,
//     and from the encoding of every column.
//  2. A Page is values that are encoded already: by Runs, by the encoders of
//     parquet-go, or by hand; with their bounds, which readers skip pages by.
//  3. EndGroup writes the pages of a row group, column after column, and Close
//     the page index and the footer.
//  4. AppendState says where a file that is not closed is, and Restore goes on from
//     there to the same bytes.
//  5. Open reads the footer and the page index of such a file, and a PageReader its
//     pages, whatever somebody has done to it: see File.
//
// Pages are of version 2, compressed by zstd at its fastest level, with
// checksums. Memory is bounded by the compressed pages of one row group.
package columnar
