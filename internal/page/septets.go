package page

import "strings"

// forbidden are the characters of seven bits that a script in HTML cannot keep, or that are changed on the way: NUL, the
// ends of lines, and what begins the end of a script.
const forbidden = "\x00\n\r<"

// septets returns bytes as text, seven bits a character, of which nearly all are one byte of UTF-8: 8/7 of the bytes.
//
// The bits are taken in order, the high ones of a byte first, and padded by zeros. Seven bits that are forbidden[i] become
// one character of two bytes together with the seven that follow: 256(i+1) + 128 + what follows, or 256(i+1) at the end.
func septets(data []byte) string {
	var out strings.Builder
	out.Grow(8*len(data)/7 + 2)
	waiting := rune(0) // a forbidden character, which waits for the next
	add := func(v rune) {
		if waiting != 0 {
			out.WriteRune(waiting + 128 + v)
			waiting = 0
		} else if i := strings.IndexRune(forbidden, v); i >= 0 {
			waiting = rune(256 * (i + 1))
		} else {
			out.WriteRune(v)
		}
	}
	bits, n := rune(0), 0
	for _, b := range data {
		bits, n = (bits<<8|rune(b))&0x7fff, n+8
		for ; n >= 7; n -= 7 {
			add(bits >> (n - 7) & 127)
		}
	}
	if n > 0 {
		add(bits << (7 - n) & 127)
	}
	if waiting != 0 {
		out.WriteRune(waiting)
	}
	return out.String()
}
