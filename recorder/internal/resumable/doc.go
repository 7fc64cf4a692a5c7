// Package resumable writes files that another process can continue.
//
//  1. Create begins a file beside its place; Write counts and sums what is written.
//  2. AppendState notes the size and the sum.
//  3. Read reads that state, Find verifies the file by it, and Reopen cuts the file there.
//  4. Commit puts the file in its place.
//
// The package may import internal/files/durable and internal/files/wire.
package resumable
