package settling

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strconv"

	"golang.org/x/sync/errgroup"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/interrupt"
	"twophase/internal/report"
)

// Options say what is run. No field needs to be set.
type Options struct {
	Trials  int    // of each circuit at most; 0: no limit
	Quick   bool   // coarser grids, fewer and shorter trials
	Steps   int    // the largest number of stimuli that a circuit learns from; 0: no limit
	Seed    uint64 // of all random numbers
	Workers int    // trials at a time; 0: one for each processor

	// File has stimuli in place of Fashion-MNIST, in a format that package stimulus reads; empty: the
	// training images of Debian's package.
	File string

	// Progress receives the name of an experiment when it begins; nil: not reported.
	Progress func(experiment string)
}

// Finding is the result of one experiment.
type Finding struct {
	Name    string // of its files
	Title   string
	Says    string
	Rows    [][]string // of the CSV, its header first
	Table   report.Grid
	Picture report.Picture // nil if there is none
	Notes   []string
}

// ErrInterrupted is the error of a run whose context was cancelled.
var ErrInterrupted = errors.New("interrupted")

// The gains and τ of the paper, which all experiments have unless they say otherwise.
const (
	lastGain = 0.7
	tau      = 0.5
)

// Run runs all experiments.
func Run(ctx context.Context, o Options) ([]Finding, error) {
	if o.Trials < 0 {
		return nil, fmt.Errorf("%d trials: run at least 1", o.Trials)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = func(string) {}
	}
	s := &session{Options: o}
	defer s.close()
	var findings []Finding
	for _, experiment := range []struct {
		name string
		run  func(context.Context, *session) (*Finding, error)
	}{
		{"phase diagram", phases},
		{"states of full rank", fullRank},
		{"images", imageTurns},
		{"gains and τ", gainMaps},
		{"the theory's numbers", published},
		{"power laws", powerLaws},
		{"the world", world},
	} {
		o.Progress(experiment.name)
		f, err := experiment.run(ctx, s)
		if ctx.Err() != nil {
			return nil, ErrInterrupted
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", experiment.name, err)
		}
		if f != nil {
			findings = append(findings, *f)
		}
	}
	return findings, nil
}

// session is what the experiments of one run share.
type session struct {
	Options
	opened  bool
	images  *data         // nil if there are none
	absent  string        // why
	learnt  []imageResult // of imageTurns
	folders []string      // to be removed
}

// trials returns the number of trials of an experiment.
func (o Options) trials(most int) int {
	if o.Quick {
		most = min(most, 2)
	}
	if o.Trials > 0 {
		most = min(most, o.Trials)
	}
	return most
}

// steps returns the number of stimuli of an experiment.
func (o Options) steps(quick, whole int) int {
	steps := choose(o, quick, whole)
	if o.Steps > 0 {
		steps = min(steps, o.Steps)
	}
	return steps
}

// choose returns the first value for a quick run, else the second.
func choose[T any](o Options, quick, whole T) T {
	if o.Quick {
		return quick
	}
	return whole
}

// each calls do for 0 to n−1, some at a time, until one fails.
func (o Options) each(ctx context.Context, n int, do func(ctx context.Context, i int) error) error {
	group, within := errgroup.WithContext(ctx)
	group.SetLimit(o.Workers)
	for i := range n {
		group.Go(func() error {
			if err := within.Err(); err != nil {
				return err
			}
			return do(within, i)
		})
	}
	return group.Wait()
}

// problem returns ifPSP with S turns on a spectrum, with the paper's gains and τ.
func problem(spectrum []float64, k, turns int) theory.Turns {
	return theory.Turns{
		Point: theory.FixedPoint{Network: circuit.IfPSP, Spectrum: spectrum, Gains: circuit.LinearGains(k, 1, lastGain)},
		Tau:   tau, Count: turns,
	}
}

// mostTurns is the largest number of turns that enough tries.
const mostTurns = 20

// enough returns the smallest even number of turns at which no stable lateral state was found, or
// 0. With more outputs fewer starts are tried, as each takes longer.
func enough(ctx context.Context, spectrum []float64, k int) (int, error) {
	how := theory.Search{Starts: 6, Ranks: 1}
	if k > 10 {
		how = theory.Search{Starts: 3, Ranks: -1}
	}
	n, err := interrupt.Within(ctx, func() (int, error) { return problem(spectrum, k, 2).TurnsEnough(how, mostTurns) })
	if err != nil {
		return 0, fmt.Errorf("K = %d: %w", k, err)
	}
	return n, nil
}

// search searches the lateral states of a problem.
func search(ctx context.Context, t theory.Turns, s theory.Search) (*theory.LateralStates, error) {
	return interrupt.Within(ctx, func() (*theory.LateralStates, error) { return t.Search(s) })
}

// turnsText returns a number of turns that enough found.
func turnsText(n int) string {
	if n == 0 {
		return fmt.Sprintf("> %d", mostTurns)
	}
	return strconv.Itoa(n)
}

// digits returns a number for files, to six digits.
func digits(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// short returns a number for people, to three digits.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }
