package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// markdown is a page of the documentation, cut into its blocks of code and what stands between them.
type markdown struct {
	path  string // from the root of the repository
	parts []*part
}

// part is a block of code with its fences, or the text before one.
type part struct {
	text string // as it stands in the page
	line int    // its first line, from 1

	language string            // of a block of code: what its fence names
	code     string            // its lines, without the fences
	notes    map[string]string // what the comment before it says: <!-- NAME: VALUE -->
}

// fenced matches a block of code with the comments on the lines before it.
var fenced = regexp.MustCompile("(?ms)((?:^<!--[^\n]*-->\n)*)^```([a-z]*)\n(.*?)^```$")

// comment matches one such comment.
var comment = regexp.MustCompile(`<!-- ([a-z ]+): (.*?) -->`)

// readMarkdown reads a page, by its path from the root of the repository.
func readMarkdown(path string) (*markdown, error) {
	data, err := os.ReadFile(filepath.Join("..", "..", path))
	if err != nil {
		return nil, err
	}
	p, text, end := &markdown{path: path}, string(data), 0
	for _, m := range fenced.FindAllStringSubmatchIndex(text, -1) {
		p.add(&part{text: text[end:m[0]]})
		b := &part{text: text[m[0]:m[1]], language: text[m[4]:m[5]], code: text[m[6]:m[7]], notes: map[string]string{}}
		for _, n := range comment.FindAllStringSubmatch(text[m[2]:m[3]], -1) {
			b.notes[n[1]] = n[2]
		}
		p.add(b)
		end = m[1]
	}
	p.add(&part{text: text[end:]})
	return p, nil
}

func (p *markdown) add(next *part) {
	next.line = 1
	if n := len(p.parts); n > 0 {
		last := p.parts[n-1]
		next.line = last.line + strings.Count(last.text, "\n")
	}
	p.parts = append(p.parts, next)
}

// text returns the page as it is to stand in its file.
func (p *markdown) text() string {
	var b strings.Builder
	for _, part := range p.parts {
		b.WriteString(part.text)
	}
	return b.String()
}

// blocks returns the blocks of code.
func (p *markdown) blocks() (all []*part) {
	for _, b := range p.parts {
		if b.notes != nil {
			all = append(all, b)
		}
	}
	return all
}

// printed returns what the commands of a block are said to print: the block of text
// that comes next, or the one that names them, or nil.
func (p *markdown) printed(commands *part) *part {
	for _, b := range p.blocks() {
		if b.language == "text" && p.printer(b) == commands {
			return b
		}
	}
	return nil
}

// printer returns the commands that are said to print a block of text, or nil.
func (p *markdown) printer(text *part) *part {
	var last *part
	for _, b := range p.blocks() {
		switch name := text.notes["printed by"]; {
		case name != "" && b.language == "sh" && strings.TrimSpace(b.code) == name:
			return b
		case name == "" && b == text:
			return last
		}
		if last = nil; b.language == "sh" {
			last = b
		}
	}
	return nil
}

// replace gives a block other lines.
func (b *part) replace(code string) {
	b.text = strings.Replace(b.text, "\n"+b.code+"```", "\n"+code+"```", 1)
	b.code = code
}

// fileName matches a comment in the first line of a block that names the file to which
// the block is written: # lesion.yaml, or // main.go.
var fileName = regexp.MustCompile(`^(?:#|//) ([\w./-]+\.[a-z]+)\b`)

// file returns the name of the file that the block is, "" if it is none.
func (b *part) file() string {
	if m := fileName.FindStringSubmatch(b.code); m != nil && b.language != "sh" && b.language != "text" {
		return m[1]
	}
	return ""
}

// refreshed returns what was printed, in the form in which a page has it: lines that
// agree, timings aside, stay as they stand. A line of nothing but … stands for lines that are left
// out, and … within a line for a part of it. So the page is right if it is what
// refreshed returns.
func refreshed(page, printed string) (string, error) {
	want, got := lines(page), lines(printed)
	var result []string
	next := 0 // of got
	for at := 0; at <= len(want); {
		end := at
		for end < len(want) && strings.TrimSpace(want[end]) != "…" {
			end++
		}
		some := want[at:end]
		from, to := next, len(got)
		if at > 0 || end < len(want) { // not the whole output
			switch to = from + len(some); {
			case at == 0:
			case end == len(want):
				from, to = len(got)-len(some), len(got)
			default:
				from = resembling(some, got, next)
				to = from + len(some)
			}
			if from < next || to > len(got) {
				return "", fmt.Errorf("these lines are nowhere in what is printed:\n%s\nit is:\n%s", strings.Join(some, "\n"), printed)
			}
		}
		result = append(result, kept(some, got[from:to])...)
		if end < len(want) {
			result = append(result, want[end])
		}
		at, next = end+1, to
	}
	return strings.Join(result, "\n") + "\n", nil
}

// lines returns the lines of a text, without spaces at their ends.
func lines(text string) (all []string) {
	for line := range strings.Lines(text) {
		all = append(all, strings.TrimRight(line, " \n"))
	}
	return all
}

// resembling returns where some lines stand in what was printed, from a line on: where
// most of them agree, and most others differ in their numbers only; −1 if nowhere.
func resembling(some, got []string, from int) int {
	best, at := 0, -1
	for i := from; i+len(some) <= len(got); i++ {
		score := 0
		for j, line := range some {
			switch {
			case agree(line, got[i+j]):
				score += 2
			case digits.ReplaceAllString(line, "0") == digits.ReplaceAllString(cut(got[i+j], line), "0"):
				score++
			}
		}
		if score > best {
			best, at = score, i
		}
	}
	return at
}

// cut returns what was printed up to where a line of the page breaks off with an ….
func cut(got, want string) string {
	if !strings.HasSuffix(want, "…") {
		return got
	}
	return string([]rune(got)[:min(len([]rune(got)), len([]rune(want))-1)]) + "…"
}

// kept returns the lines that were printed, those that agree with a line of the page as
// they stand there.
func kept(want, got []string) (all []string) {
	for i, line := range got {
		if j := i + max(0, len(want)-len(got)); i < len(want) && agree(want[i], line) {
			line = want[i]
		} else if j < len(want) && agree(want[j], line) {
			line = want[j]
		} else if i < len(want) && len(want) == len(got) {
			line = cut(line, want[i])
		}
		all = append(all, line)
	}
	return all
}

var (
	digits  = regexp.MustCompile(`[-+]?[0-9][0-9.]*(e[-+]?[0-9]+)?`)
	timings = regexp.MustCompile(`[0-9.e+]+ ns per step|in [0-9.]+ s\b`)
)

// agree reports whether a line of a page is what was printed.
func agree(want, got string) bool {
	want, got = timings.ReplaceAllString(want, "TIME"), timings.ReplaceAllString(got, "TIME")
	if !strings.Contains(want, "…") {
		return want == got
	}
	var pattern []string
	for _, s := range strings.Split(want, "…") {
		pattern = append(pattern, regexp.QuoteMeta(s))
	}
	return regexp.MustCompile("^" + strings.Join(pattern, ".*") + "$").MatchString(got)
}
