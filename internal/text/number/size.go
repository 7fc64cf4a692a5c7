package number

import (
	"fmt"
	"math"
	"strings"
)

// units are those of sizes.
var units = []struct {
	name  string
	bytes float64
}{{"kB", 1e3}, {"KB", 1e3}, {"MB", 1e6}, {"GB", 1e9}, {"TB", 1e12}}

// Size reads a size, and returns its bytes, at least 1, rounded down.
func Size(text string) (int64, error) {
	value, bytes := strings.TrimSpace(text), 1.0
	for _, u := range units {
		if before, found := strings.CutSuffix(value, u.name); found {
			value, bytes = before, u.bytes
			break
		}
	}
	v, err := Parse(value)
	if err != nil {
		return 0, fmt.Errorf("size %s: %w; write a number of bytes, with or without a unit (kB, MB, GB or TB), such as 500MB or 2GB", quote(text), err)
	}
	if v *= bytes; !(v >= 1 && v < math.MaxInt64) {
		return 0, fmt.Errorf("size %s: give at least 1 byte and less than 9e6TB, such as 500MB or 2GB", quote(text))
	}
	return int64(v), nil
}
