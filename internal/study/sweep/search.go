package sweep

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/optimize"
)

// errEnough ends a search after its last evaluation.
var errEnough = errors.New("all evaluations are made")

// search minimises a function of fractions of the ranges of all keys: by golden section if there is one key, which finds
// the minimum if there is one only; else by the method of Nelder and Mead. The same values give the same points.
func search(dimensions int, tolerance float64, of func(u []float64) (float64, error)) error {
	if dimensions == 1 {
		return goldenSection(tolerance, func(u float64) (float64, error) { return of([]float64{u}) })
	}
	return nelderMead(dimensions, tolerance, of)
}

// goldenSection evaluates both ends, so that a minimum there is seen, and then narrows the range. Where both inner points have
// no finite value, it goes to the end that has the smaller one.
func goldenSection(tolerance float64, of func(u float64) (float64, error)) error {
	ratio := (math.Sqrt(5) - 1) / 2
	low, high := 0.0, 1.0
	atLow, err := of(low)
	if err != nil {
		return err
	}
	atHigh, err := of(high)
	if err != nil {
		return err
	}
	inner := func() (left, right float64) { return high - float64(ratio*(high-low)), low + float64(ratio*(high-low)) }
	left, right := inner()
	atLeft, err := of(left)
	if err != nil {
		return err
	}
	atRight, err := of(right)
	for err == nil && high-low > tolerance {
		if goesLeft := atLeft < atRight || atLeft == atRight && (!math.IsInf(atLeft, 1) || atLow <= atHigh); goesLeft {
			high, atHigh, right, atRight = right, atRight, left, atLeft
			left, _ = inner()
			atLeft, err = of(left)
		} else {
			low, atLow, left, atLeft = left, atLeft, right, atRight
			_, right = inner()
			atRight, err = of(right)
		}
	}
	return err
}

// patience is how many iterations for each key may pass without progress.
const patience = 5

// nelderMead begins in the middle of the ranges. Beyond an end it goes back as in a mirror, so that a minimum at an end is
// one inside for it.
func nelderMead(dimensions int, tolerance float64, of func(u []float64) (float64, error)) error {
	var failed error
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			if failed != nil {
				return math.MaxFloat64
			}
			u := make([]float64, len(x))
			for i, v := range x {
				u[i] = mirrored(v)
			}
			v, err := of(u)
			failed = err
			return min(v, math.MaxFloat64)
		},
		Status: func() (optimize.Status, error) { return optimize.NotTerminated, failed },
	}
	middle := make([]float64, dimensions)
	for i := range middle {
		middle[i] = 0.5
	}
	_, err := optimize.Minimize(problem, middle, &optimize.Settings{
		Converger: &optimize.FunctionConverge{Relative: tolerance, Absolute: math.SmallestNonzeroFloat64, Iterations: patience * dimensions},
	}, &optimize.NelderMead{SimplexSize: 0.25})
	return err
}

// mirrored returns a number between 0 and 1, to which others are reflected at both.
func mirrored(v float64) float64 {
	v = math.Mod(math.Abs(v), 2)
	if v > 1 {
		return 2 - v
	}
	return v
}
