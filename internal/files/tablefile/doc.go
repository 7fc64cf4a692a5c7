// Package tablefile writes tables of typed columns as Parquet and as CSV, row by row, and reads its own CSV again.
//
//  1. A Writer is made of Fields, the names and kinds of the columns.
//  2. Add adds a row to each form, and End ends them. The same rows give the same bytes.
//  3. ReadCSV returns the fields and rows of such a table, with the kinds that its cells have.
//
// Numbers have the fewest digits that give back the same 64-bit value. What is not known is null, and empty in CSV.
//
// The package may import nothing of this project.
package tablefile
