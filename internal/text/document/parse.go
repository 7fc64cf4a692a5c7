package document

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode/utf8"

	"github.com/goccy/go-yaml"
	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/goccy/go-yaml/token"

	"twophase/internal/text/wording"
)

// Limits of a document, far beyond what people write. The YAML library takes minutes and
// gigabytes for a large document with deep nesting.
const (
	maxBytes = 1 << 18
	maxDepth = 100
)

// Open parses a file. Its errors are of type *FileError.
func Open(path string) (*Document, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, &FileError{Path: path, Err: cause(err)}
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxBytes+1))
	if err != nil {
		return nil, &FileError{Path: path, Err: cause(err)}
	}
	return Parse(path, text)
}

// cause returns an error without the path that a FileError already gives.
func cause(err error) error {
	var failed *fs.PathError
	if errors.As(err, &failed) {
		return failed.Err
	}
	return err
}

// Parse parses a text. Path is what errors give as its name. The error joins
// everything that is wrong, each a *FileError.
func Parse(path string, text []byte) (*Document, error) {
	lines := lineEnds.Replace(strings.TrimPrefix(string(text), "\ufeff"))
	d := &Document{Path: path, lines: strings.Split(lines, "\n"), places: map[string]Place{}, anchors: map[string]*Node{}}
	d.top = d.parse(lines)
	return d, d.Err()
}

// lineEnds are those of YAML. The columns of the YAML library are right only after \n.
var lineEnds = strings.NewReplacer("\r\n", "\n", "\r", "\n")

// parse returns the top of the document, nil if there is an error.
func (d *Document) parse(text string) (top *Node) {
	defer func() {
		if r := recover(); r != nil { // a mistake of the YAML library
			d.fail(Place{1, 1}, fmt.Errorf("cannot be read as YAML: %v", r))
			top = nil
		}
	}()
	switch {
	case len(text) > maxBytes:
		d.fail(Place{1, 1}, fmt.Errorf("more than %d bytes: this is not such a document", maxBytes))
		return nil
	case !utf8.ValidString(text):
		d.fail(d.invalid(), errors.New("this is not text in UTF-8"))
		return nil
	case d.deep():
		return nil
	}
	file, err := parser.ParseBytes([]byte(text), 0, parser.AllowDuplicateMapKey())
	var syntax *yaml.SyntaxError
	switch {
	case errors.As(err, &syntax):
		d.fail(place(syntax.Token), fmt.Errorf("not valid YAML: %s", syntax.Message))
		return nil
	case err != nil:
		d.fail(Place{1, 1}, fmt.Errorf("not valid YAML: %w", err))
		return nil
	}
	var bodies []ast.Node
	for _, doc := range file.Docs {
		if doc.Body != nil {
			bodies = append(bodies, doc.Body)
		}
	}
	switch len(bodies) {
	case 0:
		d.fail(Place{1, 1}, errors.New("the document says nothing"))
		return nil
	case 1:
		return d.node(bodies[0])
	}
	d.fail(place(start(bodies[1])), errors.New("a second document begins: write each in a file of its own"))
	return nil
}

// invalid returns the place of the first byte that is not UTF-8.
func (d *Document) invalid() Place {
	for i, line := range d.lines {
		for at, r := range line {
			if _, size := utf8.DecodeRuneInString(line[at:]); r == utf8.RuneError && size == 1 {
				return Place{i + 1, utf8.RuneCountInString(line[:at]) + 1}
			}
		}
	}
	return Place{1, 1}
}

// deep reports whether brackets or dashes are nested too deeply, and says so.
func (d *Document) deep() bool {
	brackets := 0
	for i, line := range d.lines {
		before := strings.TrimLeft(line, "-? ")
		dashes := strings.Count(line[:len(line)-len(before)], " ") // or blanks before the first word
		deepest := brackets
		for _, r := range line {
			switch r {
			case '[', '{':
				brackets++
			case ']', '}':
				brackets = max(0, brackets-1)
			}
			deepest = max(deepest, brackets)
		}
		if deepest > maxDepth || dashes > 2*maxDepth {
			d.fail(Place{i + 1, 1}, fmt.Errorf("nested more than %d deep", maxDepth))
			return true
		}
	}
	return false
}

// node converts a node of the YAML library to a Node. It returns nil if there is an error.
func (d *Document) node(n ast.Node) *Node {
	at := place(start(n))
	switch n := n.(type) {
	case nil, *ast.NullNode:
		return &Node{Kind: NullNode, Place: at}
	case *ast.StringNode:
		t := n.GetToken().Type
		quoted := t == token.SingleQuoteType || t == token.DoubleQuoteType
		if !quoted && wording.IsNumber(n.Value) { // such as 1e-3, which the library calls a text
			return &Node{Kind: NumberNode, Text: n.Value, Place: at}
		}
		return &Node{Kind: TextNode, Text: n.Value, Place: at, quoted: quoted}
	case *ast.IntegerNode, *ast.FloatNode, *ast.NanNode, *ast.InfinityNode:
		return &Node{Kind: NumberNode, Text: n.GetToken().Value, Place: at}
	case *ast.BoolNode:
		return &Node{Kind: BoolNode, Text: n.GetToken().Value, Place: at}
	case *ast.AnchorNode:
		return d.anchored(n, at)
	case *ast.AliasNode:
		return d.alias(n, at)
	case *ast.SequenceNode:
		list := &Node{Kind: ListNode, Place: at}
		for _, item := range n.Values {
			list.Items = append(list.Items, d.node(item))
		}
		return list
	case ast.MapNode:
		mapping := &Node{Kind: MappingNode, Place: at}
		for entries := n.MapRange(); entries.Next(); {
			if key, ok := d.key(entries.Key()); ok {
				key.Value = d.node(entries.Value())
				mapping.Entries = append(mapping.Entries, key)
			}
		}
		return mapping
	}
	return d.fault(at, "tags and blocks of text have no meaning here: write the value itself")
}

// fault notes an error, and returns a node in the place of what is wrong.
func (d *Document) fault(at Place, format string, values ...any) *Node {
	d.fail(at, fmt.Errorf(format, values...))
	return &Node{Kind: NullNode, Place: at}
}

// mostRepeated is the largest number of values that aliases repeat in all: a few lines could stand for billions.
const mostRepeated = 1 << 16

// anchored reads a value that has a name, so that an alias can repeat it.
func (d *Document) anchored(n *ast.AnchorNode, at Place) *Node {
	name := n.Name.GetToken().Value
	if _, twice := d.anchors[name]; twice {
		return d.fault(at, "anchor &%s is given twice", name)
	}
	d.anchors[name] = nil // within itself it has no value
	value := d.node(n.Value)
	d.anchors[name] = value
	return value
}

// alias returns the value that an alias repeats.
func (d *Document) alias(n *ast.AliasNode, at Place) *Node {
	name := n.Value.GetToken().Value
	value := d.anchors[name]
	if value == nil {
		return d.fault(at, "there is no anchor &%s before this alias: write the value itself once as &%s VALUE", name, name)
	}
	if d.repeated += value.size(mostRepeated - d.repeated); d.repeated > mostRepeated {
		return d.fault(at, "aliases repeat more than %d values", mostRepeated)
	}
	return value
}

// size returns the number of values in the node, or more than most if there are more.
func (n *Node) size(most int) int {
	size := 1
	for _, item := range n.Items {
		if size <= most {
			size += item.size(most - size)
		}
	}
	for _, e := range n.Entries {
		if size <= most && e.Value != nil {
			size += e.Value.size(most - size)
		}
	}
	return size
}

// key returns a key of a mapping, without its value.
func (d *Document) key(n ast.MapKeyNode) (Entry, bool) {
	t := n.GetToken()
	if n.IsMergeKey() {
		d.fail(place(t), errors.New("merge keys have no meaning here: write the keys themselves"))
		return Entry{}, false
	}
	if _, ok := n.(ast.ScalarNode); !ok {
		d.fail(place(t), errors.New("a key is a word: write it as KEY: VALUE"))
		return Entry{}, false
	}
	return Entry{Key: t.Value, Place: place(t)}, true
}

// start returns the token at which a value starts.
func start(n ast.Node) *token.Token {
	switch n := n.(type) {
	case nil:
		return nil
	case *ast.MappingNode:
		if n.Start != nil && n.Start.Type == token.MappingStartType || len(n.Values) == 0 {
			return n.Start
		}
		return start(n.Values[0])
	case *ast.MappingValueNode:
		return n.Key.GetToken()
	}
	return n.GetToken()
}

func place(t *token.Token) Place {
	if t == nil || t.Position == nil {
		return Place{}
	}
	return Place{t.Position.Line, t.Position.Column}
}
