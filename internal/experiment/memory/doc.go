// Package memory limits the memory of a process, so that what does not fit is refused before
// it begins.
//
//  1. Find returns the limit: of the environment, the machine, its control groups or ulimit.
//  2. Check compares an estimate with the limit. Its error says what would fit.
//  3. Collect lets garbage be collected before the heap passes the limit.
//
// The package may import internal/text/document, internal/text/wording and recorder only.
package memory
