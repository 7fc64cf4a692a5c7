package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment/memory"
	"twophase/internal/files/folder"
	"twophase/internal/files/interrupt"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

func main() {
	os.Exit(Main())
}

// Main runs the command and returns its exit code.
func Main() int {
	folder.Note = func(text string) { fmt.Fprintln(os.Stderr, "twophase: "+text) }
	app := newApp(os.Stdout, os.Stderr, os.Args...)
	args := argumentsLast(app, os.Args)
	_ = memory.Collect() // a wrong limit is an error of the commands that need one
	err := interrupt.Run(func(ctx context.Context) error { return app.RunContext(ctx, args) })
	if err == nil {
		return 0
	}
	if errors.Is(err, interrupt.ErrAbandoned) && len(args) > 2 && args[1] == "sweep" && args[2] == "run" {
		err = requeued(err)
	}
	var exit exitError
	var placed *document.FileError
	switch {
	case errors.As(err, &exit):
		fmt.Fprintln(os.Stderr, "twophase:", err)
	case errors.As(err, &placed):
		fmt.Fprintln(os.Stderr, err) // the place comes first, where editors look for it
	default:
		fmt.Fprintln(os.Stderr, "twophase: "+strings.ReplaceAll(err.Error(), "\n", "; "))
	}
	code := codeOf(err, interrupt.Received())
	if advice := swallowed(app, os.Args); code == misused && advice != "" {
		fmt.Fprintln(os.Stderr, "twophase: "+advice)
	}
	return code
}

// commandsOf returns the command that a command line names. For help, complete and anything else it returns all: making
// hundreds of flags takes longer than a short command.
func commandsOf(args []string) (made []*cli.Command) {
	commands := []struct {
		name string
		make func() *cli.Command
	}{
		{"run", runCommand},
		{"resume", resumeCommand},
		{"verify", verifyCommand},
		{"inspect", inspectCommand},
		{"export", exportCommand},
		{"probe", probeCommand},
		{"plot", plotCommand},
		{"view", viewCommand},
		{"report", reportCommand},
		{"explore", exploreCommand},
		{"init", initCommand},
		{"check", checkCommand},
		{"describe", describeCommand},
		{"networks", networksCommand},
		{"compare", compareCommand},
		{"sweep", sweepCommand},
		{"fit", fitCommand},
		{"stability", stabilityCommand},
		{"reproduce", reproduceCommand},
		{"list", listCommand},
		{"show", showCommand},
		{"help", helpCommand},
		{"completion", completionCommand},
		{"complete", completeCommand},
	}
	name := ""
	if len(args) > 1 && args[1] != "help" && args[1] != "complete" {
		name = args[1]
	}
	for _, c := range commands {
		if c.name == name {
			return []*cli.Command{c.make()}
		}
	}
	for _, c := range commands {
		made = append(made, c.make())
	}
	return made
}

// version returns the version of the program, with the revision of its sources if the build knows it.
func version() string {
	if revision := result.Revision(); revision != "" {
		return result.Version + ", revision " + revision
	}
	return result.Version
}

// newApp returns the program with the command that args name, or with all commands.
func newApp(stdout, stderr io.Writer, args ...string) *cli.App {
	return &cli.App{
		Name:      "twophase",
		Usage:     "simulate circuits that learn principal subspaces without recurrent dynamics",
		UsageText: "twophase COMMAND [FLAGS]\n\nExample: twophase run --network ifPSW --problem large",
		Version:   version(),
		Commands:  commandsOf(args),
		Metadata:  map[string]any{usages: func(command string) string { return commandsOf([]string{"twophase", command})[0].Usage }},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				names := commandNames(c.App.VisibleCommands())
				return usageError{fmt.Errorf("command %q does not exist%s: choose %s, or see twophase --help", c.Args().First(), wording.Hint(c.Args().First(), names), strings.Join(names, ", "))}
			}
			return cli.ShowAppHelp(c)
		},
		Flags:                     []cli.Flag{cli.HelpFlag}, // which the library leaves out beside a help command of our own
		Writer:                    stdout,
		ErrWriter:                 stderr,
		OnUsageError:              onUsageError,
		ExitErrHandler:            func(*cli.Context, error) {},
		DisableSliceFlagSeparator: true, // M[2,*] is one selection
	}
}
