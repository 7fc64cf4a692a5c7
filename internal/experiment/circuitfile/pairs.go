package circuitfile

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// Read implements document.Value: [POST, PRE], or [POST, PRE, WEIGHT].
func (p *Pair) Read(d *document.Document, name string, n *document.Node) {
	items := d.Items(name, n)
	switch {
	case items == nil:
		return
	case len(items) != 2 && len(items) != 3:
		d.Fail(name, n, "a pair has %d numbers: write [POST, PRE], or [POST, PRE, WEIGHT]", len(items))
		return
	}
	document.Integer(&p.Post, 0, maxNeurons).Read(d, name+"[0]", items[0])
	document.Integer(&p.Pre, 0, maxNeurons).Read(d, name+"[1]", items[1])
	if len(items) == 3 {
		p.Weight = new(float64)
		document.Number(p.Weight, document.Any).Read(d, name+"[2]", items[2])
	}
}

// Write implements document.Value.
func (p *Pair) Write() (*document.Node, bool) {
	n := &document.Node{Kind: document.ListNode}
	n.Items = append(n.Items, document.NodeOf(float64(p.Post)), document.NodeOf(float64(p.Pre)))
	if p.Weight != nil {
		n.Items = append(n.Items, document.NodeOf(*p.Weight))
	}
	return n, true
}

// Schema implements document.Value.
func (p *Pair) Schema() map[string]any {
	return map[string]any{"type": "array", "items": map[string]any{"type": "number"}, "minItems": 2, "maxItems": 3}
}

// locate adds to an error of package circuit the pair that it is about, and its place.
func (w *Wiring) locate(err error) error {
	var wrong *circuit.PairError
	if !errors.As(err, &wrong) || wrong.Pair >= len(w.Pairs) {
		return err
	}
	if place := w.Pairs[wrong.Pair].place; place != "" {
		err = fmt.Errorf("%s: %w", place, err)
	}
	return document.Blame(err, fmt.Sprintf("wiring.pairs[%d]", wrong.Pair), "wiring.file")
}

// wiringFile is the value of the key file of a wiring: a text file that lists the synapses. It
// is read once, into pairs, so that the manifest of a run has all of them.
type wiringFile struct{ to *[]Pair }

// Read implements document.Value.
func (w *wiringFile) Read(d *document.Document, name string, n *document.Node) {
	path, ok := d.Word(name, n)
	if !ok {
		return
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(filepath.Dir(d.Path), path)
	}
	pairs, err := readPairs(path)
	if err != nil {
		d.Fail(name, n, "%w", err)
		return
	}
	*w.to = pairs
}

// Write implements document.Value: the pairs are written as such.
func (w *wiringFile) Write() (*document.Node, bool) { return nil, false }

// Schema implements document.Value.
func (w *wiringFile) Schema() map[string]any { return map[string]any{"type": "string", "minLength": 1} }

// headers are what the first line of a file of pairs may be.
var headers = []string{"post,pre", "post,pre,weight"}

// readPairs reads a file with a synapse a line, POST,PRE or POST,PRE,WEIGHT. Empty lines, and what follows #, do
// not count.
func readPairs(path string) (pairs []Pair, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	seen, columns := map[[2]int]string{}, 0
	for line := 1; lines.Scan(); line++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\r' })
		isHeader := columns == 0 && slices.Contains(headers, strings.ToLower(strings.Join(fields, ",")))
		if isHeader {
			columns = len(fields)
		}
		if isHeader || len(fields) == 0 {
			continue
		}
		pair, err := readPair(fields)
		pair.place = path + ":" + strconv.Itoa(line)
		synapse := [2]int{pair.Post, pair.Pre}
		switch before, twice := seen[synapse]; {
		case err != nil:
		case columns != 0 && len(fields) != columns:
			err = fmt.Errorf("%s here and %d above: give all synapses a weight, or none", wording.Count(len(fields), "number"), columns)
		case twice:
			err = fmt.Errorf("synapse %d,%d is listed twice: line %s has it too", pair.Post, pair.Pre, strings.TrimPrefix(before, path+":"))
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", pair.place, err)
		}
		seen[synapse], columns = pair.place, len(fields)
		pairs = append(pairs, pair)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if pairs == nil {
		return nil, fmt.Errorf("%s lists no synapse: write one a line, as POST,PRE", path)
	}
	return pairs, nil
}

// readPair reads the fields of a line.
func readPair(fields []string) (p Pair, err error) {
	if len(fields) != 2 && len(fields) != 3 {
		return p, fmt.Errorf("%q is not a synapse: write POST,PRE or POST,PRE,WEIGHT", strings.Join(fields, ","))
	}
	for i, to := range []*int{&p.Post, &p.Pre} {
		v, err := wording.Int(fields[i], 0, maxNeurons)
		if err != nil {
			return p, fmt.Errorf("%w; write POST,PRE, two numbers of neurons that count from 0, and a weight if you like", err)
		}
		*to = int(v)
	}
	if len(fields) == 3 {
		p.Weight = new(float64)
		*p.Weight, err = wording.ParseNumber(fields[2])
	}
	return p, err
}
