package experiment

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// commented is a line of the template with a key that is commented out.
var commented = regexp.MustCompile(`^( *)# ( *)([a-z_]+):( |$)`)

// commentedItem is such a line with an item of a list, and keyed one of its keys.
var (
	commentedItem = regexp.MustCompile(`^( *)# ( *)- \{(.*)\}`)
	keyed         = regexp.MustCompile(`[a-z_]+:`)
)

// The template as it stands is the default experiment, with the defaults written out.
func TestTemplateIsDefault(t *testing.T) {
	doc, err := Parse("template.yaml", []byte(Template))
	if err != nil {
		t.Fatal(err)
	}
	got, err := Resolve(doc.Experiment)
	if err != nil {
		t.Fatal(err)
	}
	defer got.Close()
	want, err := Resolve(Default())
	if err != nil {
		t.Fatal(err)
	}
	defer want.Close()
	want.Experiment.Steps = defaultSteps // as a run would fill in
	if d := cmp.Diff(want.Experiment, got.Experiment, same); d != "" {
		t.Errorf("the template is not the default experiment (- default, + template):\n%s", d)
	}
}

// Each commented line of the template is valid once it is uncommented, with what it
// goes along with; and the lines together show every key.
func TestEachCommentedLine(t *testing.T) {
	// What must be uncommented, and what commented out, to go along with a key.
	with := map[string][]string{
		"inputs": {"spectrum"},
		"center": {"file"}, "scale": {"file"}, "shuffle": {"file"}, "epochs": {"file"},
		"settle": {"method"}, "method": {"settle"},
		"sweeps": {"settle", "method"}, "tolerance": {"settle", "method"}, "damping": {"settle", "method"},
		"time_step": {"settle", "method"}, "warm": {"settle", "method"},
		"compare": {"frozen"}, "frozen": {"compare"}, "recurrent": {"compare"}, "fork_at": {"compare", "recurrent"},
	}
	without := map[string]string{"spectrum": "problem", "file": "problem", "inputs": "problem", "center": "problem", "scale": "problem",
		"shuffle": "problem", "epochs": "problem", "initial_weights": "initial_w"}

	lines := strings.Split(Template, "\n")
	shown := map[string]bool{}
	tried := 0
	for _, line := range lines {
		if key, _, ok := strings.Cut(strings.TrimSpace(line), ":"); ok && !strings.HasPrefix(key, "#") {
			shown[key] = true
		}
		m := commented.FindStringSubmatch(line)
		if m == nil || m[3] == "interventions" { // of which each item is tried below
			continue
		}
		key := m[3]
		shown[key] = true
		tried++
		var text []string
		for _, other := range lines {
			m := commented.FindStringSubmatch(other)
			switch {
			case m != nil && (m[3] == key || slices.Contains(with[key], m[3])):
				other = strings.Replace(other, "# ", "", 1)
			case without[key] != "" && strings.HasPrefix(strings.TrimSpace(other), without[key]+":"):
				other = ""
			}
			text = append(text, other)
		}
		doc, err := Parse("template.yaml", []byte(strings.Join(text, "\n")))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if slices.Contains([]string{"compare", "frozen", "recurrent", "fork_at"}, key) {
			if len(doc.Variants) != 1 || (doc.ForkAt > 0) != (key == "fork_at") {
				t.Errorf("%s: uncommented, there are %d variants, which part at %d", line, len(doc.Variants), doc.ForkAt)
			}
			continue
		}
		written := "\n" + string(Write(doc.Experiment, "."))
		if !strings.Contains(written, "\n"+m[1]+m[2]+key+":") {
			t.Errorf("%s: uncommented, it says nothing", line)
		}
	}
	if tried < 15 {
		t.Errorf("only %d lines were tried", tried)
	}
	tried = 0
	for n, line := range lines {
		m := commentedItem.FindStringSubmatch(line)
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
		doc, err := Parse("template.yaml", []byte(strings.Join(text, "\n")))
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		written := string(Write(doc.Experiment, "."))
		for _, key := range append(keyed.FindAllString(m[3], -1), "interventions:") {
			shown[strings.TrimSuffix(key, ":")] = true
			if !strings.Contains(written, key) {
				t.Errorf("%s: uncommented, it says nothing of %s", line, key)
			}
		}
		plan, err := Resolve(doc.Experiment)
		if err != nil {
			t.Errorf("%s: %v", line, err)
			continue
		}
		if err := plan.Check(t.Context(), RunOptions{}); err != nil {
			t.Errorf("%s: %v", line, err)
		}
		plan.Close()
	}
	if tried < len(actions) {
		t.Errorf("only %d interventions were tried, and there are %d things to do", tried, len(actions))
	}

	text, err := Schema()
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
			keys = append(keys, all(property)...)
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
