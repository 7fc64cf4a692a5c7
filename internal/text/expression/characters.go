package expression

import (
	"strings"
	"unicode"
)

// allowed reports whether expressions may have a character.
func allowed(r rune) bool {
	return r == ' ' || r == '_' || unicode.IsLetter(r) || r < unicode.MaxASCII && (unicode.IsDigit(r) || strings.ContainsRune("+-*/^.,()<>=!?:", r))
}

// instead says how to write what a character was probably meant for.
func instead(r rune) string {
	switch r {
	case '−', '–', '—':
		return ": write -"
	case '×', '·', '⋅', '∙':
		return ": write *"
	case '÷':
		return ": write /"
	case '²':
		return ": write ^2"
	case '³':
		return ": write ^3"
	case '√':
		return ": write sqrt(x)"
	case '≤':
		return ": write <="
	case '≥':
		return ": write >="
	case '≠':
		return ": write !="
	case '&':
		return ": write and"
	case '|':
		return ": write or, or abs(x)"
	case '\n', '\r', '\t':
		return ": write it on one line, with spaces"
	case '%':
		return ": there is no remainder"
	case '[', ']', '{', '}':
		return ": write ( and )"
	case '\'', '’', '′':
		return ": names have letters, digits and _"
	}
	return ""
}
