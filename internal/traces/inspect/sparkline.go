package inspect

import "math"

// sparkline is the course of a number as a line of characters. Each character shows the number
// with the largest size in its range of steps.
type sparkline struct {
	columns []float64 // NaN where there is none
	at      scale
}

// scale gives each step a place from 0 to 1.
type scale func(step int64) float64

// linear spreads the steps first … last evenly.
func linear(first, last int64) scale {
	return func(s int64) float64 { return float64(s-first) / float64(max(1, last-first)) }
}

// logarithmic spreads the logarithms of the steps 1 … last; 0 is with 1.
func logarithmic(last int64) scale {
	return func(s int64) float64 { return math.Log(float64(max(1, s))) / math.Log(float64(max(2, last))) }
}

// scaleFor returns the scale for log-spaced moments.
func scaleFor(first, last int64) scale {
	if first > last/10 {
		return linear(first, last)
	}
	return logarithmic(last)
}

func newSparkline(width int, at scale) *sparkline {
	s := &sparkline{make([]float64, width), at}
	for i := range s.columns {
		s.columns[i] = math.NaN()
	}
	return s
}

// add adds a number at a step.
func (s *sparkline) add(step int64, v float64) {
	place := s.at(step)
	i := min(max(int(place*float64(len(s.columns))), 0), len(s.columns)-1)
	if c := s.columns[i]; math.IsNaN(c) || math.Abs(v) > math.Abs(c) {
		s.columns[i] = v
	}
}

// blocks are the characters, from the lowest to the highest.
var blocks = []rune("▁▂▃▄▅▆▇█")

// from returns the line on a scale from base, or from the lowest number if that is lower, to the
// highest. A range without a number repeats the one before; at the beginning it is blank.
func (s *sparkline) from(base float64) string {
	low, high := base, base
	for _, v := range s.columns {
		if !math.IsNaN(v) {
			low, high = math.Min(low, v), math.Max(high, v)
		}
	}
	size := max(math.Abs(low), math.Abs(high)) // to divide by: the span may be infinite
	line, last := make([]rune, len(s.columns)), math.NaN()
	for i, v := range s.columns {
		if math.IsNaN(v) {
			v = last
		}
		last = v
		switch {
		case math.IsNaN(v):
			line[i] = ' '
		case high > low:
			line[i] = blocks[min(int((v/size-low/size)/(high/size-low/size)*float64(len(blocks))), len(blocks)-1)]
		default:
			line[i] = blocks[0]
		}
	}
	return string(line)
}
