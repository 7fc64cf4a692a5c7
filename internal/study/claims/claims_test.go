package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/study/twin"
	"twophase/internal/text/document"
)

// small is a claim in a short form.
const small = `claim: The two phases find the subspace.
source: a test
experiment:
  baseline: learning
  steps: 300
  trials: 6
  follow: [saddle]
  compare:
    frozen: {interventions: [{at: 0, freeze: weights}]}
conditions:
  - {when: three outputs learn, keys: {outputs: 3}}
  - {when: none learns, keys: {interventions: [{at: 0, freeze: weights}]}}
expect:
  - {measure: e_pro, of: learning, over: frozen, below: 0.5, floor: batch}
  - {measure: e_pro, of: learning, reaches: 0.2, below: 301, floor: frozen}
`

// parse reads a claim with one text of small replaced by another.
func parse(t *testing.T, old, text string) (*claim, error) {
	if !strings.Contains(small, old) {
		t.Fatalf("%q is not in the claim", old)
	}
	d, err := document.Parse("small.yaml", []byte(strings.Replace(small, old, text, 1)))
	if err != nil {
		return nil, err
	}
	return read(d)
}

// A claim holds where the circuit learns, and fails where it does not or where nothing could hold.
func TestVerdicts(t *testing.T) {
	for _, c := range []struct{ old, text, want string }{
		{"", "", "holds (three outputs learn), fails (none learns)"},
		{"below: 0.5", "below: 0", "fails"},
	} {
		claim, err := parse(t, c.old, c.text)
		if err != nil {
			t.Fatal(err)
		}
		all, err := claim.test(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		if got := summed(all); got != c.want {
			t.Errorf("%s: %s, want %s", c.text, got, c.want)
		}
		for _, some := range all {
			if f := some[0]; !(f.floor > 0 && f.floor < 0.1) {
				t.Errorf("batch PCA has a floor of %v", f.floor)
			}
		}
		s, err := claim.section(all, 0)
		if err != nil || !strings.Contains(s.Markdown(), "claims-small.svg") || !strings.Contains(s.Text(), "Verdict: "+c.want) {
			t.Errorf("%v: %s", err, s.Text())
		}
	}
}

// An interval on both sides of the bound decides nothing, nor does one that few trials do not have.
func TestUndecided(t *testing.T) {
	bound := 1.
	for _, x := range []expectation{{below: &bound}, {above: &bound}} {
		if x.judge(0.5, 2) != undecided || x.judge(math.NaN(), math.NaN()) != undecided {
			t.Error("an interval that holds the bound decides")
		}
	}
}

// What is wrong with a file is said with its place.
func TestWrongClaims(t *testing.T) {
	for _, c := range []struct{ old, text, want string }{
		{"source: a test\n", "", "small.yaml:1:1: source is missing"},
		{"source:", "sauce:", `small.yaml:2:1: key "sauce" does not exist: choose claim, source, base, experiment, conditions or expect`},
		{"measure: e_pro", "measure: e_por", `small.yaml:14:15: expect[0].measure: measure "e_por" does not exist (did you mean e_pro?)`},
		{"of: learning", "of: larning", `small.yaml:14:26: expect[0].of: variant "larning" does not exist (did you mean learning?)`},
		{"over: frozen", "over: frizen", `small.yaml:14:42: expect[0].over: variant "frizen" does not exist`},
		{"floor: batch", "floor: bitch", `small.yaml:14:69: expect[0].floor: variant "bitch" does not exist`},
		{"reaches: 0.2, below: 301, floor: frozen", "reaches: 0.2, below: 301, floor: batch", "small.yaml:15:69: expect[1].floor: batch PCA is the floor of e_pro at the end only"},
		{"below: 0.5, ", "", "small.yaml:14:5: one key is missing in expect[0]: give one of below and above"},
		{"measure: e_pro, of: learning, reaches: 0.2", "measure: saddle, of: learning, reaches: 0.2", "small.yaml:15:46: expect[1].reaches: saddle is neither better"},
		{"measure: e_pro, of: learning, reaches: 0.2", "measure: purity, of: learning", "small.yaml:15:15: expect[1].measure: purity of learning is not known in trial 0: the circuit does not have it"},
		{"reaches: 0.2", "at: 299", "small.yaml:15:15: expect[1].measure: e_pro of learning is not known in trial 0: it must be one of follow"},
		{"outputs: 3", "output: 3", `small.yaml:11:48: key "output" does not exist`},
		{"  baseline: learning\n", "", "small.yaml:3:1: experiment: it needs variants"},
	} {
		claim, err := parse(t, c.old, c.text)
		if err == nil {
			_, err = claim.test(context.Background())
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%q: error %v, want %s", c.text, err, c.want)
		}
	}
}

// Every claim of the repository can be tested, and docs/evidence/claims.md has it.
func TestClaims(t *testing.T) {
	paths, err := filepath.Glob("../../../testdata/claims/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatal(paths, err)
	}
	page, err := os.ReadFile("../../../docs/evidence/claims.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		c, err := load(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if !strings.Contains(string(page), fmt.Sprintf("\n## %s\n", c.name())) {
			t.Errorf("docs/evidence/claims.md does not have %s: make claims writes it", path)
		}
		for i := range max(1, len(c.conditions)) {
			doc, err := c.under(i)
			if err != nil {
				t.Error(err)
				continue
			}
			variants, err := twin.Resolve(context.Background(), doc, 0, doc.Baseline, func(e experiment.Experiment) (experiment.Experiment, error) { return e, nil })
			if err != nil {
				t.Error(err)
			}
			twin.Close(variants)
		}
	}
}
