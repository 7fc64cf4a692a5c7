package fileformat

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"twophase/internal/text/wording"
)

// A delimiter is the character between the values of a line; ' ' stands for any number of spaces
// and tabs, 0 for one that is not known yet.
type delimiter byte

// Delimiters are the valid names of Layout.Delimiter.
var Delimiters = []string{"comma", "tab", "semicolon", "space"}

// ParseDelimiter returns the name of a delimiter from its name or its character.
func ParseDelimiter(text string) (string, error) {
	for i, characters := range [][]string{{","}, {"\t", `\t`}, {";"}, {" ", "spaces", "whitespace"}} {
		if text == Delimiters[i] || slices.Contains(characters, text) {
			return Delimiters[i], nil
		}
	}
	return "", fmt.Errorf("delimiter %q is not known: choose %s, or find it by looking, which is the default", text, strings.Join(Delimiters, ", "))
}

// candidates are the delimiters in the order of Delimiters.
var candidates = []delimiter{',', '\t', ';', ' '}

// delimiterOf returns the delimiter of a name, 0 if there is none.
func delimiterOf(name string) delimiter {
	if at := slices.Index(Delimiters, name); at >= 0 {
		return candidates[at]
	}
	return 0
}

func (d delimiter) plural() string { return Delimiters[slices.Index(candidates, d)] + "s" }

// findDelimiter returns the delimiter that makes a line of numbers of a line: where all fields are
// numbers, or are meant as such, else where most are.
func findDelimiter(line []byte) delimiter {
	best, most, all := delimiter(','), 0, false
	for _, d := range []delimiter{',', ';', '\t', ' '} {
		fields := d.count(d.trim(line))
		if fields < 2 {
			continue
		}
		numbers, near := 0, 0
		rest := d.trim(line)
		for range fields {
			var field []byte
			field, rest = d.cut(rest)
			text := string(bytes.TrimSpace(unquoted(field)))
			if wording.IsNumber(text) {
				numbers++
			}
			if wording.NearNumber(text) || text == "" && d != ' ' {
				near++
			}
		}
		whole := near == fields
		if whole && !all || whole == all && numbers > most {
			best, most, all = d, numbers, whole
		}
	}
	return best
}

// trim returns a line without the spaces around it. A tab is no space where it may separate values.
func (d delimiter) trim(line []byte) []byte {
	if d == '\t' || d == 0 {
		return bytes.TrimFunc(line, func(r rune) bool { return r != '\t' && unicode.IsSpace(r) })
	}
	return bytes.TrimSpace(line)
}

// count returns the number of fields of a trimmed line.
func (d delimiter) count(line []byte) int {
	if d != ' ' {
		return bytes.Count(line, []byte{byte(d)}) + 1
	}
	fields, inside := 0, false
	for _, c := range line {
		blank := c == ' ' || c == '\t'
		if !blank && !inside {
			fields++
		}
		inside = !blank
	}
	return fields
}

// cut returns the first field of a trimmed line, and the rest behind the delimiter.
func (d delimiter) cut(line []byte) (field, rest []byte) {
	if d == ' ' {
		at := bytes.IndexAny(line, " \t")
		if at < 0 {
			return line, nil
		}
		return line[:at], bytes.TrimLeft(line[at:], " \t")
	}
	if at := bytes.IndexByte(line, byte(d)); at >= 0 {
		return line[:at], line[at+1:]
	}
	return line, nil
}

// unquoted returns a field without quotation marks around it, as R writes texts.
func unquoted(field []byte) []byte {
	if trimmed := bytes.TrimSpace(field); len(trimmed) >= 2 && trimmed[0] == '"' && trimmed[len(trimmed)-1] == '"' {
		return trimmed[1 : len(trimmed)-1]
	}
	return field
}

// isHeader reports whether no field of a line is a number. A number in a form that is refused
// counts as a number: otherwise the line would be lost silently.
func (d delimiter) isHeader(line []byte) bool {
	for _, name := range d.split(line) {
		if wording.NearNumber(name) {
			return false
		}
	}
	return true
}

// numbersColumns reports whether a line is the header that pandas writes of a table whose columns
// have no names: nothing above the index, and then 0, 1, 2, …
func (d delimiter) numbersColumns(line []byte) bool {
	names := d.split(line)
	if d == ' ' || len(names) < 2 || names[0] != "" {
		return false
	}
	for i, name := range names[1:] {
		if name != strconv.Itoa(i) {
			return false
		}
	}
	return true
}

// names returns the names of the columns in a header, as they can be printed. A column without a
// name is called by its number.
func (d delimiter) names(header []byte) []string {
	names := d.split(header)
	for i, name := range names {
		if names[i] = wording.Printable(name, -1, longestName); names[i] == "" {
			names[i] = fmt.Sprintf("column %d", i)
		}
	}
	return names
}

// split returns the fields of a header, of which some may be quoted.
func (d delimiter) split(line []byte) (fields []string) {
	if !bytes.ContainsRune(line, '"') {
		for range d.count(line) {
			var field []byte
			field, line = d.cut(line)
			fields = append(fields, strings.TrimSpace(string(field)))
		}
		return fields
	}
	in := csv.NewReader(bytes.NewReader(line))
	in.Comma, in.LazyQuotes, in.TrimLeadingSpace, in.FieldsPerRecord = rune(d), true, d != '\t', -1
	if fields, _ = in.Read(); len(fields) == 0 {
		fields = []string{""}
	}
	for i := range fields {
		fields[i] = strings.TrimSpace(fields[i])
	}
	return fields
}

// longestName bounds the name of a column.
const longestName = 60
