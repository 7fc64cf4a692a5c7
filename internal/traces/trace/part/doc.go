// Package part reads one file of a trace, page by page.
//
//  1. Open reads the footer and the page index of a file, which it does not trust.
//  2. A Page says by its bounds which steps and elements it may have.
//  3. A Reader reads the rows of a page: their places, and their numbers in a column.
//  4. Layouts keep which rows are about which element, in bounded memory.
//  5. InOrder reads several pages at a time, and passes on what was found in their order.
//
// The package may import circuit/selection and internal/files/parquetfile.
package part
