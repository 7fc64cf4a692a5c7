package metamorphic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/experiment"
	"twophase/internal/files/folder"
	"twophase/internal/measure/report"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/long"
)

// untilFork returns the study without what happens from the fork on.
func (s Study) untilFork() Study {
	s.Experiment.Interventions = slices.DeleteFunc(slices.Clone(s.Experiment.Interventions), func(i experiment.Intervention) bool {
		return i.At == nil || *i.At >= *s.Fork
	})
	return s
}

// drawFork draws an experiment whose fork does what it does by itself: before the fork
// only edits that a fork takes over take place, each once.
func drawFork(t *rapid.T, steps int, folder string) Study {
	s := drawStudy(t, steps, folder)
	e := &s.Experiment
	fork := part(t, "fork", 0, e.Steps-1)
	e.Interventions = slices.DeleteFunc(e.Interventions, func(i experiment.Intervention) bool {
		late := i.At != nil && *i.At >= fork || i.Every > 0 && i.From > fork
		return !late && i.At == nil
	})
	s.Fork = &fork
	return s
}

// compare compares a study with itself until its fork.
func (r Run) compare(s Study, root string) error {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(r.Procs))
	var variants []engine.Variant
	for _, v := range []struct {
		name string
		of   Study
	}{{"first", s.untilFork()}, {"forked", s}} {
		e := v.of.in(root)
		e.Executor = r.Executor
		p, err := planning.Resolve(context.Background(), e)
		if err != nil {
			return err
		}
		defer p.Close()
		variants = append(variants, engine.Variant{Name: v.name, Plan: p})
	}
	return engine.RunTwins(context.Background(), variants, *s.Fork, planning.RunOptions{Out: filepath.Join(root, "twins"), Workers: r.Workers}, report.Layout{},
		func(*engine.Twins, *folder.Folder, report.Layout) error { return nil })
}

// missing reports whether there is nothing of a name.
func missing(path string) bool {
	_, err := os.Lstat(path)
	return errors.Is(err, fs.ErrNotExist)
}

// checkFork returns an error unless all comparisons leave the same, and the fork ends as
// it does by itself.
func (s Study) checkFork(m *tester, root string) error {
	if err := writeStimuli(root); err != nil {
		return err
	}
	plain := Run{Workers: 1, Procs: 1, Executor: "literal"}
	if err := plain.work(s, root, false); err != nil {
		return fmt.Errorf("%w: %w", errSkip, err) // it diverges
	}
	alone, err := os.ReadFile(filepath.Join(root, "out", "weights.npz"))
	if err != nil {
		return err
	}
	m.tally["forks"]++
	for n, r := range append([]Run{plain}, s.Runs...) {
		a, err := m.ask(r.Kernel, request{Study: &s, Run: &r, Folder: root})
		if err == nil && a.Error != "" {
			err = errors.New(a.Error)
		}
		if err != nil {
			return fmt.Errorf("comparison %d: %w", n, err)
		}
		m.tally["comparisons"]++
		now, first := filepath.Join(root, "twins"), filepath.Join(root, "first")
		forked, err := os.ReadFile(filepath.Join(now, "forked", "weights.npz"))
		if err == nil && !bytes.Equal(alone, forked) {
			err = fmt.Errorf("weights.npz of the fork differs: %s", difference("", "", alone, forked))
		}
		if n == 0 && err == nil {
			if err := os.Rename(now, first); err != nil {
				return err
			}
			continue
		}
		for _, name := range []string{"first", "forked"} {
			if err == nil && missing(filepath.Join(first, name)) && missing(filepath.Join(now, name)) {
				continue // the variant diverges in every trial
			}
			if err == nil {
				err = sameFolder(filepath.Join(first, name), filepath.Join(now, name))
			}
		}
		if err == nil {
			err = os.RemoveAll(now)
		}
		if err != nil {
			return fmt.Errorf("comparison %d: %w", n, err)
		}
	}
	return nil
}

// An experiment that is forked ends as it does by itself, and its comparison is the same
// however it is run.
func TestForks(t *testing.T) {
	long.Repeated(t)
	long.Draws(t, 3)
	checkForks(t, newTester(t), 400)
}

func TestLongForks(t *testing.T) {
	m := newTester(t)
	long.Again(t, func(t *testing.T) { checkForks(t, m, 6000) })
}

func checkForks(t *testing.T, m *tester, steps int) {
	if err := writeStimuli(m.root); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		s := rapid.Custom(func(t *rapid.T) Study { return drawFork(t, steps, m.root) }).Draw(t, "study")
		root, remove, err := m.folder()
		if err != nil {
			t.Fatal(err)
		}
		defer remove()
		if err := s.checkFork(m, root); errors.Is(err, errSkip) {
			t.Skip(err)
		} else if err != nil {
			t.Fatalf("%v\nthe study:\n%s", err, s)
		}
	})
}
