package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"twophase/internal/testkit/browser"
)

func TestMain(m *testing.M) { os.Exit(browser.Main(m)) }

// tab is a page in the browser, with all that it complained of and asked for.
type tab struct {
	*testing.T
	ctx      context.Context
	mu       sync.Mutex
	problems []string
	refused  []string // requests that the server refused
	requests []string
}

// newTab opens an empty tab of a size. Where there is no browser the test is skipped, but
// for TWOPHASE_BROWSER. When the test ends, the tab must not have complained of anything.
func newTab(t *testing.T, width, height int64) *tab {
	t.Helper()
	b := &tab{}
	b.begin(t)
	b.ctx = browser.Tab(t) // which is closed before its complaints are listed
	b.size(width, height)
	return b
}

// begin has a tab be that of a test, at the end of which it must not have complained of anything.
func (b *tab) begin(t *testing.T) {
	b.T = t
	t.Cleanup(func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, p := range b.problems {
			t.Errorf("the page complained: %s", p)
		}
		b.problems = nil
	})
}

func (b *tab) size(width, height int64) {
	b.Helper()
	chromedp.ListenTarget(b.ctx, b.listen)
	b.run(log.Enable(), network.Enable(), emulation.SetDeviceMetricsOverride(width, height, 1, width < 600))
}

// browserOnly skips a test unless TWOPHASE_BROWSER asks for all tests of the page: make browser.
func browserOnly(t *testing.T) {
	t.Helper()
	if os.Getenv("TWOPHASE_BROWSER") == "" {
		t.Skip("runs in make browser")
	}
}

func (b *tab) listen(event any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch e := event.(type) {
	case *runtime.EventConsoleAPICalled:
		for _, a := range e.Args {
			b.problems = append(b.problems, string(e.Type)+": "+string(a.Value)+a.Description)
		}
	case *runtime.EventExceptionThrown:
		b.problems = append(b.problems, e.ExceptionDetails.Error())
	case *log.EventEntryAdded:
		if e.Entry.Source == log.SourceNetwork && strings.Contains(e.Entry.URL, "/api/") {
			b.refused = append(b.refused, e.Entry.URL) // what was not recorded; the page says so
			return
		}
		b.problems = append(b.problems, e.Entry.Text+" "+e.Entry.URL)
	case *network.EventRequestWillBeSent:
		b.requests = append(b.requests, e.Request.URL)
	}
}

func (b *tab) run(actions ...chromedp.Action) { b.Helper(); browser.Run(b, b.ctx, actions...) }

// open goes to an address and waits until the page stands.
func (b *tab) open(address string) {
	b.Helper()
	b.run(chromedp.Navigate(address))
	b.wait(`document.documentElement?.dataset.ready === 'true' || document.querySelector('#failure')`)
	if failure := b.text(`document.querySelector('#failure')?.textContent ?? ''`); failure != "" {
		b.Fatalf("the page does not stand: %s", failure)
	}
}

// wait waits until an expression is true.
func (b *tab) wait(expression string) {
	b.Helper()
	deadline := time.Now().Add(time.Minute) // for a machine that is busy
	for !b.holds(expression) {
		if time.Now().After(deadline) {
			text, _ := json.Marshal(b.text(`document.body.innerText.slice(0, 2000)`))
			b.Fatalf("it never came about that %s; the page says %s", expression, text)
		}
		time.Sleep(15 * time.Millisecond)
	}
}

func (b *tab) holds(expression string) bool {
	b.Helper()
	return value[bool](b, "Boolean("+expression+")")
}

func (b *tab) text(expression string) string { b.Helper(); return value[string](b, expression) }

// value returns what an expression is in the page.
func value[T any](b *tab, expression string) (v T) {
	b.Helper()
	b.run(chromedp.Evaluate(expression, &v))
	return v
}

// press presses keys, one after another.
func (b *tab) press(keys ...string) {
	b.Helper()
	for _, key := range keys {
		b.run(chromedp.KeyEvent(key))
	}
}

// click clicks in the middle of the first element of a selector.
func (b *tab) click(selector string) {
	b.Helper()
	at := b.still(selector)
	b.run(chromedp.MouseClickXY(at[0], at[1]))
}

// still waits until the page has done what it was asked to, brings the first element of a selector into view, and returns where
// its middle is once nothing covers it and it stands still: a mouse would miss what moves or is covered.
func (b *tab) still(selector string) (middle [2]float64) {
	b.Helper()
	found := promised[[]float64](b, `new Promise(async (done) => {
		await window.twophase?.hash();
		setTimeout(done, 60000, []);
		let before = '';
		const look = () => {
			const element = document.querySelector(`+quote(selector)+`);
			element?.scrollIntoView({block: 'center', behavior: 'instant'});
			const r = element?.getBoundingClientRect(), x = r?.x + r?.width / 2, y = r?.y + r?.height / 2, now = [x + scrollX, y + scrollY].join();
			if (r?.width > 0 && now === before && element.contains(document.elementFromPoint(x, y))) return done([x, y]);
			before = now;
			requestAnimationFrame(look);
		};
		requestAnimationFrame(look); // so that between two looks all is drawn that is drawn when the size of a panel is known
	})`)
	if len(found) != 2 {
		b.Fatalf("%s is not seen, or does not stand still", selector)
	}
	return [2]float64(found)
}

// clickElement clicks with the mouse on an element of the circuit where nothing covers it.
func (b *tab) clickElement(name string) {
	b.Helper()
	b.still(".circuit")
	at := value[[]float64](b, `((group) => {
		group.scrollIntoView({block: 'center'});
		const shape = group.querySelector('.hit') ?? group.querySelector('.soma'), toScreen = shape.getScreenCTM();
		for (let i = 1; i < 40; i++) {
			const p = shape.getPointAtLength(shape.getTotalLength() * i / 40).matrixTransform(toScreen);
			if (group.contains(document.elementFromPoint(p.x, p.y))) return [p.x, p.y];
		}
		return [];
	})(document.getElementById('c-' + `+quote(name)+`))`)
	if len(at) != 2 {
		b.Fatalf("%s is covered everywhere", name)
	}
	b.run(chromedp.MouseClickXY(at[0], at[1]))
}

// staysHome checks that every request went to one host, or to none.
func (b *tab) staysHome(address string) {
	b.Helper()
	home, err := url.Parse(address)
	if err != nil {
		b.Fatal(err)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.requests) == 0 {
		b.Error("no request was seen at all")
	}
	for _, r := range b.requests {
		u, err := url.Parse(r)
		if err != nil || u.Scheme != "data" && u.Scheme != "blob" && (u.Scheme != home.Scheme || u.Host != home.Host) {
			b.Errorf("a request went to %s", r)
		}
	}
}

// fits checks that nothing is wider than the window.
func (b *tab) fits() {
	b.Helper()
	if !b.holds(`document.documentElement.scrollWidth <= innerWidth`) {
		b.Errorf("the page is %s pixels wide", b.text("`${document.documentElement.scrollWidth} of ${innerWidth}`"))
	}
}

// quote returns a text as JavaScript.
func quote(text string) string {
	b, _ := json.Marshal(text)
	return string(b)
}

// keys by their names.
var (
	kbHome                = kb.Home
	left, right, down, up = kb.ArrowLeft, kb.ArrowRight, kb.ArrowDown, kb.ArrowUp
	tabKey, enter, escape = kb.Tab, kb.Enter, kb.Escape
)

// numberIn reads a number as the page writes it.
func numberIn(t *testing.T, text string) (v float64) {
	t.Helper()
	if _, err := fmt.Sscan(strings.NewReplacer("−", "-", "\u202f", "").Replace(text), &v); err != nil {
		t.Fatalf("%q is no number", text)
	}
	return v
}
