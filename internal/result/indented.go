package result

import (
	"encoding/json"
)

// Indented returns v as JSON for people to read.
func Indented(v any) ([]byte, error) {
	text, err := json.MarshalIndent(v, "", "  ")
	return append(text, '\n'), err
}
