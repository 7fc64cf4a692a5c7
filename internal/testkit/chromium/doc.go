// Package chromium is the browser in which tests open pages.
//
//  1. Tab opens a tab for a test. Without a browser the test is skipped, or fails if TWOPHASE_BROWSER is set.
//  2. All tests of a package share one browser, which starts with the first tab.
//  3. Main, as the TestMain of a package, ends it.
//
// It may import no other package of twophase. Only tests import it.
package chromium
