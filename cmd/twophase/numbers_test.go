package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"
	"pgregory.net/rapid"

	"twophase/circuit"
	"twophase/circuit/intervention"
	"twophase/circuit/selection"
	"twophase/internal/experiment"
	"twophase/internal/study/sweep"
	"twophase/internal/testkit/long"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/recorder"
	"twophase/stimulus/fileformat"
)

// places are where people write numbers: what each makes of a text. Where a letter means
// something else, as the comma of a list, no text has it.
type places[T any] map[string]struct {
	not  string
	read func(text string) (T, error)
}

// readKey reads the value of a key.
func readKey[T any](to *T, value document.Value, text string) (T, error) {
	d, err := document.Parse("x.yaml", []byte("v: "+text))
	if err == nil {
		err = d.Read(&document.Section{Keys: []document.Key{{Name: "v", Value: value}}})
	}
	return *to, err
}

// only returns the number that is all of a list.
func only(v []float64, err error) (float64, error) {
	if err != nil || len(v) != 1 {
		return 0, fmt.Errorf("%v, %w", v, err)
	}
	return v[0], nil
}

func realPlaces(t *testing.T) places[float64] {
	csv := filepath.Join(t.TempDir(), "x.csv")
	return places[float64]{
		"a flag": {"", func(text string) (float64, error) {
			v := decimal()
			if err := v.Set(text); err != nil {
				return 0, err
			}
			return strconv.ParseFloat(v.String(), 64)
		}},
		"a key": {"", func(text string) (float64, error) {
			var v float64
			return readKey(&v, document.Number(&v, document.Any), text)
		}},
		"a list of keys": {",", func(text string) (float64, error) {
			var v []float64
			return only(readKey(&v, document.Numbers(&v, document.Any), "["+text+"]"))
		}},
		"a grid": {",", func(text string) (float64, error) {
			p, err := sweep.Parse(context.Background(), "x.yaml", []byte("experiment: {steps: 3}\nvary:\n  tau: {range: {from: "+text+", to: 1e308, count: 2}}"))
			if err != nil {
				return 0, err
			}
			return p.Dimensions[0].Keys[0].Numbers[0], nil
		}},
		"the first gain": {":", func(text string) (float64, error) {
			l, err := experiment.ParseLambda(text + ":1")
			return append(l.Values, 0)[0], err
		}},
		"a gain": {",:", func(text string) (float64, error) {
			l, err := experiment.ParseLambda(text)
			return append(l.Values, 0)[0], err
		}},
		"a rate": {",/", func(text string) (float64, error) {
			r, err := circuit.ParseRate(text)
			return r.At(1), err
		}},
		"a decaying rate": {",", func(text string) (float64, error) {
			r, err := circuit.ParseRate("1/(" + text + "+t)")
			if err != nil {
				return 0, err
			}
			text, _ = strings.CutPrefix(r.String(), "1/(")
			return strconv.ParseFloat(strings.TrimSuffix(text, "+t)"), 64)
		}},
		"a condition": {"", func(text string) (float64, error) {
			c, err := intervention.ParseCondition("error < " + text)
			return c.Value, err
		}},
		"a CSV file": {",", func(text string) (float64, error) {
			if err := os.WriteFile(csv, []byte("0,0\n"+text+",0\n"), 0o666); err != nil {
				return 0, err
			}
			f, err := fileformat.Open(csv, fileformat.Layout{})
			if err != nil {
				return 0, err
			}
			defer f.Close()
			x := make([]float64, 2)
			if err := f.Next(x); err != nil {
				return 0, err
			}
			err = f.Next(x)
			return x[0], err
		}},
	}
}

// wholePlaces read a number from 1 to 1000, or more.
var wholePlaces = places[int64]{
	"a flag": {"", func(text string) (int64, error) {
		v := positive()
		if err := v.Set(text); err != nil {
			return 0, err
		}
		return strconv.ParseInt(v.String(), 0, 64) // as cli.Context.Int does
	}},
	"--seed": {"", func(text string) (int64, error) {
		v := unsigned(1)
		if err := v.Set(text); err != nil {
			return 0, err
		}
		return strconv.ParseInt(v.String(), 0, 64)
	}},
	"a key": {"", func(text string) (int64, error) {
		v := 0
		_, err := readKey(&v, document.Integer(&v, 1, math.MaxInt), text)
		return int64(v), err
	}},
	"seed": {"", func(text string) (int64, error) {
		v := uint64(0)
		_, err := readKey(&v, document.Unsigned(&v, 1), text)
		return int64(v), err
	}},
	"a stride": {"", func(text string) (int64, error) {
		r, err := recorder.ParseRequest("lateral@" + text)
		return int64(r.Stride), err
	}},
	"an index": {",-", func(text string) (int64, error) {
		s, err := selection.Parse("scale[" + text + "]")
		if err != nil {
			return 0, err
		}
		return strconv.ParseInt(strings.Trim(s.String(), "scale[]"), 10, 64)
	}},
	"the end of a range": {",", func(text string) (int64, error) {
		s, err := selection.Parse("lateral[0,0-" + text + "]")
		if err != nil {
			return 0, err
		}
		return strconv.ParseInt(strings.TrimSuffix(strings.TrimPrefix(s.String(), "lateral[0,0-"), "]"), 10, 64)
	}},
	"the end of a rate": {",", func(text string) (int64, error) {
		r, err := circuit.ParseRate("2 until " + text + ", 1")
		if err != nil {
			return 0, err
		}
		_, until, _ := strings.Cut(strings.TrimSuffix(r.String(), ", 1"), " until ")
		return strconv.ParseInt(until, 10, 64)
	}},
	"shards": {"/", func(text string) (int64, error) {
		s, err := sweep.ParseShard("0/" + text)
		return int64(s.Of), err
	}},
	"a shard": {"/", func(text string) (int64, error) {
		s, err := sweep.ParseShard(text + "/1001")
		return int64(s.Index), err
	}},
	"a size": {"", func(text string) (int64, error) {
		v := size("")
		if err := v.Set(text); err != nil {
			return 0, err
		}
		return wording.Size(v.String())
	}},
}

// Every place accepts and refuses the same texts, and reads the same numbers.
func TestNumbersAreReadAlike(t *testing.T) {
	reals := realPlaces(t)
	texts := rapid.OneOf(
		rapid.StringMatching(`[-+]?[0-9]{1,3}\.?[0-9]{0,2}([eE][-+]?[0-9])?`),
		rapid.StringMatching(`[-+]?\.?[0-9]{1,2}([eE][-+]?[0-9]{1,3})?`),
		rapid.StringMatching(`[-+.0-9eExX_pbo,:]{1,6}`),
		rapid.StringMatching(` ?[1-9][0-9_]{0,2}(e[0-2])? ?`),
		rapid.SampledFrom([]string{"", " ", "nan", "NaN", "inf", "-Infinity", ".inf", "0x10", "0x1p3", "0b1", "0o7", "010", "1_000", "1,5", "1 000", "1e400", "1e-400", "1e", "e1", "1.5.2", "--1", "1e1000000000000", "٣"}),
	)
	rapid.Check(t, func(rt *rapid.T) {
		text := texts.Draw(rt, "text")
		// What is negative, or too large, is out of range in some places.
		want, err := wording.ParseNumber(text)
		for name, p := range reals {
			if strings.ContainsAny(text, p.not) || err == nil && !(want > 0 && want < 1e300) {
				continue
			}
			if got, err2 := p.read(text); (err == nil) != (err2 == nil) || err == nil && got != want {
				rt.Errorf("%s: %q is %v, %v; want %v, %v", name, text, got, err2, want, err)
			}
		}
		least, err := wording.Int(text, math.MinInt64, math.MaxInt64)
		for name, p := range wholePlaces {
			if strings.ContainsAny(text, p.not) || err == nil && (least < 1 || least > 1000) || err != nil && name == "a size" && wording.IsNumber(text) ||
				name == "seed" && want > math.MaxInt64 && want <= math.MaxUint64 { // a seed may be as large as that
				continue
			}
			if got, err2 := p.read(text); (err == nil) != (err2 == nil) || err == nil && got != least {
				rt.Errorf("%s: %q is %v, %v; want %v, %v", name, text, got, err2, least, err)
			}
		}
	})
}

// No flag reads its number in another way, and every flag of a number has an error that
// names it.
func TestFlagsReadNumbersAlike(t *testing.T) {
	long.SkipShort(t)
	numerals := 0
	var walk func(path []string, commands []*cli.Command)
	walk = func(path []string, commands []*cli.Command) {
		for _, c := range commands {
			path := append(path[:len(path):len(path)], c.Name)
			walk(path, c.Subcommands)
			for _, f := range c.Flags {
				name := f.Names()[0]
				switch f := f.(type) {
				case *cli.StringFlag:
					key := keyOfFlag(name)
					if key.Key == nil || !isNumber(key.Key) {
						continue
					}
					numerals++
					err := key.ReadText("1_000")
					if err == nil || err.Error() != "--"+name+`: "1_000" is not a number: write 1000` {
						t.Errorf("%v --%s 1_000: %v", path, name, err)
					}
				case *cli.StringSliceFlag, *cli.BoolFlag, *cli.DurationFlag:
				case *cli.GenericFlag:
					numerals++
					if err := f.Value.Set("1_000"); err == nil || !strings.Contains(err.Error(), `"1_000" is not a number: write 1000`) {
						t.Errorf("%v --%s 1_000: %v", path, name, err)
					}
					if len(c.Subcommands) > 0 {
						continue
					}
					words := append(path, "--"+name, "x")
					err := newApp(io.Discard, io.Discard, words...).Run(words)
					if err == nil || !strings.HasPrefix(err.Error(), "--"+name+": ") {
						t.Errorf("%v --%s x: %v", path, name, err)
					}
				default:
					t.Errorf("%v --%s is a %T", path, name, f)
				}
			}
		}
	}
	walk([]string{"twophase"}, newApp(io.Discard, io.Discard).Commands)
	if numerals < 50 {
		t.Errorf("only %d flags are numbers", numerals)
	}
}

// isNumber reports whether the value of a key is a number, or a number if it is given.
func isNumber(key *document.Key) bool {
	switch key.Value.Schema()["type"] {
	case "number", "integer":
		return true
	}
	return false
}
