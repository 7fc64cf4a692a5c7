package stimulus

import (
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"twophase/internal/numerics/random"
	"twophase/internal/testkit/testfiles"
)

// rows is a source of stimuli in memory, in their order or shuffled, for some epochs; 0 stands for
// no end.
type rows struct {
	stimuli [][]float64
	epochs  uint64
	shuffle *random.Stream // nil: in their order
	order   []int          // of the present epoch, nil until it is needed
	step    uint64
}

func (r *rows) Inputs() int  { return len(r.stimuli[0]) }
func (r *rows) Step() uint64 { return r.step }

func (r *rows) Seek(step uint64) error {
	r.step, r.order = step, nil
	return nil
}

func (r *rows) Next(x []float64) error {
	CheckLength(x, r.Inputs())
	count := uint64(len(r.stimuli))
	epoch, row := r.step/count, r.step%count
	if r.epochs > 0 && epoch >= r.epochs {
		return io.EOF
	}
	if r.shuffle != nil {
		if row == 0 || r.order == nil {
			r.order = r.shuffle.Permutation(len(r.stimuli), epoch)
		}
		row = uint64(r.order[row])
	}
	copy(x, r.stimuli[row])
	r.step++
	return nil
}

func TestAffine(t *testing.T) {
	for _, c := range []struct {
		mean []float64
		want []float64
	}{
		{nil, []float64{10, 20, 30, 50}},
		{[]float64{2, 3}, []float64{-10, -10, 10, 20}},
	} {
		source := &rows{stimuli: [][]float64{{1, 2}, {3, 5}}, epochs: 1}
		if got, err := testfiles.ReadAll(Affine(source, c.mean, 10)); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("mean %v: %v %v, want %v", c.mean, got, err, c.want)
		}
	}
}

func TestFirst(t *testing.T) {
	for _, n := range []int{0, 2, 3, 5} {
		s := &rows{stimuli: [][]float64{{0}, {1}, {2}}, epochs: 1}
		if got, err := testfiles.ReadAll(First(s, uint64(n))); err != nil || len(got) != min(n, 3) {
			t.Errorf("the first %d of 3 stimuli are %v, %v", n, got, err)
		}
	}
}

func TestMisusePanics(t *testing.T) {
	g := newGaussian(t, "small", 1, 0)
	for want, misuse := range map[string]func(){
		"a vector of length 9 for stimuli of 10 inputs": func() { g.Next(make([]float64, 9)) },
		"stimulus: Next after Close":                    func() { p := Prefetch(g, 0); p.Close(); p.Next(make([]float64, 10)) },
		"a mean of 2 inputs for a source of 10":         func() { Affine(g, make([]float64, 2), 1) },
		"stimulus: Affine with scale NaN":               func() { Affine(g, nil, math.NaN()) },
	} {
		func() {
			defer func() {
				if got, _ := recover().(string); !strings.Contains(got, want) {
					t.Errorf("panic %q, want one with %q", got, want)
				}
			}()
			misuse()
		}()
	}
}
