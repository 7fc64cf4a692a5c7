package stimulus

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"twophase/internal/testkit/testfiles"
)

// counted yields stimuli [2] that hold their number, and an error after the last.
type counted struct {
	step, last uint64
	err        error
}

func (c *counted) Inputs() int  { return 2 }
func (c *counted) Step() uint64 { return c.step }

func (c *counted) Seek(step uint64) error {
	if step > c.last {
		return fmt.Errorf("there is no stimulus %d", step)
	}
	c.step = step
	return nil
}

func (c *counted) Next(x []float64) error {
	if c.step == c.last {
		return c.err
	}
	c.step++
	x[0], x[1] = float64(c.step), -float64(c.step)
	return nil
}

// TestPrefetchedIsItsSource compares with the source itself, under any order of
// reading and seeking.
func TestPrefetchedIsItsSource(t *testing.T) {
	errBroken := errors.New("broken")
	sources := map[string]func(t *rapid.T) func() Seekable{
		"gaussian": func(*rapid.T) func() Seekable {
			return func() Seekable {
				g, err := NewGaussian([]float64{2, 1, 0.5, 0.5}, 1, 2)
				if err != nil {
					t.Fatal(err)
				}
				return g
			}
		},
		"rows": func(t *rapid.T) func() Seekable {
			epochs := rapid.IntRange(1, 3).Draw(t, "epochs")
			return func() Seekable { return &rows{stimuli: sevenColumns(7), epochs: uint64(epochs)} }
		},
		"broken": func(t *rapid.T) func() Seekable {
			last := rapid.Uint64Range(0, 20).Draw(t, "last")
			return func() Seekable { return &counted{last: last, err: errBroken} }
		},
	}
	for name, draw := range sources {
		t.Run(name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				source := draw(t)
				plain, inner := source(), source()
				for _, s := range []Seekable{plain, inner} {
					if c, ok := s.(io.Closer); ok {
						defer c.Close()
					}
					if err := s.Seek(1); err != nil && name != "broken" {
						t.Fatal(err)
					}
				}
				p := Prefetch(inner, rapid.IntRange(1, 9).Draw(t, "block"))
				defer p.Close()
				x, want := make([]float64, p.Inputs()), make([]float64, p.Inputs())
				t.Repeat(map[string]func(*rapid.T){
					"next": func(t *rapid.T) {
						err, wantErr := p.Next(x), plain.Next(want)
						if err != wantErr || err == nil && !slices.Equal(x, want) {
							t.Fatalf("stimulus %v, error %v; want %v, %v", x, err, want, wantErr)
						}
					},
					"seek": func(t *rapid.T) {
						step := rapid.Uint64Range(0, 25).Draw(t, "step")
						err, wantErr := p.Seek(step), plain.Seek(step)
						if fmt.Sprint(err) != fmt.Sprint(wantErr) {
							t.Fatalf("seeking %d: error %v, want %v", step, err, wantErr)
						}
						if err == nil {
							return
						}
						if again := p.Next(x); again != err {
							t.Fatalf("error %v after the failed seek, want %v", again, err)
						}
						if err := errors.Join(p.Seek(0), plain.Seek(0)); err != nil {
							t.Fatal(err)
						}
					},
					"": func(t *rapid.T) {
						if p.Step() != plain.Step() {
							t.Fatalf("step %d, want %d", p.Step(), plain.Step())
						}
					},
				})
			})
		})
	}
}

// TestPrefetchedClose: wherever it is closed, no goroutine is left, or the bubble
// would be deadlocked; and the source is never more than two blocks ahead.
func TestPrefetchedClose(t *testing.T) {
	const size = 4
	const last = 3*size + 1
	for read := range last + 3 {
		synctest.Test(t, func(t *testing.T) {
			source := &counted{last: last, err: io.EOF}
			p := Prefetch(source, size)
			x := make([]float64, 2)
			for i := range read {
				if err := p.Next(x); (err == io.EOF) != (i >= last) {
					t.Fatalf("stimulus %d: error %v", i+1, err)
				}
			}
			synctest.Wait()
			blocks := 0 // that were begun, and one ahead
			if read > 0 {
				blocks = (read-1)/size + 2
			}
			if want := min(blocks*size, last); source.step != uint64(want) {
				t.Errorf("after reading %d stimuli %d are prepared, want %d", read, source.step, want)
			}
			for range 2 {
				if err := p.Close(); err != nil {
					t.Error(err)
				}
			}
			if p.Step() != uint64(min(read, last)) {
				t.Errorf("step %d after reading %d of %d stimuli", p.Step(), read, last)
			}
		})
	}
}

// TestPrefetchedForwardOnly: a source that cannot seek is counted from 0.
func TestPrefetchedForwardOnly(t *testing.T) {
	p := Prefetch(First(newGaussian(t, "small", 1, 0), 3), 2)
	defer p.Close()
	if all, err := testfiles.ReadAll(p); err != nil || len(all) != 30 || p.Step() != 3 {
		t.Errorf("%d numbers, step %d, error %v; want 3 stimuli of 10", len(all), p.Step(), err)
	}
	if err := p.Seek(1); err == nil {
		t.Error("a source that goes forward only was sought")
	}
}

func TestPrefetchedDoesNotAllocate(t *testing.T) {
	p := Prefetch(newGaussian(t, "large", 1, 0), 8)
	defer p.Close()
	x := make([]float64, p.Inputs())
	if n := testing.AllocsPerRun(500, func() { p.Next(x) }); n != 0 {
		t.Errorf("%v allocations per stimulus, want none", n)
	}
}

// reads counts how many stimuli are read of a source, and how often it is sought.
type reads struct {
	counted
	read, sought int
}

func (r *reads) Seek(step uint64) error {
	r.sought++
	return r.counted.Seek(step)
}

func (r *reads) Next(x []float64) error {
	r.read++
	return r.counted.Next(x)
}

// TestPrefetchedChangesCheaply: a change of correlated stimuli makes the source go
// back to the block in use, not to where the correlation began.
func TestPrefetchedChangesCheaply(t *testing.T) {
	const steps, size = 1000, 8
	source := &reads{counted: counted{last: 1 << 40}}
	c, err := NewChangingFile(source, Subspace{Basis: []float64{1, 0}}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	plainly, err := NewChangingFile(&counted{last: 1 << 40}, Subspace{Basis: []float64{1, 0}}, 1, 0)
	if err != nil {
		t.Fatal(err)
	}
	p := Prefetch(c, size)
	defer p.Close()
	changes := 0
	for step := range steps {
		if step%50 == 3 {
			changes++
			for _, s := range []interface{ Apply(Change) error }{p, plainly} {
				apply(t, s, Correlate{0.9}, Rotate{float64(step) / steps})
			}
		}
		if got, want := read(t, p, 1), read(t, plainly, 1); !equal(got, want) {
			t.Fatalf("stimulus %d is %v, want %v", step+1, got, want)
		}
	}
	p.Close() // or the goroutine would still read
	if most := steps + 3*size*(changes+1); source.read > most {
		t.Errorf("%d stimuli were read for %d and %d changes, want at most %d", source.read, steps, changes, most)
	}
}

// TestPrefetchedStateLeavesTheSource: to ask for the state after each stimulus gives that of the
// source itself, and does not make the source go back, as a packed file could only by being
// unpacked again.
func TestPrefetchedStateLeavesTheSource(t *testing.T) {
	const steps = 100
	for name, change := range map[string]Change{"turned": Rotate{30}, "noisy": Noise{0.1}, "correlated": Correlate{0.9}} {
		t.Run(name, func(t *testing.T) {
			source := &reads{counted: counted{last: 1 << 40}}
			c, err := NewChangingFile(source, Subspace{Basis: []float64{1, 0}}, 1, 0)
			if err != nil {
				t.Fatal(err)
			}
			plainly, err := NewChangingFile(&counted{last: 1 << 40}, Subspace{Basis: []float64{1, 0}}, 1, 0)
			if err != nil {
				t.Fatal(err)
			}
			p := Prefetch(c, 8)
			defer p.Close()
			for step := range steps {
				if step == steps/2 {
					for _, s := range []interface{ Apply(Change) error }{p, plainly} {
						apply(t, s, change)
					}
				}
				if got, want := read(t, p, 1), read(t, plainly, 1); !equal(got, want) {
					t.Fatalf("stimulus %d is %v, want %v", step+1, got, want)
				}
				if got, err := p.State(); err != nil || !reflect.DeepEqual(got, plainly.State()) {
					t.Fatalf("the state after stimulus %d is %+v (error %v), want %+v", step+1, got, err, plainly.State())
				}
			}
			if name != "correlated" && source.sought != 1 {
				t.Errorf("the source was sought %d times, want once, for the change", source.sought)
			}
		})
	}
	p := Prefetch(newGaussian(t, "small", 1, 0), 2)
	defer p.Close()
	if _, err := p.State(); err == nil {
		t.Error("a source that cannot change has a state")
	}
}
