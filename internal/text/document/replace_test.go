package document

import (
	"fmt"
	"strings"
	"testing"
)

func TestSet(t *testing.T) {
	doc, err := Parse("test.yaml", []byte("a: 1\nb: {c: [x, {d: 2}], e: 'f'}\n"))
	if err != nil {
		t.Fatal(err)
	}
	before := string(doc.Top().JSON())
	for _, test := range []struct{ key, want string }{
		{"a", `{"a":9,"b":{"c":["x",{"d":2}],"e":"f"}}`},
		{"b.e", `{"a":1,"b":{"c":["x",{"d":2}],"e":9}}`},
		{"b.c[0]", `{"a":1,"b":{"c":[9,{"d":2}],"e":"f"}}`},
		{"b.c[1].d", `{"a":1,"b":{"c":["x",{"d":9}],"e":"f"}}`},
		{"b.c[1].g", `{"a":1,"b":{"c":["x",{"d":2,"g":9}],"e":"f"}}`},
		{"h.i.j", `{"a":1,"b":{"c":["x",{"d":2}],"e":"f"},"h":{"i":{"j":9}}}`},
		{"b.c", `{"a":1,"b":{"c":9,"e":"f"}}`},
	} {
		got, err := doc.Top().Set(test.key, NodeOf(9))
		if err != nil || string(got.JSON()) != test.want {
			t.Errorf("%s: %s, %v; want %s", test.key, got.JSON(), err, test.want)
		}
	}
	for key, want := range map[string]string{
		"b.c[2]": "there is no item 2", "b.c[x]": "counted from 0", "a.k": "has no keys", "b..c": "section.key", "b.": "section.key",
		"b.c[0": "counted from 0", "b.c[0]d": "counted from 0", "b[0]": "there is no item 0", ".a": "section.key", "b.c[-1]": "counted from 0",
	} {
		if _, err := doc.Top().Set(key, NodeOf(9)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %q", key, err, want)
		}
	}
	if after := string(doc.Top().JSON()); after != before {
		t.Errorf("Set has changed the node: %s, before %s", after, before)
	}
}

// A key with a plus adds to the list that is there, or is the list where there is none.
func TestPlusAddsToAList(t *testing.T) {
	doc, err := Parse("test.yaml", []byte("a: [1, 2]\nb: {c: [3], d: {}}\nnone: []"))
	if err != nil {
		t.Fatal(err)
	}
	four := &Node{Kind: ListNode, Items: []*Node{NodeOf(4)}}
	for key, want := range map[string]string{
		"a+":    `{"a":[1,2,4],"b":{"c":[3],"d":{}},"none":[]}`,
		"b.c+":  `{"a":[1,2],"b":{"c":[3,4],"d":{}},"none":[]}`,
		"none+": `{"a":[1,2],"b":{"c":[3],"d":{}},"none":[4]}`,
		"new+":  `{"a":[1,2],"b":{"c":[3],"d":{}},"none":[],"new":[4]}`,
	} {
		if got, err := doc.Top().Change(key, four); err != nil || string(got.JSON()) != want {
			t.Errorf("%s: %s, %v; want %s", key, got.JSON(), err, want)
		}
	}
	for key, value := range map[string]*Node{"a+": NodeOf(4), "b+": four, "new+": NodeOf(4)} {
		if _, err := doc.Top().Change(key, value); err == nil || !strings.Contains(err.Error(), "only a list is added to a list") {
			t.Errorf("%s: error %v", key, err)
		}
	}
	if _, err := doc.Top().Change("a+.b", four); err == nil || !strings.Contains(err.Error(), "at the end") {
		t.Errorf("error %v", err)
	}
}

// Change adds a key, but no section below the top.
func TestChange(t *testing.T) {
	doc, err := Parse("test.yaml", []byte("a: {left: {b: 1}, right: {}}"))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"a.left.b": `{"a":{"left":{"b":9},"right":{}}}`,
		"a.left.c": `{"a":{"left":{"b":1,"c":9},"right":{}}}`,
		"a.more":   `{"a":{"left":{"b":1},"right":{},"more":9}}`,
		"d.e":      `{"a":{"left":{"b":1},"right":{}},"d":{"e":9}}`,
	} {
		if got, err := doc.Top().Change(key, NodeOf(9)); err != nil || string(got.JSON()) != want {
			t.Errorf("%s: %s, %v; want %s", key, got.JSON(), err, want)
		}
	}
	for key, want := range map[string]string{
		"a.rihgt.b":   `there is no "rihgt" in a (did you mean right?): choose left or right`,
		"a.right.b.c": `there is no "b" in a.right, which is empty`,
		"d.e.f":       "there is no section d to change",
		"d.e[0]":      "there is no section d to change",
	} {
		want = fmt.Sprintf("key %q: %s", key, want)
		if _, err := doc.Top().Change(key, NodeOf(9)); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestJSON checks that JSON reads as the same document.
func TestJSON(t *testing.T) {
	for text, want := range map[string]string{
		"[1, +2, -3, 1.50, .5, 3e-3, 1e5, 1e300, '7', true, ~, 1:0.7]": `[1,2,-3,1.5,0.5,0.003,100000,1e+300,"7",true,null,"1:0.7"]`,
		"{b: {z: \"q\\\"\", a: []}}":                                   `{"b":{"z":"q\"","a":[]}}`,
		"18446744073709551615":                                         `18446744073709551615`,
	} {
		doc, err := Parse("test.yaml", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		got := string(doc.Top().JSON())
		if got != want {
			t.Errorf("%s is %s, want %s", text, got, want)
		}
		again, err := Parse("test.json", []byte(got))
		if err != nil || string(again.Top().JSON()) != got {
			t.Errorf("%s does not read as itself: %v", got, err)
		}
	}
}
