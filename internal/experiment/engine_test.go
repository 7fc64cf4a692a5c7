package experiment_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"twophase/internal/experiment"
	"twophase/internal/run/planning"
	"twophase/internal/testkit/testfiles"
	"twophase/internal/text/document"
)

// The experiment of a manifest, which is JSON with all defaults filled in, is an
// experiment file that says the same.
func TestManifestIsDocument(t *testing.T) {
	resolved := 0
	property := func(t *rapid.T) {
		e := experiment.DrawExperiment(t)
		e.Stimulus.File, e.Stimulus.Files, e.Stimulus.Mixing, e.Stimulus.Centres, e.InitialWeights = "", nil, "", "", "" // which do not exist
		e.Stimulus.Center, e.Stimulus.Shuffle, e.Stimulus.Scale, e.Stimulus.Epochs = false, false, "", 0
		plan, err := planning.Resolve(context.Background(), e)
		if err != nil {
			return // what does not fit together has no manifest
		}
		defer plan.Close()
		if err := plan.Check(t.Context(), planning.RunOptions{}); err != nil {
			return
		}
		resolved++
		text, err := json.Marshal(plan.Experiment)
		if err != nil {
			t.Fatal(err)
		}
		doc, err := experiment.Parse("manifest.json", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if d := cmp.Diff(plan.Experiment, doc.Experiment, experiment.Same); d != "" {
			t.Fatalf("read back differently (- manifest, + read):\n%s\n%s", d, text)
		}
		again, err := experiment.Parse("x.yaml", experiment.Section(&plan.Experiment, ".").YAML())
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(plan.Experiment, again.Experiment, experiment.Same); d != "" {
			t.Fatalf("written differently (- manifest, + read):\n%s", d)
		}
	}
	for rounds := 0; resolved < 10; rounds++ {
		if rounds == 50 {
			t.Fatalf("only %d experiments could be resolved", resolved)
		}
		rapid.Check(t, property)
	}
}

// However an experiment file is broken, parsing it neither panics nor forgets where;
// and what can be parsed is written and read back as the same.
func FuzzParse(f *testing.F) {
	f.Add(template(f))
	examples, err := filepath.Glob("../../testdata/experiments/*.yaml")
	if err != nil || len(examples) == 0 {
		f.Fatalf("no examples: %v", err)
	}
	for _, path := range examples {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(text)
	}
	for _, text := range []string{"", "a", "[", "{a: [1, {b: 2}]}", "settle: {method: euler}\r\nsteps: 1e5", "lambda: \"1:\\u0030.5\"", "? a\n: b", "\ufefftau: 1", "tau: 1\n...\n", "%YAML 1.2\n---\ntau: 1", "record:\n- weights\n-\n", "steps: 9007199254740993"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := experiment.Parse("folder/x.yaml", text)
		if err != nil {
			experiment.Placed(t, text, err)
			return
		}
		written := experiment.Section(&doc.Experiment, "folder").YAML()
		again, err := experiment.Parse("folder/x.yaml", written)
		if err != nil {
			t.Fatalf("%v\nwritten as\n%s", err, written)
		}
		if d := cmp.Diff(experiment.Absolute(t, doc.Experiment), experiment.Absolute(t, again.Experiment), experiment.Same); d != "" {
			t.Fatalf("read back differently:\n%s\n%s", d, written)
		}
		e := doc.Experiment
		if s := e.Stimulus; len(s.Paths()) > 0 || e.InitialWeights != "" || max(s.Inputs, e.Outputs, len(s.Spectrum), s.Sources, s.Clusters) > 50 ||
			slices.ContainsFunc(s.Views, func(v document.Named[experiment.Columns]) bool { return v.Value.To > 50 }) {
			return // only what is resolved without files, and quickly
		}
		plan, err := planning.Resolve(context.Background(), e)
		if err != nil {
			if err = doc.Locate(err); errors.As(err, new(*document.FileError)) {
				experiment.Placed(t, text, err)
			}
			return
		}
		if err := plan.Close(); err != nil {
			t.Error(err)
		}
	})
}

// template returns the template of experiment files.
func template(t testing.TB) []byte {
	text, err := experiment.Template()
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// The template is the one that was read and found good. After a change of the table of
// keys go test ./internal/experiment -run Template -update writes it again.
func TestTemplateIsGolden(t *testing.T) {
	testfiles.Same(t, "testdata/template.yaml", template(t))
}

// The template as it stands is the default experiment, with the defaults written out.
func TestTemplateIsDefault(t *testing.T) {
	doc, err := experiment.Parse("template.yaml", template(t))
	if err != nil {
		t.Fatal(err)
	}
	got, err := planning.Resolve(context.Background(), doc.Experiment)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	want, err := planning.Resolve(context.Background(), experiment.New())
	if err != nil {
		t.Fatal(err)
	}
	defer want.Close()
	if d := cmp.Diff(want.Experiment, got.Experiment, experiment.Same); d != "" {
		t.Errorf("the template is not the default experiment (- default, + template):\n%s", d)
	}
}

// Each commented line of the template is valid once it is uncommented, with what it
// goes along with; and the lines together show every key.
func TestEachCommentedLine(t *testing.T) {
	// What must be uncommented, and what commented out, to go along with a key.
	with := map[string][]string{
		"inputs": {"spectrum"}, "canonical_correlations": {"views", "left", "right"}, "views": {"left", "right"}, "left": {"views"}, "right": {"views"},
		"condition": {"autocorrelations"}, "mixing": {"sources"}, "silence": {"sources"},
		"centres": {"clusters"}, "noise": {"clusters"}, "probabilities": {"clusters"},
		"files": {"x", "y"}, "x": {"files"}, "y": {"files"},
		"center": {"file"}, "scale": {"file"}, "shuffle": {"file"}, "epochs": {"file"}, "held_out": {"file"}, "labels": {"file"}, "label_column": {"file"},
		"delimiter": {"file"}, "columns": {"file"}, "skip_columns": {"file"}, "transpose": {"file"},
		"sizes": {"layer1"}, "layer1": {"sizes"}, "rates": {"W1"}, "W1": {"rates"}, "taus": {"M1"}, "M1": {"taus"}, "initial": {"P"}, "P": {"initial"},
		"settle": {"method"}, "method": {"settle"},
		"sweeps": {"settle", "method"}, "tolerance": {"settle", "method"}, "damping": {"settle", "method"},
		"time_step": {"settle", "method"}, "warm": {"settle", "method"},
		"circuit": {"name", "populations", "projections", "schedule"}, "name": {"circuit", "populations", "projections", "schedule"},
		"populations": {"circuit", "name", "projections", "schedule"}, "projections": {"circuit", "name", "populations", "schedule"},
		"schedule": {"circuit", "name", "populations", "projections"},
		"rule":     {"lateral_rule", "post", "pre"}, "lateral_rule": {"rule", "post", "pre"}, "post": {"rule", "lateral_rule", "pre"}, "pre": {"rule", "lateral_rule", "post"},
		"measure": {"every", "at", "around"}, "NAME": {"measure"}, "file": {},
		"distance": {"weights", "file"}, "weights": {"distance", "file"}, "responses": {"distance", "file"}, "every": {"measure"}, "at": {"measure"}, "around": {"measure"}, "baseline": {"compare", "frozen"},
		"compare": {"frozen"}, "frozen": {"compare"}, "recurrent": {"compare"}, "fork_at": {"compare", "recurrent"},
	}
	without := map[string]string{"spectrum": "problem", "file": "problem", "inputs": "problem", "center": "problem", "scale": "problem",
		"shuffle": "problem", "epochs": "problem", "held_out": "problem", "labels": "problem", "label_column": "problem", "delimiter": "problem", "columns": "problem", "skip_columns": "problem", "transpose": "problem", "initial_weights": "initial_w", "from": "initial_w",
		"circuit": "network", "name": "network", "populations": "network", "projections": "network", "schedule": "network"}
	for _, key := range []string{"canonical_correlations", "autocorrelations", "sources", "clusters", "condition", "mixing", "silence",
		"centres", "noise", "probabilities", "files", "x", "y"} {
		without[key] = "problem"
	}

	for key, others := range with { // the distance has a file, too
		if key == "file" || slices.Contains(others, "file") {
			without[key] = "problem"
			if key != "responses" {
				with[key] = append(others, "distance", "weights")
			}
		}
	}

	lines := strings.Split(string(template(t)), "\n")
	shown := map[string]bool{}
	tried := 0
	for _, line := range lines {
		if key, _, ok := strings.Cut(strings.TrimSpace(line), ":"); ok && !strings.HasPrefix(key, "#") {
			shown[key] = true
		}
		m := experiment.Commented.FindStringSubmatch(line)
		if m == nil || m[3] == "interventions" { // of which each item is tried below
			continue
		}
		key := m[3]
		shown[key] = true
		tried++
		var text []string
		for _, other := range lines {
			m := experiment.Commented.FindStringSubmatch(other)
			switch {
			case m != nil && (m[3] == key || slices.Contains(with[key], m[3])):
				other = strings.Replace(other, "# ", "", 1)
			case without[key] != "" && strings.HasPrefix(strings.TrimSpace(other), without[key]+":"):
				other = ""
			}
			text = append(text, other)
		}
		doc, err := experiment.Parse("template.yaml", []byte(strings.Join(text, "\n")))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if slices.Contains([]string{"compare", "frozen", "recurrent", "fork_at", "baseline"}, key) {
			if len(doc.Variants) != 1 || (doc.ForkAt > 0) != (key == "fork_at") || (doc.Baseline != "") != (key == "baseline") {
				t.Errorf("%s: uncommented, there are %d variants, which part at %d", line, len(doc.Variants), doc.ForkAt)
			}
			continue
		}
		written := "\n" + string(experiment.Section(&doc.Experiment, ".").YAML())
		if !strings.Contains(written, "\n"+m[1]+m[2]+key+":") {
			t.Errorf("%s: uncommented, it says nothing", line)
		}
	}
	if tried < 15 {
		t.Errorf("only %d lines were tried", tried)
	}
	tried = 0
	for n, line := range lines {
		m := experiment.CommentedItem.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		tried++
		text := slices.Clone(lines)
		for other := range text {
			if other == n || strings.HasPrefix(text[other], "# interventions:") {
				text[other] = strings.Replace(text[other], "# ", "", 1)
			}
		}
		doc, err := experiment.Parse("template.yaml", []byte(strings.Join(text, "\n")))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		written := string(experiment.Section(&doc.Experiment, ".").YAML())
		for _, key := range append(experiment.Keyed.FindAllString(m[3], -1), "interventions:") {
			shown[strings.TrimSuffix(key, ":")] = true
			if !strings.Contains(written, key) {
				t.Errorf("%s: uncommented, it says nothing of %s", line, key)
			}
		}
		plan, err := planning.Resolve(context.Background(), doc.Experiment)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if err := plan.Check(t.Context(), planning.RunOptions{}); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		plan.Close()
	}
	if tried < len(experiment.Actions()) {
		t.Errorf("only %d interventions were tried, and there are %d things to do", tried, len(experiment.Actions()))
	}

	text, err := experiment.FileSchema()
	if err != nil {
		t.Fatal(err)
	}
	type object struct {
		Properties map[string]json.RawMessage
		Items      json.RawMessage
	}
	var all func(raw []byte) []string
	all = func(raw []byte) (keys []string) {
		var o object
		if err := json.Unmarshal(raw, &o); err != nil {
			t.Fatal(err)
		}
		for key, property := range o.Properties {
			keys = append(keys, key)
			if key != "circuit" { // twophase init circuit shows its keys
				keys = append(keys, all(property)...)
			}
		}
		if o.Items != nil {
			keys = append(keys, all(o.Items)...)
		}
		return keys
	}
	for _, key := range all(text) {
		if !shown[key] {
			t.Errorf("the template does not show %s", key)
		}
	}
}
