package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"twophase/internal/web/view"
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

func viewRun(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{fmt.Errorf("%d runs: give one run folder, such as runs/ifPSP-small, or one with runs below it", c.NArg())}
	}
	if _, err := existing(c.Args().First()); err != nil {
		return err
	}
	var shown view.Options
	if folder := c.Args().First(); view.IsCollection(folder) {
		collection, err := view.OpenCollection(c.Context, folder)
		if err != nil {
			return err
		}
		defer collection.Close()
		shown.Runs = collection
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
