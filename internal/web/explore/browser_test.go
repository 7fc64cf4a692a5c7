package explore

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"twophase/internal/testkit/chromium"
)

func TestMain(m *testing.M) { os.Exit(chromium.Main(m)) }

// opened opens a page from the disk, and returns the context of its tab.
func opened(t *testing.T, page []byte) context.Context {
	t.Helper()
	ctx := chromium.Tab(t)
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
