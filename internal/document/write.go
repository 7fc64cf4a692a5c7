package document

import (
	"bytes"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"
)

// Write returns a document that Read reads: a section as YAML, without the keys
// that are not given.
func Write(s *Section) []byte {
	var b bytes.Buffer
	n, _ := s.Write()
	if len(n.Entries) == 0 {
		return []byte("{}\n")
	}
	writeEntries(&b, n.Entries, 0)
	return b.Bytes()
}

// Write implements Value. The section is given if one of its keys is.
func (s *Section) Write() (*Node, bool) {
	nodes, given := make([]*Node, len(s.Keys)), map[string]bool{}
	var needed []string
	for i, k := range s.Keys {
		n, is := k.Value.Write()
		nodes[i], given[k.Name] = n, is
		if is {
			needed = append(needed, k.Needs...)
		}
	}
	mapping := &Node{Kind: MappingNode}
	for i, k := range s.Keys {
		if given[k.Name] || k.Required || slices.Contains(needed, k.Name) {
			mapping.Entries = append(mapping.Entries, Entry{Key: k.Name, Value: nodes[i]})
		}
	}
	return mapping, len(mapping.Entries) > 0
}

// writeEntries writes the keys of a section, each on a line of its own.
func writeEntries(b *bytes.Buffer, entries []Entry, indent int) {
	for _, e := range entries {
		b.WriteString(strings.Repeat(" ", indent) + e.Key + ":")
		if e.Value.Flow && fits(e, indent) {
			b.WriteByte(' ')
			writeInline(b, e.Value)
			b.WriteByte('\n')
			continue
		}
		switch {
		case e.Value.Kind == MappingNode && len(e.Value.Entries) > 0:
			for _, inner := range e.Value.Entries {
				inner.Value.Flow = inner.Value.Flow || e.Value.Flow
			}
			b.WriteByte('\n')
			writeEntries(b, e.Value.Entries, indent+2)
			continue
		case e.Value.Kind == ListNode && slices.ContainsFunc(e.Value.Items, func(n *Node) bool { return n.Kind == MappingNode }):
			for _, item := range e.Value.Items {
				b.WriteString("\n" + strings.Repeat(" ", indent+2) + "- ")
				writeInline(b, item)
			}
		default:
			b.WriteByte(' ')
			writeInline(b, e.Value)
		}
		b.WriteByte('\n')
	}
}

// flowWidth is the longest line that a value in Flow makes.
const flowWidth = 110

// fits reports whether a key and its value fit on a line.
func fits(e Entry, indent int) bool {
	var line bytes.Buffer
	writeInline(&line, e.Value)
	return indent+utf8.RuneCountInString(e.Key)+2+utf8.RuneCount(line.Bytes()) <= flowWidth
}

// writeInline writes a value on the line.
func writeInline(b *bytes.Buffer, n *Node) {
	switch n.Kind {
	case ListNode:
		b.WriteByte('[')
		for i, item := range n.Items {
			if i > 0 {
				b.WriteString(", ")
			}
			writeInline(b, item)
		}
		b.WriteByte(']')
	case MappingNode:
		b.WriteByte('{')
		for i, e := range n.Entries {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(e.Key + ": ")
			writeInline(b, e.Value)
		}
		b.WriteByte('}')
	case TextNode:
		b.WriteString(quoted(n.Text))
	default:
		b.WriteString(n.Text)
	}
}

// plain is a text that means itself in YAML, if it is not one of special.
var plain = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_./-]*$`)

var special = []string{"true", "false", "yes", "no", "on", "off", "y", "n", "null", "nan", "inf"}

// quoted returns a text as it is, or in quotes where it would mean something else.
func quoted(text string) string {
	if plain.MatchString(text) && !slices.Contains(special, strings.ToLower(text)) {
		return text
	}
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a text can be encoded
	return strings.TrimSuffix(b.String(), "\n")
}
