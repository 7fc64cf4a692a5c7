package scene

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"slices"

	"twophase/internal/experiment"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/stimulus"
	"twophase/stimulus/dataset"
)

// mostLabels is the largest number of different labels.
const mostLabels = 10_000

// labels are the labels of a file of stimuli: whole numbers, each of which stands for a class.
type labels struct {
	data    *dataset.Joined
	classes []float64 // the labels that there are, ascending
}

// openLabels opens the labels of the stimuli, nil if they have none.
func openLabels(ctx context.Context, s experiment.Stimulus) (*labels, error) {
	path, how := s.LabelLayout()
	if path == "" {
		return nil, nil
	}
	d, err := dataset.Open(ctx, path, os.TempDir(), how)
	if err != nil {
		return nil, err
	}
	if d.Inputs() != 1 {
		d.Close()
		return nil, fmt.Errorf("%s has %s: labels are one column", path, wording.Count(d.Inputs(), "column"))
	}
	return &labels{data: dataset.Join(d)}, nil
}

// blamed blames the key that the labels come from.
func (*labels) blamed(err error, s experiment.Stimulus) error {
	if s.LabelColumn != "" {
		return document.Blame(err, "stimulus.label_column")
	}
	return document.Blame(err, "stimulus.labels")
}

// survey reads all labels once. There must be one for each of the stimuli, of which a fraction is held out.
func (l *labels) survey(rows int, heldOut float64) error {
	source, x, n := l.data.InOrder(1), make([]float64, 1), 0
	seen := map[float64]bool{}
	for ; ; n++ {
		if err := source.Next(x); err == io.EOF {
			break
		} else if err != nil {
			return err
		}
		if x[0] != math.Trunc(x[0]) || math.Abs(x[0]) > 1<<53 {
			return fmt.Errorf("label %d of %s is %v: labels are whole numbers", n+1, l.data.Name(), x[0])
		}
		if seen[x[0]] = true; len(seen) > mostLabels {
			return fmt.Errorf("%s has more than %d different labels: is it a column of labels?", l.data.Name(), mostLabels)
		}
	}
	if n != rows {
		return fmt.Errorf("%s has %s, and there are %s", l.data.Name(), wording.Count(n, "label"), wording.Count(rows, "stimulus"))
	}
	for label := range seen {
		l.classes = append(l.classes, label)
	}
	slices.Sort(l.classes)
	if heldOut > 0 {
		return l.data.HoldOut(heldOut)
	}
	return nil
}

// labelled is stimuli with their labels: a stimulus.Labels.
type labelled struct {
	stimulus.Source
	labels  stimulus.Source
	classes []float64
	last    [1]float64
}

// Next implements stimulus.Source.
func (l *labelled) Next(x []float64) error {
	if err := l.Source.Next(x); err != nil {
		return err
	}
	return l.labels.Next(l.last[:])
}

// Clusters implements stimulus.Labels.
func (l *labelled) Clusters() int { return len(l.classes) }

// Label implements stimulus.Labels.
func (l *labelled) Label() int {
	i, _ := slices.BinarySearch(l.classes, l.last[0])
	return i
}

// LabelName implements stimulus.Labels.
func (l *labelled) LabelName() string { return wording.Format(l.last[0]) }
