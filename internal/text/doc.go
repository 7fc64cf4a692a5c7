// Package text holds the wing of what people write and read.
//
// Texts of files and flags come in; values, or errors with their place, go out.
//
//  1. wording reads and writes numbers and lists, and finds the name that was probably meant.
//  2. strict reads JSON, each key once.
//  3. document reads YAML with typed keys.
//  4. expression compiles arithmetic.
//
// Its packages may import numerics. None knows what a circuit is.
package text
