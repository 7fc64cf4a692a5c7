package main

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// twophase runs a command and returns what it writes on stdout.
func twophase(t *testing.T, args ...string) (stdout string, err error) {
	t.Helper()
	var out bytes.Buffer
	err = execute(t, &out, io.Discard, args...)
	return out.String(), err
}

// A bit that is another, in any file of a finished run, is reported by every command that
// reads that file, and so are files that are missing or were added.
func TestDamagedRun(t *testing.T) {
	t.Chdir(t.TempDir())
	study := "steps: 300\noutputs: 2\ntrials: 2\nrecord: [weights@10]\ninterventions: [{at: 50, freeze: lateral}]\n"
	if err := os.WriteFile("study.yaml", []byte(study), 0o666); err != nil {
		t.Fatal(err)
	}
	if _, err := twophase(t, "run", "study.yaml", "--out", "r"); err != nil {
		t.Fatal(err)
	}
	commands := map[string][]string{
		"inspect": {"inspect", "r"},
		"story":   {"inspect", "r", "--synapse", "lateral[1,0]"},
		"plot":    {"plot", "r", "--force"},
		"probe":   {"probe", "r", "--stimuli", "run", "--count", "10"},
		"verify":  {"verify", "r"},
		"resume":  {"resume", "r"},
		"report":  {"report", "r", "--out", "-", "--no-phases"},
		"run":     {"run", "--initial-weights", "r/weights.npz:W", "--steps", "1", "--out", "again", "--force"},
	}
	// What a command reads; a report warns and shows the rest.
	reads := map[string][]string{
		"inspect": {"manifest.json", "traces-0000-00000.parquet", "events-0000.jsonl", "SHA256SUMS"},
		"story":   {"manifest.json", "traces-0000-00000.parquet", "events-0000.jsonl", "SHA256SUMS"},
		"plot":    {"manifest.json", "traces-0000-00000.parquet", "events-0000.jsonl", "summary.json", "SHA256SUMS"},
		"verify": {"manifest.json", "traces-0000-00000.parquet", "traces-0001-00000.parquet", "events-0000.jsonl", "events-0001.jsonl",
			"summary.json", "weights.npz", "timing.json", "traces.svg", "SHA256SUMS"},
		"resume": {"manifest.json", "SHA256SUMS"},
		"probe":  {"manifest.json", "SHA256SUMS"},
		"report": {"manifest.json", "traces-0000-00000.parquet", "events-0000.jsonl", "summary.json", "SHA256SUMS"},
		"run":    {"weights.npz", "SHA256SUMS"},
	}
	says := func(command string) string {
		out, err := twophase(t, commands[command]...)
		if err != nil {
			out += err.Error()
		}
		if err == nil && command != "report" && command != "resume" {
			return ""
		}
		return out
	}
	for command := range commands {
		if text := says(command); strings.Contains(text, "SHA256SUMS") {
			t.Fatalf("%s says of a whole run: %s", command, text)
		}
	}
	for _, file := range reads["verify"] {
		path := filepath.Join("r", file)
		whole, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		reported := func(what, want string) {
			t.Helper()
			for command := range commands {
				if slices.Contains(reads[command], file) {
					if text := says(command); !strings.Contains(text, want) || !strings.Contains(text, "SHA256SUMS") {
						t.Errorf("%s: %s; %s says %.300s", file, what, command, text)
					}
				}
			}
		}
		for i := range 3 {
			flipped := bytes.Clone(whole)
			at := (2*i + 1) * len(whole) / 6
			flipped[at] ^= 1 << (at % 8)
			if err := os.WriteFile(path, flipped, 0o666); err != nil {
				t.Fatal(err)
			}
			reported("a bit is another", file)
		}
		if file != "SHA256SUMS" {
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			reported("it is missing", file+" is missing")
		}
		if err := os.WriteFile(path, whole, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	trace, err := os.ReadFile("r/traces-0000-00000.parquet")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile("r/traces-0000-00001.parquet", trace, 0o666); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"inspect", "plot", "report", "verify"} {
		if text := says(command); !strings.Contains(text, "traces-0000-00001.parquet is not listed") {
			t.Errorf("a part was added; %s says %.300s", command, text)
		}
	}
}
