package sweep

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"twophase/internal/experiment"
	"twophase/internal/files/durable"
	"twophase/internal/files/interrupt"
	"twophase/internal/run/planning"
	"twophase/internal/text/wording"
)

// Evaluation is a point of a fit.
type Evaluation struct {
	Values   []wording.Number `json:"values"` // of the keys; null: as the experiment has them
	Median   wording.Number   `json:"median"` // of the measure, over the trials that did not diverge
	Low      wording.Number   `json:"q25"`
	High     wording.Number   `json:"q75"`
	Trials   []wording.Number `json:"trials"` // the measure of each; null: it diverged, or has none
	Diverged int              `json:"diverged"`
}

// Fitted is what a fit has found.
type Fitted struct {
	*Fit
	Points   []Evaluation       `json:"points"` // in the order of the search; the first is the experiment as it is
	Best     int                `json:"best"`   // the number of the best point
	Improved bool               `json:"improved"`
	Spread   [][]wording.Number `json:"spread,omitempty"` // by key: its value at the best point of each trial alone
	AtEnd    []string           `json:"at_end,omitempty"` // keys whose best value is at an end of its range
	Files    []string           `json:"-"`
}

// RunFit evaluates the points of a fit until its end, and writes its tables and the best experiment. Points that have
// results are not run again.
func (s *Sweep) RunFit(ctx context.Context, o RunOptions) (f *Fitted, err error) {
	o.Shard = Shard{0, 1}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Progress == nil {
		o.Progress = planning.Silent{}
	}
	results := map[int]Result{}
	r, err := s.begin(o, func(one Result) { results[one.Point] = one })
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, r.end()) }()
	o.Progress.Start(s.Points)
	f, err = s.choose(results, func(place int, points []int) error {
		if err := r.runMissing(ctx, o.Workers, points); err != nil {
			return fmt.Errorf("point %d of the fit: %w", place, err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return f, s.finish(f)
}

// recall chooses the points of a fit again of which there are results, so that they are those of the sweep.
func (s *Sweep) recall() error {
	results := map[int]Result{}
	r := s.newReader(func(e entry) error {
		one, err := e.decode(s.Plan)
		results[one.Point] = one
		return err
	})
	if err := r.scan(); err != nil {
		return err
	}
	f, err := s.choose(results, func(int, []int) error { return errEnough })
	if err != nil {
		return err
	}
	known := f.Points
	for i, e := range known {
		if len(e.Trials) == 0 {
			known = known[:i]
			break
		}
	}
	if len(known) == 0 {
		return fmt.Errorf("%s is the folder of a fit that has no point yet: go on with it by twophase fit", s.Folder)
	}
	f.Points = known
	s.Dimensions, s.Points = []Dimension{f.dimension()}, len(known)*len(s.Seeds)
	return nil
}

// choose chooses the points of a fit one after another, from the results of those before. run runs the points of a place
// whose results are missing; a chunk has one point.
func (s *Sweep) choose(results map[int]Result, run func(place int, points []int) error) (*Fitted, error) {
	f, measure := &Fitted{Fit: s.Fit}, slices.Index(measuresOf(s.Plan), s.Fit.Measure())
	evaluate := func(u []float64) (score float64, err error) {
		if len(f.Points) == s.Fit.Evaluations {
			return 0, errEnough
		}
		place := f.add(u)
		s.Dimensions = []Dimension{f.dimension()}
		points := make([]int, len(s.Seeds))
		missing := false
		for i := range points {
			points[i] = place*len(points) + i
			_, found := results[points[i]]
			missing = missing || !found
		}
		if missing {
			if err := run(place, points); err != nil {
				return 0, err
			}
		}
		for _, point := range points {
			f.Points[place].see(results[point], measure)
		}
		f.Points[place].summarise()
		return f.score(place), nil
	}
	_, err := evaluate(nil)
	if err == nil {
		err = search(len(s.Fit.Keys), s.Fit.Tolerance, evaluate)
	}
	if errors.Is(err, errEnough) {
		err = nil
	}
	return f, err
}

// runMissing runs chunks, for which the journal is begun if it is not.
func (r *runner) runMissing(ctx context.Context, workers int, chunks []int) error {
	if r.journal == nil {
		if err := r.open(); err != nil {
			return err
		}
	}
	err := r.run(ctx, workers, chunks)
	if errors.Is(err, interrupt.ErrInterrupted) {
		return fmt.Errorf("%w: all earlier points are kept, and the same command goes on", interrupt.ErrInterrupted)
	}
	return err
}

// add adds a point at fractions of the ranges, and returns its place; nil is the experiment as it is.
func (f *Fitted) add(u []float64) (place int) {
	values := slices.Repeat([]wording.Number{wording.NaN}, len(f.Keys))
	for i, v := range u {
		values[i] = wording.Number(f.Keys[i].value(v))
	}
	f.Points = append(f.Points, Evaluation{Values: values})
	return len(f.Points) - 1
}

// dimension returns the points as a dimension.
func (f *Fitted) dimension() Dimension {
	points := make([][]float64, len(f.Points))
	for i, p := range f.Points[1:] {
		points[i+1] = wording.Floats(p.Values)
	}
	return f.chosen(points)
}

// see adds the trials of a result.
func (e *Evaluation) see(r Result, measure int) {
	for _, t := range r.Trials {
		v := math.NaN()
		if t.Diverged > 0 {
			e.Diverged++
		} else {
			v = t.Measures[measure]
		}
		e.Trials = append(e.Trials, wording.Number(v))
	}
}

func (e *Evaluation) summarise() {
	q := statisticsOf(wording.Floats(e.Trials)).Quartiles
	e.Low, e.Median, e.High = wording.Number(q.Low), wording.Number(q.Median), wording.Number(q.High)
}

// score returns what the search minimises. A point of which half of the trials diverged is worse than any other.
func (f *Fitted) score(place int) float64 {
	e := f.Points[place]
	return f.scoreOf(e.Median, 2*e.Diverged >= len(e.Trials))
}

func (f *Fitted) scoreOf(v wording.Number, fails bool) float64 {
	switch {
	case fails || !v.Finite():
		return math.Inf(1)
	case f.Maximise != "":
		return -float64(v)
	}
	return float64(v)
}

// finish finds the best point, and writes the tables and the best experiment.
func (s *Sweep) finish(f *Fitted) error {
	for i := range f.Points {
		if f.score(i) < f.score(f.Best) {
			f.Best = i
		}
	}
	if math.IsInf(f.score(f.Best), 1) {
		return fmt.Errorf("%s has no value at any of %s: at each it is not defined, or half of the trials diverged; run the experiment alone to see why", f.Measure(), wording.Count(len(f.Points), "point"))
	}
	f.Improved = f.Best > 0
	f.findSpread()
	f.findEnds()
	s.Points = len(f.Points) * len(s.Seeds)
	collected, err := s.Collect(CollectOptions{})
	if err != nil {
		return err
	}
	e, err := s.Point(f.Best * len(s.Seeds))
	if err != nil {
		return err
	}
	best := s.path("best.yaml")
	f.Files = append(collected.Files, best)
	return durable.Write(best, experiment.Section(&e, filepath.Dir(best)).YAML(), 0o666)
}

// findSpread finds for each trial the point that is best for it alone.
func (f *Fitted) findSpread() {
	trials := len(f.Points[0].Trials)
	if trials < 2 {
		return
	}
	f.Spread = make([][]wording.Number, len(f.Keys))
	for trial := range trials {
		best, lowest := 0, math.Inf(1)
		for i, e := range f.Points {
			if v := f.scoreOf(e.Trials[trial], false); i > 0 && v < lowest {
				best, lowest = i, v
			}
		}
		for k := range f.Keys {
			f.Spread[k] = append(f.Spread[k], f.Points[best].Values[k])
		}
	}
}

// nearEnd is the fraction of a range within which a value is at its end.
const nearEnd = 0.01

// findEnds finds the keys whose best value is at an end of its range.
func (f *Fitted) findEnds() {
	for i, k := range f.Keys {
		v, s := float64(f.Points[f.Best].Values[i]), k.spread()
		low, high := s.at(nearEnd), s.at(1-nearEnd)
		if v <= low || v >= high {
			f.AtEnd = append(f.AtEnd, k.Key)
		}
	}
}

// Table returns the trace of the search, with some digits, or all for −1.
func (f *Fitted) Table(digits int) wording.Table {
	t := wording.Table{Header: []string{"point"}}
	for _, k := range f.Keys {
		t.Header = append(t.Header, k.Key)
	}
	t.Header = append(t.Header, f.Measure(), "q25", "q75", "diverged", "best")
	best := 0
	for i, e := range f.Points {
		row := []string{strconv.Itoa(i)}
		for _, v := range append(slices.Clone(e.Values), e.Median, e.Low, e.High) {
			row = append(row, wording.Digits(float64(v), digits))
		}
		mark := ""
		if i == 0 || f.score(i) < f.score(best) {
			best, mark = i, "*"
		}
		t.Add(append(row, strconv.Itoa(e.Diverged), mark)...)
	}
	return t
}

// Text writes the trace and what was found for people to read.
func (f *Fitted) Text() string {
	var b strings.Builder
	aim, method := "smallest", "golden section"
	if f.Maximise != "" {
		aim = "largest"
	}
	if len(f.Keys) > 1 {
		method = "Nelder and Mead"
	}
	e := f.Points[f.Best]
	fmt.Fprintf(&b, "%s over %s, by %s: %s of %s; point 0 is the experiment as it is, * is better than all before\n",
		f.Measure(), keysOf(f.Fit), method, wording.Count(len(f.Points), "point"), wording.Count(len(e.Trials), "trial"))
	b.WriteString(f.Table(4).Text())
	if !f.Improved {
		fmt.Fprintf(&b, "\nNOTE: no point is better than the experiment as it is, %s %v: widen the ranges, or vary other keys.\n", f.Measure(), e.Median)
		return b.String()
	}
	fmt.Fprintf(&b, "\n%s is %s, %v%s, where\n", f.Measure(), aim, e.Median, e.brackets())
	columns := wording.Table{}
	for i, k := range f.Keys {
		row := []string{k.Key, wording.Digits(float64(e.Values[i]), 6)}
		if f.Spread != nil {
			row = append(row, "best for one trial alone: "+shown(f.Spread[i]))
		}
		columns.Add(row...)
	}
	b.WriteString(columns.Text())
	fmt.Fprintf(&b, "The experiment as it is has %v%s.\n", f.Points[0].Median, f.Points[0].brackets())
	for _, key := range f.AtEnd {
		fmt.Fprintf(&b, "NOTE: %s is at an end of its range: what is best may be beyond it.\n", key)
	}
	return b.String()
}

// brackets shows the spread over several trials.
func (e *Evaluation) brackets() string {
	if len(e.Trials) < 2 {
		return ""
	}
	return " [" + shown(e.Trials) + "]"
}

// shown lists values of few trials, or else their quartiles.
func shown(values []wording.Number) string {
	var all []string
	for _, v := range statisticsOf(wording.Floats(values)).Shown() {
		all = append(all, wording.Number(v).String())
	}
	return strings.Join(all, " ")
}

func keysOf(f *Fit) string {
	var names []string
	for _, k := range f.Keys {
		names = append(names, k.Key)
	}
	return wording.List(names, "and")
}

// decode returns the result of an entry of a journal.
func (e entry) decode(p *Plan) (r Result, err error) {
	if err := json.Unmarshal(e.result, &r); err != nil {
		return r, err
	}
	return r, r.check(p)
}
