package result

import (
	"encoding/json"
	"testing"

	"pgregory.net/rapid"
)

// What is indented is what json.MarshalIndent writes.
func TestIndented(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var value func(depth int) any
		value = func(depth int) any {
			kind := rapid.IntRange(0, 6)
			if depth == 0 {
				kind = rapid.IntRange(0, 4)
			}
			switch kind.Draw(t, "kind") {
			case 0:
				return nil
			case 1:
				return rapid.Bool().Draw(t, "bool")
			case 2:
				return rapid.Float64().Draw(t, "number")
			case 3:
				return rapid.String().Draw(t, "text")
			case 4:
				return rapid.SampledFrom([]string{`"`, `\`, `\"`, "{", "]", ",:", "\\\\", "\n"}).Draw(t, "text")
			case 5:
				all := make([]any, rapid.IntRange(0, 3).Draw(t, "elements"))
				for i := range all {
					all[i] = value(depth - 1)
				}
				return all
			}
			all := map[string]any{}
			for range rapid.IntRange(0, 3).Draw(t, "keys") {
				all[rapid.String().Draw(t, "key")] = value(depth - 1)
			}
			return all
		}
		v := value(4)
		want, err := json.MarshalIndent(v, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		got, err := Indented(v)
		if err != nil || string(got) != string(want)+"\n" {
			t.Fatalf("%q, %v; want %q", got, err, want)
		}
	})
	if text, err := Indented(func() {}); err == nil {
		t.Errorf("a function is %q", text)
	}
}
