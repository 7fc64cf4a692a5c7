package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/study/sweep"
	"twophase/internal/text/document"
)

// Every key that has a flag has it in a command, and its sentence names its choices.
func TestKeysHaveTheirFlags(t *testing.T) {
	var names []string
	for _, f := range append(append(circuitFlags(), runFlags()...), compareFlags()...) {
		names = append(names, f.Names()[0])
	}
	experiment.FileKeys().Each(func(name string, key *document.Key) {
		if key.Flag.Name != "" && !slices.Contains(names, key.Flag.Name) {
			t.Errorf("%s: no command has the flag --%s", name, key.Flag.Name)
		}
		if choices := key.Choices(); len(choices) < 9 {
			for _, c := range choices {
				if !strings.Contains(key.Sentence(), c) {
					t.Errorf("%s: %q does not name the choice %s", name, key.Sentence(), c)
				}
			}
		}
	})
}

// What a key says its default is, Resolve fills in.
func TestDefaultsOfKeysHold(t *testing.T) {
	var filled []*document.Section
	for _, s := range []experiment.Stimulus{{}, {Sources: 3}, {Clusters: 3, Inputs: 4}} {
		e := experiment.New()
		e.Network, e.Settle = "PSP", &experiment.Settle{Method: "euler"}
		if e.Stimulus = s; len(s.Given()) > 0 {
			e.Outputs = 2
		}
		p, err := planning.Resolve(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		filled = append(filled, experiment.Section(&p.Experiment, "."))
	}
	tried := 0
	experiment.FileKeys().Each(func(name string, key *document.Key) {
		first, _, _ := strings.Cut(key.Default, ",")
		if !regexp.MustCompile(`^([0-9.e-]+|true|false|compiled|small|1:0.7)$`).MatchString(first) || filled[0].Find(name) == nil || slices.Contains([]string{"steps", "stimulus.epochs", "turns"}, name) { // see below
			return
		}
		tried++
		var n *document.Node
		for _, s := range filled { // the first for which the key has a meaning
			found, given := s.Find(name).Value.Write()
			if n == nil {
				n = found
			}
			if given {
				n = found
				break
			}
		}
		if n == nil || strings.Replace(n.Text, "e-0", "e-", 1) != first {
			t.Errorf("%s: the default is said to be %s, and is %v", name, first, n)
		}
	})
	if tried < 12 {
		t.Errorf("only %d defaults were compared", tried)
	}
}

// The steps and the epochs that are not given are those of the file, or as their defaults
// say.
func TestDefaultsOfStepsAndEpochsHold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "seven.csv")
	if err := os.WriteFile(file, []byte("1,2\n2,1\n3,5\n4,4\n5,2\n6,6\n7,1\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	def := func(name string) string { return experiment.FileKeys().Find(name).Default }
	if def("steps") != "100000, or the whole file" || def("stimulus.epochs") != "1, or as many as the steps need" {
		t.Errorf("steps are by default %q and epochs %q, which this test does not know", def("steps"), def("stimulus.epochs"))
	}
	for _, c := range []struct {
		stimulus experiment.Stimulus
		steps    int
		want     [2]int // steps and epochs; 0 epochs are as many as the steps need
	}{
		{experiment.Stimulus{}, 0, [2]int{100000, 0}},
		{experiment.Stimulus{File: file}, 0, [2]int{7, 1}},
		{experiment.Stimulus{File: file, Epochs: 3}, 0, [2]int{21, 3}},
		{experiment.Stimulus{File: file}, 20, [2]int{20, 0}},
	} {
		e := experiment.New()
		e.Stimulus, e.Steps, e.Outputs = c.stimulus, c.steps, 1
		p, err := planning.Resolve(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		if err := p.Check(t.Context(), planning.RunOptions{}); err != nil {
			t.Fatal(err)
		}
		if got := [2]int{p.Experiment.Steps, p.Experiment.Stimulus.Epochs}; got != c.want {
			t.Errorf("%+v, %d steps: %v steps and epochs, want %v", c.stimulus, c.steps, got, c.want)
		}
	}
}

// Without turns a network has the schedule of as many turns as the default says.
func TestDefaultOfTurnsHolds(t *testing.T) {
	turns, err := strconv.Atoi(experiment.FileKeys().Find("turns").Default)
	if err != nil {
		t.Fatal(err)
	}
	var schedules []string
	for _, turns := range []int{0, turns} {
		e := experiment.New()
		e.Turns = turns
		p, err := planning.Resolve(context.Background(), e)
		if err != nil {
			t.Fatal(err)
		}
		defer p.Close()
		schedules = append(schedules, fmt.Sprintf("%#v", p.Spec.Network.Schedule))
	}
	if schedules[0] != schedules[1] {
		t.Errorf("%s without turns, and %s with the default", schedules[0], schedules[1])
	}
}

// A key has an example, unless it only stands beside another whose example shows it. A
// key without a default is one without which there is nothing, or which is chosen among
// others.
func TestKeysAreComplete(t *testing.T) {
	noDefault := []string{"stimulus.spectrum", "stimulus.file", "stimulus.files", "stimulus.canonical_correlations",
		"stimulus.autocorrelations", "stimulus.sources", "stimulus.clusters", "initial_weights", "compare", "grid"}
	swept, values := sweep.Keys()
	fits, ranges := sweep.FitKeys()
	for _, keys := range []*document.Section{experiment.FileKeys(), swept, values, fits, ranges} {
		keys.Each(func(name string, key *document.Key) {
			first, _, _ := strings.Cut(name, ".")
			if key.Example == "" && key.Beside == nil {
				t.Errorf("%s has no example", name)
			}
			if key.Default == "" && !key.Required && first != "interventions" && !slices.Contains(noDefault, name) {
				t.Errorf("%s has no default", name)
			}
		})
	}
}

// The template and the schema have the description of each key.
func TestTemplateAndSchemaAgreeWithKeys(t *testing.T) {
	template, err := experiment.Template()
	if err != nil {
		t.Fatal(err)
	}
	words := func(text string) string { return strings.Join(strings.Fields(strings.ReplaceAll(text, "#", "")), " ") }
	shown := words(string(template))
	experiment.FileKeys().Each(func(name string, key *document.Key) {
		if !strings.Contains(shown, words(key.Description())) && !strings.HasPrefix(name, "interventions.settle.") { // some of its keys
			t.Errorf("the template does not describe %s: %s", name, key.Description())
		}
	})

	text, err := experiment.FileSchema()
	if err != nil {
		t.Fatal(err)
	}
	type object struct {
		Description string
		Properties  map[string]*object
		Items       *object

		AdditionalProperties json.RawMessage // of measure: those under any other name
	}
	var top object
	if err := json.Unmarshal(text, &top); err != nil {
		t.Fatal(err)
	}
	experiment.FileKeys().Each(func(name string, key *document.Key) {
		o := &top
		for _, part := range strings.Split(name, ".") {
			if o.Items != nil {
				o = o.Items
			}
			others := o.AdditionalProperties
			if o = o.Properties[part]; o == nil && json.Unmarshal(others, &o) != nil || o == nil {
				t.Fatalf("the schema does not have %s", name)
			}
		}
		if o.Description != key.Description() {
			t.Errorf("%s: the schema says %q, and the key %q", name, o.Description, key.Description())
		}
	})
}
