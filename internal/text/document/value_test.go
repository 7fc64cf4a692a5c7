package document

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
)

// everything is a section with a value of each kind.
type everything struct {
	Word, Text, Path string
	Flag             bool
	Count            int
	Seed             uint64
	Real, Part       float64
	List             []float64
	Words            []string
}

func (v *everything) section() *Section {
	short := func(text string) error {
		if len(text) > 5 {
			return errors.New("longer than 5")
		}
		return nil
	}
	return &Section{Keys: []Key{
		{Name: "word", Value: Choice(&v.Word, "one", "two")},
		{Name: "text", Value: Text(&v.Text, short)},
		{Name: "path", Value: File(&v.Path, "folder")},
		{Name: "flag", Value: Bool(&v.Flag, false)},
		{Name: "count", Value: Integer(&v.Count, 1, 9)},
		{Name: "seed", Value: Unsigned(&v.Seed, 0)},
		{Name: "real", Value: Number(&v.Real, Any)},
		{Name: "part", Value: Number(&v.Part, Range{Max: 1, BelowMax: true})},
		{Name: "list", Value: Numbers(&v.List, Positive(new(float64)).(*numberValue).Range)},
		{Name: "words", Value: Texts(&v.Words, short)},
	}}
}

// Each line is read as its value, and written so that it is read as the same again; or
// it is refused for a reason. JSON has no other numbers and words than these, so the
// schema must think the same of them.
func TestValues(t *testing.T) {
	text, err := new(everything).section().JSONSchema("everything")
	if err != nil {
		t.Fatal(err)
	}
	schema := compile(t, text)
	read := func(line string) (v everything, err error) {
		d, err := Parse("folder/x.yaml", []byte(line))
		if err != nil {
			return v, err
		}
		return v, d.Read(v.section())
	}
	for _, c := range []struct {
		line string // of YAML, or of JSON if it begins with {
		want everything
	}{
		{`{"word": "two"}`, everything{Word: "two"}},
		{`word: "two"`, everything{Word: "two"}},
		{`{"text": "true"}`, everything{Text: "true"}},
		{`{"text": "1e-3"}`, everything{Text: "1e-3"}},
		{`{"text": "null"}`, everything{Text: "null"}},
		{`{"text": "NaN"}`, everything{Text: "NaN"}},
		{`{"text": "- #"}`, everything{Text: "- #"}},
		{`{"text": "\u003c\"\\"}`, everything{Text: `<"\`}},
		{`text: it's`, everything{Text: "it's"}},
		{`path: a/../b.csv`, everything{Path: "folder/b.csv"}},
		{`path: /abs`, everything{Path: "/abs"}},
		{`{"flag": true}`, everything{Flag: true}},
		{`{"flag": false}`, everything{}},
		{`{"count": 9}`, everything{Count: 9}},
		{`{"count": 3.0}`, everything{Count: 3}},
		{`count: 0.3e1`, everything{Count: 3}},
		{`count: +3`, everything{Count: 3}},
		{`count: 03`, everything{Count: 3}},
		{`seed: 010`, everything{Seed: 10}},
		{`seed: 08`, everything{Seed: 8}},
		{`seed: 1e17`, everything{Seed: 1e17}},
		{`{"seed": 1844674407370955161.5e1}`, everything{Seed: 1<<64 - 1}},
		{`{"seed": 18446744073709551615}`, everything{Seed: 1<<64 - 1}},
		{`{"seed": 9007199254740993}`, everything{Seed: 1<<53 + 1}},
		{`{"real": -1.7976931348623157e308}`, everything{Real: -1.7976931348623157e308}},
		{`{"real": 5e-324}`, everything{Real: 5e-324}},
		{`real: .5`, everything{Real: 0.5}},
		{`real: 1.`, everything{Real: 1}},
		{`{"part": 0.99}`, everything{Part: 0.99}},
		{`{"part": 0}`, everything{}},
		{`{"list": [1, 0.5]}`, everything{List: []float64{1, 0.5}}},
		{"list:\n- 1\n- 2", everything{List: []float64{1, 2}}},
		{`{"words": ["a", "b c"]}`, everything{Words: []string{"a", "b c"}}},
	} {
		got, err := read(c.line)
		if err != nil || fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: read as %v, %v", c.line, got, err)
		}
		written := string(got.section().YAML())
		if again, err := read(written); err != nil || fmt.Sprint(again) != fmt.Sprint(c.want) {
			t.Errorf("%s: written as %s, read as %v, %v", c.line, written, again, err)
		}
		if strings.HasPrefix(c.line, "{") && !admits(t, schema, []byte(c.line)) {
			t.Errorf("%s: the schema refuses it", c.line)
		}
	}
	for line, why := range map[string]string{
		`{"word": "three"}`:              "choose one or two",
		`{"word": "Two"}`:                "did you mean two?",
		`{"word": 1}`:                    "is not a text on one line",
		`{"text": ""}`:                   "the text is empty",
		`{"text": "a\nb"}`:               "is not a text on one line",
		`{"text": ["a"]}`:                "a list is not a text",
		`text: longer`:                   "longer than 5",
		`text: 1e-3`:                     "in quotes if YAML reads it as another type",
		`text: true`:                     "in quotes if YAML reads it as another type",
		`{"path": ""}`:                   "the name of the file is empty",
		`{"flag": "true"}`:               "neither true nor false",
		`{"flag": 1}`:                    "neither true nor false",
		`flag: True`:                     "neither true nor false",
		`flag: yes`:                      "neither true nor false",
		`{"count": 0}`:                   "give a whole number from 1 to 9",
		`{"count": 10}`:                  "give a whole number from 1 to 9",
		`{"count": -3}`:                  "give a whole number from 1 to 9",
		`{"count": 3.5}`:                 "is not a whole number",
		`{"count": "3"}`:                 "leave out the quotes",
		`{"count": true}`:                "is not a number",
		`count: 0x3`:                     `"0x3" is not a number: write 3`,
		`count: 1_0`:                     `"1_0" is not a number: write 10`,
		`count: 0o3`:                     `"0o3" is not a number: write 3`,
		`real: 1,5`:                      `"1,5" is not a number: write 1.5`,
		`{"seed": -1}`:                   "from 0 to 18446744073709551615",
		`{"seed": 18446744073709551616}`: "is out of range: give a whole number from 0 to 18446744073709551615",
		`seed: 1e20`:                     "is out of range",
		`real: .nan`:                     "is not a finite number",
		`real: nan`:                      "is not a finite number",
		`real: .inf`:                     "is not a finite number",
		`real: 1e400`:                    "is too large for a number",
		`{"real": {}}`:                   "an empty section is not a number",
		`{"real": {"a": 1}}`:             "a section is not a number",
		`{"part": 1}`:                    "a number from 0 to below 1",
		`{"part": -0.1}`:                 "a number from 0 to below 1",
		`{"list": []}`:                   "an empty list is not a list of at least one",
		`{"list": 1}`:                    "a list is wanted: write [1]",
		`{"list": [0]}`:                  "give a positive number",
		`{"list": [1, null]}`:            "nothing stands between the commas",
		`words: [a, longer]`:             "words[1]: longer than 5",
		`{"word": null}`:                 "word has no value",
		`[]`:                             "the document is not a section but an empty list",
	} {
		_, err := read(line)
		if err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: the error is %v, want %q", line, err, why)
		}
		if json.Valid([]byte(line)) && admits(t, schema, []byte(line)) {
			t.Errorf("%s: the schema admits it", line)
		}
	}
}
