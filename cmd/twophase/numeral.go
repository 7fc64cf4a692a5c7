package main

import (
	"math"
	"strconv"

	"github.com/urfave/cli/v2"

	"twophase/internal/text/wording"
)

// numeral is the value of a flag that is a number, in the grammar of package number. Its String has a
// form that cli.Context.Int and similar methods read.
type numeral struct {
	text string
	read func(text string) (string, error)
}

// whole returns a whole number from least to most, perhaps with a default.
func whole(least, most int, v ...int) *numeral {
	n := &numeral{read: func(text string) (string, error) {
		v, err := wording.Int(text, int64(least), int64(most))
		return strconv.FormatInt(v, 10), err
	}}
	for _, v := range v {
		n.text = strconv.Itoa(v)
	}
	return n
}

// positive returns a whole number from 1 on, perhaps with a default.
func positive(v ...int) *numeral { return whole(1, math.MaxInt, v...) }

// unsigned returns a whole number below 2⁶⁴ with a default.
func unsigned(v uint64) *numeral {
	return &numeral{strconv.FormatUint(v, 10), func(text string) (string, error) {
		v, err := wording.Uint(text, 0, math.MaxUint64)
		return strconv.FormatUint(v, 10), err
	}}
}

// decimal returns a finite number, perhaps with a default.
func decimal(v ...float64) *numeral {
	n := &numeral{read: func(text string) (string, error) {
		v, err := wording.ParseNumber(text)
		return wording.Format(v), err
	}}
	for _, v := range v {
		n.text = wording.Format(v)
	}
	return n
}

// size returns a number of bytes, as sizeOf reads it, with a default that may be empty.
func size(text string) *numeral {
	return &numeral{text, func(text string) (string, error) {
		_, err := wording.Size(text)
		return text, err
	}}
}

// sizeOf returns the bytes of a flag that is a size, 0 if it has no value.
func sizeOf(c *cli.Context, name string) int64 {
	bytes, _ := wording.Size(c.String(name)) // Set has checked it
	return bytes
}

// Set implements cli.Generic.
func (n *numeral) Set(text string) error {
	text, err := n.read(text)
	if err == nil {
		n.text = text
	}
	return err
}

// String implements cli.Generic.
func (n *numeral) String() string { return n.text }

// Get implements flag.Getter.
func (n *numeral) Get() any { return n.text }
