package experiment_test

import (
	"slices"
	"strings"
	"testing"

	"twophase/internal/experiment"
)

func TestLooks(t *testing.T) {
	for _, test := range []struct {
		text string
		want []int
	}{
		{"steps: 30", nil},
		{"steps: 30\nmeasure: {every: 10, at: [7, 20]}", []int{7, 10, 20, 30}},
		{"steps: 30\nmeasure: {around: interventions}\ninterventions: [{at: 12, freeze: lateral}, {at: 15, thaw: lateral}, {when: error < 0.1, freeze: scale}]",
			[]int{12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30}},
		{"steps: 100\nmeasure: {around: interventions}\ninterventions: [{every: 40, multiply: lateral, by: 1}]",
			slices.Concat([]int{40}, since(40, 80), []int{80}, since(80, 100))},
	} {
		doc, err := experiment.Parse("looks.yaml", []byte(test.text))
		if err != nil {
			t.Fatal(err)
		}
		got, err := doc.Experiment.Looks(doc.Experiment.Steps)
		if slices.Sort(got); err != nil || !slices.Equal(got, slices.Compact(test.want)) {
			t.Errorf("%s: %v, %v, want %v", test.text, got, err, test.want)
		}
	}
	for _, text := range []string{"measure: {every: 1}", "interventions: [{every: 10, multiply: lateral, by: 0.9}]\nmeasure: {around: interventions}"} {
		pipe, err := experiment.Parse("looks.yaml", []byte("stimulus: {file: '-'}\n"+text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := pipe.Experiment.Looks(experiment.MaxSteps); err == nil || !strings.Contains(err.Error(), "stimuli from a pipe may go on without end") {
			t.Errorf("%s: from a pipe: %v", text, err)
		}
	}
	for text, want := range map[string]string{"measure: {every: 1}": "take 100000 at most", "measure: {at: [300000]}": "choose an earlier step"} {
		doc, err := experiment.Parse("looks.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := doc.Experiment.Looks(200_000); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", text, err, want)
		}
	}
}

// since returns the steps after an origin, an eighth of the time since then apart.
func since(origin, end int) (steps []int) {
	for d := 1; origin+d <= end; d += max(1, d/8) {
		steps = append(steps, origin+d)
	}
	return steps
}
