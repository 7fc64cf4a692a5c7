package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// part is a table, figure or claim of the paper that can be reproduced.
type part struct {
	name            string
	online, offline []string // the problems whose studies it needs
	write           func(context.Context, data, Options) (Section, error)
	beyond          bool // not in the paper, and run only by its name
}

// data is the studies that the parts need, in the order of problems().
type data struct{ online, offline []*study }

var both = []string{"small", "large"}

// parts are all parts, in the order in which they are written. A part with an experiment of its own
// runs it in write.
func parts() []part {
	return append([]part{
		{name: "table1", online: both, write: table1},
		{name: "table2", offline: both, write: table2},
		{name: "figure2", online: []string{"large"}, offline: []string{"large"}, write: figure2},
		{name: "stability", write: stability},
		{name: "budget", write: budgets},
		{name: "drift", write: drift, beyond: true},
		{name: "truncation", write: truncation, beyond: true},
		{name: "cost", write: cost, beyond: true},
	}, turns()...)
}

// Parts returns the names of all parts.
func Parts() []string {
	var names []string
	for _, p := range parts() {
		names = append(names, p.name)
	}
	return names
}

// chosen returns the parts of the given names, in the order of parts. No name, or the name all, stands
// for all that are in the paper, and turns for those on the number of turns.
func chosen(names []string) ([]part, error) {
	for _, name := range names {
		if name != all && name != turnsName && !slices.Contains(Parts(), name) {
			return nil, fmt.Errorf("part %q does not exist: choose %s, %s or %s", name, strings.Join(Parts(), ", "), turnsName, all)
		}
	}
	whole := len(names) == 0 || slices.Contains(names, all)
	return slices.DeleteFunc(parts(), func(p part) bool {
		return !slices.Contains(names, p.name) && (p.beyond || !whole) && !(p.ofTurns() && slices.Contains(names, turnsName))
	}), nil
}

// all is the name that stands for all parts that are in the paper.
const all = "all"

// studies returns the studies that some parts need, each once.
func studies(chosen []part, limit int) data {
	var d data
	for _, p := range problems() {
		needs := func(of func(part) []string) bool {
			return slices.ContainsFunc(chosen, func(c part) bool { return slices.Contains(of(c), p.Name) })
		}
		if needs(func(c part) []string { return c.online }) {
			d.online = append(d.online, online(p, limit))
		}
		if needs(func(c part) []string { return c.offline }) {
			d.offline = append(d.offline, offline(p, limit))
		}
	}
	return d
}

// CheckParts returns an error, which lists the parts, if a name is not of one.
func CheckParts(names []string) error {
	_, err := chosen(names)
	return err
}
