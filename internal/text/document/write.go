package document

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"
)

// YAML returns a document that Read reads as the section, without the keys that are not given.
func (s *Section) YAML() []byte {
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
	if s.Others != nil {
		others, _ := s.Others.Value.Write()
		mapping.Entries = append(mapping.Entries, others.Entries...)
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
