package main

import (
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/docs"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// printSummary prints the summary of a run, for people or as JSON.
func printSummary(c *cli.Context, summary *result.Summary) error {
	if c.Bool("json") {
		return printJSON(c, struct {
			*result.Summary
			Timing result.Timing `json:"timing"`
		}{summary, summary.Timing})
	}
	if err := summary.WriteText(c.App.Writer); err != nil {
		return fmt.Errorf("print the summary: %w", err)
	}
	return explain(c, summary)
}

// usages is the key, in cli.App.Metadata, of the function that returns the usage of a command. The
// table of commands is in a file above this one, main.go.
const usages = "usages"

// explain prints how to read the summary of a run, and what to do next, as messages for a person.
func explain(c *cli.Context, s *result.Summary) error {
	w := messages(c)
	if w == io.Discard {
		return nil
	}
	var b strings.Builder
	b.WriteString("\nHow to read this\n")
	if median, _, _, known := s.Over(func(r *result.Result) wording.Number { return r.Measures.Error }); s.Reference != "" && known > 0 {
		text := docs.Term("E_Pro")[0]
		if ratio := median / s.PCAFloor; s.PCAFloor.Finite() && ratio.Finite() { // the floor may be 0
			text += fmt.Sprintf(" Here it is %.2g times that floor.", float64(ratio))
		}
		paragraph(&b, "E_Pro", text)
	}
	if s.Results[0].Pruning.Synapses > 0 {
		paragraph(&b, "pruned", docs.Term("Pruned")[0])
	}
	paragraph(&b, "other", "twophase help glossary explains all terms, and twophase help TERM one of them.")

	usage := c.App.Metadata[usages].(func(command string) string)
	b.WriteString("\nWhat to do next\n")
	for _, name := range nextCommands(s.Folder) {
		fmt.Fprintf(&b, "  twophase %s %s\n      %s\n", name, wording.ShellWord(s.Folder), usage(name))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// nextCommands returns the commands that show most of a run: those for traces, if it has any.
func nextCommands(run string) []string {
	files, _ := os.ReadDir(run)
	if slices.ContainsFunc(files, func(f os.DirEntry) bool { return strings.HasPrefix(f.Name(), "traces-") }) {
		return []string{"view", "inspect", "export"}
	}
	return []string{"view", "show", "verify"}
}

// paragraph writes a text beside its title, in lines that fit on a terminal.
func paragraph(b *strings.Builder, title, text string) {
	const indent = 10
	for _, line := range wording.Lines(text, 96-indent) {
		fmt.Fprintf(b, "  %-*s%s\n", indent-2, title, line)
		title = ""
	}
}
