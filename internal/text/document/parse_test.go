package document

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// Every value and every key is where its place says, whatever the style, line
// ends, comments and letters before it.
func TestPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawDocument(t)
		if rapid.Bool().Draw(t, "crlf") {
			text = strings.ReplaceAll(text, "\n", "\r\n")
		}
		d, err := Parse("x.yaml", []byte(text))
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		seen := 0
		var walk func(n *Node)
		stands := func(p Place, word string) {
			seen++
			rest := string([]rune(d.lines[p.Line-1])[p.Column-1:])
			if !strings.HasPrefix(strings.TrimLeft(rest, `"'`), word) {
				t.Fatalf("%q is not at %v, where there is %q, in\n%s", word, p, rest, text)
			}
		}
		walk = func(n *Node) {
			for _, e := range n.Entries {
				stands(e.Place, e.Key)
				walk(e.Value)
			}
			for _, item := range n.Items {
				walk(item)
			}
			switch n.Kind {
			case TextNode, NumberNode, BoolNode:
				stands(n.Place, n.Text)
			case ListNode:
				if n.Items[0].Place.Line == n.Place.Line {
					stands(n.Place, "")
				}
			}
		}
		walk(d.Top())
		if words := strings.Count(text, "w"); seen < words {
			t.Fatalf("%d words were seen, not %d, in\n%s", seen, words, text)
		}
	})
}

// drawDocument draws a section; each word has one w.
func drawDocument(t *rapid.T) string {
	word := rapid.Custom(func(t *rapid.T) string {
		w := rapid.SampledFrom([]string{"wa", "w1", "λw", "w-x", "w_é", "文w"}).Draw(t, "word")
		return w + rapid.StringMatching(`[a-v]{0,5}`).Draw(t, "tail")
	})
	scalar := rapid.Custom(func(t *rapid.T) string {
		w := word.Draw(t, "w")
		return rapid.SampledFrom([]string{w, `"` + w + `"`, `'` + w + `'`, "1.5", "-3", "true", "1e5"}).Draw(t, "scalar")
	})
	comment := rapid.SampledFrom([]string{"", "", " # Λ, comment: {"})
	var b strings.Builder
	var section func(indent, depth int)
	section = func(indent, depth int) {
		for i := range rapid.IntRange(1, 4).Draw(t, "keys") {
			fmt.Fprintf(&b, "%s%s%d:", strings.Repeat(" ", indent), word.Draw(t, "key"), i)
			end := comment.Draw(t, "comment") + "\n"
			form := rapid.IntRange(0, 5).Draw(t, "form")
			if depth > 2 {
				form = 0
			}
			switch form {
			case 1:
				fmt.Fprintf(&b, " [%s,  %s]%s", scalar.Draw(t, "a"), scalar.Draw(t, "b"), end)
			case 2:
				fmt.Fprintf(&b, " {%s: %s, %s2: [%s]}%s", word.Draw(t, "k"), scalar.Draw(t, "a"), word.Draw(t, "k"), scalar.Draw(t, "b"), end)
			case 3:
				b.WriteString(end)
				section(indent+2, depth+1)
			case 4:
				b.WriteString(end)
				for range rapid.IntRange(1, 3).Draw(t, "items") {
					fmt.Fprintf(&b, "%s- %s\n", strings.Repeat(" ", indent+2), scalar.Draw(t, "item"))
				}
			case 5:
				b.WriteString(end)
				fmt.Fprintf(&b, "%s- %s: %s\n", strings.Repeat(" ", indent+2), word.Draw(t, "k"), scalar.Draw(t, "a"))
				fmt.Fprintf(&b, "%s  %s2: %s\n", strings.Repeat(" ", indent+2), word.Draw(t, "k"), scalar.Draw(t, "a"))
			default:
				b.WriteString("  " + scalar.Draw(t, "value") + end)
			}
			if rapid.Bool().Draw(t, "gap") {
				b.WriteString("\n# - 'a: \"b\n")
			}
		}
	}
	section(0, 0)
	return b.String()
}

// An alias has the value of its anchor, with the place where that is written. Aliases of aliases, of which a few lines
// would stand for billions of values, are refused.
func TestAliases(t *testing.T) {
	d, err := Parse("x.yaml", []byte("a: &list\n  - {at: 5}\n  - 7\nb: [*list, 1]\n"))
	if err != nil {
		t.Fatal(err)
	}
	first, second := d.Top().Entries[0].Value, d.Top().Entries[1].Value
	if second.Items[0] != first || len(first.Items) != 2 || first.Items[0].Entries[0].Key != "at" || first.Items[0].Entries[0].Place != (Place{2, 6}) {
		t.Errorf("%+v and %+v", first, second)
	}
	var bomb strings.Builder
	bomb.WriteString("a0: &a0 [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n")
	for i := range 30 {
		fmt.Fprintf(&bomb, "a%d: &a%d [%s*a%d]\n", i+1, i+1, strings.Repeat(fmt.Sprintf("*a%d, ", i), 9), i)
	}
	if _, err := Parse("x.yaml", []byte(bomb.String())); err == nil || !strings.Contains(err.Error(), "aliases repeat more than 65536 values") {
		t.Errorf("the error is %.200v", err)
	}
}

func TestWhatCannotBeParsed(t *testing.T) {
	deep := strings.Repeat("[", 1000)
	for text, want := range map[string]string{
		"":                                 "1:1: the document says nothing",
		"# only a comment\n":               "1:1: the document says nothing",
		"a: 1\n---\nb: 2\n":                "3:1: a second document begins",
		"a: [1, 2\nb: 3\n":                 "not valid YAML",
		"a: &x 1\nb: &x 2\n":               "2:4: anchor &x is given twice",
		"a: 1\nb: *x\n":                    "2:4: there is no anchor &x before this alias",
		"a: &x [1, *x]\n":                  "there is no anchor &x before this alias",
		"a: 1\nb: !!str 2\n":               "2:4: tags and blocks",
		"a: |\n  text\n":                   "tags and blocks",
		"b: 1\n<<: {a: 1}\n":               "2:1: merge keys",
		"? [a]\n: 1\n":                     "not valid YAML",
		"a: \xff\n":                        "1:4: this is not text in UTF-8",
		"a: " + deep:                       "nested more than 100 deep",
		strings.Repeat("- ", 500):          "nested more than 100 deep",
		strings.Repeat("a: 1\n", maxBytes): "more than 262144 bytes",
	} {
		_, err := Parse("x.yaml", []byte(text))
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.40q: the error is %.200v, want %q", text, err, want)
		}
		var failed *FileError
		if !errors.As(err, &failed) {
			t.Errorf("%.40q: the error has no place", text)
		}
	}
}

// A caret stands below its character, also where tabs, accents and much text are
// before it, and nothing reaches the terminal that would move it.
func TestExcerpt(t *testing.T) {
	for _, c := range []struct {
		line   string
		column int
		want   string
	}{
		{"tau: x", 6, "  1 | tau: x\n           ^"},
		{"\ttau: x", 7, "  1 | \ttau: x\n      \t     ^"},
		{"e\u0301: x", 5, "  1 | e\u0301: x\n         ^"},
		{"a: \x1b[2J", 4, "  1 | a: \ufffd[2J\n         ^"},
		{"x", 2, "  1 | x\n       ^"},
	} {
		e := &FileError{Path: "f", Place: Place{1, c.column}, Source: c.line, Err: errors.New("wrong")}
		if got := strings.TrimPrefix(e.Error(), fmt.Sprintf("f:1:%d: wrong\n", c.column)); got != c.want {
			t.Errorf("%q:\n%s\nwant\n%s", c.line, got, c.want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		line := []rune(rapid.StringMatching(`[a-z]{101,400}`).Draw(t, "line"))
		at := rapid.IntRange(0, len(line)-1).Draw(t, "at")
		line[at] = 'X'
		text, before := excerpt(string(line), at+1)
		if n := len([]rune(text)); text[before] != 'X' || n > excerptWidth+4 {
			t.Fatalf("column %d of %s is %q of %q", at+1, string(line), text[before:], text)
		}
	})
}
