package circuit_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/neuron"
)

// diary is an observer that notes all of a circuit's numbers.
type diary struct {
	seen  [][]float64
	fails int // the step at which it fails
}

func (l *diary) Observe(c *circuit.Circuit) error {
	l.seen = append(l.seen, numbers(c))
	if c.StepCount() == l.fails {
		return errors.New("the diary is full")
	}
	return nil
}

// occasionalDiary is a diary of every few steps.
type occasionalDiary struct {
	diary
	next, every int
}

func (l *occasionalDiary) Observe(c *circuit.Circuit) error {
	l.next = c.StepCount() + l.every
	return l.diary.Observe(c)
}

func (l *occasionalDiary) Next() int { return l.next }

// keeper is an observer that has every fifth change kept in its parts.
type keeper struct{ next int }

func (k *keeper) Observe(c *circuit.Circuit) error {
	c.Forward().KeepChanges(k.next%5 == 4)
	c.Outputs().KeepChanges(k.next%5 == 3)
	k.next++
	if k.next%5 == 1 {
		k.next += 3
	}
	return nil
}

func (k *keeper) Next() int { return k.next }

// numbers returns all numbers of a circuit that can be seen.
func numbers(c *circuit.Circuit) []float64 {
	all := []float64{float64(c.StepCount())}
	if c.Complete() {
		all[0] += 0.5
	}
	all = append(all, c.Inputs().Signals(neuron.Stimulus)...)
	all = append(all, c.Outputs().Signals(neuron.Provisional)...)
	all = append(all, c.Outputs().Signals(neuron.Final)...)
	all = append(all, c.Forward().Weights()...)
	all = append(all, c.M()...)
	for o := range c.Outputs().Outputs() {
		all = append(all, parts(o.LastScaleChange())...)
	}
	for _, p := range c.Projections() {
		for s := range p.All() {
			all = append(all, parts(s.LastChange())...)
		}
	}
	return all
}

// An ensemble is its circuits alone, to the last bit: at every step that is
// observed, after every run, and in its errors.
func TestEnsembleIsCircuitsAlone(t *testing.T) { rapid.Check(t, checkEnsemble) }

func checkEnsemble(t *rapid.T) {
	n := rapid.IntRange(1, 20).Draw(t, "N")
	k := rapid.IntRange(1, min(n, 6)).Draw(t, "K")
	trials := rapid.IntRange(1, 13).Draw(t, "trials")
	spec := circuit.Spec{
		Network: rapid.SampledFrom([]circuit.Network{circuit.IfPSP, circuit.SlowLateralPSP, circuit.IfPSW, circuit.CascadePSP, circuit.CascadePSW}).Draw(t, "network"),
		Inputs:  n, Gains: circuit.LinearGains(k, 1, 0.7),
		Rate: circuit.DecayingRate(rapid.Float64Range(0.1, 10).Draw(t, "a"), 100),
		Seed: rapid.Uint64().Draw(t, "seed"),
	}
	if rapid.IntRange(0, 4).Draw(t, "any network") == 0 {
		spec.Network = drawNetwork(t)
		spec.Gains, spec.Rate = gainsOf(spec.Network, k), rateOf(spec.Network, spec.Rate)
		spec.Executor = rapid.SampledFrom([]circuit.Executor{circuit.Compiled, circuit.Literal}).Draw(t, "executor")
	}
	signal := rapid.Float64Range(-2, 2)
	oddTrial := rapid.IntRange(0, 3*trials).Draw(t, "odd trial") // none, most of the time
	odd := rapid.OneOf(rapid.Float64(), rapid.SampledFrom([]float64{math.Inf(1), math.NaN(), 1e150, 1e300}))
	size := rapid.SampledFrom([]float64{1, 1, 1e-160, 3, 1e100}).Draw(t, "size of the stimuli")

	var circuits [2][]*circuit.Circuit // alone, and in the ensemble
	var diaries [2][]*diary
	observed := rapid.SampledFrom([]string{"not", "not", "every step", "sometimes", "in parts"}).Draw(t, "observed")
	every, fails := rapid.IntRange(1, 40).Draw(t, "every"), rapid.IntRange(1, 400).Draw(t, "the diary fails")
	for way := range circuits {
		for trial := range trials {
			s := spec
			s.Trial = uint64(trial)
			c, err := circuit.New(s)
			if err != nil {
				t.Fatal(err)
			}
			l := &diary{fails: fails + trial}
			switch observed {
			case "every step":
				c.Attach(l)
			case "sometimes":
				o := &occasionalDiary{diary: *l, every: every + trial%3, next: trial % 2}
				l = &o.diary
				c.Attach(o)
			case "in parts":
				c.Attach(&keeper{next: 4})
				c.Attach(l)
			}
			circuits[way] = append(circuits[way], c)
			diaries[way] = append(diaries[way], l)
		}
	}
	if rapid.IntRange(0, 9).Draw(t, "one is ahead") == 0 {
		for _, cs := range circuits {
			_ = cs[trials/2].Step(make([]float64, n))
		}
	}

	ensemble := circuit.NewEnsemble(circuits[1]...)
	failures := make([]error, trials)
	noMore, noMatter := errors.New("no more stimuli"), errors.New("no matter")
	for range rapid.IntRange(1, 4).Draw(t, "runs") {
		if rapid.IntRange(0, 2).Draw(t, "operate") == 0 {
			trial := rapid.IntRange(0, trials-1).Draw(t, "trial")
			operate := drawOperation(t, circuits[0][trial])
			for _, cs := range circuits {
				operate(cs[trial])
			}
		}
		steps := rapid.SampledFrom([]int{1, 2, 5, 31, 33, 70, 100}).Draw(t, "steps")
		pool := rapid.SliceOfN(signal, n, 4*n).Draw(t, "stimuli")
		oddStep, oddNumber := rapid.IntRange(0, steps).Draw(t, "odd step"), odd.Draw(t, "odd number")
		ends := rapid.IntRange(0, 9*steps*trials).Draw(t, "stimuli end")
		at := make([]int, trials)
		stimuli := func(trial int, x []float64) error {
			s := at[trial]
			at[trial]++
			if s*trials+trial == ends {
				return noMore
			}
			for j := range x {
				x[j] = size * pool[(7*s+5*trial+j)%len(pool)]
			}
			if trial == oddTrial && s == oddStep {
				x[s%n] = oddNumber
			}
			return nil
		}
		got := ensemble.Run(steps, func(trial int, x []float64) (filled int, err error) {
			for ; len(x) > 0; x = x[n:] {
				if err := stimuli(trial, x[:n]); err != nil {
					return filled, err
				}
				filled++
			}
			return filled, noMatter
		})
		clear(at)
		x := make([]float64, n)
		for trial, c := range circuits[0] {
			before := failures[trial]
			for s := 0; s < steps && failures[trial] == nil; s++ {
				if failures[trial] = stimuli(trial, x); failures[trial] == nil {
					failures[trial] = c.Step(x)
				}
			}
			var failed error
			if got != nil {
				failed = got[trial]
			}
			if before == nil && fmt.Sprint(failed) != fmt.Sprint(failures[trial]) || before != nil && failed != nil {
				t.Fatalf("trial %d: %v, alone %v", trial, failed, failures[trial])
			}
			mine, want := numbers(circuits[1][trial]), numbers(c)
			if i, ok := sameBits(mine, want); !ok {
				t.Fatalf("trial %d: number %d is %v, alone %v", trial, i, mine[i], want[i])
			}
			if len(diaries[0][trial].seen) != len(diaries[1][trial].seen) {
				t.Fatalf("trial %d: %d observations, alone %d", trial, len(diaries[1][trial].seen), len(diaries[0][trial].seen))
			}
			for o, want := range diaries[0][trial].seen {
				if i, ok := sameBits(diaries[1][trial].seen[o], want); !ok {
					t.Fatalf("trial %d: observation %d: number %d is %v, alone %v", trial, o, i, diaries[1][trial].seen[o][i], want[i])
				}
			}
		}
	}
}

// paperTrials returns trials of the paper's small problem.
func paperTrials(t *testing.T, trials int) []*circuit.Circuit {
	circuits := make([]*circuit.Circuit, trials)
	for trial := range circuits {
		spec := paperSpec(circuit.IfPSP, 10, 3)
		spec.Trial = uint64(trial)
		circuits[trial] = newCircuit(t, spec)
	}
	return circuits
}

// Small circuits are given many stimuli at once, because they step side by side;
// where an observer looks too often, or a synapse does not learn, they are given
// one after another.
func TestSmallCircuitsShareLanes(t *testing.T) {
	for _, test := range []struct {
		name    string
		trials  int
		prepare func(c *circuit.Circuit)
		want    int // the most stimuli at once
	}{
		{"unobserved", 8, func(*circuit.Circuit) {}, 64},
		{"two groups", 11, func(*circuit.Circuit) {}, 64},
		{"observed at times", 8, func(c *circuit.Circuit) { c.Attach(&occasionalDiary{every: 10}) }, 10},
		{"observed often", 8, func(c *circuit.Circuit) { c.Attach(&occasionalDiary{every: 3}) }, 1},
		{"observed at every step", 8, func(c *circuit.Circuit) { c.Attach(&diary{}) }, 1},
		{"with a lesion", 8, func(c *circuit.Circuit) { c.Among().Synapse(1, 0).Lesion() }, 1},
		{"frozen", 8, func(c *circuit.Circuit) { c.Forward().Freeze() }, 1},
		{"few", 2, func(*circuit.Circuit) {}, 1},
	} {
		t.Run(test.name, func(t *testing.T) {
			circuits := paperTrials(t, test.trials)
			for _, c := range circuits {
				test.prepare(c)
			}
			most := 0
			failures := circuit.NewEnsemble(circuits...).Run(200, func(_ int, x []float64) (int, error) {
				clear(x)
				most = max(most, len(x)/10)
				return len(x) / 10, nil
			})
			if failures != nil || most != test.want {
				t.Errorf("at most %d stimuli at once, want %d; %v", most, test.want, failures)
			}
		})
	}
}

func TestEnsembleSize(t *testing.T) {
	user, literal := paperSpec(circuit.IfPSP, 10, 3), paperSpec(circuit.IfPSP, 10, 3)
	user.Network = withRule(user.Network, "lateral", bounded)
	literal.Executor = circuit.Literal
	for name, test := range map[string]struct {
		spec circuit.Spec
		want int
	}{
		"ifPSP":        {paperSpec(circuit.IfPSP, 10, 3), 8},
		"ifPSW":        {paperSpec(circuit.IfPSW, 10, 3), 8},
		"cascadePSP":   {paperSpec(circuit.CascadePSP, 10, 3), 8},
		"cascadePSW":   {paperSpec(circuit.CascadePSW, 10, 3), 8},
		"apex":         {paperSpec(circuit.APEX, 10, 3), 1},
		"recurrent":    {paperSpec(circuit.PSP, 10, 3), 1},
		"large":        {paperSpec(circuit.IfPSP, 1000, 50), 1},
		"user's rule":  {user, 1},
		"literal":      {literal, 1},
		"not valid":    {circuit.Spec{}, 1},
		"one synapse":  {paperSpec(circuit.IfPSP, 1, 1), 8},
		"just small":   {paperSpec(circuit.IfPSP, 95, 5), 8},
		"just too big": {paperSpec(circuit.IfPSP, 96, 5), 1},
	} {
		if got := circuit.EnsembleSize(test.spec); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}

func TestRunDoesNotAllocate(t *testing.T) {
	ensemble := circuit.NewEnsemble(paperTrials(t, 13)...)
	stimuli := func(i int, x []float64) (int, error) {
		for j := range x {
			x[j] = float64((i + j) % 5)
		}
		return len(x) / 10, nil
	}
	if n := testing.AllocsPerRun(10, func() { ensemble.Run(100, stimuli) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func TestACircuitCannotBeInAnEnsembleTwice(t *testing.T) {
	defer func() {
		if r := recover(); fmt.Sprint(r) != "circuit: numbers 1 and 3 of an ensemble are one circuit" {
			t.Errorf("%v", r)
		}
	}()
	c := paperTrials(t, 3)
	circuit.NewEnsemble(c[0], c[1], c[2], c[1])
}
