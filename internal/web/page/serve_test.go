package page_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/chromedp/chromedp"

	"twophase/internal/web/page"
	"twophase/internal/web/view"
)

// serve shows a source until the test ends, and returns its address.
func serve(t *testing.T, source view.Source) string {
	t.Helper()
	return serveOptions(t, view.Options{Source: source, Assets: page.Files})
}

func serveOptions(t *testing.T, shown view.Options) string {
	t.Helper()
	server, err := view.Listen(shown)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- server.Serve(ctx) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("the server ended with %v", err)
		}
	})
	return server.URL()
}

// typeInto gives an input a value as a user does, who then leaves it.
func typeInto(selector, text string) chromedp.Action {
	return chromedp.Evaluate(fmt.Sprintf(`(() => {
		const input = document.querySelector(%s);
		input.value = %s;
		input.dispatchEvent(new Event('input', {bubbles: true}));
		input.dispatchEvent(new Event('change', {bubbles: true}));
	})()`, quote(selector), quote(text)), nil)
}

// focusOn gives an element the focus.
func focusOn(selector string) chromedp.Action {
	return chromedp.Evaluate(fmt.Sprintf(`document.querySelector(%s).focus()`, quote(selector)), nil)
}
