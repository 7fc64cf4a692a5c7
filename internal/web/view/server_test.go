package view_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"twophase/internal/web/view"
)

// fake is a Source whose answers a test decides on.
type fake struct {
	run  func(ctx context.Context) (*view.Run, error)
	step func(step int64) (*view.Step, float64, error)
}

func (f fake) Run(ctx context.Context) (*view.Run, error) {
	if f.run == nil {
		return &view.Run{Title: "a run"}, nil
	}
	return f.run(ctx)
}

func (fake) Trial(_ context.Context, trial int) (*view.Trial, error) {
	return &view.Trial{Trial: trial}, nil
}

func (fake) Series(_ context.Context, q view.SeriesQuery) (*view.Series, error) {
	return &view.Series{Element: fmt.Sprint(q), Weight: view.Vector{1, math.NaN(), math.Inf(-1), 2.5e-300}}, nil
}

func (fake) Snapshot(context.Context, int, int64) (*view.Snapshot, error) {
	return nil, errors.New("<script>alert(1)</script>")
}

func (f fake) Step(_ context.Context, _ int, step int64) (*view.Step, float64, error) {
	return f.step(step)
}

func (fake) Twin(name string) (view.Source, error) {
	return nil, &view.Refusal{Status: http.StatusNotFound, Text: "no twin " + name}
}

var assets = fstest.MapFS{
	"index.html":   {Data: []byte("<!doctype html>the page")},
	"app.js":       {Data: []byte("'use strict'")},
	"font/a.css":   {Data: []byte("a{}")},
	"secret.go":    {Data: []byte("package secret")},
	"font/noindex": {Data: []byte("x")},
}

// serve starts a server that ends with the test, and returns its URL.
func serve(t *testing.T, s view.Source) string {
	t.Helper()
	server, err := view.Listen(view.Options{Source: s, Assets: assets})
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

// get returns the status and the body of an answer.
func get(t *testing.T, address string) (int, string) {
	t.Helper()
	r, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	body, err := io.ReadAll(r.Body)
	if err != nil {
		t.Fatal(err)
	}
	return r.StatusCode, string(body)
}

// exchange sends bytes as they are and returns the status of the answer.
func exchange(t testing.TB, host, request string) int {
	t.Helper()
	c, err := net.Dial("tcp", host)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	c.SetDeadline(time.Now().Add(time.Minute))
	if _, err := io.WriteString(c, request); err != nil {
		t.Fatal(err)
	}
	r, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	return r.StatusCode
}

// It listens on 127.0.0.1 and on no other address of this machine.
func TestLoopbackOnly(t *testing.T) {
	u, err := url.Parse(serve(t, fake{}))
	if err != nil || u.Hostname() != "127.0.0.1" || u.Port() == "0" {
		t.Fatalf("the URL is %v, %v", u, err)
	}
	addresses, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addresses {
		ip := a.(*net.IPNet).IP
		if ip.Equal(net.IPv4(127, 0, 0, 1)) {
			continue
		}
		if c, err := net.DialTimeout("tcp", net.JoinHostPort(ip.String(), u.Port()), time.Second); err == nil {
			c.Close()
			t.Errorf("it listens on %v", ip)
		}
	}
}

// The token has 256 bits, is another each time, and is all that opens the page.
func TestToken(t *testing.T) {
	a, b := serve(t, fake{}), serve(t, fake{})
	u, _ := url.Parse(a)
	token := strings.Trim(u.Path, "/")
	if raw, err := base64.RawURLEncoding.DecodeString(token); err != nil || len(raw)*8 < 128 {
		t.Errorf("the token %q holds %d bits, %v", token, len(raw)*8, err)
	}
	if strings.HasSuffix(b, u.Path) {
		t.Error("two servers have one token")
	}
	if status, body := get(t, a); status != 200 || !strings.Contains(body, "the page") {
		t.Errorf("with its token: %d %q", status, body)
	}
	for _, path := range []string{
		"/", "", "/api/run", "/index.html", "/" + token, "/" + token[1:] + "/", "/" + token + "x/", "/x" + token + "/", "//" + token + "x/api/run",
		"/" + strings.ToUpper(token) + "/", "/" + token[:len(token)-1] + "%00/", "/x/" + token + "/",
	} {
		if status, body := get(t, "http://"+u.Host+path); status != 404 || strings.Contains(body, "page</") || strings.Contains(body, "a run") {
			t.Errorf("GET %s: %d %q", path, status, body)
		}
	}
}

// A name that is pointed at this machine (DNS rebinding) gets nothing, and no more does
// another page.
func TestHostAndOrigin(t *testing.T) {
	u, _ := url.Parse(serve(t, fake{}))
	for _, c := range []struct {
		host, origin string
		want         int
	}{
		{u.Host, "", 200},
		{"localhost:" + u.Port(), "", 200},
		{u.Host, "http://" + u.Host, 200},
		{"localhost:" + u.Port(), "http://localhost:" + u.Port(), 200},
		{"evil.example:" + u.Port(), "", 421},
		{"127.0.0.1", "", 421},
		{"127.0.0.1:1", "", 421},
		{"127.0.0.1.evil.example:" + u.Port(), "", 421},
		{"LOCALHOST.evil:" + u.Port(), "", 421},
		{"[::1]:" + u.Port(), "", 421},
		{u.Host, "http://evil.example", 403},
		{u.Host, "null", 403},
		{u.Host, "https://" + u.Host, 403},
		{u.Host, "http://127.0.0.1", 403},
		{u.Host, "http://127.0.0.1:1", 403},
		{u.Host, "http://" + u.Host + "\r\nOrigin: http://evil.example", 403},
	} {
		request := fmt.Sprintf("GET %sapi/run HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n", u.Path, c.host)
		if c.origin != "" {
			request += "Origin: " + c.origin + "\r\n"
		}
		if got := exchange(t, u.Host, request+"\r\n"); got != c.want {
			t.Errorf("Host %s, Origin %s: %d, want %d", c.host, c.origin, got, c.want)
		}
	}
	if got := exchange(t, u.Host, fmt.Sprintf("GET %sapi/run HTTP/1.0\r\n\r\n", u.Path)); got != 421 {
		t.Errorf("without a Host: %d", got)
	}
}

// Only GET and HEAD, without a body.
func TestMethods(t *testing.T) {
	address := serve(t, fake{})
	u, _ := url.Parse(address)
	for _, method := range []string{"POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "CONNECT", "XYZ"} {
		request := fmt.Sprintf("%s %sapi/run HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", method, u.Path, u.Host)
		if got := exchange(t, u.Host, request); got != 405 {
			t.Errorf("%s: %d", method, got)
		}
	}
	r, err := http.Head(address + "api/run")
	if err != nil || r.StatusCode != 200 || r.ContentLength <= 0 {
		t.Errorf("HEAD: %v, %v", r, err)
	}
	for _, body := range []string{"Content-Length: 1000000\r\n\r\n", "Transfer-Encoding: chunked\r\n\r\n5\r\nabc"} {
		request := fmt.Sprintf("GET %sapi/run HTTP/1.1\r\nHost: %s\r\n%s", u.Path, u.Host, body)
		if got := exchange(t, u.Host, request); got != 413 {
			t.Errorf("with a body: %d", got)
		}
	}
}

// Requests have a limited size.
func TestSizes(t *testing.T) {
	u, _ := url.Parse(serve(t, fake{}))
	for what, c := range map[string]struct {
		line, header string
		want         int
	}{
		"query":  {"api/run?x=" + strings.Repeat("a", 2000), "", 414},
		"path":   {strings.Repeat("a", 1<<20), "", 431},
		"header": {"api/run", "X: " + strings.Repeat("a", 1<<20) + "\r\n", 431},
	} {
		request := fmt.Sprintf("GET %s%s HTTP/1.1\r\nHost: %s\r\n%s", u.Path, c.line, u.Host, c.header)
		request = request[:min(len(request), 60_000)] // more than it reads would end in a reset
		if !strings.HasPrefix(c.header, "X") && c.want != 431 {
			request += "\r\n"
		}
		if got := exchange(t, u.Host, request); got != c.want {
			t.Errorf("a long %s: %d, want %d", what, got, c.want)
		}
	}
}

// Every answer, an error too, keeps the page to itself and is kept nowhere.
func TestHeaders(t *testing.T) {
	address := serve(t, fake{})
	for _, path := range []string{"", "app.js", "api/run", "api/snapshot", "nothing", "../"} {
		r, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
			"X-Content-Type-Options":  "nosniff",
			"Referrer-Policy":         "no-referrer",
			"Cache-Control":           "no-store",
			"X-Frame-Options":         "DENY",
		} {
			if got := r.Header.Get(name); got != want {
				t.Errorf("%q: %s is %q, want %q", path, name, got, want)
			}
		}
		if cors := r.Header.Get("Access-Control-Allow-Origin"); cors != "" {
			t.Errorf("%q: other pages may read it: %s", path, cors)
		}
	}
}

// Of the assets, those that were there in the beginning, by their very names; of the
// disk, nothing.
func TestPaths(t *testing.T) {
	address := serve(t, fake{})
	u, _ := url.Parse(address)
	for path, kind := range map[string]string{"": "text/html", "index.html": "text/html", "app.js": "text/javascript", "font/a.css": "text/css"} {
		r, err := http.Get(address + path)
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if r.StatusCode != 200 || !strings.HasPrefix(r.Header.Get("Content-Type"), kind) {
			t.Errorf("%q: %d %s", path, r.StatusCode, r.Header.Get("Content-Type"))
		}
	}
	for _, path := range []string{
		"server_test.go", "secret.go", "font", "font/", "font/noindex", "../index.html", "..%2f..%2fetc/passwd", "%2e%2e/%2e%2e/etc/passwd",
		"/etc/passwd", "%2fetc%2fpasswd", "font/../app.js", "./app.js", "app.js/", "app.js%00", "..\\app.js", "api", "api/", "api/../app.js", "api/nothing",
	} {
		request := fmt.Sprintf("GET %s%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", u.Path, path, u.Host)
		if got := exchange(t, u.Host, request); got != 404 {
			t.Errorf("%q: %d", path, got)
		}
	}
}

// A handler that panics is an error of that request, and of no other.
func TestPanic(t *testing.T) {
	address := serve(t, fake{run: func(context.Context) (*view.Run, error) { panic("out of range") }})
	for range 10 { // more than may run at a time
		status, body := get(t, address+"api/run")
		if status != 500 || strings.Contains(body, "out of range") {
			t.Fatalf("%d %q", status, body)
		}
	}
	if status, _ := get(t, address+"api/trial"); status != 200 {
		t.Errorf("the server is gone: %d", status)
	}
}

// Parameters are checked: which there are, each once, in their ranges.
func TestQueries(t *testing.T) {
	address := serve(t, fake{step: func(int64) (*view.Step, float64, error) { return nil, 0.25, nil }})
	for path, want := range map[string]int{
		"run": 200, "run?x=1": 400, "run?twin=a": 404, "trial": 200, "trial?trial=3": 200, "trial?trial=-1": 400, "trial?trial=1e3": 200, "trial?trial=1_0": 400, "trial?trial=0x1": 400,
		"trial?trial=10000": 400, "trial?trial=99999999999999999999": 400, "trial?trial=0&trial=0": 400, "trial?trial=%zz": 400,
		"trial?step=1": 400, "trial?trial=0;x": 400, "trial?twin=../..": 404, "trial?twin=": 404,
		"series": 400, "series?element=lateral[0,1]": 200, "series?element=lateral%5B0,1%5D&from=1&to=5&points=3": 200,
		"series?element=a&from=6&to=5": 400, "series?element=a&points=0": 400, "series?element=a&points=100000000": 400,
		"series?element=a&columns=weight,pre": 200, "series?element=a&columns=": 400, "series?element=a&columns=pre_activity": 400, "series?element=a&columns=pre,pre": 400,
		"snapshot": 500, "step?step=5": 202, "step?step=0": 400, "live": 404, "RUN": 404, "run/": 404,
	} {
		status, body := get(t, address+"api/"+path)
		if status != want || !json.Valid([]byte(body)) {
			t.Errorf("%s: %d %q, want %d", path, status, body, want)
		}
		if status >= 400 && !strings.HasPrefix(body, `{"error":"`) {
			t.Errorf("%s: %q", path, body)
		}
		if status == 202 && body != "{\"progress\":0.25}\n" {
			t.Errorf("%s: %q", path, body)
		}
	}
	if _, body := get(t, address+"api/series?element=a"); !strings.Contains(body, `"weight":[1,null,null,2.5e-300],"hebbian":null`) {
		t.Errorf("numbers that are not finite: %s", body)
	}
	if _, body := get(t, address+"api/snapshot"); strings.ContainsAny(body, "<>") {
		t.Errorf("markup in %s", body)
	}
}

// The server ends with its context, also while requests and streams are open.
func TestStop(t *testing.T) {
	asked := make(chan bool, 1)
	server, err := view.Listen(view.Options{Source: endless{asked: asked}, Assets: assets})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() { done <- server.Serve(ctx) }()
	r, err := http.Get(server.URL() + "api/live")
	if err != nil || r.StatusCode != 200 {
		t.Fatal(r, err)
	}
	waiting := make(chan error)
	go func() {
		_, err := http.Get(server.URL() + "api/run")
		waiting <- err
	}()
	<-asked
	cancel()
	select {
	case err := <-done:
		if err != nil {
			t.Errorf("it ended with %v", err)
		}
	case <-time.After(time.Minute):
		t.Fatal("it does not end")
	}
	<-waiting
	io.Copy(io.Discard, r.Body) // ends
	r.Body.Close()
	if _, err := http.Get(server.URL()); err == nil {
		t.Error("it still answers")
	}
}

// endless is a source that is live for ever, and whose Run waits for that.
type endless struct {
	fake
	asked chan bool // receives when Run is called
}

func (e endless) Run(ctx context.Context) (*view.Run, error) {
	e.asked <- true
	<-ctx.Done()
	return nil, ctx.Err()
}

func (endless) Follow(ctx context.Context) <-chan view.Event {
	events := make(chan view.Event, 1)
	events <- view.Event{Name: "progress", Data: view.Progress{Trial: 0, Step: 3, Of: 10}}
	return events
}

// Streams say what happens, and there are few of them.
func TestStreams(t *testing.T) {
	address := serve(t, endless{})
	var open []*http.Response
	defer func() {
		for _, r := range open {
			r.Body.Close()
		}
	}()
	for i := range 6 {
		r, err := http.Get(address + "api/live")
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, r)
		if want := map[bool]int{true: 200, false: 503}[i < 4]; r.StatusCode != want {
			t.Errorf("stream %d: %d, want %d", i, r.StatusCode, want)
		}
	}
	if kind := open[0].Header.Get("Content-Type"); kind != "text/event-stream" {
		t.Errorf("a stream is of %s", kind)
	}
	lines := bufio.NewScanner(open[0].Body)
	var text []string
	for len(text) < 4 && lines.Scan() {
		text = append(text, lines.Text())
	}
	want := ": alive||event: progress|data: {\"trial\":0,\"step\":3,\"of\":10}"
	if got := strings.Join(text, "|"); got != want {
		t.Errorf("the stream says %s, want %s", got, want)
	}
	open[0].Body.Close()
	for range 6000 { // until the server has seen it
		r, err := http.Get(address + "api/live")
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, r)
		if r.StatusCode == 200 {
			return
		}
		r.Body.Close()
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("a stream that ended makes no room for another")
}

// A page without an index is refused, and so is a port that is taken.
func TestListenErrors(t *testing.T) {
	if _, err := view.Listen(view.Options{Source: fake{}, Assets: fstest.MapFS{}}); err == nil {
		t.Error("a page without index.html")
	}
	u, _ := url.Parse(serve(t, fake{}))
	var port int
	fmt.Sscan(u.Port(), &port)
	if _, err := view.Listen(view.Options{Source: fake{}, Assets: assets, Port: port}); err == nil || !strings.Contains(err.Error(), "--port 0") {
		t.Errorf("a port that is taken: %v", err)
	}
	if _, err := view.Listen(view.Options{Source: fake{}, Assets: assets, Port: 70000}); err == nil {
		t.Error("port 70000")
	}
}

// A client without the token cannot use up the connections by leaving them open.
func TestConnectionsWithoutTokenAreClosed(t *testing.T) {
	u, _ := url.Parse(serve(t, fake{}))
	for i := range 64 {
		c, err := net.Dial("tcp", u.Host)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		host, path, origin := u.Host, u.Path, ""
		switch i % 3 {
		case 0:
			path = "/guess/"
		case 1:
			host = "example.org"
		case 2:
			origin = "Origin: http://example.org\r\n"
		}
		fmt.Fprintf(c, "GET %s HTTP/1.1\r\nHost: %s\r\n%s\r\n", path, host, origin)
		if r, err := http.ReadResponse(bufio.NewReader(c), nil); err != nil || r.StatusCode < 400 || !r.Close {
			t.Fatal(r, err)
		}
	}
	request := fmt.Sprintf("GET %sapi/run HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", u.Path, u.Host)
	if status := exchange(t, u.Host, request); status != 200 {
		t.Errorf("the user is answered %d", status)
	}
}
