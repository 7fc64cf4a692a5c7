package strict_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"twophase/internal/text/strict"
)

type inner struct {
	Size *float64 `json:"size,omitempty"`
	Name string
}

type outer struct {
	inner
	List   []inner          `json:"list"`
	Map    map[string]inner `json:"map"`
	Raw    json.RawMessage  `json:"raw"`
	Hidden int              `json:"-"`
	Any    any              `json:"any"`
}

func TestUnmarshal(t *testing.T) {
	for text, want := range map[string]string{
		`{"list":[{"size":1,"Name":"a"},{"size":2}],"map":{"Size":{"size":1},"size":{}},"raw":{"a":[{"b":1}]},"any":{"A":1,"a":2},"size":3}`: "",
		`{}`:                                  "",
		`null`:                                "",
		` {"raw":{"List":1,"list":[{},{}]}} `: "",

		`{"list":[],"list":[]}`:            `key "list" is there twice`,
		`{"list":[],"l\u0069st":[]}`:       `key "list" is there twice`,
		`{"List":[]}`:                      `there is no key "List": choose size, Name, list, map, raw, any`,
		`{"list":[{"size":1},{"Size":1}]}`: `there is no key "Size": choose size, Name`,
		`{"map":{"a":{"name":"b"}}}`:       `there is no key "name"`,
		`{"map":{"a":{},"a":{}}}`:          `key "a" is there twice`,
		`{"raw":{"a":[{"b":1,"b":2}]}}`:    `key "b" is there twice`,
		`{"any":[[{"b":1,"b":2}]]}`:        `key "b" is there twice`,
		`{"Hidden":1}`:                     `there is no key "Hidden"`,
		`{"-":1}`:                          `there is no key "-"`,
		`{"inner":{}}`:                     `there is no key "inner"`,
		`{"list":[]} x`:                    "after top-level value",
		`{"list":[]}{}`:                    "after top-level value",
		`{"list":[],}`:                     "invalid character",
		``:                                 "unexpected end",
		`{"list":1}`:                       "cannot unmarshal number",
	} {
		var got, loose outer
		err := strict.Unmarshal([]byte(text), &got)
		switch {
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%s: error %v, want one with %q", text, err, want)
		case want == "" && err != nil:
			t.Errorf("%s: %v", text, err)
		case want == "":
			if err := json.Unmarshal([]byte(text), &loose); err != nil || !reflect.DeepEqual(got, loose) {
				t.Errorf("%s is read as %+v, want %+v, %v", text, got, loose, err)
			}
		}
	}
}
