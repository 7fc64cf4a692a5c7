package experiment

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/text/document"
)

// The schema admits what the parser reads, and nothing else, but for the inside of
// texts, which a schema does not know.
func TestSchemaAgreesWithParser(t *testing.T) {
	text, err := FileSchema()
	if err != nil {
		t.Fatal(err)
	}
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("experiment.schema.json", parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := compiler.Compile("experiment.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	admitted, refused := 0, 0
	property := func(t *rapid.T) {
		instance := drawInstance(t)
		for range rapid.IntRange(0, 2).Draw(t, "mutations") {
			mutate(t, instance)
		}
		text, err := json.Marshal(instance)
		if err != nil {
			t.Fatal(err)
		}
		decoded, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
		if err != nil {
			t.Fatal(err)
		}
		_, wrong := Parse("x.json", text)
		invalid := schema.Validate(decoded)
		switch {
		case wrong == nil && invalid != nil:
			t.Fatalf("the parser reads\n%s\nbut %v", text, invalid)
		case wrong != nil && invalid == nil && !unreadable(instance):
			t.Fatalf("the schema admits\n%s\nbut %v", text, wrong)
		case wrong == nil:
			admitted++
		default:
			refused++
		}
	}
	for rounds := 0; admitted < 10 || refused < 10; rounds++ {
		if rounds == 50 {
			t.Fatalf("%d were valid and %d not: too few of one kind", admitted, refused)
		}
		rapid.Check(t, property)
	}
}

// unreadable reports whether a text of an instance cannot be read for what it says.
func unreadable(instance map[string]any) bool {
	text := func(v any, read func(string) error) bool {
		s, ok := v.(string)
		return ok && read(s) != nil
	}
	if text(instance["rate"], func(s string) error { _, err := circuit.ParseRate(s); return err }) ||
		text(instance["lambda"], func(s string) error { return new(Lambda).UnmarshalText([]byte(s)) }) {
		return true
	}
	if s, ok := instance["stimulus"].(map[string]any); ok {
		views, _ := s["views"].(map[string]any)
		for _, v := range views {
			if text(v, func(s string) error { _, err := ParseColumns(s); return err }) {
				return true
			}
		}
	}
	interventions, _ := instance["interventions"].([]any)
	for _, one := range interventions {
		i, _ := one.(map[string]any)
		if i == nil {
			continue
		}
		if unreadable(map[string]any{"rate": i["rate"], "lambda": i["lambda"]}) ||
			text(i["when"], func(s string) error { _, err := intervention.ParseCondition(s); return err }) {
			return true
		}
		for _, key := range []string{"lesion", "freeze", "thaw", "clamp", "release", "set", "multiply", "noise", "quantise", "dale", "of"} {
			kinds := map[string][]selection.Kind{
				"lesion": {selection.Inputs, selection.Outputs, selection.Feedforward, selection.Lateral, selection.Weights},
				"clamp":  {selection.Inputs, selection.Outputs}, "release": {selection.Inputs, selection.Outputs},
				"noise": {selection.Feedforward, selection.Lateral, selection.Weights},
				"of":    {selection.Feedforward, selection.Lateral},
			}
			kinds["quantise"], kinds["dale"] = kinds["noise"], kinds["noise"]
			if kinds[key] == nil {
				kinds[key] = []selection.Kind{selection.Feedforward, selection.Lateral, selection.Scale, selection.Weights}
			}
			parts, isList := i[key].([]any)
			if !isList {
				parts = []any{i[key]}
			}
			if slices.ContainsFunc(parts, func(one any) bool {
				return text(one, func(s string) error { _, err := selection.Parse(s, kinds[key]...); return err })
			}) {
				return true
			}
		}
	}
	requests, _ := instance["record"].([]any)
	parts, _ := instance["parts"].([]any)
	return slices.ContainsFunc(requests, func(r any) bool { return text(r, isRequest) }) ||
		slices.ContainsFunc(append(parts, instance["parts"]), func(s any) bool { return text(s, areParts) })
}

// drawInstance draws a valid document.
func drawInstance(t *rapid.T) map[string]any {
	e := DrawExperiment(t)
	n, _ := Section(&e, ".").Write()
	return plain(n).(map[string]any)
}

// plain returns a node as JSON has it.
func plain(n *document.Node) any {
	switch n.Kind {
	case document.MappingNode:
		all := map[string]any{}
		for _, e := range n.Entries {
			all[e.Key] = plain(e.Value)
		}
		return all
	case document.ListNode:
		all := []any{}
		for _, item := range n.Items {
			all = append(all, plain(item))
		}
		return all
	case document.NumberNode:
		return json.Number(n.Text)
	case document.BoolNode:
		return n.Text == "true"
	}
	return n.Text
}

// mutate changes one thing in an instance: mostly for the worse.
func mutate(t *rapid.T, instance map[string]any) {
	at := instance
	if inner, ok := instance[rapid.SampledFrom([]string{"", "stimulus", "settle"}).Draw(t, "section")].(map[string]any); ok {
		at = inner
	}
	if list, ok := instance["interventions"].([]any); ok && len(list) > 0 && rapid.Bool().Draw(t, "in the interventions") {
		at, _ = list[rapid.IntRange(0, len(list)-1).Draw(t, "number")].(map[string]any)
		for _, key := range []string{"settle", "stimulus"} {
			if inner, ok := at[key].(map[string]any); ok && rapid.Bool().Draw(t, "inside") {
				at = inner
			}
		}
	}
	if at == nil {
		return
	}
	known := []string{"network", "settle", "stimulus", "outputs", "lambda", "tau", "rate", "initial_m", "initial_w", "initial_weights",
		"steps", "trials", "seed", "record", "parts", "reference", "executor", "problem", "spectrum", "inputs", "file", "center", "scale",
		"shuffle", "epochs", "held_out", "labels", "label_column", "files", "views", "canonical_correlations", "autocorrelations", "sources", "clusters", "condition", "mixing", "silence",
		"centres", "noise", "probabilities", "distance", "responses", "method", "sweeps", "tolerance", "damping", "time_step", "warm", "interventions", "unknown"}
	known = append(known, Actions()...)
	known = append(known, "at", "every", "from", "until", "when", "check", "side", "to", "by", "size", "probability", "step", "sign",
		"rotate", "drift", "correlate")
	if given := slices.Sorted(maps.Keys(at)); len(given) > 0 && rapid.Bool().Draw(t, "of a given key") {
		key := rapid.SampledFrom(given).Draw(t, "given")
		if rapid.Bool().Draw(t, "drop") {
			delete(at, key)
			return
		}
		known = []string{key}
	}
	at[rapid.SampledFrom(known).Draw(t, "key")] = rapid.SampledFrom([]any{
		nil, true, false, 0, 1, 3, -1, 3.7, 0.5, 1.0, 1e-300, -0.5, 10001, 1_000_001, 2_000_000_000, json.Number("18446744073709551615"),
		json.Number("18446744073709551616"), json.Number("100000000000001"), "", "x", "3", "true", "ifPSP", "jacobi", "literal", "small", "eigen", "1:0.7", "10/(250+t)", "weights",
		"a\nb", []any{}, []any{1, 0.5}, []any{0.5, -1}, []any{0}, []any{"weights", "lateral@log"}, []any{"weights", 3}, []any{nil}, []any{[]any{1}},
		map[string]any{}, map[string]any{"method": "jacobi"}, map[string]any{"problem": "small"}, map[string]any{"spectrum": []any{2, 1}, "inputs": 4},
		map[string]any{"file": "a.csv", "epochs": 2}, map[string]any{"problem": "small", "file": "a.csv"}, map[string]any{"inputs": 3},
		map[string]any{"left": "0-3"}, map[string]any{"left": 3, "right": "4-5"}, map[string]any{"a b": "x.csv"}, map[string]any{"x": "x.csv"},
		map[string]any{"canonical_correlations": []any{0.5}}, map[string]any{"sources": 2, "mixing": "a.csv", "condition": 2},
		"lateral", "outputs[1]", "error < 0.1", "positive", "incoming", "two-phase", map[string]any{"rotate": 45}, map[string]any{"method": "stale"},
		[]any{map[string]any{"at": 3, "freeze": "lateral"}}, []any{map[string]any{"at": 3, "set": "lateral"}}, []any{map[string]any{"at": 3}},
	}).Draw(t, "value")
}
