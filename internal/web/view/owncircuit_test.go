package view_test

import (
	"fmt"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/internal/testkit/enginetest"
	"twophase/internal/testkit/long"
	"twophase/internal/traces/inspect"
	"twophase/internal/traces/pruning"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
	"twophase/internal/web/view"
)

// mine is a circuit with names of its own, a hidden population, and interventions by name.
const mine = `
circuit:
  name: mine
  populations:
    x: {input: true}
    h: {size: 5, activation: %s}
    z: {scale: PSP}
  projections:
    A: {from: x, to: h, rule: Oja}
    L: {from: h, to: h, sign: subtracts, rule: Hebbian}
    W: {from: h, to: z, rule: Hebbian}
    M: {from: z, to: z, sign: subtracts, rule: AntiHebbianPSP, rate: alpha/tau}
  output: z
  schedule: [{turn: h, receives: [A]}, {turn: z, receives: [W]}, {turn: z, receives: [W, M]}, plasticity]
outputs: 3
steps: 1500
record: [%s]
interventions:
  - {at: 700, lesion: "L[0,*]"}
  - {at: 800, freeze: "M[0,1]"}
  - {at: 900, clamp: "z[0]", to: 0.5}
`

// final waits for all that is found of a trial, and returns the first answer and the last.
func final(t *testing.T, source *view.Recorded) (first, last *view.Trial) {
	t.Helper()
	for {
		trial, err := source.Trial(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = trial
		}
		if !trial.Pending {
			return first, trial
		}
	}
}

// The lateral ratio of a hidden population, which the run does not measure, is on the page at every recorded step.
func TestRatioOfAHiddenPopulation(t *testing.T) {
	text := strings.NewReplacer("    M: {from: z, to: z, sign: subtracts, rule: AntiHebbianPSP, rate: alpha/tau}\n", "", ", {turn: z, receives: [W, M]}", "",
		"  - {at: 800, freeze: \"M[0,1]\"}\n", "", "[%s]", "[weights@10]", "%s", "rectified").Replace(mine)
	_, trial := final(t, open(t, enginetest.Record(t, text)))
	ratios := map[int]float64{}
	for _, p := range trial.Curve {
		ratios[p.Step] = float64(p.Ratio)
	}
	for _, q := range trial.Pruning.Curve {
		if got, want := ratios[int(q.Step)], float64(q.Ratio); got != want {
			t.Fatalf("step %d: the ratio is %v, want %v", q.Step, got, want)
		}
	}
	if len(trial.Pruning.Curve) == 0 || !(ratios[1500] > 0) {
		t.Errorf("the ratio is %v at the end of %d points", ratios[1500], len(trial.Pruning.Curve))
	}
}

// The page of a circuit of one's own says its interventions and phases in the circuit's own names, and why no error is known.
func TestPageSpeaksOfTheCircuit(t *testing.T) {
	long.SkipShort(t)
	folder := enginetest.Record(t, fmt.Sprintf(mine, "rectified", "weights@10"))
	source := open(t, folder)
	run, err := source.Run(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(run.Interventions, "; "), "at 700: lesion L[0,*]; at 800: freeze M[0,1]; at 900: clamp z[0] to 0.5"; got != want {
		t.Errorf("the interventions are %q, want %q", got, want)
	}
	if want := "‖M‖/‖M with its diagonal‖"; run.Ratio != want {
		t.Errorf("the lateral ratio is called %q, want %q", run.Ratio, want)
	}
	n, err := enginetestNetwork(folder)
	if err != nil {
		t.Fatal(err)
	}
	for i, p := range n.Schedule { // as describe has them
		if s := circuit.SignatureIn(p, n.Graph); run.Schedule[i].Equation != s.Equation || strings.Contains(s.Equation, "M_o") {
			t.Errorf("phase %d is %q, want %q", i, run.Schedule[i].Equation, s.Equation)
		}
	}
	_, trial := final(t, source)
	if trial.Measures == nil || len(trial.Measures.NotKnown) > 0 || run.Unmeasured != "the circuit does not say what it finds" {
		t.Errorf("why there is no error: %q, %+v", run.Unmeasured, trial.Measures)
	}
	for network, want := range map[string]string{"ei": "the circuit looks for clusters, and not for a principal subspace", "bio-cca": "the circuit looks for a canonical subspace, and not for a principal subspace", "bio-sfa": "the circuit looks for a slow subspace, and not for a principal subspace", "ifPSP": ""} {
		run, err := open(t, enginetest.Record(t, fmt.Sprintf("network: %s\nsteps: 50\nreference: true\n", network))).Run(t.Context())
		if err != nil || run.Unmeasured != want {
			t.Errorf("%s: no error, because %q, want %q: %v", network, run.Unmeasured, want, err)
		}
	}
}

func enginetestNetwork(folder string) (circuit.Network, error) {
	m, err := result.ReadManifest(folder)
	if err != nil {
		return circuit.Network{}, err
	}
	return m.Experiment.SettledNetwork()
}

// One count is said everywhere, whatever was recorded: by the summary, by inspect, and by the page from its first answer on. Each projection
// has lives of its own.
func TestOneCount(t *testing.T) {
	for _, text := range []string{
		"steps: 3000\nrecord: [lateral@70]\nreference: true\n",
		"network: PSW\nsteps: 3000\nrecord: [weights@log]\nreference: true\n",
		"outputs: 10\nstimulus: {problem: large}\nsteps: 2000\nrecord: [weights@10]\nreference: true\n",
		fmt.Sprintf(mine, "linear", "weights@10"),
		fmt.Sprintf(mine, "linear", "M@33, L@100"),
	} {
		folder := enginetest.Record(t, text)
		saved, err := result.ReadSummary(t.Context(), folder)
		if err != nil {
			t.Fatal(err)
		}
		found, err := saved.Result(0)
		if err != nil {
			t.Fatal(err)
		}
		said, headline := found.Pruning, result.Headline(saved.Network, found, nil)
		first, last := final(t, open(t, folder))
		if last.Pruning == nil || last.Pruning.Pruned != said.Pruned || last.Pruning.Counted() != said.Synapses-said.Lesioned {
			t.Errorf("%s: the page counts %+v, the summary %d of %d", text, last.Pruning, said.Pruned, said.Synapses)
			continue
		}
		if !strings.HasPrefix(last.Headline, headline) || !strings.HasPrefix(first.Headline, headline) {
			t.Errorf("the summary says %q, the page %q at first and %q at last", headline, first.Headline, last.Headline)
		}
		from, err := trace.Open(folder, 0)
		if err != nil {
			t.Fatal(err)
		}
		defer from.Close()
		r, err := inspect.OfCircuit(t.Context(), folder, 0, from, "", pruning.Default)
		if err != nil || r.Pruning.Pruned != said.Pruned || r.Headline != last.Headline {
			t.Errorf("inspect counts %d, and says %q where the page says %q: %v", r.Pruning.Pruned, r.Headline, last.Headline, err)
		}
		want := map[string]bool{}
		for _, k := range from.Size().Kinds() {
			if from.Size().Synaptic(k) && from.HasKind(k) && k != r.Pruning.Kind() {
				want[k.String()] = true
			}
		}
		for _, l := range last.Lives {
			delete(want, l.Kind().String())
		}
		if len(want) > 0 {
			t.Errorf("%s: no lives of %v", text, want)
		}
	}
}
