package browser

import (
	"context"
	"os"
	"os/exec"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// names are those under which a Chromium is found.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// patience is the time that a browser has for what a test asks of it, on a machine that is busy.
const patience = 4 * time.Minute

var (
	end    = func() {} // ends the browser
	shared = sync.OnceValues(start)
)

// Main runs the tests of a package, ends the browser and returns what the package is to exit with.
func Main(m *testing.M) int {
	defer func() { end() }()
	return m.Run()
}

// start starts the browser.
func start() (context.Context, error) {
	path, err := find()
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WSURLReadTimeout(2*time.Minute))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, endAllocator := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, endBrowser := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // of events newer than chromedp
	end = func() { endBrowser(); endAllocator() }
	return ctx, chromedp.Run(ctx)
}

// find returns the path of the browser.
func find() (path string, err error) {
	for _, name := range names {
		if path, err = exec.LookPath(name); err == nil {
			break
		}
	}
	return path, err
}

// Tab returns the context of an empty tab, which is closed when the test ends. It is drawn as the tab that is seen, also while another
// one is closed.
func Tab(t testing.TB) context.Context {
	t.Helper()
	ctx, closeTab := LastingTab(t)
	t.Cleanup(closeTab)
	return ctx
}

// LastingTab returns the context of an empty tab that other tests of the package can use too, and what closes it.
func LastingTab(t testing.TB) (context.Context, func()) {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	browser, err := shared()
	if err != nil && os.Getenv("TWOPHASE_BROWSER") != "" {
		t.Fatalf("TWOPHASE_BROWSER is set, but there is no browser: %v", err)
	}
	if err != nil {
		t.Skipf("needs a browser, and there is none (%v): install chromium", err)
	}
	ctx, closeTab := chromedp.NewContext(browser)
	if err := chromedp.Run(ctx, emulation.SetFocusEmulationEnabled(true)); err != nil { // with this context: the tab ends with it
		closeTab()
		t.Fatal(err)
	}
	return ctx, closeTab
}

// Run takes actions in a tab. If they fail, the test ends with what the page says.
func Run(t testing.TB, tab context.Context, actions ...chromedp.Action) {
	t.Helper()
	err := within(tab, patience, actions...)
	if err == nil {
		return
	}
	state := "the page does not answer"
	_ = within(tab, 5*time.Second, chromedp.Evaluate("`the page is ${document.visibilityState} and says ${document.body.innerText.slice(0, 500)}`", &state))
	t.Fatalf("%v; %s", err, state)
}

func within(tab context.Context, limit time.Duration, actions ...chromedp.Action) error {
	ctx, stop := context.WithTimeout(tab, limit)
	defer stop()
	return chromedp.Run(ctx, actions...)
}
