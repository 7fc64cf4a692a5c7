// Package interrupt ends a command soon after a signal.
//
//  1. Run calls the command with a context that SIGINT or SIGTERM ends. The command asks it between
//     blocks of its work, saves what it has, and returns.
//  2. What cannot be asked, such as a matrix routine, may take longer than the grace. Run then returns
//     ErrAbandoned and the process exits, but not while something is saved by Save. So what such a
//     calculation needs is on the disk before it begins.
//  3. A second signal kills the process.
//
// The package may import no other package of twophase.
package interrupt
