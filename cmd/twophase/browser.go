package main

import (
	"context"
	"fmt"
	"html"
	"os"
	"os/exec"
	"runtime"
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
