package main

import (
	"io"
	"os"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"
)

// progress is a bar of the steps done, with their rate and the time that
// remains. It shows on a terminal only.
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

// start shows the bar for so many steps.
func (p *progress) start(steps int) {
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

// add counts steps that were done.
func (p *progress) add(steps int) {
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
