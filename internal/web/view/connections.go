package view

import (
	"context"
	"net"
	"slices"
	"sync"
)

// connections is the largest number that may be open at a time.
const connections = 64

// limitConnections lets at most n connections be open at a time. Where there is no room for another one, the oldest that
// has not shown the token yet is closed, such as one that sends nothing. If all have shown it, the other one waits.
func limitConnections(l net.Listener, n int) net.Listener {
	return &limited{Listener: l, free: make(chan struct{}, n), closed: make(chan struct{})}
}

type limited struct {
	net.Listener
	free   chan struct{}
	once   sync.Once
	closed chan struct{}

	mu        sync.Mutex
	strangers []*connection // those that have not shown the token, the oldest first
}

// Accept implements net.Listener.
func (l *limited) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	for {
		select {
		case l.free <- struct{}{}:
			return l.welcome(c), nil
		case <-l.closed:
			c.Close() // no error matters: nothing was sent
			return nil, net.ErrClosed
		default:
		}
		if oldest := l.oldestStranger(); oldest != nil {
			oldest.Close() // likewise
			continue
		}
		select { // until one that has shown the token is closed
		case l.free <- struct{}{}:
			return l.welcome(c), nil
		case <-l.closed:
			c.Close()
			return nil, net.ErrClosed
		}
	}
}

// welcome returns a new connection that has a place.
func (l *limited) welcome(c net.Conn) *connection {
	l.mu.Lock()
	defer l.mu.Unlock()
	own := &connection{Conn: c, of: l}
	l.strangers = append(l.strangers, own)
	return own
}

// oldestStranger returns the oldest connection that has not shown the token, and forgets it; nil if there is none.
func (l *limited) oldestStranger() *connection {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.strangers) == 0 {
		return nil
	}
	c := l.strangers[0]
	l.strangers = l.strangers[1:]
	return c
}

// Close implements net.Listener.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

type connection struct {
	net.Conn
	of   *limited
	once sync.Once
}

// known says that the connection has shown the token, or is closed.
func (c *connection) known() {
	c.of.mu.Lock()
	defer c.of.mu.Unlock()
	c.of.strangers = slices.DeleteFunc(c.of.strangers, func(other *connection) bool { return other == c })
}

// Close implements net.Conn.
func (c *connection) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() {
		c.known()
		<-c.of.free
	})
	return err
}

// connectionKey is the key of the connection in the context of its requests.
type connectionKey struct{}

func withConnection(ctx context.Context, c net.Conn) context.Context {
	return context.WithValue(ctx, connectionKey{}, c)
}

// tokenShown says that the request of a context has shown the token.
func tokenShown(ctx context.Context) {
	if c, ok := ctx.Value(connectionKey{}).(*connection); ok {
		c.known()
	}
}
