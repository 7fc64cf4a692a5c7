package explore

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"twophase/internal/experiment"
	"twophase/internal/testkit/browser"
	"twophase/internal/testkit/enginetest"
	"twophase/internal/testkit/long"
)

func TestMain(m *testing.M) { os.Exit(browser.Main(m)) }

// The page ends with the bits of twophase run: SHA-256 of the weights after an experiment with interventions.
func TestPageHasTheBitsOfARun(t *testing.T) {
	t.Parallel()
	e := parsed(t, explored[0])
	page, err := Page("test", e)
	check(t, err)
	ctx := opened(t, page)
	got := evaluate[string](t, ctx, fmt.Sprintf(`(async () => {
		while (!window.twophase) await new Promise((go) => setTimeout(go, 20));
		await window.twophase.run(%d);
		return window.twophase.hash();
	})()`, e.Steps))
	if want := enginetest.Weights(t, e); got != want {
		t.Errorf("the page ends with weights %s, and twophase run with %s", got, want)
	}
}

// The page is small enough to be mailed, and asks for nothing.
func TestPageIsSmall(t *testing.T) {
	const most = 5_000_000
	page, err := Page("test", experiment.New())
	check(t, err)
	if len(page) > most {
		t.Errorf("the page has %d bytes, and at most %d are wanted", len(page), most)
	}
}

// In Firefox the page opens from the disk, has the bits of a run, leads through its tour and fits a telephone.
func TestPageInFirefox(t *testing.T) {
	long.Only(t)
	b := browser.OpenFirefox(t, 390, 844)
	e := parsed(t, explored[1])
	page, err := Page("test", e)
	check(t, err)
	b.Go("file://" + written(t, page))
	b.Wait(`document.documentElement.dataset.ready === 'true' || document.querySelector('#failure')`)
	if failure := browser.Value[string](b, `document.querySelector('#failure')?.textContent ?? ''`); failure != "" {
		t.Fatalf("the page does not stand: %s", failure)
	}
	got := browser.Value[string](b, fmt.Sprintf(`window.twophase.run(%d).then(() => window.twophase.hash())`, e.Steps))
	if want := enginetest.Weights(t, e); got != want {
		t.Errorf("the page ends with weights %s, and twophase run with %s", got, want)
	}
	fits := func(when string) {
		t.Helper()
		if width := browser.Value[int](b, `document.documentElement.scrollWidth`); width > 390 {
			t.Errorf("%s the page is %d pixels wide, and the window 390", when, width)
		}
	}
	fits("at first")
	for stop := 1; stop <= 8; stop++ {
		b.Wait(`(document.querySelector('.tour .controls button:nth-child(2)').click(), true)`)
		b.Wait(fmt.Sprintf(`document.querySelector('.tour h2').textContent.startsWith('%d. ') && document.querySelector('.play').getAttribute('aria-label') === 'pause'`, stop))
		browser.Value[int](b, `window.twophase.run(1)`)
		fits(fmt.Sprintf("at stop %d", stop))
	}
	if !browser.Value[bool](b, `document.querySelector('.tour .controls button:nth-child(2)').hidden`) {
		t.Error("the tour goes on after stop 8")
	}
}

// opened opens a page from the disk, and returns the context of its tab.
func opened(t *testing.T, page []byte) context.Context {
	t.Helper()
	ctx := browser.Tab(t)
	chromedp.ListenTarget(ctx, func(event any) {
		if e, ok := event.(*runtime.EventExceptionThrown); ok {
			t.Errorf("the page complained: %s", e.ExceptionDetails.Error())
		}
	})
	browser.Run(t, ctx, chromedp.Navigate("file://"+written(t, page)))
	return ctx
}

// written returns the file of a page.
func written(t *testing.T, page []byte) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "page.html")
	check(t, os.WriteFile(file, page, 0o666))
	return file
}

// evaluate returns what a promise of a page resolves to.
func evaluate[T any](t *testing.T, ctx context.Context, promise string) (value T) {
	t.Helper()
	waiting := func(p *runtime.EvaluateParams) *runtime.EvaluateParams { return p.WithAwaitPromise(true) }
	browser.Run(t, ctx, chromedp.Evaluate(promise, &value, waiting))
	return value
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
