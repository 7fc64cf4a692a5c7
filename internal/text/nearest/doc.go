// Package nearest finds the name that was probably meant, for error messages.
//
//  1. Name counts the edits between a word and each candidate, and returns the nearest one if
//     it is near enough.
//  2. Hint makes a question of it, and Unknown the error of a name that does not exist.
//
// The package may import no other package of twophase.
package nearest
