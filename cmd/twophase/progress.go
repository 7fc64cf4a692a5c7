package main

import (
	"fmt"
	"io"
	"os"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// progress shows how a run goes on: first what it does, then a bar of the steps or trials done, with
// their rate and the remaining time. It is shown on a terminal only.
type progress struct {
	terminal *os.File // nil: show nothing
	warnings io.Writer
	unit     string // unit of the bar: steps or trials
	bars     *mpb.Progress
	bar      *mpb.Bar
}

func newProgress(w io.Writer, unit string) *progress {
	if file, ok := w.(*os.File); ok && term.IsTerminal(int(file.Fd())) {
		return &progress{terminal: file, warnings: w, unit: unit}
	}
	return &progress{warnings: w}
}

// Note prints what the run is doing.
func (p *progress) Note(text string) {
	if p.terminal != nil {
		fmt.Fprintln(p.terminal, text)
	}
}

// Warn prints what is suspicious, also where no progress is shown.
func (p *progress) Warn(text string) { fmt.Fprintln(p.warnings, "twophase: WARNING: "+text) }

// Start shows the bar for a number of units. Called again, it changes that number.
func (p *progress) Start(total int) {
	if p.terminal == nil {
		return
	}
	if p.bar != nil {
		p.bar.SetTotal(int64(total), false)
		return
	}
	speed := "%.0f "
	if p.unit == "trials" {
		speed = "%.1f "
	}
	p.bars = mpb.New(mpb.WithOutput(p.terminal), mpb.WithWidth(40))
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
