package recorder

import (
	"fmt"
	"math"
	"strconv"

	"twophase/internal/text/wording"
)

// Stride is how often to record: every stride steps, at t = stride, 2·stride, and so on, or
// LogSpaced. A request without a stride has 1.
type Stride int

// LogSpaced records some 100 steps in each decade: every step up to 86, and after that a step
// about 2.3 % later than the last one.
const LogSpaced Stride = -1

// logSpacing is 1/(10^(1/100) − 1): a step that grows by 1/logSpacing of itself a hundred times
// is tenfold. Steps are integers, so they are the same on every machine.
const logSpacing = 43

// After returns the first step later than t ≥ 0 that is due.
func (s Stride) After(t int) int {
	if s == LogSpaced {
		due := 1
		for due <= t {
			due += max(1, due/logSpacing)
		}
		return due
	}
	return t + int(s) - t%int(s)
}

// Before returns the last step up to t ≥ 0 that is due, or 0, the state before the first
// stimulus.
func (s Stride) Before(t int) int {
	if s == LogSpaced {
		due := 0
		for next := 1; next <= t; next += max(1, next/logSpacing) {
			due = next
		}
		return due
	}
	return t - t%int(s)
}

// count returns the number of steps from 1 to steps that are due.
func (s Stride) count(steps int) int {
	if s == LogSpaced {
		n := 0
		for due := 1; due <= steps; due += max(1, due/logSpacing) {
			n++
		}
		return n
	}
	return steps / int(s)
}

// String returns a number of steps, or log.
func (s Stride) String() string {
	if s == LogSpaced {
		return "log"
	}
	return strconv.Itoa(int(s))
}

// ParseStride reads the form of String.
func ParseStride(text string) (Stride, error) {
	if text == LogSpaced.String() {
		return LogSpaced, nil
	}
	n, err := wording.Int(text, 1, math.MaxInt)
	if err != nil {
		return 0, fmt.Errorf("%q is not a stride: %w; write a number of steps from 1, or log", text, err)
	}
	return Stride(n), nil
}
