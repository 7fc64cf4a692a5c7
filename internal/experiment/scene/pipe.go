package scene

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync/atomic"

	"twophase/circuit"
	"twophase/internal/experiment"
	"twophase/internal/text/document"
	"twophase/stimulus"
	"twophase/stimulus/dataset"
	"twophase/stimulus/fileformat"
)

// Pipe is stimuli that are read from standard input as they come, in one trial. Nothing is known
// of them before, so that it refuses whatever needs their covariance.
type Pipe struct {
	experiment.Stimulus
	seed uint64
	rows *dataset.Pipe
}

// taken: standard input is being read.
var taken atomic.Bool

// toFile is what to do where rows must be read more than once.
const toFile = "write the rows into a file first, as by cat > rows.csv, and give that"

// openPipe waits for the first rows of standard input.
func openPipe(s experiment.Stimulus, seed uint64) (Stimuli, error) {
	for _, refused := range []struct {
		given bool
		key   string
		why   string
	}{
		{s.Center, "center", "the mean is not known before the last row"},
		{s.Scale != "" && s.Scale != "none", "scale", "the variance is not known before the last row"},
		{s.Shuffle, "shuffle", "rows are learnt from as they come"},
		{s.Epochs != 0, "epochs", "rows are read once"},
		{s.HeldOut != 0, "held_out", "the number of rows is not known"},
		{s.Transpose, "transpose", "columns have no end"},
		{s.Views != nil, "views", "views are read from files"},
	} {
		if refused.given {
			return nil, document.Blame(fmt.Errorf("%s does not go with stimuli from standard input, for %s: %s", refused.key, refused.why, toFile), "stimulus."+refused.key)
		}
	}
	if info, err := os.Stdin.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		return nil, errors.New("--stimulus - reads rows of numbers from standard input, and nothing is piped into it: write PROGRAM | twophase run --stimulus -")
	}
	if taken.Swap(true) {
		return nil, errors.New("the rows of standard input can be read once, by one run: " + toFile)
	}
	rows, err := dataset.NewPipe(os.Stdin, s.Layout())
	switch {
	case errors.Is(err, fileformat.ErrColumns):
		return nil, document.Blame(err, "stimulus.columns", "stimulus.skip_columns")
	case err != nil:
		return nil, err
	}
	return &Pipe{s, seed, rows}, nil
}

func (p *Pipe) Title() string                 { return "standard input" }
func (p *Pipe) Inputs() int                   { return p.rows.Inputs() }
func (p *Pipe) Outputs() int                  { return 0 }
func (p *Pipe) Views() []stimulus.View        { return nil }
func (p *Pipe) Rate(n circuit.Network) string { return ownRate(n) }
func (p *Pipe) Population() []float64         { return nil }
func (p *Pipe) Doubt() string                 { return "" }
func (p *Pipe) Names() []string               { return p.rows.Names() }
func (p *Pipe) Oddities() []string            { return nil }
func (p *Pipe) Files() []experiment.InputFile { return nil }
func (p *Pipe) Close() error                  { return nil }

// NeedMoments returns an error, because the moments are not known before the last row.
func (p *Pipe) NeedMoments() error {
	return errors.New("the covariance of stimuli from standard input is not known before the last row: " + toFile)
}

// Survey reads nothing. From then on the stimuli end with the context.
func (p *Pipe) Survey(ctx context.Context, _, _ int, reference bool) (steps int, err error) {
	if reference {
		return 0, p.NeedMoments()
	}
	p.rows.Stop(ctx.Done())
	return 0, nil
}

// Trial returns the rows, which only one trial can have.
func (p *Pipe) Trial(trial uint64) (*Trial, error) {
	changing, err := stimulus.NewChangingFile(p.rows, stimulus.Subspace{}, p.seed, trial)
	if err != nil {
		return nil, err
	}
	t := newTrial(changing, nil, func() error { return nil })
	t.moments = func() []float64 { return nil }
	return t, nil
}

// Rehearse implements Stimuli. It accepts noise only: other changes need the covariance.
func (p *Pipe) Rehearse(changes []stimulus.Change, _ int, _ bool) (wrong int, err error) {
	for n, change := range changes {
		if _, ok := change.(stimulus.Noise); !ok {
			return n, errors.New("of stimuli from standard input nothing is known that could be changed: choose noise, or " + toFile)
		}
	}
	return 0, nil
}
