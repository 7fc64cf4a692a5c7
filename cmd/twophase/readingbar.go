package main

import (
	"io"
	"os"
	"sync"
	"time"

	"github.com/urfave/cli/v2"
	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"twophase/stimulus/dataset"
)

// readingBar shows a bar for each reading of a file that takes long, on a terminal and without --quiet.
type readingBar struct {
	terminal *os.File

	mu      sync.Mutex
	hidden  bool // the terminal has a bar of steps or trials
	path    string
	since   time.Time // when its reading began
	bars    *mpb.Progress
	bar     *mpb.Bar
	current int64
}

// longReading is the time after which a bar is shown.
const longReading = 500 * time.Millisecond

// showReadings has long readings of files shown that the command does from now on.
func showReadings(c *cli.Context) *readingBar {
	r := &readingBar{}
	if !c.Bool("quiet") && isTerminal(c.App.ErrWriter) {
		r.terminal = c.App.ErrWriter.(*os.File)
		c.Context = dataset.WithReports(c.Context, r.take)
	}
	return r
}

// take shows how far a reading has come.
func (r *readingBar) take(now dataset.Reading) {
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case r.hidden:
		return
	case now.Done >= now.Size:
		r.end()
		return
	case now.Path != r.path:
		r.end()
		r.path, r.since = now.Path, time.Now()
	}
	if r.bar == nil && time.Since(r.since) > longReading {
		r.bars = mpb.New(mpb.WithOutput(r.terminal), mpb.WithWidth(40))
		r.bar = r.bars.AddBar(now.Size,
			mpb.PrependDecorators(decor.Name("reading "+now.Path+" "), decor.Percentage()),
			mpb.AppendDecorators(decor.AverageETA(decor.ET_STYLE_GO), decor.Name(" left")),
			mpb.BarRemoveOnComplete(),
		)
	}
	if r.current = max(r.current, now.Done); r.bar != nil {
		r.bar.SetCurrent(r.current)
	}
}

// hide shows no more readings.
func (r *readingBar) hide() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.end()
	r.hidden = true
}

// end removes the bar.
func (r *readingBar) end() {
	if r.bar != nil {
		r.bar.Abort(true)
		r.bars.Wait()
	}
	r.bar, r.path, r.current = nil, "", 0
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd()))
}
