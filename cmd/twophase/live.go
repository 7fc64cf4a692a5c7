package main

import (
	"context"
	"errors"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/view"
)

// runLive runs a plan while a browser looks on, and shows its folder when it is over,
// until Ctrl-C. The address goes to where messages go: what is printed for programs is
// what the run found.
func runLive(c *cli.Context, plan plan, o experiment.RunOptions) (err error) {
	live := view.NewLive()
	defer live.Close()
	server, err := listen(c, c.App.ErrWriter, live)
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
