package wording_test

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"twophase/internal/text/wording"
)

func three(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

func TestCount(t *testing.T) {
	for want, got := range map[string]string{
		"0 sweeps":                wording.Count(0, "sweep"),
		"1 sweep":                 wording.Count(1, "sweep"),
		"8 sweeps":                wording.Count(8, "sweep"),
		"1 entry":                 wording.Count(1, "entry"),
		"2 entries":               wording.Count(int64(2), "entry"),
		"2 days":                  wording.Count(2, "day"),
		"2 boxes":                 wording.Count(2, "box"),
		"2 lateral synapses":      wording.Count(2, "lateral synapse"),
		"2 principal directions":  wording.Count(2, "principal direction"),
		"2 stimuli":               wording.Count(2, "stimulus"),
		"12 epochs of 1 stimulus": wording.Count(12, "epoch") + " of " + wording.Count(1, "stimulus"),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

func TestBeside(t *testing.T) {
	for _, test := range []struct {
		v      float64
		bounds []float64
		want   string
	}{
		{0.0242, []float64{1}, "0.0242"},
		{1, []float64{1}, "exactly 1"},
		{0.1, []float64{0.1, 1}, "exactly 0.1"},
		{0.99999, []float64{1}, "0.99999"},
		{0.9996, []float64{1}, "0.9996"},
		{1.00004, []float64{1}, "1.00004"},
		{1 - 3e-9, []float64{1}, "1 − 3e-09"},
		{1 + 0x1p-52, []float64{1}, "1 + 2.2e-16"},
		{0.10000004, []float64{0.1, 1}, "0.1 + 4e-08"},
		{2.974449, []float64{2.974452}, "2.97"},
		{2.974452, []float64{2.974449}, "2.9745"},
		{1, nil, "1"},
		{1, []float64{math.NaN()}, "1"},
		{math.Inf(1), []float64{1}, "+Inf"},
	} {
		if got := wording.Beside(test.v, three, test.bounds...); got != test.want {
			t.Errorf("%v beside %v is %q, want %q", test.v, test.bounds, got, test.want)
		}
	}
}

// Whatever is written lies on the number's side of the bound, and close to it.
func TestBesideKeepsTheSide(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bound := rapid.Float64Range(0.001, 1000).Draw(t, "bound")
		v := bound + rapid.Float64Range(-1, 1).Draw(t, "off")*math.Pow(10, rapid.Float64Range(-14, 2).Draw(t, "exponent"))
		text := wording.Beside(v, three, bound)
		read := 0.0
		switch {
		case strings.HasPrefix(text, "exactly "):
			read = parse(t, strings.TrimPrefix(text, "exactly "))
		case strings.Contains(text, " − "):
			b, off, _ := strings.Cut(text, " − ")
			if read = parse(t, b); read == bound && parse(t, off) > 0 && v < bound {
				return
			}
		case strings.Contains(text, " + "):
			b, off, _ := strings.Cut(text, " + ")
			if read = parse(t, b); read == bound && parse(t, off) > 0 && v > bound {
				return
			}
		default:
			read = parse(t, text)
		}
		if (read < bound) != (v < bound) || (read > bound) != (v > bound) || math.Abs(read-v) > 0.006*math.Abs(v)+1e-12 {
			t.Fatalf("%v beside %v is written %q", v, bound, text)
		}
	})
}

func parse(t *rapid.T, text string) float64 {
	v, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Lines keeps all words in their order, and breaks where the next word does not fit.
func TestLines(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOf(rapid.StringMatching(`[a-zλ√]{1,12}`)).Draw(t, "words")
		width := rapid.IntRange(1, 30).Draw(t, "width")
		lines := wording.Lines(strings.Join(words, " "), width)
		if got := strings.Fields(strings.Join(lines, " ")); !slices.Equal(got, words) {
			t.Fatalf("the words are %q, want %q", got, words)
		}
		for i, line := range lines {
			if n := utf8.RuneCountInString(line); n > width && strings.Contains(line, " ") {
				t.Fatalf("line %q has %d characters, more than %d", line, n, width)
			}
			if i > 0 {
				first, _, _ := strings.Cut(line, " ")
				if utf8.RuneCountInString(lines[i-1]+" "+first) <= width {
					t.Fatalf("%q fits behind %q", first, lines[i-1])
				}
			}
		}
	})
}

func TestShellWord(t *testing.T) {
	for text, want := range map[string]string{"runs/a-1.b": "runs/a-1.b", "": "''", "my run": "'my run'", "it's": `'it'\''s'`, "$HOME": "'$HOME'"} {
		if got := wording.ShellWord(text); got != want {
			t.Errorf("%q is written %s, want %s", text, got, want)
		}
	}
}
