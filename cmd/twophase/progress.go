package main

import (
	"fmt"
	"io"
	"os"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// progress tells how a run goes on: what it does first, then a bar of the steps
// done, with their rate and the time that remains. It shows on a terminal only.
type progress struct {
	terminal *os.File // nil: show nothing
	bars     *mpb.Progress
	bar      *mpb.Bar
}

func newProgress(w io.Writer) *progress {
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return &progress{terminal: file}
	}
	return &progress{}
}

// Note prints what the run is doing.
func (p *progress) Note(text string) {
	if p.terminal != nil {
		fmt.Fprintln(p.terminal, text)
	}
}

// Start shows the bar for so many steps.
func (p *progress) Start(steps int) {
	if p.terminal == nil {
		return
	}
	p.bars = mpb.New(mpb.WithOutput(p.terminal), mpb.WithWidth(40))
	p.bar = p.bars.AddBar(int64(steps),
		mpb.PrependDecorators(decor.CountersNoUnit("%d/%d steps")),
		mpb.AppendDecorators(
			decor.AverageSpeed(0, "%.0f steps/s"),
			decor.Name("  "),
			decor.AverageETA(decor.ET_STYLE_GO),
			decor.Name(" left"),
		),
		mpb.BarRemoveOnComplete(),
	)
}

// Add counts steps that were done.
func (p *progress) Add(steps int) {
	if p.bar != nil {
		p.bar.IncrBy(steps)
	}
}

// finish takes the bar away.
func (p *progress) finish() {
	if p.bar != nil {
		p.bar.Abort(true)
		p.bars.Wait()
	}
}
