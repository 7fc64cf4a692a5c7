package document

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// A mapping keeps its names in their order, as JSON and as a document.
func TestMappingKeepsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var m Mapping[int]
		seen := map[string]bool{}
		for range rapid.IntRange(1, 5).Draw(t, "names") {
			name := rapid.StringMatching(`[A-Za-z_][A-Za-z0-9_-]{0,3}`).Draw(t, "name")
			if !seen[name] {
				seen[name] = true
				m = append(m, Named[int]{name, rapid.IntRange(1, 9).Draw(t, "value")})
			}
		}
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back Mapping[int]
		if err := json.Unmarshal(text, &back); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(m, back); d != "" {
			t.Fatalf("%s: %s", text, d)
		}
		section := func(to *Mapping[int]) *Section {
			return &Section{Keys: []Key{{Name: "views", Value: MappingOf(to, func(v *int) Value { return Integer(v, 0, 9) })}}}
		}
		d, err := Parse("x.yaml", section(&m).YAML())
		if err != nil {
			t.Fatal(err)
		}
		var read Mapping[int]
		if err := d.Read(section(&read)); err != nil {
			t.Fatalf("%s: %v", section(&m).YAML(), err)
		}
		if d := cmp.Diff(m, read); d != "" {
			t.Fatalf("%s: %s", section(&m).YAML(), d)
		}
	})
}

func TestMappingErrors(t *testing.T) {
	for text, want := range map[string]string{
		"views: {}":                   "is not a section of at least one name",
		"views: 3":                    "is not a section of at least one name",
		"views: {a: 1, a: 2}":         "views.a is given twice",
		"views: {a b: 1}":             `"a b" is not a name`,
		"views: {a: }":                "views.a has no value",
		"views: {a: 10}":              "out of range",
		"views: {a: 1, b: {c: 1}}":    "is not a number",
		"views: {a: 1, 2nd: 1, b: x}": `"2nd" is not a name`,
	} {
		var m Mapping[int]
		d, err := Parse("x.yaml", []byte(text))
		if err == nil {
			err = d.Read(&Section{Keys: []Key{{Name: "views", Value: MappingOf(&m, func(v *int) Value { return Integer(v, 0, 9) })}}})
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", text, err, want)
		}
	}
	var m Mapping[int]
	if err := json.Unmarshal([]byte(`{"a": 1, "a": 2}`), &m); err == nil {
		t.Errorf("a name that is there twice is read as %v", m)
	}
}
