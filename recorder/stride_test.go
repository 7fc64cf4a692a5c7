package recorder

import (
	"testing"

	"pgregory.net/rapid"
)

func TestStrideCountsWhatComesAfter(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		q, steps := drawRequest(t), rapid.IntRange(0, 5000).Draw(t, "steps")
		n, last := 0, 0
		for due := q.After(0); due <= steps; due = q.After(due) {
			if q.After(due-1) != due || q.Before(due) != due {
				t.Fatalf("step %d is due after some earlier step, and not after %d", due, due-1)
			}
			if between := rapid.IntRange(last, due-1).Draw(t, "between"); q.Before(between) != last || q.After(between) != due {
				t.Fatalf("steps %d and %d are due: before %d it is %d, and after it %d", last, due, between, q.Before(between), q.After(between))
			}
			last = due
			n++
		}
		if both := q.Stride != 0 && q.Around != nil; n > q.count(steps) || n < q.count(steps) && !both {
			t.Fatalf("%d of %d steps are due of %v, counted %d", n, steps, q, q.count(steps))
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
