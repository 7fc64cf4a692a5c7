package circuitfile

import (
	"bufio"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// wiringFile is the value of the key file of a wiring: a text file that lists the synapses. It
// is read once, into pairs, so that the manifest of a run has all of them.
type wiringFile struct{ to *[][]int }

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

// readPairs reads a file with a synapse a line, POST,PRE. Empty lines, and what follows #, do
// not count.
func readPairs(path string) (pairs [][]int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	seen := map[[2]int]int{}
	for line := 1; lines.Scan(); line++ {
		text, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' || r == '\r' })
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 2 {
			return nil, fmt.Errorf("%s:%d: %q is not a synapse: write POST,PRE, two numbers of neurons that count from 0", path, line, strings.TrimSpace(text))
		}
		var pair [2]int
		for i, field := range fields {
			v, err := wording.Int(field, 0, maxNeurons)
			if err != nil {
				return nil, fmt.Errorf("%s:%d: %w; write POST,PRE, two numbers of neurons that count from 0", path, line, err)
			}
			pair[i] = int(v)
		}
		if before, twice := seen[pair]; twice {
			return nil, fmt.Errorf("%s:%d: synapse %d,%d is listed twice: line %d has it too", path, line, pair[0], pair[1], before)
		}
		seen[pair] = line
		pairs = append(pairs, pair[:])
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if pairs == nil {
		return nil, fmt.Errorf("%s lists no synapse: write one a line, as POST,PRE", path)
	}
	return pairs, nil
}
