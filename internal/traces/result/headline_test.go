package result

import (
	"testing"

	"twophase/internal/measure"
	"twophase/internal/text/wording"
	"twophase/internal/traces/pruning"
)

// A headline says what the numbers say.
func TestHeadline(t *testing.T) {
	step := func(s int64) *int64 { return &s }
	of := func(alignment []wording.Number, angles ...wording.Number) *Result {
		return &Result{Measures: measure.Measures{Alignment: alignment, Angles: angles}, Pruning: Pruning{Synapses: 6, Pruned: 2, Lesioned: 1, LargestPeak: 0.3}}
	}
	three := of([]wording.Number{0.9999, 0.99876, 0.9991}, 0, 0.01, 0.02)
	prunedOf := func(n int) *Result {
		r := *three
		r.Pruning.Pruned = n
		return &r
	}
	trapped := of([]wording.Number{0.6, 0.5, 0.6}, 0, 0.01, 0.02)
	trapped.State = &measure.LateralState{Trap: true, Rank: 1, Missing: []int{1, 2}, Eigenvalues: make([]wording.Number, 3)}
	synapses := []pruning.Synapse{
		{Synapse: "lateral[1,2]", Life: pruning.Life{BelowSince: step(19768), Resurrections: 1}},
		{Synapse: "lateral[2,1]", Life: pruning.Life{BelowSince: step(19768)}},
		{Synapse: "lateral[0,1]", Life: pruning.Life{BelowSince: step(300)}},
	}
	whole := pruning.Circuit{Pruned: 3, Size: 6, Followed: 3, Synapses: synapses, Criterion: pruning.Default, IsAmong: true}
	loose := whole
	loose.Criterion.Fraction = 0.2
	other := whole
	other.IsAmong, other.Projection, other.Faint, other.Lesioned, other.Size, other.Followed = false, "L", 1, 2, 6, 6
	zeros := func(n int) *Result {
		r := *of([]wording.Number{0.9999, 0.99876, 0.9991}, 0, 0.01, 0.02)
		r.Pruning = Pruning{Synapses: n}
		return &r
	}
	absent := pruning.Circuit{Absent: 4, Size: 4, Followed: 4, Synapses: make([]pruning.Synapse, 4), Criterion: pruning.Default, Projection: "L"}
	for want, got := range map[string]string{
		"3 components found (least |cos| 0.998). All 5 lateral synapses were 0 throughout.": Headline("ifPSP", zeros(5), nil),
		"3 components found (least |cos| 0.998). The lateral synapse was 0 throughout.":     Headline("ifPSP", zeros(1), nil),
		"All 4 L synapses were 0 throughout.":                                               Headline("ifPSP", nil, &absent),
		"3 components found (least |cos| 0.998). 2 of 5 lateral synapses are below a tenth of their peak at the end. The last of them, lateral[1,2], has been so since step 19768, and had come back once before.":                                                            Headline("ifPSP", three, &whole),
		"3 components found (least |cos| 0.998). All 3 followed lateral synapses are below 0.2 of their peak at the end. The last of them, lateral[1,2], has been so since step 19768, and had come back once before.":                                                        Headline("ifPSP", three, &loose),
		"3 components found (least |cos| 0.998). 3 of 4 L synapses are below a tenth of their peak at the end. The last of them, lateral[1,2], has been so since step 19768, and had come back once before. 1 more is faint, below 3 times the noise floor. 2 were lesioned.": Headline("ifPSP", three, &other),
		"3 components found (least |cos| 0.998). 2 of 5 lateral synapses are below a tenth of their peak at the end.":                                                                                                                                                         Headline("ifPSP", three, nil),
		"3 components found (least |cos| 0.998). 1 of 5 lateral synapses is below a tenth of its peak at the end.":                                                                                                                                                            Headline("ifPSP", prunedOf(1), nil),
		"3 components found (least |cos| 0.998). None of the 5 lateral synapses is below a tenth of its peak at the end.":                                                                                                                                                     Headline("ifPSP", prunedOf(0), nil),
		"1 of 3 components found (least |cos| 0.990); the worst of all has 0.014. The outputs span 2 of the 3 principal directions. 2 of 5 lateral synapses are below a tenth of their peak at the end.": Headline("cascadePSP",
			of([]wording.Number{0.99, 0.0149, 0.9499}, 0, 0.1, 1.5), nil),
		"Both lateral synapses are below a tenth of their peak at the end. The last of them, lateral[2,1], has been so since step 19768, and never came back.": Headline("ifPSP", nil,
			&pruning.Circuit{Pruned: 2, Size: 2, Followed: 2, Synapses: synapses[1:], Criterion: pruning.Default, IsAmong: true}),
		"The followed lateral synapse is below a tenth of its peak at the end. It has been so since step 19768, and never came back.": Headline("ifPSP", nil,
			&pruning.Circuit{Pruned: 1, Size: 6, Followed: 1, Synapses: synapses[1:2], Criterion: pruning.Default, IsAmong: true}),
		"Trapped: rank 1 of 3. None of the 3 components found: all have a |cos| below 0.95. 2 of 5 lateral synapses are below a tenth of their peak at the end.": Headline("ifPSP", trapped, nil),
		"The lateral synapse was 0 throughout.":                            Headline("a network of one's own", &Result{Pruning: Pruning{Synapses: 6, Lesioned: 5}}, nil),
		"The lateral synapse is not below a tenth of its peak at the end.": Headline("a network of one's own", &Result{Pruning: Pruning{Synapses: 6, Lesioned: 5, LargestPeak: 1}}, nil),
		"The lateral synapse is below a tenth of its peak at the end.":     Headline("a network of one's own", &Result{Pruning: Pruning{Synapses: 6, Lesioned: 5, LargestPeak: 1, Pruned: 1}}, nil),
		"Both L synapses were lesioned.":                                   Headline("ifPSP", nil, &pruning.Circuit{Lesioned: 2, Size: 2, Followed: 2, Synapses: make([]pruning.Synapse, 2), Criterion: pruning.Default, Projection: "L"}),
		"The L synapse is not below a tenth of its peak at the end. It is faint, below 3 times the noise floor. 1 was lesioned.": Headline("ifPSP", nil,
			&pruning.Circuit{Faint: 1, Lesioned: 1, Size: 2, Followed: 2, Synapses: make([]pruning.Synapse, 2), Criterion: pruning.Default, Projection: "L"}),
		"None of the 4 L synapses is below a tenth of its peak at the end. 3 are faint, below 3 times the noise floor.": Headline("ifPSP", nil,
			&pruning.Circuit{Faint: 3, Active: 1, Size: 4, Followed: 4, Synapses: make([]pruning.Synapse, 4), Criterion: pruning.Default, Projection: "L"}),
		"": Headline("a network of one's own", nil, nil),
	} {
		if got != want {
			t.Errorf("%q, want\n%q", got, want)
		}
	}
	s := Summary{Network: "ifPSP", Trials: 2, Results: []*Result{three, of([]wording.Number{0.5, 1, 1}, 0, 0, 0)}}
	if got, want := s.Headline(), "All components found in 1 of 2 trials (|cos| ≥ 0.95). All lateral synapses are below a tenth of their peak at the end in 0 of 2."; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
