// Package wire writes numbers and texts as bytes and reads them back, for states in files.
//
//  1. The functions Append… append a value to bytes.
//  2. A Reader reads the values in the same order. It does not trust the bytes, which may be
//     truncated or forged.
//
// The package may import no other package of twophase.
package wire
