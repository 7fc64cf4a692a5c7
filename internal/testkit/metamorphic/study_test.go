package metamorphic

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"twophase/internal/experiment"
)

// Study is an experiment and how its run comes to its end.
type Study struct {
	Experiment experiment.Experiment
	Runs       []Run // the first begins it, and the others resume it

	// Fork is a step from which on the experiment is compared with itself, without what
	// happens then, once by each of the runs; nil: it is not compared.
	Fork *int
}

// Run is a process that works on a run, and how it ends.
type Run struct {
	Workers  int    `json:"workers"`
	Procs    int    `json:"procs"` // GOMAXPROCS
	Kernel   string `json:"kernel,omitempty"`
	Executor string `json:"executor"`
	Every    int    `json:"checkpoint_every"`
	Look     int    `json:"look,omitempty"`  // steps between two looks at the states; 0: there are none
	Stop     string `json:"stop,omitempty"`  // how it ends before the run does; empty: it does not
	After    int    `json:"after,omitempty"` // steps of all trials
	Delay    int    `json:"delay,omitempty"` // microseconds from then until it is killed
}

// How a process ends.
const (
	interrupted = "interrupted"
	killed      = "killed"
)

// stimuliName stands for a file of stimuli that is written for the test.
const stimuliName = "stimuli.csv"

// writeStimuli writes a file of stimuli that vary in six directions.
func writeStimuli(folder string) error {
	var text strings.Builder
	for i := range 400 {
		for j := range 6 {
			fmt.Fprintf(&text, "%d,", (i*i*(j+3)+7*i*j)%(40-5*j)-10)
		}
		text.WriteString("1\n")
	}
	return os.WriteFile(filepath.Join(folder, stimuliName), []byte(text.String()), 0o666)
}

// String returns the study as text, which parseStudy reads.
func (s Study) String() string {
	var text strings.Builder
	writeLine(&text, "experiment", s.Experiment)
	if s.Fork != nil {
		writeLine(&text, "fork", s.Fork)
	}
	for _, r := range s.Runs {
		writeLine(&text, "run", r)
	}
	return text.String()
}

// GoString implements fmt.GoStringer, for what rapid says of its draws.
func (s Study) GoString() string { return "printed below" }

// parseStudy reads a study.
func parseStudy(text string) (s Study, err error) {
	err = readLines(text, func(word string, rest []byte) error {
		switch word {
		case "experiment":
			return strict(rest, &s.Experiment)
		case "fork":
			return strict(rest, &s.Fork)
		case "run":
			var r Run
			err := strict(rest, &r)
			s.Runs = append(s.Runs, r)
			return err
		}
		return fmt.Errorf("there is no such line")
	})
	return s, err
}

// MarshalJSON implements json.Marshaler.
func (s Study) MarshalJSON() ([]byte, error) { return json.Marshal(s.String()) }

// UnmarshalJSON implements json.Unmarshaler.
func (s *Study) UnmarshalJSON(text []byte) (err error) {
	var lines string
	if err = json.Unmarshal(text, &lines); err == nil {
		*s, err = parseStudy(lines)
	}
	return err
}

// in returns the experiment with its files in a folder.
func (s Study) in(folder string) experiment.Experiment {
	e := s.Experiment
	if e.Stimulus.File == stimuliName {
		e.Stimulus.File = filepath.Join(folder, stimuliName)
	}
	return e
}

// withExecutor makes an unfinished run go on with another executor, which is no part of
// what it is.
func withExecutor(out, executor string) error {
	path := filepath.Join(out+".partial", "manifest.json")
	text, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if err := os.Remove(filepath.Join(out+".partial", "SHA256SUMS")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return os.WriteFile(path, executorLine.ReplaceAll(text, []byte(`"executor": "`+executor+`"`)), 0o666)
}
