package number

import (
	"strings"
)

// Listed prints numbers; of many it prints the first and the last few.
func Listed(v []Number) string {
	const ends = 4
	var parts []string
	for i, x := range v {
		switch {
		case len(v) <= 2*ends+2 || i < ends || i >= len(v)-ends:
			parts = append(parts, x.String())
		case i == ends:
			parts = append(parts, "…")
		}
	}
	return strings.Join(parts, " ")
}
