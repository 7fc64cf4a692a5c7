package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/circuit"
	"twophase/internal/planning"
	"twophase/internal/view"
)

// runLive runs a plan while a browser shows it. After the run, even one that diverged, it shows the
// folder until Ctrl-C. The address goes to stderr, and the summary to stdout.
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
	ran := runPlan(c, plan, o)
	var diverged *circuit.Divergence
	if ran != nil && !errors.As(ran, &diverged) {
		return ran
	}
	folder, err := view.Open(live.Folder())
	if err != nil {
		return errors.Join(ran, err)
	}
	live.Finish(folder)
	if diverged != nil {
		fmt.Fprintf(c.App.ErrWriter, "twophase: diverged at step %d; the page shows what was recorded until then, until Ctrl-C\n", diverged.Step)
		ran = ranAway(ran)
	}
	open, closed := untilTerminalCloses(ctx)
	defer closed()
	<-open.Done()
	return ran
}
