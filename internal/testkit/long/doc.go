// Package long decides how much the tests of this module do.
//
// By default `go test ./...` does in a minute what finds most mistakes. With TWOPHASE_LONG in the
// environment, as `make long` sets it, the same tests do all that they can:
//
//  1. Only marks a test, or a case of one, that runs only then.
//  2. Or chooses between a small and the full amount of a test.
//  3. Draws is the number of cases that a property of package rapid draws.
//  4. Again repeats a test for 8 seconds, or for the duration in TWOPHASE_LONG, such as 20m.
//     Repeated marks a smaller test of the same, which need not run then.
//  5. SkipShort marks a test that the race detector does not need: make race has -short.
//
// It may import no other package of twophase. Only tests import it.
package long
