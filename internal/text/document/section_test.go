package document

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// rules is a section with every rule about which keys go together.
func rules() *Section {
	var v [6]int
	key := func(i int, name string) Key { return Key{Name: name, Value: Integer(&v[i], 0, 9)} }
	s := &Section{
		Keys:  []Key{key(0, "at"), key(1, "set"), key(2, "to"), key(3, "scale"), key(4, "fast"), key(5, "slow")},
		OneOf: []Group{{Keys: []string{"set", "scale"}, Required: true}, {Keys: []string{"fast", "slow"}}},
	}
	s.Keys[0].Required = true
	s.Keys[1].Needs = []string{"to"}
	s.Keys[2].Beside = []string{"set", "fast"}
	return s
}

// Of all sets of keys the reader, the schema and the rules themselves admit the same.
func TestRulesAboutKeys(t *testing.T) {
	text, err := rules().JSONSchema("rules")
	if err != nil {
		t.Fatal(err)
	}
	schema := compile(t, text)
	for set := range 1 << 6 {
		given, instance := map[string]bool{}, map[string]any{}
		for i, k := range rules().Keys {
			if set>>i&1 == 1 {
				given[k.Name], instance[k.Name] = true, 3
			}
		}
		want := given["at"] && given["set"] != given["scale"] && !(given["fast"] && given["slow"]) &&
			(!given["set"] || given["to"]) && (!given["to"] || given["set"] || given["fast"])
		text, err := json.Marshal(instance)
		if err != nil {
			t.Fatal(err)
		}
		d, err := Parse("x.json", text)
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Read(rules()); (err == nil) != want {
			t.Errorf("%s: valid should be %v, but the error is %v", text, want, err)
		}
		if got := admits(t, schema, text); got != want {
			t.Errorf("%s: valid should be %v, but the schema says %v", text, want, got)
		}
	}
}

// A misspelt key is one error: the key that was meant is not missing too.
func TestMisspeltKeyIsNotMissing(t *testing.T) {
	keys := func() *Section {
		var v [3]int
		s := &Section{Keys: []Key{
			{Name: "network", Value: Integer(&v[0], 0, 9), Required: true},
			{Name: "lesion", Value: Integer(&v[1], 0, 9), Needs: []string{"target"}},
			{Name: "target", Value: Integer(&v[2], 0, 9), Beside: []string{"lesion"}},
		}}
		s.OneOf = []Group{{Keys: []string{"lesion"}, Required: true}}
		return s
	}
	for text, want := range map[string]int{
		`{"netwrok": 1, "lesion": 1, "target": 1}`:  1,
		`{"network": 1, "lesoin": 1, "target": 1}`:  1,
		`{"network": 1, "lesion": 1, "tagret": 1}`:  1,
		`{"netwrok": 1, "lesoin": 1, "tagret": 1}`:  3,
		`{"zzz": 1, "lesion": 1, "target": 1}`:      2,
		`{"network": 1, "zzz": 1}`:                  2,
		`{"network": 1, "lesion": 1, "zzzzzzz": 1}`: 2,
	} {
		d, err := Parse("x.json", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		if err := d.Read(keys()); err == nil || strings.Count(err.Error(), "x.json:") != want {
			t.Errorf("%s: want %d errors: %v", text, want, err)
		}
	}
}

// What is needed is written even where it is zero.
func TestWriteNeeded(t *testing.T) {
	at, set, to := 0, 3, 0
	s := &Section{Keys: []Key{
		{Name: "at", Value: Integer(&at, 0, 9), Required: true},
		{Name: "set", Value: Integer(&set, 0, 9), Needs: []string{"to"}},
		{Name: "to", Value: Integer(&to, 0, 9), Beside: []string{"set"}},
	}}
	if got, want := string(s.YAML()), "at: 0\nset: 3\nto: 0\n"; got != want {
		t.Errorf("written as\n%s\nwant\n%s", got, want)
	}
	set = 0
	if got, want := string(s.YAML()), "at: 0\n"; got != want {
		t.Errorf("written as\n%s\nwant\n%s", got, want)
	}
}

func TestLookup(t *testing.T) {
	var inner, outer int
	type part struct{ n int }
	var p *part
	s := &Section{Keys: []Key{
		{Name: "outer", Value: Integer(&outer, 1, 9)},
		{Name: "in", Value: &Section{Keys: []Key{{Name: "inner", Value: Integer(&inner, 1, 9)}}}},
		{Name: "part", Value: Optional(&p, func(p *part) *Section {
			return &Section{Keys: []Key{{Name: "n", Value: Integer(&p.n, 1, 9)}}}
		})},
	}}
	d, err := Parse("x", []byte("7"))
	if err != nil {
		t.Fatal(err)
	}
	s.Lookup("in.inner").Read(d, "in.inner", d.Top())
	s.Lookup("outer").Read(d, "outer", d.Top())
	if s.Lookup("part.m"); p != nil {
		t.Error("a key that does not exist made its section")
	}
	s.Lookup("part.n").Read(d, "part.n", d.Top())
	if p == nil || p.n != 7 {
		t.Errorf("part is %v, not 7", p)
	}
	if err := d.Err(); err != nil || inner != 7 || outer != 7 {
		t.Errorf("in.inner = %d, outer = %d, %v", inner, outer, err)
	}
	for name, want := range map[string]bool{"part.n": true, "inner": false, "in.outer": false, "outer.in": false, "": false} {
		if got := s.Lookup(name) != nil; got != want {
			t.Errorf("%q is there: %v, want %v", name, got, want)
		}
	}
}

// Overruled keys are not blamed; others are.
func TestOverrule(t *testing.T) {
	var list []float64
	var n int
	s := &Section{Keys: []Key{{Name: "list", Value: Numbers(&list, Any)}, {Name: "listed", Value: Integer(&n, 1, 9)}}}
	d, err := Parse("x", []byte("list: [1, 2]\nlisted: 3\n"))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Read(s); err != nil {
		t.Fatal(err)
	}
	wrong := Blame(fmt.Errorf("wrong"), "list[1]", "list", "listed")
	if got := d.Locate(wrong).Error(); !strings.HasPrefix(got, "x:1:11: list[1]: wrong") {
		t.Errorf("before: %s", got)
	}
	d.Overrule("list")
	if got := d.Locate(wrong).Error(); !strings.HasPrefix(got, "x:2:9: listed: wrong") {
		t.Errorf("after: %s", got)
	}
	d.Overrule("listed")
	if got := d.Locate(wrong); got != wrong {
		t.Errorf("at last: %v", got)
	}
	if again := Blame(wrong, "other"); again != wrong {
		t.Errorf("blamed twice: %v", again)
	}
}

func compile(t *testing.T, text []byte) *jsonschema.Schema {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("schema.json", parsed); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

func admits(t *testing.T, s *jsonschema.Schema, text []byte) bool {
	t.Helper()
	instance, err := jsonschema.UnmarshalJSON(strings.NewReader(string(text)))
	if err != nil {
		t.Fatal(err)
	}
	return s.Validate(instance) == nil
}
