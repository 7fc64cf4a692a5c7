package twin

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"twophase/internal/files/folder"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// largestFile is the largest size of a file that is read. In memory it takes some times as much.
const largestFile = 1 << 28

// Open reads what a complete comparison needs for its Figure.
func Open(name string) (*Comparison, error) {
	sums, err := folder.ReadSums(name)
	if err != nil {
		return nil, err
	}
	text, err := sums.Read(comparisonFile, largestFile)
	if err != nil {
		return nil, err
	}
	c := &Comparison{}
	if err := json.Unmarshal(text, c); err != nil {
		return nil, fmt.Errorf("%s: %w", comparisonFile, err)
	}
	if c.Schema != Schema || len(c.Courses) == 0 {
		return nil, fmt.Errorf("it was written by another version of twophase: run the comparison again")
	}
	if len(c.Variants) == 0 || c.Trials < 1 {
		return nil, fmt.Errorf("%s names %d variants and %d trials: it is damaged", comparisonFile, len(c.Variants), c.Trials)
	}
	text, err = sums.Read(result.ComparisonCurve, largestFile)
	if err != nil {
		return nil, err
	}
	if err := c.readCurves(text); err != nil {
		return nil, fmt.Errorf("%s: %w", result.ComparisonCurve, err)
	}
	return c, nil
}

// readCurves reads the courses of all trials: see curveTable.
func (c *Comparison) readCurves(text []byte) error {
	lines, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return err
	}
	if len(lines) == 0 || len(lines[0]) != 3+len(c.Courses) {
		return fmt.Errorf("it has not the columns of %s", comparisonFile)
	}
	if c.Trials >= len(lines) { // each has a line at least
		return fmt.Errorf("it has %d lines, and the comparison %d trials", len(lines), c.Trials)
	}
	for range c.Variants {
		c.along = append(c.along, make([]along, c.Trials))
	}
	for i, line := range lines[1:] {
		v := slices.IndexFunc(c.Variants, func(v Variant) bool { return v.Name == line[0] })
		trial, err := strconv.Atoi(line[1])
		step, err2 := strconv.Atoi(line[2])
		if v < 0 || err != nil || err2 != nil || trial < 0 || trial >= c.Trials {
			return fmt.Errorf("line %d is of no trial of the comparison", i+2)
		}
		a := &c.along[v][trial]
		if *a == nil {
			*a = make(along, len(c.Courses))
		}
		for q, text := range line[3:] {
			value, err := strconv.ParseFloat(text, 64)
			if text == "" {
				value, err = math.NaN(), nil
			}
			if err != nil {
				return fmt.Errorf("line %d: %w", i+2, err)
			}
			(*a)[q].Add(step, wording.Number(value))
		}
	}
	return nil
}
