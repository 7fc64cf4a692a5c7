package trace

import (
	"math"
	"slices"
	"strings"
	"testing"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/testkit/long"
	"twophase/recorder"
)

// graphSpecs are the networks with a graph, and one with synapses that are drawn.
func graphSpecs() (specs []circuit.Spec) {
	sparse := circuit.BioCCAInterneurons
	g := sparse.Graph
	g.Projections = slices.Clone(g.Projections)
	g.Projections[0].Probability = 0.4
	sparse.Name, sparse.Graph = "sparse", g
	for _, n := range append(circuit.NetworksThat(func(n circuit.Network) bool { return !n.IsPair() }), sparse) {
		spec := circuit.Spec{Network: n, Inputs: 6, Rate: circuit.ConstantRate(0.01)}
		spec.Gains = n.DefaultGains(3)
		if n.SetsOwnRate() {
			spec.Rate = circuit.ConstantRate(1)
		}
		if n.Name == circuit.AdaptiveWhitening.Name {
			spec.Gains = n.DefaultGains(spec.Inputs)
		}
		specs = append(specs, spec)
	}
	return specs
}

// What is read of a trace of any network is what another reader finds: the elements, the
// course of each with the parts of its changes, the snapshots and the largest values.
func TestTracesOfEveryGraph(t *testing.T) {
	long.SkipShort(t)
	for _, spec := range graphSpecs() {
		c, err := circuit.New(spec)
		if err != nil {
			t.Fatal(err)
		}
		texts := []string{"weights"}
		for _, p := range c.Populations() {
			if p.Scales() != nil {
				texts = append(texts, p.Name()+"@3")
			}
		}
		trial := open(t, recordSpec(t, spec, 8, partsIf(true, recorder.Options{PartRows: 300}), texts...), 0)
		if z := selection.SizeOf(c); !slices.Equal(trial.Size().Kinds(), z.Kinds()) || trial.Size().Outputs != z.Outputs {
			t.Errorf("%s: read as of %+v", spec.Network.Name, trial.Size())
		}
		byElement, largest := map[Element][]row{}, map[selection.Kind]float64{}
		for _, r := range rows(t, trial.folder.Name()) {
			byElement[r.about()] = append(byElement[r.about()], r)
			largest[r.about().Kind] = max(largest[r.about().Kind], math.Abs(r.Weight))
		}
		elements := trial.Elements()
		if len(elements) != len(byElement) {
			t.Errorf("%s: %d elements, recorded are %d", spec.Network.Name, len(elements), len(byElement))
		}
		for _, e := range elements {
			want := byElement[e]
			s, err := trial.Series(t.Context(), e, 0, 8, 0)
			if err != nil || len(s.Steps) != len(want) || !trial.Has(e) {
				t.Fatalf("%s: %v has %d records, want %d: %v", spec.Network.Name, e, len(s.Steps), len(want), err)
			}
			for i, r := range want {
				at := func(column []float64) float64 {
					if column == nil {
						return math.NaN()
					}
					return column[i]
				}
				for _, v := range []struct {
					got  float64
					want *float64
				}{{s.Weight[i], &r.Weight}, {at(s.Hebbian), r.Hebbian}, {at(s.Second), r.Second}, {at(s.Third), r.Third}, {at(s.PreActivity), r.PreActivity}} {
					if v.want == nil != math.IsNaN(v.got) || v.want != nil && *v.want != v.got {
						t.Fatalf("%s: %v at step %d: %v, want %v", spec.Network.Name, e, r.Step, v.got, v.want)
					}
				}
			}
			if parsed, err := ParseElement(trial.size, e.String()); err != nil || parsed != e {
				t.Errorf("%v was read as %v, %v", e, parsed, err)
			}
		}
		for post := range c.Projection(elements[0].Kind.String()).Post().Len() {
			e := Element{elements[0].Kind, post, 0}
			if err := trial.Recorded(e); (err == nil) != trial.Has(e) || err != nil && !strings.Contains(err.Error(), "does not exist: the wiring of ") {
				t.Errorf("%s: %v: %v", spec.Network.Name, e, err)
			}
		}
		for _, step := range []int64{0, 4, 8} {
			s, err := trial.Snapshot(t.Context(), step)
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range elements {
				values, columns := s.Of(e.Kind)
				want := math.NaN()
				for _, r := range byElement[e] {
					if r.Step <= step {
						want = r.Weight
					}
				}
				if got := values[e.Post*columns+max(e.Pre, 0)]; math.Float64bits(got) != math.Float64bits(want) {
					t.Fatalf("%s: %v is %v at step %d, want %v", spec.Network.Name, e, got, step, want)
				}
			}
		}
		found, err := trial.Extremes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for k, v := range largest {
			if found[k] != v {
				t.Errorf("%s: the largest %v is %v, want %v", spec.Network.Name, k, found[k], v)
			}
		}
		counted := 0
		err = trial.Scan(t.Context(), 0, 8, trial.Size().Kinds(), func(r Rows) error { counted += len(r.Steps); return nil })
		if err != nil || int64(counted) != trial.Rows() {
			t.Errorf("%s: scanned %d rows of %d: %v", spec.Network.Name, counted, trial.Rows(), err)
		}
	}
}

// Synapses that a list leaves out are 0 in a snapshot and are no elements.
func TestSynapsesOfAListAreFound(t *testing.T) {
	specs := graphSpecs()
	spec := specs[len(specs)-1]
	c, err := circuit.New(spec)
	if err != nil {
		t.Fatal(err)
	}
	p := c.Projections()[0]
	trial := open(t, recordSpec(t, spec, 2, recorder.Options{}, "weights"), 0)
	s, err := trial.Snapshot(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	values, columns := s.Of(selection.Kind(p.Name()))
	for post := range p.Post().Len() {
		for pre := range p.Pre().Len() {
			if has := trial.Has(Element{selection.Kind(p.Name()), post, pre}); has != p.Has(post, pre) || !has && values[post*columns+pre] != 0 {
				t.Errorf("[%d,%d]: read as there: %v, value %v", post, pre, has, values[post*columns+pre])
			}
		}
	}
}

// Metadata that do not fit together are refused with the reason.
func TestGraphsThatCannotBeAreRefused(t *testing.T) {
	const whole = `{"populations":[{"name":"x","neurons":3,"input":true},{"name":"z","neurons":2,"scales":true}],"projections":[{"name":"W","post":2,"pre":3,"to":"z","from":"x"}],"output":"z"}`
	if g, err := parseGraph(whole); err != nil || len(g.Projections) != 1 {
		t.Fatal(err)
	}
	for _, change := range [][3]string{
		{`"neurons":3`, `"neurons":0`, "population x has 0 neurons"},
		{`"neurons":3`, `"neurons":2000000000`, "population x has 2000000000 neurons"},
		{`"name":"z"`, `"name":"x"`, "given twice"},
		{`"name":"W"`, `"name":"z"`, "given twice"},
		{`"name":"W"`, `"name":"W[0]"`, "is none"},
		{`"output":"z"`, `"output":"x"`, "no population of outputs"},
		{`"post":2`, `"post":3`, "projection W is one of 3×3"},
		{`"pre":3`, `"pre":-3`, "projection W is one of 2×-3"},
		{`"from":"x"`, `"from":"y"`, "projection W"},
		{`"from":"x"`, `"from":"x","wiring":9`, "projection W"},
		{`"from":"x"`, `"from":"x","within":true`, "projection W"},
		{`{"populations"`, `["populations"`, "do not say which circuit"},
	} {
		text := strings.Replace(whole, change[0], change[1], 1)
		if text == whole {
			t.Fatalf("%s is not there", change[0])
		}
		if _, err := parseGraph(text); err == nil || !strings.Contains(err.Error(), change[2]) {
			t.Errorf("%s: error %v, want one with %q", text, err, change[2])
		}
	}
}
