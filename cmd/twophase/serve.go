package main

import (
	"context"
	"errors"
	"fmt"
	"html"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"runtime"
	"syscall"

	"github.com/urfave/cli/v2"

	"twophase/internal/web/page"
	"twophase/internal/web/view"
)

// openBrowser opens an address in the user's browser. It goes through a file that only the user can
// read, because the address has a secret and other users of the machine can see the arguments of
// commands. The function that it returns removes the file.
func openBrowser(ctx context.Context, url string) (forget func(), err error) {
	forget = func() {}
	f, err := os.CreateTemp("", "twophase-*.html") // readable by the user only
	if err != nil {
		return forget, fmt.Errorf("open the browser: %w", err)
	}
	forget = func() { os.Remove(f.Name()) }
	_, err = fmt.Fprintf(f, "<!doctype html><meta charset=utf-8><meta name=referrer content=no-referrer><meta http-equiv=refresh content=\"0; url=%s\">\n", html.EscapeString(url))
	if closing := f.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = browser(ctx, f.Name()).Start()
	}
	if err != nil {
		return forget, fmt.Errorf("open the browser: %w: open the address by hand", err)
	}
	return forget, nil
}

// browser returns the command that opens a file in the user's browser.
func browser(ctx context.Context, file string) *exec.Cmd {
	switch runtime.GOOS {
	case "darwin":
		return exec.CommandContext(ctx, "open", file)
	case "windows":
		return exec.CommandContext(ctx, "rundll32", "url.dll,FileProtocolHandler", file)
	}
	return exec.CommandContext(ctx, "xdg-open", file)
}

func portFlag() cli.Flag {
	return &cli.GenericFlag{Name: "port", Value: whole(0, 65535), Category: ofRun, Usage: "listen on `PORT` of 127.0.0.1, 1 to 65535", DefaultText: "a free one"}
}

// listen makes a server of the page for what is shown, and prints its address to w.
func listen(c *cli.Context, w io.Writer, shown view.Options) (*view.Server, error) {
	shown.Assets, shown.Port, shown.Errors = page.Files, c.Int("port"), c.App.ErrWriter
	server, err := view.Listen(shown)
	if err != nil {
		return nil, err
	}
	if _, err := fmt.Fprintln(w, server.URL()); err != nil {
		return nil, errors.Join(fmt.Errorf("print the address: %w", err), server.Close())
	}
	return server, nil
}

// untilTerminalCloses returns a context that also ends when the terminal is closed, unless the process
// ignores that, as under nohup.
func untilTerminalCloses(ctx context.Context) (context.Context, context.CancelFunc) {
	if signal.Ignored(syscall.SIGHUP) {
		return ctx, func() {}
	}
	return signal.NotifyContext(ctx, syscall.SIGHUP)
}
