package probe

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/stat"

	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// Neuron is what the responses r of a neuron say of it.
type Neuron struct {
	Neuron     string         `json:"neuron"` // such as y[0]
	Mean       wording.Number `json:"mean"`
	Spread     wording.Number `json:"spread"`     // standard deviation
	Sparseness wording.Number `json:"sparseness"` // of its life, (1 − mean(|r|)²/mean(r²))/(1 − 1/T) for T stimuli
	Silent     wording.Number `json:"silent"`     // fraction of stimuli with |r| of at most 1e-9 of the largest in its population
	Best       int            `json:"best"`       // the stimulus with the largest r

	BestClass   string         `json:"best_class,omitempty"` // with the largest mean r
	Selectivity wording.Number `json:"selectivity"`          // (m − o)/(|m| + |o|) of this mean m and the mean o of those of the other classes
}

// quiet is what activity.Silent calls silent.
const quiet = 1e-9

// describe finds the measures of neurons and labels.
func (a *Answer) describe() {
	classes, of := classesOf(a.labels)
	for _, q := range a.populations {
		largest := 0.0
		for _, c := range q.responses {
			largest = max(largest, slices.Max(c.Values), -slices.Min(c.Values))
		}
		means, _ := q.meansOf(of, len(classes), 1)
		for i, c := range q.responses {
			n := describeNeuron(c.Values, largest)
			if n.Neuron, n.Selectivity = c.Name, wording.NaN; classes != nil {
				best, s := selectivity(means, i)
				n.BestClass, n.Selectivity = classes[best], s
			}
			a.Neurons = append(a.Neurons, n)
		}
		if classes != nil {
			a.OfLabels = append(a.OfLabels, q.ofLabels(of, len(classes)))
		}
	}
}

func describeNeuron(r []float64, largest float64) Neuron {
	sizes, squares, silent := 0.0, 0.0, 0
	best := 0
	for t, v := range r {
		sizes += math.Abs(v)
		squares += v * v
		if math.Abs(v) <= quiet*largest {
			silent++
		}
		if v > r[best] {
			best = t
		}
	}
	count := float64(len(r))
	return Neuron{
		Mean: wording.Number(stat.Mean(r, nil)), Spread: wording.Number(stat.PopStdDev(r, nil)),
		Sparseness: wording.Number((1 - sizes*sizes/squares/count) / (1 - 1/count)),
		Silent:     wording.Number(float64(silent) / count), Best: best,
	}
}

// selectivity returns the class with the largest mean response of neuron i, and how much that exceeds the others.
func selectivity(means [][]float64, i int) (best int, s wording.Number) {
	sum := 0.0
	for class, mean := range means {
		sum += mean[i]
		if mean[i] > means[best][i] {
			best = class
		}
	}
	m := means[best][i]
	others := (sum - m) / float64(len(means)-1)
	return best, wording.Number((m - others) / (math.Abs(m) + math.Abs(others)))
}

// WriteText writes the measures for people to read.
func (a *Answer) WriteText(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s, trial %d: %s\n", a.Run, a.Trial, a.Stimuli)
	result.WriteParts(&b, a.Measures)
	fmt.Fprintf(&b, "\nNeurons; stimuli have numbers from 0\n")
	table := wording.Table{Header: []string{"neuron", "mean", "spread", "lifetime sparseness", "silent", "best stimulus"}}
	if a.OfLabels != nil {
		table.Header = append(table.Header, "best class", "selectivity")
	}
	for _, n := range a.Neurons {
		cells := []string{n.Neuron, n.Mean.String(), n.Spread.String(), n.Sparseness.String(), n.Silent.String(), strconv.Itoa(n.Best)}
		if a.OfLabels != nil {
			cells = append(cells, n.BestClass, n.Selectivity.String())
		}
		table.Add(cells...)
	}
	if err := table.WriteColumns(&b, "  "); err != nil {
		return err
	}
	if a.OfLabels != nil {
		fmt.Fprintf(&b, "\nLabels, by the nearest mean response to the even stimuli, tested on the odd ones\n")
		labels := wording.Table{Header: []string{"population", "purity", "decoding", "chance"}}
		for _, l := range a.OfLabels {
			labels.Add(l.Population, l.Purity.String(), l.Decoding.String(), l.Chance.String())
		}
		if err := labels.WriteColumns(&b, "  "); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}
