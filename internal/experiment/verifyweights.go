package experiment

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sbinet/npyio/npz"
)

// weightsDifference says which element of two archives of weights is the first that
// differs, and how many do.
func weightsDifference(run, replay string) (_ string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("it cannot be read as weights: %v", p)
		}
	}()
	here, err := npz.Open(run)
	if err != nil {
		return "", fmt.Errorf("it cannot be read as weights: %w", err)
	}
	defer here.Close()
	there, err := npz.Open(replay)
	if err != nil {
		return "", err
	}
	defer there.Close()
	if a, b := here.Keys(), there.Keys(); !slices.Equal(a, b) {
		return fmt.Sprintf("it holds %s, replayed %s", strings.Join(a, ", "), strings.Join(b, ", ")), nil
	}
	first, differing, all := "", 0, 0
	for _, name := range there.Keys() {
		shape, other := here.Header(name).Descr.Shape, there.Header(name).Descr.Shape
		if !slices.Equal(shape, other) {
			return fmt.Sprintf("%s is of shape %v, replayed %v", strings.TrimSuffix(name, ".npy"), shape, other), nil
		}
		var a, b []float64
		if err := here.Read(name, &a); err != nil {
			return "", fmt.Errorf("it cannot be read as weights: %w", err)
		}
		if err := errors.Join(there.Read(name, &b), checkAsMany(len(a), len(b))); err != nil {
			return "", err
		}
		for i := range b {
			if math.Float64bits(a[i]) == math.Float64bits(b[i]) {
				continue
			}
			if differing++; first == "" {
				first = fmt.Sprintf("%s%v is %v, replayed %v", strings.TrimSuffix(name, ".npy"), element(i, shape), a[i], b[i])
			}
		}
		all += len(b)
	}
	if differing == 0 {
		return "all weights are the same, and the archive is not", nil
	}
	return fmt.Sprintf("%s; %d of %d weights differ", first, differing, all), nil
}

func checkAsMany(a, b int) error {
	if a != b {
		return fmt.Errorf("it has %d numbers, replayed %d", a, b)
	}
	return nil
}

// element returns the indices of number i of an array in C order.
func element(i int, shape []int) string {
	at := make([]string, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		at[d] = fmt.Sprint(i % shape[d])
		i /= shape[d]
	}
	return "[" + strings.Join(at, ",") + "]"
}
