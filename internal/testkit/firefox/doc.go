// Package firefox is a second browser in which tests open pages, by the protocol that Firefox speaks: WebDriver BiDi.
//
//  1. Open starts a Firefox with a profile of its own and opens a tab, for one test. Without a Firefox the test is skipped,
//     or fails if TWOPHASE_BROWSER is set, unless to chromium.
//  2. Go goes to an address, and Value returns what an expression or a promise is in the page.
//  3. When the test ends, the page must not have complained of anything.
//
// It may import no other package of twophase. Only tests import it.
package firefox
