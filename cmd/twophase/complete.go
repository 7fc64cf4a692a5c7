package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/circuit/selection"
	"twophase/docs"
	"twophase/internal/study/benchmark"
	"twophase/internal/traces/result"
	"twophase/internal/traces/trace"
)

// completionScripts make a shell ask twophase for the words that may follow. Where there are none
// the shell completes names of files.
var completionScripts = map[string]string{
	"bash": `_twophase() {
	local IFS=$'\n'
	COMPREPLY=($(twophase complete -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _twophase twophase
`,
	"zsh": `#compdef twophase
_twophase() {
	local -a found
	found=(${(f)"$(twophase complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)"})
	if (( $#found )); then compadd -- $found; else _files; fi
}
if [ "$funcstack[1]" = "_twophase" ]; then _twophase "$@"; else compdef _twophase twophase; fi
`,
	"fish": `function __twophase_words
	set -l words (commandline -opc) (commandline -ct)
	twophase complete -- $words[2..-1] 2>/dev/null
end
complete -c twophase -n 'test -n "$(__twophase_words)"' -f
complete -c twophase -a '(__twophase_words)'
`,
}

func completionCommand() *cli.Command {
	return &cli.Command{
		Name:  "completion",
		Usage: "print a script that completes commands, flags, networks and run folders in a shell",
		UsageText: `twophase completion bash|zsh|fish

Examples:
  twophase completion bash > ~/.local/share/bash-completion/completions/twophase
  twophase completion zsh > ~/.zfunc/_twophase      # a folder of $fpath
  twophase completion fish > ~/.config/fish/completions/twophase.fish`,
		OnUsageError: onUsageError,
		Action: func(c *cli.Context) error {
			script, found := completionScripts[c.Args().First()]
			if !found || c.NArg() != 1 {
				return usageError{fmt.Errorf("shell %q: choose bash, zsh or fish", strings.Join(c.Args().Slice(), " "))}
			}
			_, err := fmt.Fprint(c.App.Writer, script)
			return err
		},
	}
}

// completeCommand is what the scripts of completion call.
func completeCommand() *cli.Command {
	return &cli.Command{
		Name:            "complete",
		Usage:           "print the words that may complete the last of some words",
		Hidden:          true,
		SkipFlagParsing: true,
		Action: func(c *cli.Context) error {
			words := c.Args().Slice()
			if len(words) > 0 && words[0] == "--" {
				words = words[1:]
			}
			if len(words) == 0 {
				words = []string{""}
			}
			for _, word := range completions(c.App, words) {
				fmt.Fprintln(c.App.Writer, word)
			}
			return nil
		},
	}
}

// completions returns the words that may stand in the place of the last of some words, which begins
// them. None: the shell may try names of files.
func completions(app *cli.App, words []string) (found []string) {
	before, last := words[:len(words)-1], words[len(words)-1]
	begin := func(prefix string, all []string) {
		for _, word := range all {
			if strings.HasPrefix(prefix+word, last) {
				found = append(found, prefix+word)
			}
		}
	}
	command, _ := commandOf(app, append([]string{app.Name}, before...))
	if command == nil {
		begin("", commandNames(app.VisibleCommands()))
		return found
	}
	_, given := splitArguments(app, append([]string{app.Name}, before...))
	if flag := valued(command, before); flag != "" {
		if flag == "synapse" {
			begin("", selectionWords(given))
			return found
		}
		prefix := ""
		if at := strings.LastIndex(last, ","); at >= 0 && (flag == "networks" || flag == "tune") {
			prefix = last[:at+1]
		}
		begin(prefix, valuesOf(flag))
		return found
	}
	if strings.HasPrefix(last, "-") {
		for _, f := range command.Flags {
			begin("--", f.Names()[:1])
		}
		return found
	}
	if len(command.Subcommands) > 0 {
		begin("", commandNames(command.Subcommands))
		return found
	}
	switch {
	case command.Name == "help":
		begin("", append(commandNames(app.VisibleCommands()), docs.Topics()...))
	case slices.Contains(takeNetworks, command.Name):
		begin("", valuesOf("network"))
	case command.Name == "completion":
		begin("", []string{"bash", "zsh", "fish"})
	case command.Name == "export" && len(given) > 0:
		begin("", append(selectionWords(given), "curve", "events"))
	case slices.Contains([]string{"inspect", "export", "probe", "plot", "view", "report", "verify", "show", "resume"}, command.Name):
		return runFolders(last)
	}
	return found
}

// valued returns the flag whose value comes next, or "".
func valued(command *cli.Command, before []string) string {
	if len(before) == 0 {
		return ""
	}
	name, dashed := strings.CutPrefix(before[len(before)-1], "--")
	for _, f := range command.Flags {
		if dashed && slices.Contains(f.Names(), name) && f.(cli.DocGenerationFlag).TakesValue() {
			return f.Names()[0]
		}
	}
	return ""
}

// valuesOf returns the values that a flag may have, nil if these are not words.
func valuesOf(flag string) []string {
	switch flag {
	case "networks":
		return append(keyOfFlag("network").Choices(), "all")
	case "tune":
		return benchmark.Tunable()
	case "record", "parts":
		return selectionWords(nil)
	case "reference":
		return []string{"auto", "none"}
	}
	if key := keyOfFlag(flag); key.Key != nil {
		return key.Choices()
	}
	return nil
}

// selectionWords are the words with which selections begin: in the circuit of the first of some runs, or else in the paper's.
func selectionWords(runs []string) (words []string) {
	for _, run := range runs[:min(len(runs), 1)] {
		if t, err := trace.Open(run, 0); err == nil {
			defer t.Close()
			for _, kind := range t.Size().Kinds() {
				words = append(words, string(kind))
			}
			return words
		}
	}
	for _, kind := range append(selection.KindsOf(selection.Synapses, selection.Scales), selection.Outputs, selection.Weights) {
		words = append(words, string(kind))
	}
	return words
}

// runFolders returns the folders of runs, comparisons and sweeps whose names begin with a text; if
// that names no folder, those below runs too.
func runFolders(text string) (found []string) {
	beginnings := []string{text}
	if !strings.Contains(text, "/") {
		beginnings = append(beginnings, "runs/"+text)
	}
	for _, beginning := range beginnings {
		parent, prefix := filepath.Split(beginning)
		entries, _ := os.ReadDir(cmp.Or(parent, "."))
		for _, e := range entries {
			name := parent + e.Name()
			if !strings.HasPrefix(e.Name(), prefix) {
				continue
			}
			if _, err := os.Stat(filepath.Join(name, "manifest.json")); err == nil || result.IsComparison(name) {
				found = append(found, name)
			}
		}
	}
	return found
}
