package sweep

import (
	"errors"
	"fmt"
	"math"
	"strconv"

	"twophase/internal/numerics/random"
)

// Spread describes Count numbers from From to To: evenly spaced or drawn at random, on a
// linear or a logarithmic axis, perhaps rounded to whole numbers.
type Spread struct {
	From, To float64
	Count    int
	Log      bool
	Round    bool
}

// MaxValues is the largest number of values of one key.
const MaxValues = 1_000_000

func (s Spread) validate() error {
	switch finite := s.From-s.From == 0 && s.To-s.To == 0; {
	case !finite:
		return errors.New("from and to must be finite numbers")
	case s.Count < 1 || s.Count > MaxValues:
		return fmt.Errorf("count %d: give 1 to %d", s.Count, MaxValues)
	case s.Count > 1 && s.From == s.To:
		return fmt.Errorf("from and to are both %v: give two numbers, or count: 1", s.From)
	case s.Log && !(s.From > 0 && s.To > 0):
		return fmt.Errorf("from %v to %v on a logarithmic axis: give positive numbers, or leave out log", s.From, s.To)
	}
	return nil
}

// even returns evenly spaced numbers, with both ends.
func (s Spread) even() []float64 {
	values := make([]float64, s.Count)
	for i := range values {
		switch i {
		case 0:
			values[i] = s.From
		case s.Count - 1:
			values[i] = s.To
		default:
			values[i] = s.at(float64(i) / float64(s.Count-1))
		}
		if s.Round {
			values[i] = math.RoundToEven(values[i])
		}
	}
	return values
}

// drawn returns random numbers, keyed by the seed and the key of the experiment.
func (s Spread) drawn(seed uint64, key string) []float64 {
	values := make([]float64, s.Count)
	random.New(seed, 0, "sweep "+key).Uniforms(values, 0)
	for i, u := range values {
		values[i] = s.at(u)
		if s.Round {
			values[i] = math.RoundToEven(values[i])
		}
	}
	return values
}

// at returns the number at a fraction u of the way, to twelve digits. More digits would be
// hard to read and say nothing.
func (s Spread) at(u float64) float64 {
	v := s.From + float64(u*(s.To-s.From))
	if s.Log {
		v = s.From * math.Pow(s.To/s.From, u)
	}
	v, _ = strconv.ParseFloat(strconv.FormatFloat(v, 'g', 12, 64), 64)
	return v
}
