// Package interrupt ends a command soon after a signal.
//
//  1. Run calls the command with a context that SIGINT or SIGTERM ends.
//  2. Long calculations that cannot be stopped run in Watched or Within, which return early.
//  3. If the command does not end in time, Run returns ErrAbandoned and the process exits. Run
//     waits for what calls Save.
//
// The package may import no other package of twophase.
package interrupt
