package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/text/wording"
)

// Categories of flags in the help.
const (
	ofCircuit  = experiment.OfCircuit
	ofStimulus = experiment.OfStimulus
	ofRun      = experiment.OfRun
)

// mostUsed are the flags on the help of a command with many flags, by their category.
type mostUsed [][]string

// The flags that a first run and a first comparison need.
var (
	runMostUsed = mostUsed{
		{ofCircuit, "network", "outputs", "rate", "tau", "lambda"},
		{ofStimulus, "problem", "stimulus", "columns", "center", "scale"},
		{ofRun, "steps", "trials", "seed", "record", "out", "json", "live"},
	}
	compareMostUsed = mostUsed{
		{"Networks", "networks", "tune", "rates", "csv"},
		{ofStimulus, "problem", "stimulus", "center", "scale"},
		{ofRun, "steps", "trials", "seed", "fork-at", "out", "json", "quiet"},
	}
)

// firstScreen gives a command a help of one screen: its most used flags, each with the first part
// of its sentence, and its default where it fits.
// The text is a template without actions.
func firstScreen(command *cli.Command, groups mostUsed) *cli.Command {
	const column, width = 27, 110
	var b strings.Builder
	fmt.Fprintf(&b, "NAME:\n   twophase %s - %s\n\nUSAGE:\n   %s\n", command.Name, command.Usage, strings.ReplaceAll(command.UsageText, "\n", "\n   "))
	for _, group := range groups {
		fmt.Fprintf(&b, "\n%s:\n", strings.ToUpper(group[0]))
		for _, name := range group[1:] {
			f := flagNamed(command.Flags, name)
			flag, value, text := described(f)
			text, _, _ = strings.Cut(text, "; ")
			lines := wording.Lines(text, width-column)
			if len(lines) > 2 {
				text, _, _ = strings.Cut(text, ": ")
				lines = wording.Lines(text, width-column)
			}
			if preset := f.GetDefaultText(); f.TakesValue() && preset != "" {
				if more := wording.Lines(text+" (default: "+preset+")", width-column); len(more) == len(lines) {
					lines = more
				}
			}
			left := strings.TrimRight("   --"+flag+" "+value, " ")
			for i, line := range lines {
				if i == 0 && len([]rune(left)) >= column {
					fmt.Fprintln(&b, left)
					left = ""
				}
				fmt.Fprintf(&b, "%-*s%s\n", column, left, line)
				left = ""
			}
		}
	}
	fmt.Fprintf(&b, "\ntwophase help %s --all describes all %d options.\n", command.Name, len(command.Flags))
	command.CustomHelpTemplate = strings.ReplaceAll(b.String(), "   \n", "\n")
	return command
}

// flagNamed returns the flag of a name. It panics if there is none.
func flagNamed(flags []cli.Flag, name string) cli.DocGenerationFlag {
	i := slices.IndexFunc(flags, func(f cli.Flag) bool { return slices.Contains(f.Names(), name) })
	return flags[i].(cli.DocGenerationFlag)
}

// described returns the name of a flag, the word for its value, which its sentence has between
// backticks, and the sentence.
func described(f cli.DocGenerationFlag) (name, value, sentence string) {
	sentence = f.GetUsage()
	if before, rest, found := strings.Cut(sentence, "`"); found {
		word, after, _ := strings.Cut(rest, "`")
		value, sentence = word, before+word+after
	}
	if !f.TakesValue() {
		value = ""
	}
	return f.(cli.Flag).Names()[0], value, sentence
}
