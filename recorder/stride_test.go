package recorder

import (
	"testing"

	"pgregory.net/rapid"
)

func TestStrideCountsWhatComesAfter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		stride, steps := drawRequest(t).Stride, rapid.IntRange(0, 5000).Draw(t, "steps")
		n := 0
		for due := stride.After(0); due <= steps; due = stride.After(due) {
			if stride != LogSpaced && due%int(stride) != 0 {
				t.Fatalf("step %d is due at stride %v", due, stride)
			}
			if stride.After(due-1) != due {
				t.Fatalf("step %d is due after some earlier step, and not after %d", due, due-1)
			}
			n++
		}
		if n != stride.count(steps) {
			t.Fatalf("%d of %d steps are due at stride %v, counted %d", n, steps, stride, stride.count(steps))
		}
	})
}

func TestLogSpacedIsAHundredADecade(t *testing.T) {
	for step := range 86 {
		if due := LogSpaced.After(step); due != step+1 {
			t.Errorf("step %d is due after %d", due, step)
		}
	}
	for decade := 1000; decade <= 1_000_000; decade *= 10 {
		if n := LogSpaced.count(10*decade) - LogSpaced.count(decade); n < 99 || n > 103 {
			t.Errorf("%d steps are due between %d and %d", n, decade, 10*decade)
		}
	}
}
