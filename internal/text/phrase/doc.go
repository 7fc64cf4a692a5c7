// Package phrase writes numbers and lists for sentences and tables.
//
//  1. Count and Noun write a number of things.
//  2. List writes names with a word before the last one.
//  3. Beside writes a number so that it shows on which side of a bound the number lies.
//  4. Lines breaks a paragraph, and ShellWord quotes a word of a command.
//
// The package may import no other package of twophase.
package phrase
