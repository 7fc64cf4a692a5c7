package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/urfave/cli/v2"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
)

// progress shows how a run goes on: first what it does, then a bar of the steps or trials done, with
// their rate and the remaining time. It is shown on a terminal only, what it does also with --verbose,
// and nothing with --quiet.
type progress struct {
	terminal *os.File  // for the bar; nil: there is none
	notes    io.Writer // for what it does
	warnings io.Writer
	unit     string // unit of the bar: steps or trials
	readings *readingBar
	bars     *mpb.Progress
	bar      *mpb.Bar
}

// messageFlags say how much a command prints on stderr.
func messageFlags() []cli.Flag {
	return []cli.Flag{
		&cli.BoolFlag{Name: "quiet", Aliases: []string{"q"}, Category: ofRun, Usage: "print nothing on stderr but warnings and errors", DisableDefaultText: true},
		&cli.BoolFlag{Name: "verbose", Category: ofRun, Usage: "print what is done and how to read the results on stderr, as on a terminal, also into a file or a pipe", DisableDefaultText: true},
	}
}

// oneOfQuietAndVerbose returns an error if a command is to be both.
func oneOfQuietAndVerbose(c *cli.Context) error {
	if c.Bool("quiet") && c.Bool("verbose") {
		return errors.New("--quiet and --verbose exclude one another: leave out one")
	}
	return nil
}

func newProgress(c *cli.Context, unit string) *progress {
	p := &progress{notes: messages(c), warnings: c.App.ErrWriter, unit: unit, readings: showReadings(c)}
	if !c.Bool("quiet") && isTerminal(c.App.ErrWriter) {
		p.terminal = c.App.ErrWriter.(*os.File)
	}
	return p
}

// messages returns where messages for a person go that are neither results nor warnings.
func messages(c *cli.Context) io.Writer {
	if !c.Bool("quiet") && (c.Bool("verbose") || isTerminal(c.App.ErrWriter)) {
		return c.App.ErrWriter
	}
	return io.Discard
}

// Note prints what the run is doing.
func (p *progress) Note(text string) { fmt.Fprintln(p.notes, text) }

// Warn prints what is suspicious, also where no progress is shown.
func (p *progress) Warn(text string) { fmt.Fprintln(p.warnings, "twophase: WARNING: "+text) }

// Start shows the bar for a number of units, 0 if it is not known. Called again, it changes that number.
func (p *progress) Start(total int) {
	if p.terminal == nil {
		return
	}
	p.readings.hide()
	if p.bar != nil {
		p.bar.SetTotal(int64(total), false)
		return
	}
	speed := "%.0f "
	if p.unit == "trials" {
		speed = "%.1f "
	}
	p.bars = mpb.New(mpb.WithOutput(p.terminal), mpb.WithWidth(40))
	if total == 0 {
		p.bar = p.bars.New(0, mpb.NopStyle(),
			mpb.PrependDecorators(decor.CurrentNoUnit("%d "+p.unit+" so far")),
			mpb.AppendDecorators(decor.AverageSpeed(0, speed+p.unit+"/s")),
			mpb.BarRemoveOnComplete(),
		)
		return
	}
	p.bar = p.bars.AddBar(int64(total),
		mpb.PrependDecorators(decor.CountersNoUnit("%d/%d "+p.unit)),
		mpb.AppendDecorators(
			decor.AverageSpeed(0, speed+p.unit+"/s"),
			decor.Name("  "),
			decor.AverageETA(decor.ET_STYLE_GO),
			decor.Name(" left"),
		),
		mpb.BarRemoveOnComplete(),
	)
}

// Add counts units that were done.
func (p *progress) Add(n int) {
	if p.bar != nil {
		p.bar.IncrBy(n)
	}
}

// finish removes the bar.
func (p *progress) finish() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.bars.Wait()
	}
}
