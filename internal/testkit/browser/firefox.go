package browser

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net"
	"os"
	"os/exec"
	"regexp"
	"testing"
	"time"

	"github.com/gobwas/ws"
	"github.com/gobwas/ws/wsutil"
)

// Firefox is a page in a Firefox.
type Firefox struct {
	testing.TB
	conn     net.Conn
	id       string
	asked    int
	loaded   string   // the navigation of the page that is loaded
	problems []string // that the page complained of
}

// OpenFirefox starts a browser, which ends with the test, and returns an empty tab of a size in pixels.
func OpenFirefox(t testing.TB, width, height int) *Firefox {
	t.Helper()
	if testing.Short() {
		t.Skip("starts a browser")
	}
	path, err := exec.LookPath("firefox-esr")
	if err != nil {
		path, err = exec.LookPath("firefox")
	}
	if asked := os.Getenv("TWOPHASE_BROWSER"); err != nil && asked != "" && asked != "chromium" {
		t.Fatalf("TWOPHASE_BROWSER is set, but there is no Firefox: %v", err)
	}
	if err != nil {
		t.Skipf("needs a Firefox, and there is none (%v): install firefox-esr", err)
	}
	b := &Firefox{TB: t}
	b.start(path)
	b.call("session.new", object{"capabilities": object{}}, nil)
	b.call("session.subscribe", object{"events": []string{"log.entryAdded", "browsingContext.load"}}, nil)
	var opened struct{ Context string }
	b.call("browsingContext.create", object{"type": "tab"}, &opened)
	b.id = opened.Context
	b.call("browsingContext.setViewport", object{"context": b.id, "viewport": object{"width": width, "height": height}}, nil)
	t.Cleanup(func() {
		b.call("session.status", object{}, nil) // after what is still to be said
		for _, p := range b.problems {
			t.Errorf("the page complained: %s", p)
		}
	})
	return b
}

var listening = regexp.MustCompile(`^WebDriver BiDi listening on (ws://\S+)`)

// start starts the browser, and speaks to it. It does not start with a home that is another user's.
func (b *Firefox) start(path string) {
	b.Helper()
	home := b.TempDir()
	ctx, stop := context.WithTimeout(context.Background(), patience)
	browser := exec.CommandContext(ctx, path, "--headless", "--no-remote", "--profile", home, "--remote-debugging-port", "0")
	browser.Env = append(os.Environ(), "HOME="+home, "MOZ_HEADLESS=1")
	browser.Cancel = func() error { return browser.Process.Signal(os.Interrupt) }
	browser.WaitDelay = 10 * time.Second
	said, err := browser.StderrPipe()
	b.must(err)
	b.must(browser.Start())
	b.Cleanup(func() { stop(); browser.Wait() })
	for lines := bufio.NewScanner(said); lines.Scan(); {
		if found := listening.FindStringSubmatch(lines.Text()); found != nil {
			go io.Copy(io.Discard, said) // it must not wait for a reader
			b.conn, _, _, err = ws.Dial(ctx, found[1]+"/session")
			b.must(err)
			b.Cleanup(func() { b.conn.Close() })
			b.must(b.conn.SetDeadline(time.Now().Add(patience)))
			return
		}
	}
	b.Fatal("Firefox ended before it listened")
}

func (b *Firefox) must(err error) {
	b.Helper()
	if err != nil {
		b.Fatal(err)
	}
}

type object = map[string]any

// message is an answer or an event.
type message struct {
	ID      int
	Type    string // success, error or event
	Method  string // of an event
	Message string // of an error
	Result  json.RawMessage
	Params  struct{ Level, Text, Navigation string } // of a log entry, or of a page that is loaded
}

// call calls a method.
func (b *Firefox) call(method string, params object, result any) {
	b.Helper()
	b.asked++
	text, err := json.Marshal(object{"id": b.asked, "method": method, "params": params})
	b.must(err)
	b.must(wsutil.WriteClientText(b.conn, text))
	for {
		m := b.read()
		switch {
		case m.Type == "error":
			b.Fatalf("%s: %s", method, m.Message)
		case m.Type != "success" || m.ID != b.asked:
			continue
		case result != nil:
			b.must(json.Unmarshal(m.Result, result))
		}
		return
	}
}

// read reads the next message, and keeps what events say.
func (b *Firefox) read() (m message) {
	b.Helper()
	text, err := wsutil.ReadServerText(b.conn)
	b.must(err)
	b.must(json.Unmarshal(text, &m))
	switch p := m.Params; {
	case m.Method == "browsingContext.load":
		b.loaded = p.Navigation
	case p.Level == "error" || p.Level == "warn":
		b.problems = append(b.problems, p.Text)
	}
	return m
}

// Go goes to an address, and waits until the page is loaded.
func (b *Firefox) Go(address string) {
	b.Helper()
	var begun struct{ Navigation string }
	b.call("browsingContext.navigate", object{"context": b.id, "url": address, "wait": "none"}, &begun)
	for b.loaded != begun.Navigation {
		b.read()
	}
}

// Value returns what an expression, or the promise that it is, comes to in the page.
func Value[T any](b *Firefox, expression string) (v T) {
	b.Helper()
	var found struct {
		Result           struct{ Value string }
		ExceptionDetails struct{ Text string }
	}
	b.call("script.evaluate", object{"expression": "(async () => JSON.stringify(await (" + expression + ")))()", "target": object{"context": b.id}, "awaitPromise": true}, &found)
	if err := json.Unmarshal([]byte(found.Result.Value), &v); err != nil {
		b.Fatalf("%s: %s %v", expression, found.ExceptionDetails.Text, err)
	}
	return v
}

// Wait waits until an expression is true.
func (b *Firefox) Wait(expression string) {
	b.Helper()
	Value[bool](b, "(async () => { while (!("+expression+")) await new Promise((go) => setTimeout(go, 15)); return true; })()")
}
