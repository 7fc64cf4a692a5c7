package wording

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// List writes names as "a, b or c", with the word before the last one.
func List(names []string, word string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

// Count writes a number of things, such as "1 sweep" or "8 sweeps".
func Count[N ~int | ~int64](n N, thing string) string {
	return fmt.Sprintf("%d %s", n, Noun(n, thing))
}

// Noun writes the noun that goes with a number of things: "sweep" with 1, else "sweeps".
// It takes what is regular in English, such as "entry", or in Latin, such as "stimulus".
func Noun[N ~int | ~int64](n N, thing string) string {
	before, hasY := strings.CutSuffix(thing, "y")
	switch {
	case n == 1:
		return thing
	case hasY && !strings.ContainsAny(before[max(0, len(before)-1):], "aeiou"):
		return before + "ies"
	case strings.HasSuffix(thing, "us"): // stimulus
		return strings.TrimSuffix(thing, "us") + "i"
	case strings.HasSuffix(thing, "x"):
		return thing + "es"
	}
	return thing + "s"
}

// Ordinal writes 1st, 2nd, 3rd, 4th and so on.
func Ordinal(n int) string {
	end := "th"
	if n%100 < 11 || n%100 > 13 {
		switch n % 10 {
		case 1:
			end = "st"
		case 2:
			end = "nd"
		case 3:
			end = "rd"
		}
	}
	return fmt.Sprintf("%d%s", n, end)
}

// Lines breaks a paragraph between words into lines of at most width characters. A longer word has
// a line of its own.
func Lines(text string, width int) []string {
	var lines []string
	column := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		if column == 0 || column+1+n > width {
			lines, column = append(lines, word), n
			continue
		}
		lines[len(lines)-1] += " " + word
		column += 1 + n
	}
	return lines
}

// Numbers of digits that are tried for a number beside a bound. After them the number is written
// as its distance from the bound.
const (
	fewestDigits = 3
	mostDigits   = 6
)

// Beside writes v so that the text shows on which side of each bound v lies. It uses print if that
// is enough, then more digits, then a sum or a difference such as "1 − 3e-09". A number that
// equals a bound is written as "exactly 1".
func Beside(v float64, print func(float64) string, bounds ...float64) string {
	nearest := math.NaN()
	for _, b := range bounds {
		if v == b {
			return "exactly " + Format(v)
		}
		if !(math.Abs(v-b) >= math.Abs(v-nearest)) && !math.IsNaN(b) {
			nearest = b
		}
	}
	text := print(v)
	if math.IsInf(v, 0) || math.IsNaN(v) || math.IsNaN(nearest) || shows(text, v, bounds) {
		return text
	}
	for digits := fewestDigits; digits <= mostDigits; digits++ {
		if text = strconv.FormatFloat(v, 'g', digits, 64); shows(text, v, bounds) {
			return text
		}
	}
	sign := " + "
	if v < nearest {
		sign = " − "
	}
	return Format(nearest) + sign + strconv.FormatFloat(math.Abs(v-nearest), 'g', 2, 64)
}

// shows reports whether the text, read as a number, lies on the same side of all bounds as v.
func shows(text string, v float64, bounds []float64) bool {
	read, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return false
	}
	for _, b := range bounds {
		if (v < b) != (read < b) || (v > b) != (read > b) {
			return false
		}
	}
	return true
}

// plain matches text that needs no quotes in a shell.
var plain = regexp.MustCompile(`^[A-Za-z0-9_@%+=:,./-]+$`)

// NeedsQuotes reports whether a shell would not read a text as one word.
func NeedsQuotes(text string) bool { return !plain.MatchString(text) }

// ShellWord writes a text so that a shell reads it as one word.
func ShellWord(text string) string {
	if !NeedsQuotes(text) {
		return text
	}
	return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'"
}

// Quote quotes a text, of which only the beginning is shown if it is long.
func Quote(text string) string {
	const most = 60
	if len(text) > most {
		return strconv.Quote(text[:most]) + "…"
	}
	return strconv.Quote(text)
}

// Capital writes the first letter of a sentence as a capital, and leaves a Greek symbol as it is.
func Capital(text string) string {
	if text[0] >= utf8.RuneSelf {
		return text
	}
	return strings.ToUpper(text[:1]) + text[1:]
}

// Printable returns a text from a file with another character in the place of each that cannot be printed, or
// without these if it is −1. It is cut after a number of characters.
func Printable(text string, instead rune, most int) string {
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return instead
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}
