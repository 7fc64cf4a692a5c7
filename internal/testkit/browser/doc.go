// Package browser has the browsers in which tests open pages.
//
//  1. Tab opens a tab of a Chromium for a test. Without one the test is skipped, or fails if TWOPHASE_BROWSER is set. All
//     tests of a package share one browser, which starts with the first tab. Main, as the TestMain of a package, ends it.
//     LastingTab opens one for several tests.
//  2. OpenFirefox starts a Firefox, a second one by another protocol (WebDriver BiDi), with a profile of its own, and opens
//     a tab for one test. Without a Firefox the test is skipped, or fails if TWOPHASE_BROWSER is set, unless to chromium.
//  3. Firefox.Go goes to an address, and Value returns what an expression or a promise is in the page.
//  4. When the test ends, the page of a Firefox must not have complained of anything.
//
// It may import no other package of twophase. Only tests import it.
package browser
