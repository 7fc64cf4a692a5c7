package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"runtime/debug"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"twophase/internal/document"
	"twophase/internal/experiment"
)

func main() {
	os.Exit(Main())
}

// collectAt is the growth of the heap, in percent, after which garbage is
// collected, unless GOGC says otherwise. A step makes no garbage: to collect
// early costs nothing, and a run needs half the memory.
const collectAt = 20

// Main runs the command and returns its exit code.
func Main() int {
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(collectAt)
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second Ctrl-C kills
	err := newApp(os.Stdout, os.Stderr).RunContext(ctx, argumentsLast(os.Args))
	if err == nil {
		return 0
	}
	var exit exitError
	if errors.As(err, &exit) {
		fmt.Fprintln(os.Stderr, "twophase:", err)
		return exit.code
	}
	var placed *document.FileError
	if errors.As(err, &placed) {
		fmt.Fprintln(os.Stderr, err) // with its lines, and the place first, where editors look
		return 2
	}
	fmt.Fprintln(os.Stderr, "twophase: "+strings.ReplaceAll(err.Error(), "\n", "; "))
	var usage usageError
	if errors.As(err, &usage) {
		return 2
	}
	return 1
}

// usageError is the error of a command line that is wrong.
type usageError struct{ error }

func (e usageError) Unwrap() error { return e.error }

// exitError is an error that ends the command with a code of its own.
type exitError struct {
	error
	code int
}

func (e exitError) Unwrap() error { return e.error }

func newApp(stdout, stderr io.Writer) *cli.App {
	return &cli.App{
		Name:      "twophase",
		Usage:     "simulate circuits that learn principal subspaces without recurrent dynamics",
		UsageText: "twophase COMMAND [FLAGS]\n\nExample: twophase run --network ifPSW --problem large",
		Version:   experiment.Version,
		Commands:  []*cli.Command{runCommand(), resumeCommand(), verifyCommand(), inspectCommand(), plotCommand(), viewCommand(), reportCommand(), initCommand(), checkCommand(), describeCommand(), networksCommand(), compareCommand(), sweepCommand(), stabilityCommand(), reproduceCommand()},
		Action: func(c *cli.Context) error {
			if c.Args().Present() {
				var names []string
				for _, command := range c.App.VisibleCommands() {
					names = append(names, command.Name)
				}
				return usageError{fmt.Errorf("command %q does not exist: choose %s, or see twophase --help", c.Args().First(), strings.Join(names, ", "))}
			}
			return cli.ShowAppHelp(c)
		},
		Writer:                    stdout,
		ErrWriter:                 stderr,
		OnUsageError:              onUsageError,
		ExitErrHandler:            func(*cli.Context, error) {},
		DisableSliceFlagSeparator: true, // lateral[2,*] is one selection
	}
}

func onUsageError(c *cli.Context, err error, _ bool) error {
	help := c.App.Name
	if c.Command != nil && c.Command.Name != c.App.Name {
		help += " " + c.Command.Name
	}
	return usageError{fmt.Errorf("%w: see %s --help", err, help)}
}

// noArguments returns an error if there are arguments behind the flags: they
// would be ignored, and with them all flags that follow.
func noArguments(c *cli.Context) error {
	if c.Args().Present() {
		return usageError{fmt.Errorf("unexpected argument %q: %s takes flags only, such as --network ifPSP", c.Args().First(), c.Command.Name)}
	}
	return nil
}
