package result

import (
	"bytes"
	"encoding/json"
	"slices"
)

// Indented returns v as JSON for people to read, as json.MarshalIndent writes it. That reads the text a second time as
// if it might be no JSON, which takes longer than to write it.
func Indented(v any) ([]byte, error) {
	text, err := json.Marshal(v)
	return append(indent(text), '\n'), err
}

// indent returns JSON without spaces as one element a line.
func indent(text []byte) []byte {
	all, depth := make([]byte, 0, 2*len(text)), 0
	line := func() {
		all = append(slices.Grow(all, 1+2*depth), '\n')
		for range depth {
			all = append(all, "  "...)
		}
	}
	for len(text) > 0 {
		n := 1
		switch c := text[0]; c {
		case '{', '[':
			if all = append(all, c); text[1] == c+2 { // empty
				all, n = append(all, text[1]), 2
				break
			}
			depth++
			line()
		case '}', ']':
			depth--
			line()
			all = append(all, c)
		case ',':
			all = append(all, c)
			line()
		case ':':
			all = append(all, ": "...)
		case '"':
			for text[n] != '"' {
				if text[n] == '\\' {
					n++
				}
				n++
			}
			n++
			all = append(all, text[:n]...)
		default: // a number, true, false or null
			if n = bytes.IndexAny(text, ",]}"); n < 0 {
				n = len(text)
			}
			all = append(all, text[:n]...)
		}
		text = text[n:]
	}
	return all
}
