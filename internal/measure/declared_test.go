package measure

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"
	"pgregory.net/rapid"

	"twophase/internal/numerics/random"
	"twophase/internal/testkit/testfiles"
	"twophase/stimulus"
)

func twoViews(t testing.TB, nx, ny int, rho []float64, seed uint64) *stimulus.CorrelatedViews {
	t.Helper()
	v, err := stimulus.NewCorrelatedViews([2]stimulus.View{{Name: "x", Inputs: nx}, {Name: "y", Inputs: ny}}, rho, 2, seed, 0)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func slowFeatures(t testing.TB, n int, rho []float64, seed uint64) *stimulus.SlowFeatures {
	t.Helper()
	f, err := stimulus.NewSlowFeatures(n, rho, 2, seed, 0)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func randomFilter(k, n int, seed uint64) *mat.Dense {
	f := mat.NewDense(k, n, nil)
	random.New(seed, 0, "filter").Normals(f.RawMatrix().Data, 0)
	return f
}

// TestDeclaredAgreesWithNumpy compares the measures of a filter with what
// testdata/declared.py finds from the covariances alone.
func TestDeclaredAgreesWithNumpy(t *testing.T) {
	type input struct {
		Views              int `json:",omitempty"`
		Filter, Covariance [][]float64
		Lagged             [][]float64 `json:",omitempty"`
	}
	rows := func(m mat.Matrix) (all [][]float64) {
		n, _ := m.Dims()
		for i := range n {
			all = append(all, mat.Row(nil, i, m))
		}
		return all
	}
	var subjects []Subject
	var inputs []input
	for seed, k := range []int{1, 2, 3} {
		v, f := twoViews(t, 5, 4, []float64{0.9, 0.7, 0.5, 0.1}, uint64(seed)), slowFeatures(t, 6, []float64{0.9, 0.8, 0.5, 0, -0.5}, uint64(seed))
		subjects = append(subjects,
			Subject{Outputs: k, Filter: randomFilter(k, 9, uint64(seed)), Known: v},
			Subject{Outputs: k, Filter: randomFilter(k, 6, uint64(seed)), Known: f})
		inputs = append(inputs,
			input{5, rows(subjects[2*seed].Filter), rows(symmetric(v.Covariance())), nil},
			input{0, rows(subjects[2*seed+1].Filter), rows(symmetric(f.Covariance())), rows(symmetric(f.Lagged()))})
	}
	if *testfiles.Update {
		text, err := json.Marshal(inputs)
		if err == nil {
			err = os.WriteFile("testdata/declared.in.json", append(text, '\n'), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	var want []map[string]float64
	text, err := os.ReadFile("testdata/declared.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &want); err != nil || len(want) != len(subjects) {
		t.Fatalf("%d reference numbers of %d: %v", len(want), len(subjects), err)
	}
	for i, s := range subjects {
		d, err := Take(Names(false), s)
		if err != nil {
			t.Fatal(err)
		}
		got := map[string]float64{}
		for _, v := range d.Values {
			if got[v.Name] = float64(v.Value); v.Name == "slowness" {
				got["best"] = float64(v.Best)
			}
		}
		for name, w := range want[i] {
			if !(math.Abs(got[name]-w) < 1e-9) {
				t.Errorf("case %d: %s is %v, numpy has %v", i, name, got[name], w)
			}
		}
	}
}

// A filter whose rows span the directions that are looked for is at an angle of 0, however
// they are mixed, and one that lacks one of them at 90 degrees.
func TestDeclaredAngles(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		seed := rapid.Uint64().Draw(rt, "seed")
		k := rapid.IntRange(2, 3).Draw(rt, "k")
		v, f := twoViews(t, 4, 5, []float64{0.9, 0.8, 0.7, 0.2}, seed), slowFeatures(t, 6, []float64{0.9, 0.8, 0.7, 0}, seed)
		_, canonical, err := v.Canonical(k)
		if err != nil {
			rt.Fatal(err)
		}
		_, slowest, err := f.Slowest(k)
		if err != nil {
			rt.Fatal(err)
		}
		mix := randomFilter(k, k, seed)
		if mat.Cond(mix, 2) > 1e3 {
			rt.Skip("the mixture loses the digits that are compared")
		}
		for name, s := range map[string]Subject{
			"canonical_angle": {Outputs: k, Filter: times(mix, mat.NewDense(9, k, canonical).T()), Known: v},
			"slow_angle":      {Outputs: k, Filter: times(mix, mat.NewDense(6, k, slowest).T()), Known: f},
		} {
			if angle := float64(taken(t, name, s).Value); angle > 1e-9 {
				rt.Fatalf("%s is %v degrees", name, angle)
			}
			if slow := s.Known == stimulus.Population(f); slow {
				slowness := taken(t, "slowness", s)
				if math.Abs(float64(slowness.Value-slowness.Best)) > 1e-9 {
					rt.Fatalf("slowness %v, the best is %v", slowness.Value, slowness.Best)
				}
			}
			s.Filter.SetRow(0, make([]float64, s.Known.Inputs()))
			if angle := float64(taken(t, name, s).Value); math.Abs(angle-90) > 1e-9 {
				rt.Fatalf("%s of a silent output is %v degrees", name, angle)
			}
		}
	})
}

// What is shown to a circuit and what is known of the population agree on the whiteness.
func TestWhitenessOfActivity(t *testing.T) {
	f := slowFeatures(t, 5, []float64{0.5, 0}, 4)
	filter := randomFilter(3, 5, 2)
	exact := taken(t, "whiteness", Subject{Outputs: 3, Filter: filter, Known: f}).Value
	respond := func(x, y []float64) error {
		copy(y, times(filter, mat.NewDense(5, 1, x)).RawMatrix().Data)
		return nil
	}
	shown := taken(t, "whiteness", Subject{Outputs: 3, Respond: respond, Known: f}).Value
	if math.Abs(float64(shown/exact-1)) > 0.05 {
		t.Errorf("whiteness %v of the population, %v of the held-out stimuli", exact, shown)
	}
}

// What does not apply is absent, with the reason, and everything else is there.
func TestAbsentMeasures(t *testing.T) {
	all := map[string]bool{}
	for _, d := range Declarations() {
		all[d.Name] = true
		if d.Sentence == "" || len(d.Needs) == 0 {
			t.Errorf("%s does not say what it is or needs", d.Name)
		}
		for _, n := range d.Needs {
			if n.lacks() == "" {
				t.Errorf("%s needs %q, which has no sentence", d.Name, n)
			}
		}
		name := d.Name
		if d.needsPart() {
			name = "E." + name
		}
		if found, err := LookupDeclaration(name); err != nil || found.Name != name {
			t.Errorf("%s: %v", d.Name, err)
		}
	}
	clusters, err := stimulus.NewClusters(6, 2, 0.1, nil, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	mixture, err := stimulus.NewMixture(6, 2, 0.5, 2, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	gaussian, err := stimulus.NewGaussian([]float64{3, 2, 1, 1, 1, 1}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	filter := randomFilter(2, 6, 1)
	for name, c := range map[string]struct {
		subject Subject
		values  string
		why     string // of one that is absent
	}{
		"gaussian":           {Subject{Filter: filter, Known: gaussian}, "whiteness sparseness silent mean_activity largest_correlation dimension", "canonical_angle: the stimuli are not two views"},
		"views":              {Subject{Filter: filter, Known: twoViews(t, 3, 3, []float64{0.9, 0.8}, 1)}, "canonical_angle whiteness sparseness silent mean_activity largest_correlation dimension", "slowness: the stimuli are not a process"},
		"equal correlations": {Subject{Filter: filter, Known: twoViews(t, 3, 3, []float64{0.9, 0.8, 0.8}, 1)}, "whiteness sparseness silent mean_activity largest_correlation dimension", "canonical_angle: the first 2 canonical directions are not defined"},
		"slow":               {Subject{Filter: filter, Known: slowFeatures(t, 6, []float64{0.9, 0.5, 0}, 1)}, "slow_angle slowness whiteness sparseness silent mean_activity largest_correlation dimension", "purity: the stimuli do not belong"},
		"not linear":         {Subject{Respond: func(x, y []float64) error { y[0] = 1; return nil }, Known: slowFeatures(t, 6, []float64{0.9, 0.5, 0}, 1)}, "whiteness sparseness silent mean_activity", "slow_angle: the circuit is not known to be linear"},
		"no circuit":         {Subject{Known: clusters}, "", "silent: the outputs to stimuli from which the circuit does not learn"},
		"unknown stimuli":    {Subject{Filter: filter}, "", "whiteness: the outputs to stimuli"},
		"shown":              {Subject{Filter: filter, Shown: stimulus.First(gaussian.HeldOut(), 50)}, "whiteness sparseness silent mean_activity largest_correlation dimension", "slowness: the stimuli are not a process"},
		"mixture":            {Subject{Filter: filter, Known: mixture}, "whiteness source_correlation source_error sparseness silent mean_activity largest_correlation dimension", "purity: the stimuli do not"},
		"clusters":           {Subject{Filter: filter, Known: clusters}, "whiteness purity sparseness silent mean_activity largest_correlation dimension", "source_error: the stimuli are not mixtures"},
		"silent circuit":     {Subject{Filter: mat.NewDense(2, 6, nil), Known: slowFeatures(t, 6, []float64{0.9, 0.5, 0}, 1)}, "slow_angle whiteness silent mean_activity", "slowness: it is not defined for these weights"},
		"one row twice":      {Subject{Filter: times(mat.NewDense(2, 1, []float64{1, 2}), randomFilter(1, 6, 3)), Known: slowFeatures(t, 6, []float64{0.9, 0.5, 0}, 1)}, "slow_angle whiteness sparseness silent mean_activity largest_correlation dimension", "slowness: the outputs are not independent"},
	} {
		c.subject.Outputs = 2
		found, err := Take(Names(false), c.subject)
		if err != nil {
			t.Fatal(name, err)
		}
		var values []string
		for _, v := range found.Values {
			values = append(values, v.Name)
		}
		if got := strings.Join(values, " "); got != c.values {
			t.Errorf("%s: %q, want %q", name, got, c.values)
		}
		if !slices.ContainsFunc(found.Absent, func(a Absent) bool { return strings.HasPrefix(a.Name+": "+a.Why, c.why) }) {
			t.Errorf("%s: absent are %v, want %q", name, found.Absent, c.why)
		}
		if len(found.Values)+len(found.Absent) != len(Names(false)) {
			t.Errorf("%s: %d values and %d absent of %d", name, len(found.Values), len(found.Absent), len(Names(false)))
		}
		want := HeldOut
		if c.values == "" {
			want = 0
		} else if c.subject.Shown != nil {
			want = 50
		}
		if found.Stimuli != want {
			t.Errorf("%s: measured on %d stimuli, want %d", name, found.Stimuli, want)
		}
		if want > 0 {
			if said := fmt.Sprintf("%d held-out stimuli", want); found.On != said {
				t.Errorf("%s: measured on %q, want %q", name, found.On, said)
			}
		}
	}
}

// Of many outputs fewer stimuli are held out, and errors of the circuit are passed on.
func TestTakeErrors(t *testing.T) {
	f := slowFeatures(t, 3, []float64{0.5, 0}, 1)
	broken := errors.New("broken")
	if _, err := Take([]string{"silent"}, Subject{Outputs: 1, Known: f, Respond: func(_, _ []float64) error { return broken }}); !errors.Is(err, broken) {
		t.Errorf("error %v of a circuit that fails", err)
	}
	if _, err := Take([]string{"silence"}, Subject{Outputs: 1, Known: f}); err == nil || !strings.Contains(err.Error(), `measure "silence" does not exist (did you mean silent?)`) {
		t.Errorf("error %v of a name that does not exist", err)
	}
	many, err := Take([]string{"silent"}, Subject{Outputs: mostActive / 100, Known: f, Respond: func(_, y []float64) error { return nil }})
	if err != nil || many.Stimuli != 100 {
		t.Errorf("%v: %d held-out stimuli of very many outputs", err, many.Stimuli)
	}
	mixture, err := stimulus.NewMixture(256, 256, 0.5, 2, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	many, err = Take([]string{"source_error"}, Subject{Outputs: 256, Known: mixture, Respond: func(_, y []float64) error { return nil }})
	if err != nil || many.Stimuli != mostActive/512 {
		t.Errorf("%v: %d held-out stimuli of very many sources", err, many.Stimuli)
	}
}
