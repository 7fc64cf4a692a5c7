package sweep

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"twophase/internal/testkit/long"
	"twophase/internal/testkit/testfiles"
)

// emitted returns a sweep of 1000 points, in a folder with a name that needs quotes.
func emitted(t *testing.T) *Sweep {
	t.Helper()
	p, err := Parse(context.Background(), "grid.yaml", []byte("experiment: {steps: 10}\nvary: {tau: {range: {from: 0.1, to: 1, count: 100}}}\nseeds: 10"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Freeze(); err != nil {
		t.Fatal(err)
	}
	p.Chunk = 10
	return &Sweep{Plan: p, Folder: "my sweeps/it's.plan"}
}

func golden(t *testing.T, folder string, scripts []Script) {
	t.Helper()
	for _, s := range scripts {
		path := filepath.Join("testdata", folder, s.Name)
		if *testfiles.Update {
			if err := WriteScripts(filepath.Join("testdata", folder), []Script{s}); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if string(want) != string(s.Text) {
			t.Errorf("%s is\n%s\nwant\n%s", path, s.Text, want)
		}
		if !strings.HasPrefix(string(s.Text), "#!") {
			continue
		}
		for _, check := range [][]string{{"bash", "-n"}, {"shellcheck"}} {
			if _, err := exec.LookPath(check[0]); err != nil {
				continue
			}
			if text, err := exec.Command(check[0], append(check[1:], path)...).CombinedOutput(); err != nil {
				t.Errorf("%v %s: %v\n%s", check, path, err, text)
			}
		}
	}
}

func TestTasksAreCounted(t *testing.T) {
	for want, tasks := range map[string]Tasks{
		"1 task of at most 20 points":  {Count: 1, Points: 20},
		"3 tasks of at most 1 point":   {Count: 3, Points: 1},
		"2 tasks of at most 10 points": {Count: 2, Points: 10},
	} {
		if got := tasks.String(); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

var pilot = Pilot{Points: 24, Each: 2 * time.Second, Memory: 40_500_000}

func TestSlurmScripts(t *testing.T) {
	long.SkipShort(t)
	s := emitted(t)
	tasks, err := s.Divide(pilot, 5*time.Minute, 2, 1001)
	if err != nil {
		t.Fatal(err)
	}
	// 2000 s on 2 processors in tasks of 300 s; 25 of 100 chunks each.
	if want := (Tasks{Count: 4, Points: 250, CPUs: 2, Time: 13 * time.Minute, Memory: 256}); tasks != want {
		t.Errorf("%+v, want %+v", tasks, want)
	}
	scripts, err := s.EmitSlurm(Slurm{
		Tasks: tasks, Pilot: pilot, Program: "/opt/two phase/twophase", Dir: "/home/me/work", Scripts: "/home/me/work/slurm",
		Options: []string{"--partition=long"}, Collect: []string{"--plot", "tau,rate"},
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, script := range scripts { // the hash follows the version
		scripts[i].Text = bytes.ReplaceAll(script.Text, []byte(s.Hash()), []byte(strings.Repeat("0123456789abcdef", 4)))
	}
	golden(t, "slurm", scripts)
	if _, err := s.EmitSlurm(Slurm{Tasks: tasks, Program: "a\nb"}); err == nil {
		t.Error("a line break gets into a script")
	}
}

// TestDivideWithinTheLimit checks that no sweep makes an array that is too large.
func TestDivideWithinTheLimit(t *testing.T) {
	s := emitted(t)
	slow := pilot
	slow.Each = time.Hour
	for _, most := range []int{1, 7, 1001} {
		tasks, err := s.Divide(slow, time.Minute, 1, most)
		if err != nil || tasks.Count > most || tasks.Count > s.Chunks() || tasks.Count*tasks.Points < s.Points {
			t.Errorf("%+v, %v; most %d", tasks, err, most)
		}
	}
}
