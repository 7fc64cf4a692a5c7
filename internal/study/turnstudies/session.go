package turnstudies

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/sync/errgroup"

	"twophase/circuit"
	"twophase/circuit/theory"
	"twophase/internal/files/interrupt"
	"twophase/internal/measure/report"
)

// Options say what is run. No field needs to be set.
type Options struct {
	Trials  int    // of each circuit at most; 0: no limit
	Quick   bool   // coarser grids, fewer and shorter trials
	Steps   int    // the largest number of stimuli that a circuit learns from; 0: no limit
	Seed    uint64 // of all random numbers
	Workers int    // trials at a time; 0: one for each processor

	// File has stimuli in place of Fashion-MNIST, in a format that package fileformat reads; empty: the
	// training images of Debian's package.
	File string
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

// entry is one experiment. Where its stimuli are not installed it returns a Finding that says so.
type entry struct {
	name string
	run  func(context.Context, *Session) (*Finding, error)
}

func experiments() []entry {
	return []entry{
		{"turns-phase", phases},
		{"turns-fullrank", fullRank},
		{"turns-states", published},
		{"turns-images", imageTurns},
		{"turns-gains", gainMaps},
		{"turns-powers", powerLaws},
		{"turns-world", world},
	}
}

// Names returns the names of all experiments.
func Names() (names []string) {
	for _, e := range experiments() {
		names = append(names, e.name)
	}
	return names
}

// Session runs experiments that share what they open. It must be closed.
type Session struct {
	Options
	opened bool
	images *data  // nil if there are none
	absent string // why

	folders []string // to be removed
}

// New returns a session. It returns an error if an option makes no sense.
func New(o Options) (*Session, error) {
	if o.Trials < 0 || o.Steps < 0 {
		return nil, fmt.Errorf("%d trials of %d steps: run at least 1 of each", o.Trials, o.Steps)
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	return &Session{Options: o}, nil
}

// Run runs the experiment of a name. Where something that it needs is not installed, its notes say
// so.
func (r *Session) Run(ctx context.Context, name string) (*Finding, error) {
	all := experiments()
	i := slices.IndexFunc(all, func(e entry) bool { return e.name == name })
	if i < 0 {
		return nil, fmt.Errorf("experiment %q does not exist: choose %s", name, strings.Join(Names(), ", "))
	}
	f, err := all[i].run(ctx, r)
	if ctx.Err() != nil {
		return nil, ErrInterrupted
	}
	if err != nil {
		return nil, err
	}
	f.Name = name
	return f, nil
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

// mostTurns is the largest number of turns that Session.enough tries.
const mostTurns = 20

// enough returns the smallest even number of turns with which no start of the mean-field flow fails, or 0.
func (r *Session) enough(ctx context.Context, spectrum []float64, k int) (int, error) {
	n, err := interrupt.Within(ctx, func() (int, error) {
		n, _, err := problem(spectrum, k, 2).FewestTurns(theory.Search{Starts: r.starts(k)}, mostTurns)
		return n, err
	})
	if err != nil {
		return 0, fmt.Errorf("turns for %d outputs: %w", k, err)
	}
	return n, nil
}

// starts returns from how many starts enough lets the flow of k outputs run.
func (r *Session) starts(k int) int {
	switch {
	case r.Quick:
		return 6
	case k > theory.ManyOutputs:
		return theory.FewStarts
	}
	return theory.EnoughStarts
}

// enoughMeans says what enough bounds, with up to k outputs.
func (r *Session) enoughMeans(k int) string {
	bound := func(starts int) string {
		return fmt.Sprintf("none of %d starts of the mean-field flow fails, so that with 95 %% confidence at most %.2g %% do", starts, 100*theory.Basin{Starts: starts}.Most())
	}
	text := bound(r.starts(1))
	if r.starts(k) != r.starts(1) {
		text += fmt.Sprintf(" (with more than %d outputs %s)", theory.ManyOutputs, bound(r.starts(k)))
	}
	return text
}

// search searches the lateral states of a problem.
func search(ctx context.Context, t theory.Turns, s theory.Search) (*theory.LateralStates, error) {
	return interrupt.Within(ctx, func() (*theory.LateralStates, error) { return t.Search(s) })
}

// turnsText returns a number of turns that enough found.
func turnsText(n int) string {
	if n == 0 {
		return "none"
	}
	return strconv.Itoa(n)
}

// digits returns a number for files, to six digits.
func digits(v float64) string { return strconv.FormatFloat(v, 'g', 6, 64) }

// short returns a number for people, to three digits.
func short(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }
