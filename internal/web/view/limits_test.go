package view

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
	"time"
)

// gated is a Source whose Run waits until it may end.
type gated struct {
	Source
	within atomic.Int64 // how many calls of Run wait
	leave  chan struct{}
}

func (g *gated) Run(context.Context) (*Run, error) {
	g.within.Add(1)
	<-g.leave
	g.within.Add(-1)
	return &Run{}, nil
}

// Few requests are answered at a time; those that wait are answered later, or get an error that says
// that there is no room. Within the bubble everything that can go on has gone on when
// Wait returns.
func TestManyRequests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		source := &gated{leave: make(chan struct{})}
		handler := &site{assets: map[string]asset{"app.js": {}}, api: newAPI(source, nil)}
		ask := func(path string) *httptest.ResponseRecorder {
			r := httptest.NewRequest("GET", "/", nil)
			r.URL.Path = path
			w := httptest.NewRecorder()
			handler.ServeHTTP(w, r)
			return w
		}
		const n = 20
		answers := make(chan int, n)
		for range n {
			go func() { answers <- ask("api/run").Code }()
		}
		synctest.Wait()
		if in := source.within.Load(); in != heavyAtOnce || len(answers) > 0 {
			t.Errorf("%d requests run, want %d; %d are answered", in, heavyAtOnce, len(answers))
		}
		if status := ask("app.js").Code; status != http.StatusOK {
			t.Errorf("an asset is answered %d", status)
		}
		source.leave <- struct{}{}
		synctest.Wait()
		if in := source.within.Load(); in != heavyAtOnce || len(answers) != 1 {
			t.Errorf("then %d requests run, and %d are answered", in, len(answers))
		}
		time.Sleep(waiting) // by the clock of the bubble
		synctest.Wait()
		statuses := map[int]int{}
		for range n - heavyAtOnce {
			statuses[<-answers]++
		}
		close(source.leave)
		for range heavyAtOnce {
			statuses[<-answers]++
		}
		if statuses[http.StatusOK] != 1+heavyAtOnce || statuses[http.StatusServiceUnavailable] != n-1-heavyAtOnce {
			t.Errorf("the answers are %v", statuses)
		}
	})
}

// pipes is a listener of connections within this process.
type pipes struct {
	net.Listener
	next   chan net.Conn
	closed chan struct{}
}

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.next:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	close(p.closed)
	return p.Listener.Close()
}

// piped starts a server whose connections are pipes, which hold nothing that is not read, and
// returns how a request is sent on a new one. It ends with the test's bubble, by end.
func piped(t *testing.T) (ask func() net.Conn, end func()) {
	free := make(chan struct{})
	close(free)
	server, err := Listen(Options{Source: &gated{leave: free}, Assets: fstest.MapFS{"index.html": {}}})
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	limit := server.listener.(*limited)
	listener := &pipes{limit.Listener, make(chan net.Conn), make(chan struct{})}
	limit.Listener = listener
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- server.Serve(ctx) }()
	var open []net.Conn
	ask = func() net.Conn {
		c, other := net.Pipe()
		open = append(open, c)
		go func() {
			listener.next <- other
			fmt.Fprintf(c, "GET %sapi/run HTTP/1.1\r\nHost: %s\r\n\r\n", u.Path, u.Host)
		}()
		return c
	}
	return ask, func() {
		for _, c := range open {
			c.Close()
		}
		cancel()
		if err := <-ended; err != nil {
			t.Error(err)
		}
		time.Sleep(time.Minute) // by the clock of the bubble: until the shutdown is over
	}
}

// Few connections are open at a time; another one is answered when one of them is closed.
func TestManyConnections(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ask, end := piped(t)
		defer end()
		answered := make(chan int, connections+1)
		var open []net.Conn
		connect := func() {
			c := ask()
			open = append(open, c)
			go func() {
				r, err := http.ReadResponse(bufio.NewReader(c), nil)
				if err != nil {
					t.Error(err)
					return
				}
				answered <- r.StatusCode
			}()
			synctest.Wait()
		}
		for range connections {
			connect()
		}
		if len(answered) != connections {
			t.Fatalf("%d connections of %d are answered", len(answered), connections)
		}
		connect()
		if len(answered) != connections {
			t.Errorf("connection %d is answered", connections+1)
		}
		open[0].Close()
		synctest.Wait()
		if len(answered) != connections+1 {
			t.Errorf("connection %d is not answered when there is room for it", connections+1)
		}
		for len(answered) > 0 {
			if status := <-answered; status != http.StatusOK {
				t.Errorf("answered %d", status)
			}
		}
	})
}

// A client that does not read its answer loses its place after a while.
func TestSlowReaders(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ask, end := piped(t)
		defer end()
		for range 3 * heavyAtOnce {
			ask()
		}
		synctest.Wait()
		begin := time.Now() // by the clock of the bubble
		r, err := http.ReadResponse(bufio.NewReader(ask()), nil)
		if took := time.Since(begin); err != nil || r.StatusCode != http.StatusOK || took > 8*time.Second {
			t.Errorf("after %v: %v, %+v", took, err, r)
		}
	})
}

// Connections that send nothing, or half of a request, do not shut out the user: there is room for a request with the token
// at once, however many of the others there are, and however often they come.
func TestHalfOpenConnections(t *testing.T) {
	free := make(chan struct{})
	close(free)
	server, err := Listen(Options{Source: &gated{leave: free}, Assets: fstest.MapFS{"index.html": {}}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- server.Serve(ctx) }()
	u, err := url.Parse(server.URL())
	if err != nil {
		t.Fatal(err)
	}
	for i := range 300 {
		c, err := net.DialTimeout("tcp4", u.Host, 10*time.Second)
		if err != nil {
			t.Fatalf("connection %d: %v", i, err)
		}
		defer c.Close()
		if i%2 == 0 {
			fmt.Fprint(c, "GET "+u.Path)
		}
	}
	client := http.Client{Timeout: 4 * time.Second, Transport: &http.Transport{}} // less than a header may take
	r, err := client.Get(server.URL() + "api/run")
	if err != nil {
		t.Fatal(err)
	}
	if r.Body.Close(); r.StatusCode != http.StatusOK {
		t.Errorf("it is answered %d", r.StatusCode)
	}
	client.CloseIdleConnections()
	cancel()
	if err := <-ended; err != nil {
		t.Error(err)
	}
}
