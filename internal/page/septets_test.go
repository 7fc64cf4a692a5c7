package page

import (
	"bytes"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// fromSeptets reads what septets writes, as explore/septets.js does in a page.
func fromSeptets(text string) (data []byte) {
	bits, n := 0, 0
	add := func(v int) {
		bits, n = (bits<<7|v)&0x7fff, n+7
		if n >= 8 {
			n -= 8
			data = append(data, byte(bits>>n))
		}
	}
	for _, c := range text {
		if c < 128 {
			add(int(c))
			continue
		}
		add(int(forbidden[c>>8-1]))
		if c&128 != 0 {
			add(int(c & 127))
		}
	}
	return data
}

// What is written as text is read again, is UTF-8, has no character that HTML does not keep, and is no longer than 8/7.
func TestSeptetsComeBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		some := rapid.OneOf(rapid.Byte(), rapid.SampledFrom([]byte{0, 1, 10, 13, 60, 20, 24, 40, 120})) // with many forbidden characters
		data := rapid.SliceOf(some).Draw(t, "data")
		text := septets(data)
		if got := fromSeptets(text); !bytes.Equal(got, data) {
			t.Fatalf("%v came back as %v", data, got)
		}
		if !utf8.ValidString(text) || bytes.ContainsAny([]byte(text), forbidden) {
			t.Fatalf("%v became %q", data, text)
		}
		if most := (8*len(data)+6)/7 + 1; len(text) > most {
			t.Fatalf("%d bytes became %d", len(data), len(text))
		}
	})
}
