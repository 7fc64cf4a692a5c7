package quantile

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// FewestForQuartiles is the least number of values whose quartiles a picture shows. Those of fewer
// lie between values that no trial had, and look like the spread of many.
const FewestForQuartiles = 5

// Quartiles of a measure over trials.
type Quartiles struct {
	Low, Median, High float64
	Few               []float64 // all values, ascending, of two or more but fewer than FewestForQuartiles; else nil
}

// SpreadName says what a picture shows of the values of a number of trials.
func SpreadName(trials int) string {
	switch {
	case trials == 1:
		return "one trial"
	case trials < FewestForQuartiles:
		return "median and each trial"
	}
	return "median and quartiles"
}

// SpreadInBrackets says what a table shows of the values of several trials.
func SpreadInBrackets(trials int) string {
	if trials < FewestForQuartiles {
		return "median [each trial]"
	}
	return "median [quartiles]"
}

// QuartilesOf returns the quartiles of values in any order. They are NaN if there are no values, or
// if one is NaN.
func QuartilesOf(values []float64) Quartiles {
	q := Quartiles{Low: Among(values, 0.25), Median: Among(values, 0.5), High: Among(values, 0.75)}
	if 1 < len(values) && len(values) < FewestForQuartiles && !math.IsNaN(q.Median) {
		q.Few = slices.Sorted(slices.Values(values))
	}
	return q
}

// Shown returns the numbers that tables and pictures show beside the median, ascending: of few values those themselves,
// else the quartiles.
func (q Quartiles) Shown() []float64 {
	if q.Few != nil {
		return q.Few
	}
	return []float64{q.Low, q.High}
}

// InBrackets prints the median, and in brackets what SpreadInBrackets names.
func (q Quartiles) InBrackets(print func(float64) string) string {
	var shown []string
	for _, v := range q.Shown() {
		shown = append(shown, print(v))
	}
	return fmt.Sprintf("%s [%s]", print(q.Median), strings.Join(shown, " "))
}

// Ends returns the least and the largest number that a picture shows of the values.
func (q Quartiles) Ends() (least, largest float64) {
	shown := q.Shown()
	return shown[0], shown[len(shown)-1]
}

// Among returns a quantile of values in any order. It is NaN if there are no values, or if one is
// NaN.
func Among(values []float64, q float64) float64 {
	if len(values) == 0 || slices.ContainsFunc(values, math.IsNaN) {
		return math.NaN()
	}
	return Of(slices.Sorted(slices.Values(values)), q)
}
