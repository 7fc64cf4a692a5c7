package view

import (
	"net"
	"sync"
)

// limitConnections lets at most n connections be open at a time; others wait to be
// accepted.
func limitConnections(l net.Listener, n int) net.Listener {
	return &limited{Listener: l, free: make(chan struct{}, n), closed: make(chan struct{})}
}

type limited struct {
	net.Listener
	free   chan struct{}
	once   sync.Once
	closed chan struct{}
}

// Accept implements net.Listener.
func (l *limited) Accept() (net.Conn, error) {
	select {
	case l.free <- struct{}{}:
	case <-l.closed:
		return nil, net.ErrClosed
	}
	c, err := l.Listener.Accept()
	if err != nil {
		<-l.free
		return nil, err
	}
	return &connection{Conn: c, release: func() { <-l.free }}, nil
}

// Close implements net.Listener.
func (l *limited) Close() error {
	l.once.Do(func() { close(l.closed) })
	return l.Listener.Close()
}

type connection struct {
	net.Conn
	once    sync.Once
	release func()
}

// Close implements net.Conn.
func (c *connection) Close() error {
	err := c.Conn.Close()
	c.once.Do(c.release)
	return err
}
