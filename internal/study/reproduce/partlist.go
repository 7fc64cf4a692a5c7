package reproduce

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"twophase/internal/study/turnstudies"
)

// part is a table, figure or claim of the paper that can be reproduced.
type part struct {
	name            string
	online, offline []string // the problems whose studies it needs
	write           func(context.Context, studies, Options) (Section, error)
	beyond          bool // not in the paper, and run only by its name
}

var bothProblems = []string{"small", "large"}

// parts are all parts, in the order in which they are written. A part with an experiment of its own
// runs it in write.
func parts() []part {
	return append([]part{
		{name: "table1", online: bothProblems, write: table1},
		{name: "table2", offline: bothProblems, write: table2},
		{name: "figure2", online: []string{"large"}, offline: []string{"large"}, write: figure2},
		{name: "stability", write: stability},
		{name: "budget", write: budgets},
		{name: "drift", write: drift, beyond: true},
		{name: "truncation", write: truncation, beyond: true},
		{name: "cost", write: cost, beyond: true},
	}, turnParts()...)
}

// turnParts are the experiments on the number of turns.
func turnParts() (all []part) {
	for _, name := range turnstudies.Names() {
		all = append(all, part{name: name, beyond: true, write: func(ctx context.Context, _ studies, o Options) (Section, error) {
			return turnsSection(ctx, name, o)
		}})
	}
	return all
}

// ofTurns reports whether a part is one of these experiments.
func (p part) ofTurns() bool { return strings.HasPrefix(p.name, turnsName+"-") }

// Names that stand for several parts.
const (
	wholePaper = "all"   // all that are in the paper
	turnsName  = "turns" // the experiments on the number of turns
)

// PartNames returns the names of all parts.
func PartNames() []string {
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
		if name != wholePaper && name != turnsName && !slices.Contains(PartNames(), name) {
			return nil, fmt.Errorf("part %q does not exist: choose %s, %s or %s", name, strings.Join(PartNames(), ", "), turnsName, wholePaper)
		}
	}
	whole := len(names) == 0 || slices.Contains(names, wholePaper)
	return slices.DeleteFunc(parts(), func(p part) bool {
		return !slices.Contains(names, p.name) && (p.beyond || !whole) && !(p.ofTurns() && slices.Contains(names, turnsName))
	}), nil
}

// CheckParts returns an error, which lists the parts, if a name is not of one.
func CheckParts(names []string) error {
	_, err := chosen(names)
	return err
}

// studiesOf returns the studies that some parts need, each once.
func studiesOf(chosen []part, limit int) (d studies) {
	for _, p := range problems() {
		needs := func(of func(part) []string) bool {
			return slices.ContainsFunc(chosen, func(c part) bool { return slices.Contains(of(c), p.Name) })
		}
		if needs(func(c part) []string { return c.online }) {
			d.online = append(d.online, onlineStudy(p, limit))
		}
		if needs(func(c part) []string { return c.offline }) {
			d.offline = append(d.offline, offlineStudy(p, limit))
		}
	}
	return d
}
