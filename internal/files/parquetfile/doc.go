// Package parquetfile writes and reads Parquet files of flat columns, page by page. A caller that
// knows that a column is constant, or constant over long runs, can encode it in a few bytes
// instead of value by value.
//
//  1. A Writer is made from the footer of an empty file, which holds the schema,
//     and from the encoding of every column.
//  2. A Page is encoded values: by Runs, by the encoders of parquet-go, or by other code. It
//     has bounds, by which readers skip pages. Pack compresses it, on any goroutine.
//  3. WritePage appends packed pages. EndGroup writes the pages of a row group, column after column, and Close
//     the page index and the footer.
//  4. AppendState appends the state of an unfinished file, and Restore continues from it to
//     the same bytes.
//  5. Open reads the footer and the page index of such a file, and a PageReader reads its
//     pages. The file is not trusted: see File.
//
// Pages are of version 2, compressed by zstd at its fastest level, with
// checksums. Memory is bounded by the compressed pages of one row group.
//
// The package may import internal/files/wire only.
package parquetfile
