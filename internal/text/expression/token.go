package expression

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"twophase/internal/text/wording"
)

// token is a word of an expression: a number, a name or a sign.
type token struct {
	text   string
	column int // the place in the expression, in characters from 1
	kind   tokenKind
	value  float64 // of a number
}

type tokenKind uint8

const (
	signToken tokenKind = iota
	numberToken
	nameToken
	endToken
)

// signs are those of expressions, the longer ones first.
var signs = []string{"**", "<=", ">=", "==", "!=", "+", "-", "*", "/", "^", "(", ")", ",", "?", ":", "<", ">", "!"}

// maxLength is the length of the longest expression, in bytes. The compiler calls itself for each
// bracket.
const maxLength = 1000

// typeset are signs of typeset mathematics, and how they are written otherwise. Errors show the latter.
var typeset = strings.NewReplacer("−", "-", "–", "-", "×", "*", "·", "*", "⋅", "*", "∙", "*", "÷", "/", "≤", "<=", "≥", ">=", "≠", "!=")

// superscripts are exponents of typeset mathematics, of one digit or more, and digits how these are written otherwise.
var (
	superscripts = regexp.MustCompile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
	digits       = strings.NewReplacer("⁰", "0", "¹", "1", "²", "2", "³", "3", "⁴", "4", "⁵", "5", "⁶", "6", "⁷", "7", "⁸", "8", "⁹", "9")
)

// plain returns a text without the signs of typeset mathematics.
func plain(text string) string {
	return superscripts.ReplaceAllStringFunc(typeset.Replace(text), func(s string) string { return "^" + digits.Replace(s) })
}

// scan returns the tokens of a text; the last one is its end.
func scan(text string) (all []token, err error) {
	if strings.TrimSpace(text) == "" {
		return nil, &Error{Text: text, Column: 1, Message: "the expression is empty: write a number if it is always the same"}
	}
	if len(text) > maxLength {
		return nil, &Error{Text: text[:40] + "…", Column: 1, Message: fmt.Sprintf("the expression has %d bytes: at most %d are read", len(text), maxLength)}
	}
	runes := []rune(text)
	for at := 0; at < len(runes); {
		if runes[at] == ' ' {
			at++
			continue
		}
		next, err := first(runes[at:])
		next.column = at + 1
		if err != nil {
			return nil, &Error{Text: text, Column: next.column, Message: err.Error()}
		}
		all = append(all, next)
		at += len([]rune(next.text))
		if next.kind == numberToken && at < len(runes) && inName(runes[at]) {
			return nil, &Error{Text: text, Column: at + 1, Message: "a number ends here, and a name begins: write a product as 2*x"}
		}
	}
	return append(all, token{kind: endToken, column: len(runes)}), nil
}

// first returns the token with which a text begins.
func first(text []rune) (token, error) {
	switch {
	case isDigit(text[0]) || text[0] == '.' && len(text) > 1 && isDigit(text[1]):
		found := string(text[:numberLength(text)])
		v, err := wording.ParseNumber(found)
		return token{text: found, kind: numberToken, value: v}, err
	case inName(text[0]):
		n := 0
		for n < len(text) && (inName(text[n]) || text[n] == '.' && n+1 < len(text) && unicode.IsLetter(text[n+1])) {
			n++
		}
		return token{text: string(text[:n]), kind: nameToken}, nil
	}
	start := string(text[:min(2, len(text))])
	for _, sign := range signs {
		if strings.HasPrefix(start, sign) {
			return token{text: sign}, nil
		}
	}
	return token{}, fmt.Errorf("%q cannot stand in an expression%s", text[0], instead(text[0]))
}

// numberLength returns how many characters of a text belong to the number with which it begins, or to what was probably
// meant as one, such as 0x10 and 1_000.
func numberLength(text []rune) (n int) {
	other := len(text) > 2 && text[0] == '0' && slices.Contains([]rune("xXoObB"), text[1])
	for n < len(text) {
		exponent := (text[n] == 'e' || text[n] == 'E') && exponentFollows(text[n+1:])
		switch {
		case exponent && !other:
			n += 2
		case isDigit(text[n]), text[n] == '.', text[n] == '_', other && inName(text[n]):
			n++
		default:
			return n
		}
	}
	return n
}

// exponentFollows reports whether a text begins as what stands behind the e of 1e-3.
func exponentFollows(text []rune) bool {
	if len(text) > 1 && (text[0] == '-' || text[0] == '+') {
		text = text[1:]
	}
	return len(text) > 0 && isDigit(text[0])
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

func inName(r rune) bool { return r == '_' || isDigit(r) || unicode.IsLetter(r) }

// instead says how to write what a character was probably meant for.
func instead(r rune) string {
	switch r {
	case '√':
		return ": write sqrt(x)"
	case '=':
		return ": leave out what is on its left, as Δw is; write == to compare"
	case '&':
		return ": write and"
	case '|':
		return ": write or, or abs(x)"
	case '\n', '\r', '\t':
		return ": write it on one line, with spaces"
	case '\u0302', '\u0304': // a hat, a bar
		return ": a mean or an estimate needs a name of letters, such as post.mean"
	case '%':
		return ": there is no remainder"
	case '[', ']':
		return ": write ( and ); an activity of an earlier stimulus needs a name, such as pre.delayed"
	case '{', '}':
		return ": write ( and )"
	case '⊗', '∘', '⊙':
		return ": write *: a rule is of one synapse"
	case '\\':
		return ": write names without it, and * between factors"
	case '\'', '’', '′':
		return ": names have letters, digits and _"
	}
	return ""
}
