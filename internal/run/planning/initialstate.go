package planning

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"

	"twophase/circuit"
	"twophase/circuit/weights"
	"twophase/internal/experiment"
	"twophase/internal/experiment/scene"
	"twophase/internal/files/folder"
	"twophase/internal/text/document"
	"twophase/internal/text/phrase"
)

// origin is where the circuits of a plan begin: at weights that another run has learnt, or at M
// from a file.
type origin struct {
	initial []map[string][]float64 // by trial; one stands for all trials
	file    experiment.InputFile   // what was read, with a checksum; of a run it is that of the numbers
}

// SpecOf returns the specification of the circuit of a trial.
func (p *Plan) SpecOf(trial int) circuit.Spec {
	spec := p.Spec
	spec.Trial = uint64(trial)
	if n := len(p.origin.initial); n > 0 {
		spec.Initial = p.origin.initial[min(trial, n-1)]
	}
	return spec
}

// InitialFiles returns the files from which the initial weights were read.
func (p *Plan) InitialFiles() (files []experiment.InputFile) {
	if path := p.Experiment.InitialWeights; path != "" {
		files = append(files, experiment.InputFile{Path: path, SHA256: p.initial})
	}
	if p.origin.file.Path != "" {
		files = append(files, p.origin.file)
	}
	return files
}

// resolveOrigin reads where the circuits begin, if that is another run or a file of M, for a
// specification that is complete otherwise.
func (p *Plan) resolveOrigin(ctx context.Context) error {
	e := p.Experiment
	if e.From == "" && e.InitialMFile == "" {
		return nil
	}
	c, err := circuit.New(p.Spec)
	if err != nil {
		return err
	}
	if e.InitialMFile != "" {
		return document.Blame(p.beginAtM(ctx, c, e.InitialMFile), "initial_m")
	}
	return document.Blame(p.beginFrom(ctx, c), "from")
}

// beginAtM reads M from a file: the scales are its diagonal.
func (p *Plan) beginAtM(ctx context.Context, c *circuit.Circuit, path string) error {
	if err := checkWeights(path); err != nil {
		return fmt.Errorf("read M at the start: %w", err)
	}
	k := c.Outputs().Len()
	m, columns, file, err := scene.ReadMatrix(ctx, path, func(columns int) (int, string, error) {
		if columns != k {
			return 0, "", fmt.Errorf("%s has %s for %s: M is square", path, phrase.Count(columns, "column"), phrase.Count(k, "output"))
		}
		return k, "M is square", nil
	})
	if err != nil {
		return fmt.Errorf("read M at the start: %w", err)
	}
	p.origin.file = file
	if err := p.beginWith(c, [][]weights.Array{{{Name: "M", Shape: []int{len(m) / columns, columns}, Values: m}}}); err != nil {
		return fmt.Errorf("begin at M of %s: %w", path, err)
	}
	return nil
}

// beginWith has each trial begin with its arrays, of which the last stand for all further trials. c is
// the circuit of trial 0. Where the wiring is drawn, the others have their own synapses.
func (p *Plan) beginWith(c *circuit.Circuit, arrays [][]weights.Array) error {
	trials, drawn := len(arrays), p.Spec.Network.DrawsWiring()
	if drawn {
		trials = p.Experiment.Trials
	}
	for trial := range trials {
		if drawn && trial > 0 {
			spec := p.Spec
			spec.Trial = uint64(trial)
			var err error
			if c, err = circuit.New(spec); err != nil {
				return err
			}
		}
		initial, err := weights.Initial(c, arrays[min(trial, len(arrays)-1)])
		if err != nil && drawn {
			return fmt.Errorf("trial %d, whose synapses are drawn by chance: %w", trial, err)
		}
		if err != nil {
			return err
		}
		if err := p.checkSigns(initial, c); err != nil {
			return err
		}
		p.origin.initial = append(p.origin.initial, initial)
	}
	p.Spec.Initial = p.origin.initial[0]
	return nil
}

// checkWeights returns an error if a file of initial weights lies in the folder of a run
// and is not what the run wrote there. The path may name an array of an archive.
func checkWeights(path string) error {
	if at := strings.LastIndex(path, ".npz:"); at >= 0 {
		path = path[:at+len(".npz")]
	}
	dir := filepath.Dir(path)
	if _, err := os.Stat(filepath.Join(dir, "manifest.json")); err != nil {
		return nil // not in the folder of a run
	}
	sums, err := folder.ReadSums(dir)
	if err != nil || !sums.Known() {
		return err
	}
	f, err := sums.Open(filepath.Base(path), math.MaxInt64)
	if err != nil {
		return err
	}
	return f.Close()
}
