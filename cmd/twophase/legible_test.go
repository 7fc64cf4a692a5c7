package main

import (
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"twophase/internal/testkit/long"
)

// TestPicturesAreLegible looks at the pictures of docs and the golden ones: each text has its width and a fallback
// for its font, no two texts overlap, and none is cut at an edge.
func TestPicturesAreLegible(t *testing.T) {
	var files []string
	for _, pattern := range []string{"docs/*.svg", "docs/evidence/*.svg", "internal/measure/report/testdata/*.svg"} {
		found, err := filepath.Glob(filepath.Join("..", "..", pattern))
		must(t, err)
		files = append(files, found...)
	}
	for _, file := range files {
		if filepath.Base(file) == "topology.svg" { // drawn by hand
			continue
		}
		data, err := os.ReadFile(file)
		must(t, err)
		if err := legible(data); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// TestDrawnPicturesAreLegible looks at pictures of a circuit with more outputs than there are colours, in all styles, of
// a comparison, and of a sweep.
func TestDrawnPicturesAreLegible(t *testing.T) {
	long.SkipShort(t)
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{
		"run.yaml":  "steps: 2000\nstimulus: {spectrum: [1, 0.9, 0.8, 0.7, 0.6, 0.5, 0.4, 0.3, 0.2, 0.1], inputs: 14}\noutputs: 9\nrecord: [weights@10]\n",
		"both.yaml": "steps: 500\ntrials: 2\nbaseline: untouched\ncompare: {lesioned: {interventions: [{at: 100, lesion: lateral}]}, faster: {rate: 0.01}}\n",
		"grid.yaml": "experiment: {steps: 200, record: [scale@log]}\nvary: {rate: [0.001, 0.01, 0.9], tau: [0.1, 0.5, 2, 8]}\n",
	} {
		must(t, os.WriteFile(name, []byte(text), 0o666))
	}
	for _, command := range []string{
		"run run.yaml --out run", "plot run --out screen", "plot run --style talk --out talk", "plot run --style paper --out paper",
		"plot run --style paper --width 85 --out column", "plot run --width 120 --time linear --out linear",
		"run both.yaml --out both", "sweep plan grid.yaml --out sweep", "sweep run sweep", "sweep collect sweep --plot rate,tau",
	} {
		if err := execute(t, io.Discard, io.Discard, strings.Fields(command)...); err != nil {
			t.Fatalf("%s: %v", command, err)
		}
	}
	files, err := filepath.Glob("*/*.svg")
	must(t, err)
	if len(files) != 5*4+1+1+1 { // traces.svg of the run, the comparison, the sweep
		t.Errorf("pictures: %v", files)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		must(t, err)
		if err := legible(data); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// textBox is where a text is, upright in the coordinates of the picture.
type textBox struct {
	text                     string
	left, top, right, bottom float64
}

// legible returns an error for each pair of texts of a picture that overlap, and each that leaves it.
func legible(svg []byte) error {
	boxes, width, height, err := textBoxes(svg)
	if err != nil {
		return err
	}
	var all []error
	const slack = 0.5 // points: the space around letters
	for i, a := range boxes {
		if a.left < -slack || a.top < -slack || a.right > width+slack || a.bottom > height+slack {
			all = append(all, fmt.Errorf("%q is cut at an edge: %.1f…%.1f of %.1f, %.1f…%.1f of %.1f", a.text, a.left, a.right, width, a.top, a.bottom, height))
		}
		for _, b := range boxes[:i] {
			if min(a.right, b.right)-max(a.left, b.left) > slack && min(a.bottom, b.bottom)-max(a.top, b.top) > slack {
				all = append(all, fmt.Errorf("%q is on %q", a.text, b.text))
			}
		}
	}
	return errors.Join(all...)
}

// affine is the matrix of a transformation (x, y) → (ax + cy + e, bx + dy + f).
type affine [6]float64

func (m affine) then(n affine) affine { // n acts first
	return affine{
		m[0]*n[0] + m[2]*n[1], m[1]*n[0] + m[3]*n[1], m[0]*n[2] + m[2]*n[3], m[1]*n[2] + m[3]*n[3],
		m[0]*n[4] + m[2]*n[5] + m[4], m[1]*n[4] + m[3]*n[5] + m[5],
	}
}

var (
	transformation = regexp.MustCompile(`(\w+)\(([^)]*)\)`)
	fontSizeOf     = regexp.MustCompile(`font-size:([0-9.]+)px`)
)

// transformed returns the matrix of an attribute transform.
func transformed(text string) (affine, error) {
	all := affine{1, 0, 0, 1, 0, 0}
	for _, m := range transformation.FindAllStringSubmatch(text, -1) {
		var v []float64
		for _, field := range strings.FieldsFunc(m[2], func(r rune) bool { return r == ',' || r == ' ' }) {
			x, err := strconv.ParseFloat(field, 64)
			if err != nil {
				return all, err
			}
			v = append(v, x)
		}
		switch {
		case m[1] == "scale" && len(v) == 2:
			all = all.then(affine{v[0], 0, 0, v[1], 0, 0})
		case m[1] == "translate" && len(v) == 2:
			all = all.then(affine{1, 0, 0, 1, v[0], v[1]})
		case m[1] == "rotate" && len(v) == 1:
			sin, cos := math.Sincos(v[0] * math.Pi / 180)
			all = all.then(affine{cos, sin, -sin, cos, 0, 0})
		default:
			return all, fmt.Errorf("a transformation that this test does not know: %s", m[0])
		}
	}
	return all, nil
}

// textBoxes returns where the texts of a picture are, by their attributes textLength, and the picture's size.
func textBoxes(svg []byte) (boxes []textBox, width, height float64, err error) {
	decoder := xml.NewDecoder(strings.NewReader(string(svg)))
	stack := []affine{{1, 0, 0, 1, 0, 0}}
	var open *textBox
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			return boxes, width, height, nil
		}
		if err != nil {
			return nil, 0, 0, err
		}
		switch e := token.(type) {
		case xml.StartElement:
			of := map[string]string{}
			for _, a := range e.Attr {
				of[a.Name.Local] = a.Value
			}
			m, err := transformed(of["transform"])
			if err != nil {
				return nil, 0, 0, err
			}
			m = stack[len(stack)-1].then(m)
			stack = append(stack, m)
			switch e.Name.Local {
			case "svg":
				if _, err := fmt.Sscanf(of["viewBox"], "0 0 %g %g", &width, &height); err != nil {
					return nil, 0, 0, fmt.Errorf("viewBox %q: %w", of["viewBox"], err)
				}
			case "text":
				var x, y, size, length float64
				if m := fontSizeOf.FindStringSubmatch(of["style"]); m != nil {
					_, err = fmt.Sscan(m[1]+" "+of["x"]+" "+of["y"]+" "+of["textLength"], &size, &x, &y, &length)
				}
				if size == 0 || err != nil || !strings.Contains(of["style"], "sans-serif") {
					return nil, 0, 0, fmt.Errorf("a text without a size, a width (textLength) or a font that every viewer has: %v", of)
				}
				open = &textBox{left: math.Inf(1), top: math.Inf(1), right: math.Inf(-1), bottom: math.Inf(-1)}
				for _, corner := range [][2]float64{{x, y - 0.73*size}, {x + length, y + 0.21*size}} { // capitals and descenders
					cx, cy := m[0]*corner[0]+m[2]*corner[1]+m[4], m[1]*corner[0]+m[3]*corner[1]+m[5]
					open.left, open.right = min(open.left, cx), max(open.right, cx)
					open.top, open.bottom = min(open.top, cy), max(open.bottom, cy)
				}
			}
		case xml.CharData:
			if open != nil {
				open.text += string(e)
			}
		case xml.EndElement:
			stack = stack[:len(stack)-1]
			if e.Name.Local == "text" && strings.TrimSpace(open.text) != "" {
				boxes = append(boxes, *open)
			}
			if e.Name.Local == "text" {
				open = nil
			}
		}
	}
}
