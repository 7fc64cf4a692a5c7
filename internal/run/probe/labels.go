package probe

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"
	"unicode/utf8"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"twophase/circuit/activity"
	"twophase/internal/text/wording"
	"twophase/stimulus/dataset"
	"twophase/stimulus/fileformat"
)

// labelColumns returns the column of the stimuli's file that has the labels, unless these are a file.
func (r *Request) labelColumns() []string {
	if _, err := os.Stat(r.Labels); r.Labels == "" || err == nil {
		return nil
	}
	return []string{r.Labels}
}

// readLabels returns the labels; nil: there are none.
func (r *Request) readLabels(ctx context.Context) (labels []string, err error) {
	if r.Labels == "" {
		return nil, nil
	}
	column := r.labelColumns()
	switch {
	case column != nil && (r.Stimuli == OfRun || r.Stimuli == Grid):
		return nil, fmt.Errorf("there is no file %s", r.Labels)
	case column != nil:
		labels, err = readColumn(ctx, r.Stimuli, fileformat.Layout{Columns: column})
	default:
		if labels, err = readColumn(ctx, r.Labels, fileformat.Layout{Flat: true}); err == nil {
			return labels, nil
		}
		var text []byte // of names
		if text, err = os.ReadFile(r.Labels); !utf8.Valid(text) {
			return nil, fmt.Errorf("%s is neither a text with a label a line nor a file of one column of numbers", r.Labels)
		}
		labels = strings.Split(strings.TrimSpace(strings.ReplaceAll(string(text), "\r", "")), "\n")
	}
	if i := slices.Index(labels, ""); i >= 0 && err == nil {
		err = fmt.Errorf("line %d of %s is empty", i+1, r.Labels)
	}
	return labels, err
}

// readColumn returns the numbers of a file of one column as texts.
func readColumn(ctx context.Context, path string, how fileformat.Layout) (labels []string, err error) {
	data, err := dataset.Open(ctx, path, os.TempDir(), how)
	if err != nil {
		return nil, err
	}
	defer data.Close()
	if data.Inputs() != 1 {
		return nil, fmt.Errorf("%s has %s, and labels are one", path, wording.Count(data.Inputs(), "column"))
	}
	source, x := data.InOrder(1), make([]float64, data.Inputs())
	for err = source.Next(x); err == nil; err = source.Next(x) {
		labels = append(labels, wording.Format(x[0]))
	}
	if err != io.EOF {
		return nil, err
	}
	return labels, nil
}

// OfLabels is what the responses of a population tell about the labels of the stimuli.
type OfLabels struct {
	Population string         `json:"population"`
	Purity     wording.Number `json:"purity"`   // activity.Purity
	Decoding   wording.Number `json:"decoding"` // fraction of the odd stimuli that are nearest to the mean response of their own class to the even ones
	Chance     wording.Number `json:"chance"`   // frequency of the most common class among the odd stimuli
}

// classesOf returns the classes, in the order in which they appear, and the class of each stimulus.
func classesOf(labels []string) (classes []string, of []int) {
	numbers := map[string]int{}
	for _, label := range labels {
		if _, known := numbers[label]; !known {
			numbers[label] = len(classes)
			classes = append(classes, label)
		}
		of = append(of, numbers[label])
	}
	return classes, of
}

// meansOf returns the mean response of each neuron of a population to each class, of every step-th stimulus, and how many
// these are.
func (q population) meansOf(of []int, classes, step int) (means [][]float64, counts []int) {
	means, counts = make([][]float64, classes), make([]int, classes)
	for t := 0; t < len(of); t += step {
		counts[of[t]]++
	}
	for class := range means {
		means[class] = make([]float64, len(q.responses))
	}
	for i, c := range q.responses {
		for t := 0; t < len(of); t += step {
			means[of[t]][i] += c.Values[t] / float64(counts[of[t]])
		}
	}
	return means, counts
}

// ofLabels measures the responses of a population to stimuli of classes.
func (q population) ofLabels(of []int, classes int) OfLabels {
	y := mat.NewDense(len(of), len(q.responses), nil)
	for i, c := range q.responses {
		y.SetCol(i, c.Values)
	}
	means, counts := q.meansOf(of, classes, 2)
	right, tested := 0, make([]int, classes)
	for t := 1; t < len(of); t += 2 {
		tested[of[t]]++
		nearest, least := 0, math.Inf(1)
		for class, mean := range means {
			if far := floats.Distance(y.RawRowView(t), mean, 2); counts[class] > 0 && far < least {
				nearest, least = class, far
			}
		}
		if nearest == of[t] {
			right++
		}
	}
	odd := float64(len(of) / 2)
	return OfLabels{
		Population: q.Name(),
		Purity:     wording.Number(activity.Purity(y, of, classes)),
		Decoding:   wording.Number(float64(right) / odd),
		Chance:     wording.Number(float64(slices.Max(tested)) / odd),
	}
}
