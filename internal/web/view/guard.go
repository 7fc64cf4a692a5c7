package view

import (
	"crypto/subtle"
	"fmt"
	"log"
	"net/http"
	"runtime/debug"
	"strings"
	"time"
)

// guard passes on the requests of the user's page, and refuses all others.
type guard struct {
	port  int
	token string
	log   *log.Logger
	next  http.Handler // its paths begin after the token
}

// policy allows the page nothing but what the server has sent.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
	"frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

// ServeHTTP implements http.Handler.
func (g *guard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Security-Policy", policy)
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("X-Frame-Options", "DENY")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Permissions-Policy", "camera=(), geolocation=(), microphone=()")
	h.Set("Cache-Control", "no-store")
	defer func() {
		switch v := recover(); v {
		case nil:
		case http.ErrAbortHandler:
			panic(v)
		default:
			g.log.Printf("a request failed: %v\n%s", v, debug.Stack())
			fail(w, http.StatusInternalServerError, "the server failed at this; its terminal says where")
		}
	}()
	rest, known := g.within(r.URL.Path)
	ours, same := g.ours(r.Host), sameOrigin(r)
	if ours && same && known {
		tokenShown(r.Context())
	} else {
		h.Set("Connection", "close") // requests without the token must not hold connections
	}
	switch {
	case !ours:
		fail(w, http.StatusMisdirectedRequest, "this server answers as 127.0.0.1 and localhost only")
	case !same:
		fail(w, http.StatusForbidden, "this server answers its own page only")
	case !known: // before the method: without the token nothing is revealed
		fail(w, http.StatusNotFound, "not found: the address is the whole one that was printed, with its token")
	case r.Method != http.MethodGet && r.Method != http.MethodHead:
		h.Set("Allow", "GET, HEAD")
		fail(w, http.StatusMethodNotAllowed, "this server is for looking only: GET and HEAD")
	case r.ContentLength != 0:
		h.Set("Connection", "close")
		http.NewResponseController(w).SetReadDeadline(time.Now()) // do not wait for the body
		fail(w, http.StatusRequestEntityTooLarge, "a request has no body here")
	case len(r.URL.RawQuery) > queryLimit:
		fail(w, http.StatusRequestURITooLong, fmt.Sprintf("a query has at most %d characters", queryLimit))
	default:
		inner := r.Clone(r.Context())
		inner.URL.Path, inner.URL.RawPath = rest, ""
		g.next.ServeHTTP(w, inner)
	}
}

// queryLimit is the largest length of a query.
const queryLimit = 1000

// ours reports whether a Host names this server. A foreign name that resolves to this machine
// does not.
func (g *guard) ours(host string) bool {
	return host == fmt.Sprintf("127.0.0.1:%d", g.port) || host == fmt.Sprintf("localhost:%d", g.port)
}

// sameOrigin reports whether a request does not come from another page.
func sameOrigin(r *http.Request) bool {
	origins := r.Header.Values("Origin")
	return len(origins) == 0 || len(origins) == 1 && origins[0] == "http://"+r.Host
}

// within returns what follows the token in a path, if it begins with it.
func (g *guard) within(path string) (rest string, known bool) {
	token, rest, whole := strings.Cut(strings.TrimPrefix(path, "/"), "/")
	return rest, subtle.ConstantTimeCompare([]byte(token), []byte(g.token)) == 1 && whole
}
