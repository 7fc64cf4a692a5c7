package document

import (
	"fmt"
	"strings"
	"unicode"
)

// FileError is what is wrong at one place of a document.
type FileError struct {
	Path string
	Place
	Source string // the line, as it is written; empty if there is no place
	Err    error
}

// Error returns the place and what is wrong, and below it the line with a caret.
func (e *FileError) Error() string {
	if e.Line == 0 {
		return fmt.Sprintf("%s: %v", e.Path, e.Err)
	}
	text, column := excerpt(e.Source, e.Column)
	number := fmt.Sprintf("  %d | ", e.Line)
	return fmt.Sprintf("%s:%d:%d: %v\n%s%s\n%s^", e.Path, e.Line, e.Column, e.Err,
		number, text, strings.Repeat(" ", len(number))+blank(text[:column]))
}

// Unwrap returns the error without the place.
func (e *FileError) Unwrap() error { return e.Err }

// excerptWidth is the number of characters that are shown of a long line.
const excerptWidth = 100

// excerpt returns what is shown of a line, without characters that would confuse
// a terminal, and the number of its bytes that stand before a column.
func excerpt(line string, column int) (text string, before int) {
	runes := []rune(line)
	for i, r := range runes {
		if r != '\t' && !unicode.IsPrint(r) {
			runes[i] = unicode.ReplacementChar
		}
	}
	column = min(column-1, len(runes))
	if len(runes) > excerptWidth {
		from := min(max(0, column-excerptWidth/2), len(runes)-excerptWidth)
		to := from + excerptWidth
		shown, head, tail := runes[from:to], []rune{}, []rune{}
		if from > 0 {
			head = []rune("… ")
		}
		if to < len(runes) {
			tail = []rune(" …")
		}
		runes = append(append(head, shown...), tail...)
		column += len(head) - from
	}
	return string(runes), len(string(runes[:column]))
}

// blank returns blanks as wide as a text.
func blank(text string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == '\t':
			return r
		case unicode.Is(unicode.Mn, r): // a combining mark, which has no width
			return -1
		}
		return ' '
	}, text)
}
