package document

import (
	"strings"
	"testing"
)

// A template has the description of each key. The keys whose example is their default
// are given, and all others are commented out.
func TestTemplate(t *testing.T) {
	type inner struct{ angle float64 }
	var method string
	var steps, size int
	var sub *inner
	var items []inner
	s := &Section{Keys: []Key{
		{Name: "method", About: "how to turn", Default: "slow", Example: "slow", Value: Choice(&method, "slow", "fast")},
		{Name: "steps", About: "length", Unit: "steps", Default: "9", Example: "3", Value: Integer(&steps, 1, 10)},
		{Name: "size", About: strings.Repeat("very long ", 10) + "text", Example: "2", Value: Integer(&size, 1, 10)},
		{Name: "sub", About: "a section", Value: Optional(&sub, func(i *inner) *Section {
			return &Section{Keys: []Key{{Name: "angle", About: "angle", Unit: "degrees", Example: "45", Required: true, Value: Number(&i.angle, Any)}}}
		})},
		{Name: "items", About: "a list", Value: ListOf(&items, func(i *inner) Value {
			return &Section{Keys: []Key{{Name: "angle", About: "its angle", Example: "{angle: 3}", Value: Number(&i.angle, Any)}}}
		})},
	}}
	got, err := Template(s)
	if err != nil {
		t.Fatal(err)
	}
	want := `
## how to turn: slow or fast; default: slow
method: slow

## length, in steps, 1 to 10; default: 9
# steps: 3

## very long very long very long very long very long very long very long very long very long
##   very long text, 1 to 10
# size: 2

## a section
# sub:
#   ## angle, in degrees, a finite number
#   angle: 45

## a list
# items:
#   ## angle: its angle, a finite number
#   - {angle: 3}
`
	if string(got) != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}

	s.Keys[1].Example = ""
	if _, err := Template(s); err == nil || err.Error() != "the key steps has no example" {
		t.Errorf("a key without an example: %v", err)
	}
}
