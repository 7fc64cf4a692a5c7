package main

import (
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/run/probe"
	"twophase/internal/text/wording"
	"twophase/internal/traces/inspect"
	"twophase/recorder"
)

func probeCommand() *cli.Command {
	return &cli.Command{
		Name:  "probe",
		Usage: "show stimuli to the circuit that a run has learnt, and record the responses",
		UsageText: `twophase probe RUN[:STEP] --stimuli FILE|run|grid [FLAGS]

The circuit has the weights, scales and variables of the run's end or of a STEP at which all were
recorded (--record weights@100). Nothing learns, no noise is added, and all activity is 0 before each
stimulus. Prints what the neurons of each population answer: their mean, spread (standard
deviation), lifetime sparseness from 0 to 1, the fraction of stimuli to which they are silent, and the
number, from 0, of the stimulus that drives them most. --out writes the responses instead. The run
folder stays as it is.

FILE has a row for each stimulus and a column for each input. If the run centres or scales its
stimuli, those of the file are centred and scaled in the same way. run shows the stimuli on which the
run measures activity, without changes by interventions. grid varies one or two inputs. Third factors
and clamps have no effect.

Examples:
  twophase probe runs/ifPSP-small --stimuli run --count 1000
  twophase probe runs/ifPSP-small --stimuli gratings.npy --out responses.parquet
  twophase probe runs/my-circuit:5000 --stimuli tones.csv --labels tones.txt
  twophase probe runs/ifPSP-small --stimuli grid --inputs 0,3 --range -2:2:0.5 --out map.csv`,
		Flags: []cli.Flag{
			&cli.StringFlag{Name: "stimuli", Category: ofStimulus, Usage: "show the rows of `FILE`, of any format that run reads; or run, or grid"},
			&cli.BoolFlag{Name: "raw", Category: ofStimulus, Usage: "show the rows of the file as they are, neither centred nor scaled", DisableDefaultText: true},
			&cli.GenericFlag{Name: "count", Value: positive(), Category: ofStimulus, Usage: "show only the first `N` stimuli, 1 or more", DefaultText: "all, or 10000 of the run"},
			&cli.StringFlag{Name: "inputs", Category: ofStimulus, Usage: "the one or two `INPUTS` of a grid, from 0, as 0,3; the others are 0", DefaultText: "all, of a circuit of one or two"},
			&cli.StringFlag{Name: "range", Value: "-2:2:0.1", Category: ofStimulus, Usage: "values `FROM:TO:BY` of the inputs of a grid, BY above 0"},
			&cli.StringFlag{Name: "labels", Category: ofStimulus, Usage: "the classes of the stimuli: a `FILE` with a name or number a line, or the column of the stimuli's file that has numbers; prints selectivity, and how well the responses tell the classes", DefaultText: "none, or the clusters of the run's stimuli"},
			&cli.GenericFlag{Name: "trial", Value: whole(0, recorder.MaxTrials-1, 0), Category: ofRun, Usage: "ask the circuit of trial `N`, from 0"},
			&cli.StringFlag{Name: "population", Category: ofRun, Usage: "keep the responses of population `NAME`", DefaultText: "all that are no inputs"},
			&cli.StringFlag{Name: "out", Category: ofRun, Usage: "write the responses, a column for each neuron, to `FILE`: .csv, .npz or .parquet"},
			&cli.BoolFlag{Name: "json", Category: ofRun, Usage: "print the measures as JSON, with all digits", DisableDefaultText: true},
		},
		OnUsageError: onUsageError,
		Action:       probeRun,
	}
}

func probeRun(c *cli.Context) error {
	if c.NArg() != 1 {
		return usageError{errors.New("give one run folder, such as runs/ifPSP-small, perhaps with a step: see twophase probe --help")}
	}
	request, err := probeRequest(c)
	write := map[string]func(*inspect.Table, io.Writer) error{
		".csv": (*inspect.Table).WriteCSV, ".npz": (*inspect.Table).WriteNPZ, ".parquet": (*inspect.Table).WriteParquet,
	}[filepath.Ext(c.String("out"))]
	if err == nil && c.IsSet("out") && write == nil {
		err = fmt.Errorf("--out %s: name a file that ends in .csv, .npz or .parquet", c.String("out"))
	}
	if err != nil {
		return usageError{err}
	}
	run, _, err := experiment.SplitOrigin(c.Args().First())
	if err != nil {
		return usageError{err}
	}
	folder, err := recordedRun(run)
	if err != nil {
		return err
	}
	request.Run = folder + strings.TrimPrefix(c.Args().First(), run)
	answer, err := request.Answer(c.Context)
	switch {
	case err != nil:
		return fmt.Errorf("probe %s: %w", request.Run, err)
	case c.IsSet("out"):
		return writeTable(c, c.String("out"), func(w io.Writer) error { return write(answer.Responses, w) })
	case c.Bool("json"):
		return printJSON(c, answer)
	}
	return answer.WriteText(c.App.Writer)
}

// probeRequest reads the flags.
func probeRequest(c *cli.Context) (*probe.Request, error) {
	if err := notEmpty(c)(); err != nil {
		return nil, err
	}
	r := &probe.Request{
		Trial: c.Int("trial"), Population: c.String("population"), Stimuli: c.String("stimuli"),
		Raw: c.Bool("raw"), Count: c.Int("count"), Labels: c.String("labels"),
	}
	isGrid := r.Stimuli == probe.Grid
	switch {
	case r.Stimuli == "":
		return nil, errors.New("give --stimuli FILE, --stimuli run or --stimuli grid")
	case !isGrid && (c.IsSet("inputs") || c.IsSet("range")):
		return nil, errors.New("--inputs and --range are of --stimuli grid")
	case r.Raw && (isGrid || r.Stimuli == probe.OfRun):
		return nil, errors.New("--raw is of a file: a grid is always raw, and the stimuli of the run are as the run has them")
	case c.IsSet("out") && c.Bool("json"):
		return nil, errors.New("--out and --json: choose one")
	}
	if c.IsSet("inputs") {
		for _, text := range strings.Split(c.String("inputs"), ",") {
			i, err := wording.Int(text, 0, 1e6)
			if err != nil {
				return nil, fmt.Errorf("--inputs: %w", err)
			}
			r.Inputs = append(r.Inputs, int(i))
		}
		if len(r.Inputs) > 2 {
			return nil, fmt.Errorf("--inputs %s: a grid has one or two inputs", c.String("inputs"))
		}
	}
	values, err := wording.ParseNumbers(strings.ReplaceAll(c.String("range"), ":", ","))
	if err != nil || len(values) != 3 {
		return nil, fmt.Errorf("--range %s: give FROM:TO:BY, as -2:2:0.1", c.String("range"))
	}
	r.Range = probe.Range{From: values[0], To: values[1], By: values[2]}
	return r, nil
}
