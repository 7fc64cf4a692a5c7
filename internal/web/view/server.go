package view

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"net"
	"net/http"
	"time"
)

// Options say what a server shows and where.
type Options struct {
	Source Source      // one run,
	Runs   *Collection // or the runs of a folder
	Assets fs.FS       // the page, with an index.html
	Port   int         // of 127.0.0.1; 0: a free one
	Errors io.Writer   // for internal errors; nil: they are discarded
}

// Server shows one run, or those of a folder, to its user.
type Server struct {
	listener net.Listener
	http     *http.Server
	url      string
	stop     context.CancelFunc // ends the handlers
}

// tokenBytes is the length of a token: 256 bits.
const tokenBytes = 32

// grace is the time that a stopping server gives to unfinished answers.
const grace = 2 * time.Second

// Listen takes a port of the loopback interface. The server answers from Serve on.
func Listen(o Options) (*Server, error) {
	assets, err := readAssets(o.Assets)
	if err != nil {
		return nil, err
	}
	random := make([]byte, tokenBytes)
	rand.Read(random) // never fails
	token := base64.RawURLEncoding.EncodeToString(random)
	if o.Port < 0 || o.Port > 65535 {
		return nil, fmt.Errorf("port %d: choose one from 1 to 65535, or 0 for one that is free", o.Port)
	}
	listener, err := net.Listen("tcp4", fmt.Sprintf("127.0.0.1:%d", o.Port))
	if err != nil {
		return nil, fmt.Errorf("%w; --port 0 takes one that is free", err)
	}
	if o.Errors == nil {
		o.Errors = io.Discard
	}
	address := listener.Addr().(*net.TCPAddr)
	logger := log.New(o.Errors, "twophase: ", 0)
	handler := &guard{
		port: address.Port, token: token, log: logger,
		next: &site{assets: assets, api: newAPI(o.Source, o.Runs)},
	}
	base, stop := context.WithCancel(context.Background())
	return &Server{
		listener: limitConnections(listener, connections),
		url:      fmt.Sprintf("http://%s/%s/", address, token),
		stop:     stop,
		http: &http.Server{
			Handler:           handler,
			ReadHeaderTimeout: 5 * time.Second, // bodies are not read
			WriteTimeout:      2 * time.Minute, // streams extend it
			IdleTimeout:       2 * time.Minute,
			MaxHeaderBytes:    16 << 10,
			ErrorLog:          log.New(io.Discard, "", 0), // errors of broken connections
			BaseContext:       func(net.Listener) context.Context { return base },
			ConnContext:       withConnection,
		},
	}, nil
}

// URL returns the address of the page, with the token that opens it.
func (s *Server) URL() string { return s.url }

// Serve answers requests until ctx ends, which is no error.
func (s *Server) Serve(ctx context.Context) error {
	over := context.AfterFunc(ctx, func() {
		s.stop()
		ctx, cancel := context.WithTimeout(context.Background(), grace)
		defer cancel()
		if s.http.Shutdown(ctx) != nil {
			s.http.Close()
		}
	})
	err := s.http.Serve(s.listener)
	if over() {
		s.stop()
		s.http.Close()
	}
	if ctx.Err() != nil && errors.Is(err, http.ErrServerClosed) {
		return nil
	}
	return err
}

// Close frees the port of a server that does not serve.
func (s *Server) Close() error {
	s.stop()
	return s.listener.Close()
}
