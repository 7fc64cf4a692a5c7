package document

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"twophase/internal/text/wording"
)

// Changed returns the unread document with other values of some keys, each given as KEY=VALUE, with the full name of the key and a
// value as in a document. Errors show these texts as further lines.
func (d *Document) Changed(texts ...string) (*Document, error) {
	changed := d.With(d.top)
	for _, text := range texts {
		key, value, found := strings.Cut(text, "=")
		if !found || key == "" || strings.TrimSpace(value) == "" {
			return nil, fmt.Errorf("%q is no change of a key: write KEY=VALUE, such as circuit.constants.h=0.2", text)
		}
		read, err := Parse(key, []byte(value))
		if err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
		changed.lines = append(slices.Clip(changed.lines), text)
		of := read.top.at(Place{len(changed.lines), len([]rune(key)) + 2})
		if changed.top, err = changed.top.Set(key, of); err != nil {
			return nil, fmt.Errorf("%s: %w", text, err)
		}
	}
	return changed, nil
}

// at returns a copy of the node, in which all stands at one place.
func (n *Node) at(p Place) *Node {
	moved := *n
	moved.Place, moved.Items, moved.Entries = p, slices.Clone(n.Items), slices.Clone(n.Entries)
	for i, item := range moved.Items {
		moved.Items[i] = item.at(p)
	}
	for i, e := range moved.Entries {
		moved.Entries[i] = Entry{Key: e.Key, Value: e.Value.at(p), Place: p}
	}
	return &moved
}

// Set returns the node with another value for one key, given by its full name, such as
// stimulus.spectrum or interventions[0].at. It adds missing sections on the way, but no
// items of lists: a key that ends with a plus, such as interventions+, adds those of the value to
// the list that is there. The node itself does not change.
func (n *Node) Set(name string, value *Node) (*Node, error) {
	return n.set(name, name, value, false)
}

// Change is Set, but below the top the sections on the way must exist. Only the last key may
// be new.
func (n *Node) Change(name string, value *Node) (*Node, error) {
	return n.set(name, name, value, true)
}

func (n *Node) set(name, rest string, value *Node, existing bool) (*Node, error) {
	if rest == "" {
		return value, nil
	}
	if after, ok := strings.CutPrefix(rest, "["); ok {
		digits, after, closed := strings.Cut(after, "]")
		i, err := strconv.Atoi(digits)
		if !closed || err != nil || i < 0 || strconv.Itoa(i) != digits || after != "" && after[0] != '.' && after[0] != '[' {
			return nil, fmt.Errorf("key %q: write items of lists as key[0], counted from 0", name)
		}
		if n.Kind != ListNode || i >= len(n.Items) {
			return nil, fmt.Errorf("key %q: there is no item %d", name, i)
		}
		item, err := n.Items[i].set(name, strings.TrimPrefix(after, "."), value, existing)
		if err != nil {
			return nil, err
		}
		changed := *n
		changed.Items = slices.Clone(n.Items)
		changed.Items[i] = item
		return &changed, nil
	}
	end := strings.IndexAny(rest, ".[")
	if end < 0 {
		end = len(rest)
	}
	key, after := rest[:end], strings.TrimPrefix(rest[end:], ".")
	key, adds := strings.CutSuffix(key, "+")
	switch {
	case adds && after != "":
		return nil, fmt.Errorf("key %q: write the plus, which adds to a list, at the end", name)
	case adds && value.Kind != ListNode:
		return nil, fmt.Errorf("key %q: only a list is added to a list", name)
	}
	if key == "" || end == len(rest)-1 {
		return nil, fmt.Errorf("key %q is not one: write it as section.key", name)
	}
	if n.Kind != MappingNode {
		return nil, fmt.Errorf("key %q: %v has no keys", name, n)
	}
	changed := *n
	changed.Entries = slices.Clone(n.Entries)
	at := slices.IndexFunc(n.Entries, func(e Entry) bool { return e.Key == key })
	if at < 0 {
		var names []string
		for _, e := range n.Entries {
			names = append(names, e.Key)
		}
		switch top := rest == name; {
		case !existing || after == "" || top && !strings.ContainsAny(after, ".["):
		case top:
			return nil, fmt.Errorf("key %q: there is no section %s to change%s", name, key, wording.Hint(key, names))
		case len(names) == 0:
			return nil, fmt.Errorf("key %q: there is no %q in %s, which is empty", name, key, strings.TrimSuffix(name[:len(name)-len(rest)], "."))
		default:
			return nil, fmt.Errorf("key %q: there is no %q in %s%s: choose %s", name, key, strings.TrimSuffix(name[:len(name)-len(rest)], "."), wording.Hint(key, names), wording.List(names, "or"))
		}
		at = len(n.Entries)
		adds = false // there is nothing yet to add to
		changed.Entries = append(changed.Entries, Entry{Key: key, Value: &Node{Kind: MappingNode, Place: value.Place}, Place: value.Place})
	}
	if adds {
		whole, err := changed.Entries[at].Value.with(name, value)
		changed.Entries[at].Value = whole
		return &changed, err
	}
	inner, err := changed.Entries[at].Value.set(name, after, value, existing)
	changed.Entries[at].Value = inner
	return &changed, err
}

// with returns a list with the items of another one after its own.
func (n *Node) with(name string, more *Node) (*Node, error) {
	if n.Kind != ListNode {
		return nil, fmt.Errorf("key %q: only a list is added to a list", name)
	}
	whole := *n
	whole.Items = slices.Concat(n.Items, more.Items)
	return &whole, nil
}
