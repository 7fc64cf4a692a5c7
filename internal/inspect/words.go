package inspect

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"twophase/internal/pruning"
)

// number writes a number to three digits, or – where it is not defined.
func number(n pruning.Number) string {
	switch size := math.Abs(float64(n)); {
	case !n.Finite():
		return "–"
	case size != 0 && (size < 0.01 || size >= 1e6):
		return strconv.FormatFloat(float64(n), 'e', 2, 64)
	case size >= 1000:
		return strconv.FormatFloat(float64(n), 'f', 0, 64)
	default:
		return strconv.FormatFloat(float64(n), 'g', 3, 64)
	}
}

// step writes a step, or – where there is none.
func step(s *int64) string {
	if s == nil {
		return "–"
	}
	return strconv.FormatInt(*s, 10)
}

// counted writes a number of things.
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return fmt.Sprintf("%d %ss", n, thing)
}

// shortened lists texts, of many only the first.
func shortened(texts []string) string {
	if len(texts) > 8 {
		texts = append(append([]string{}, texts[:8]...), "…")
	}
	return strings.Join(texts, ", ")
}

// printable replaces what could do more than print: the text is from a file.
func printable(text string) string {
	const most = 200
	text = strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '�'
		}
		return r
	}, text)
	if runes := []rune(text); len(runes) > most {
		text = string(runes[:most]) + "…"
	}
	return text
}
