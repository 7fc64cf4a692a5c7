package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"twophase/internal/study"
)

// part is a table, figure or claim of the paper that can be reproduced.
type part struct {
	name            string
	online, offline []string // the problems whose studies it needs
	write           func(repetitions, Options) (study.Section, error)
}

var bothProblems = []string{"small", "large"}

// parts are all parts, in the order in which they are written.
func parts() []part {
	return []part{
		{name: "table1", online: bothProblems, write: table1},
		{name: "table2", offline: bothProblems, write: table2},
		{name: "figure2", online: []string{"large"}, offline: []string{"large"}, write: figure2},
		{name: "stability", write: stability},
	}
}

// wholePaper is the name that stands for all parts.
const wholePaper = "all"

// PartNames returns the names of all parts.
func PartNames() []string {
	var names []string
	for _, p := range parts() {
		names = append(names, p.name)
	}
	return names
}

// chosen returns the parts of the given names, in the order of parts. No name, or the name all, stands
// for all.
func chosen(names []string) ([]part, error) {
	for _, name := range names {
		if name != wholePaper && !slices.Contains(PartNames(), name) {
			return nil, fmt.Errorf("part %q does not exist: choose %s or %s", name, strings.Join(PartNames(), ", "), wholePaper)
		}
	}
	if len(names) == 0 || slices.Contains(names, wholePaper) {
		return parts(), nil
	}
	return slices.DeleteFunc(parts(), func(p part) bool { return !slices.Contains(names, p.name) }), nil
}

// CheckParts returns an error, which lists the parts, if a name is not of one.
func CheckParts(names []string) error {
	_, err := chosen(names)
	return err
}

// repetitionsOf returns the studies that some parts need, each once.
func repetitionsOf(chosen []part, limit int) (d repetitions) {
	for _, p := range problems() {
		needs := func(of func(part) []string) bool {
			return slices.ContainsFunc(chosen, func(c part) bool { return slices.Contains(of(c), p.Name) })
		}
		if needs(func(c part) []string { return c.online }) {
			d.online = append(d.online, repeatedOnline(p, limit))
		}
		if needs(func(c part) []string { return c.offline }) {
			d.offline = append(d.offline, repeatedOffline(p, limit))
		}
	}
	return d
}
