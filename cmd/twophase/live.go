package main

import (
	"context"
	"errors"

	"github.com/urfave/cli/v2"

	"twophase/internal/planning"
	"twophase/internal/view"
)

// runLive runs a plan while a browser shows it. After the run it shows the folder until Ctrl-C. The
// address goes to stderr, and the summary to stdout.
func runLive(c *cli.Context, plan plan, o planning.RunOptions) (err error) {
	live := view.NewLive()
	defer live.Close()
	server, err := listen(c, c.App.ErrWriter, view.Options{Source: live})
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(c.Context)
	served := make(chan error, 1)
	go func() { served <- server.Serve(ctx) }()
	defer func() {
		stop()
		err = errors.Join(err, <-served)
	}()
	o.Watcher = live
	if err := runPlan(c, plan, o); err != nil {
		return err
	}
	folder, err := view.Open(live.Folder())
	if err != nil {
		return err
	}
	live.Finish(folder)
	open, closed := untilTerminalCloses(ctx)
	defer closed()
	<-open.Done()
	return nil
}
