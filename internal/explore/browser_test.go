package explore

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// browser is the Chromium that all tests share.
var browser = sync.OnceValues(func() (context.Context, error) {
	path, err := "", error(nil)
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err = exec.LookPath(name); err == nil {
			break
		}
	}
	if err != nil {
		return nil, err
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.WSURLReadTimeout(2*time.Minute))
	if os.Getuid() == 0 {
		options = append(options, chromedp.NoSandbox)
	}
	allocator, _ := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, end := chromedp.NewContext(allocator, chromedp.WithErrorf(func(string, ...any) {})) // of events newer than chromedp
	endBrowser = end
	return ctx, chromedp.Run(ctx)
})

var endBrowser = func() {}

func TestMain(m *testing.M) {
	code := m.Run()
	endBrowser()
	os.Exit(code)
}

// opened opens a page from the disk, and returns the context of its tab.
func opened(t *testing.T, page []byte) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	shared, err := browser()
	if err != nil && os.Getenv("TWOPHASE_BROWSER") == "" {
		t.Skipf("needs a browser, and there is none (%v): install chromium", err)
	}
	check(t, err)
	ctx, end := chromedp.NewContext(shared)
	t.Cleanup(end)
	ctx, stop := context.WithTimeout(ctx, 4*time.Minute)
	t.Cleanup(stop)
	file := filepath.Join(t.TempDir(), "page.html")
	check(t, os.WriteFile(file, page, 0o666))
	chromedp.ListenTarget(ctx, func(event any) {
		if e, ok := event.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page complained: %s", e.ExceptionDetails.Error())
		}
	})
	check(t, chromedp.Run(ctx, chromedp.Navigate("file://"+file)))
	return ctx
}

// evaluate returns what a promise of a page resolves to.
func evaluate[T any](t *testing.T, ctx context.Context, promise string) (value T) {
	t.Helper()
	check(t, chromedp.Run(ctx, chromedp.Evaluate(promise, &value, func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) })))
	return value
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
