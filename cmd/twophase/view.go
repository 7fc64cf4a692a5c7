package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os/signal"
	"syscall"

	"github.com/urfave/cli/v2"

	"twophase/internal/view"
	"twophase/internal/view/page"
)

func viewCommand() *cli.Command {
	return &cli.Command{
		Name:  "view",
		Usage: "show a run, or a folder of runs, in a browser",
		UsageText: `twophase view RUN|FOLDER [FLAGS]

Prints an address for a browser on this machine, and serves the page until Ctrl-C.
The server listens on the loopback interface only, and the address contains a secret:
other machines and other users have no access. The server sends nothing elsewhere. For
the folder of a comparison it shows the first variant beside the others. For a folder with
runs below it, up to three folders deep, it lists them, and draws runs over one another.

Examples:
  twophase view runs/ifPSP-small
  twophase view runs/ifPSP-small --open
  twophase view runs/compare-lesion
  twophase view runs`,
		Flags:        viewFlags(),
		OnUsageError: onUsageError,
		Action:       viewRun,
	}
}

func viewFlags() []cli.Flag {
	return []cli.Flag{
		portFlag(),
		&cli.BoolFlag{Name: "open", Category: ofRun, Usage: "open the address in the browser of this machine", DisableDefaultText: true},
	}
}

func portFlag() cli.Flag {
	return &cli.GenericFlag{Name: "port", Value: whole(), Category: ofRun, Usage: "listen on `PORT` of 127.0.0.1, 1 to 65535", DefaultText: "a free one"}
}

func viewRun(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{fmt.Errorf("%d runs: give one run folder, such as runs/ifPSP-small, or one with runs below it", c.NArg())}
	}
	if _, err := existing(c.Args().First()); err != nil {
		return err
	}
	var shown view.Options
	if folder := c.Args().First(); view.IsCollection(folder) {
		runs, err := view.OpenCollection(c.Context, folder)
		if err != nil {
			return err
		}
		defer runs.Close()
		shown.Runs = runs
	} else {
		source, err := view.Open(folder)
		if err != nil {
			return err
		}
		defer source.Close()
		shown.Source = source
	}
	server, err := listen(c, c.App.Writer, shown)
	if err != nil {
		return err
	}
	ctx, stop := untilTerminalCloses(c.Context)
	defer stop()
	if c.Bool("open") {
		forget, err := openBrowser(ctx, server.URL())
		if err != nil {
			fmt.Fprintln(c.App.ErrWriter, "twophase:", err)
		}
		defer forget()
	}
	return server.Serve(ctx)
}

// listen makes a server of the page for what is shown, and prints its address to w.
func listen(c *cli.Context, w io.Writer, shown view.Options) (*view.Server, error) {
	if port := c.Int("port"); port < 0 || port > 65535 {
		return nil, usageError{fmt.Errorf("--port %d: choose one from 1 to 65535, or 0 for one that is free", port)}
	}
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
