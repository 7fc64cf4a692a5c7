package main

import (
	"fmt"
	"strconv"
	"strings"

	"twophase/recorder"
)

// parseSize reads a number of bytes such as 500MB or 2GB.
func parseSize(text string) (recorder.Budget, error) {
	number, unit := strings.TrimSpace(text), 1.0
	for suffix, factor := range map[string]float64{"kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12} {
		if before, found := strings.CutSuffix(number, suffix); found {
			number, unit = before, factor
			break
		}
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(number), 64)
	if err != nil || !(v > 0) {
		return 0, fmt.Errorf("size %q: write a number of bytes with a unit, such as 500MB or 2GB", text)
	}
	return recorder.Budget(v * unit), nil
}
