// Package wording has the words and numbers that people read and write: the one grammar of numbers in flags, in
// experiments and grids, in selections, learning rates and conditions, in files of comma separated numbers, and in the
// addresses of the inspector; and what messages, tables and sentences make of numbers and names.
//
//	number = [sign] digits [exponent]
//	sign = "+" | "-"
//	digits = D | D "." | D "." D | "." D        D is one or more of 0 to 9
//	exponent = ("e" | "E") [sign] D
//
//	-1.5  .5  2.  007  1e-3  +10E5
//
// Spaces around a number do not count. Digits are decimal, also behind a zero: 010 is ten. There
// are no underscores, no hexadecimal numbers, no decimal comma, no nan and no inf; the errors
// say how to write what was probably meant. A number is the float64 that is nearest; one that
// is larger than all of them is an error.
//
// A whole number is one of these that has no fraction: 100000, 1e5, 2.5e3 and 10e-1 are
// whole numbers. It is exact, whatever its form, or it is an error.
//
// A size in bytes is one of these with a unit behind it or none: 500MB, 1.5 GB, 12345. The
// units are kB (or KB), MB, GB and TB, of 1000 each.
//
// What programs write for themselves (NumPy headers, states, journals) has forms of its own
// and is not read here. JSON's numbers are some of these.
//
//  1. ParseNumber, ParseNumbers, Int, Uint and Size read texts. Their errors quote the text and advise.
//  2. Format and Number write numbers; a Number that is not finite is null in JSON. Beside writes a number so that it
//     shows on which side of a bound it lies.
//  3. Count and Noun write a number of things, and List names with a word before the last one.
//  4. Nearest finds the name that was probably meant, Hint makes a question of it, and Unknown the error of a name that
//     does not exist. NameOf and ValueOf are the names of values that are counted through.
//  5. Lines breaks a paragraph, and ShellWord quotes a word of a command. Quote and Printable write text from files.
//  6. A Table is written as text, as Markdown and as CSV from one description.
//
// The package may import no other package of twophase.
package wording
