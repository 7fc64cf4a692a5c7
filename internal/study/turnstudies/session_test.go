package turnstudies

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"twophase/internal/measure/report"
	"twophase/internal/numerics/random"
)

// fileOf writes stimuli with the standard deviations 1, 1/2, 1/3, … and returns their file.
func fileOf(t *testing.T, rows, inputs int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "stimuli.csv")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	w := csv.NewWriter(file)
	x := make([]float64, inputs)
	for row := range rows {
		random.New(1, 0, "a test").Normals(x, uint64(row))
		var line []string
		for i, v := range x {
			line = append(line, fmt.Sprint(v/float64(i+1)))
		}
		if err := w.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	w.Flush()
	if err := errors.Join(w.Error(), file.Close()); err != nil {
		t.Fatal(err)
	}
	return path
}

// findings runs all experiments.
func findings(t *testing.T, o Options) (all []*Finding) {
	t.Helper()
	s, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	for _, name := range Names() {
		f, err := s.Run(t.Context(), name)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		all = append(all, f)
	}
	return all
}

// All experiments have the same findings with one worker and with three, whose rows have the
// columns of the header, and whose pictures can be drawn. A file takes the place of the images.
func TestFindings(t *testing.T) {
	o := Options{Quick: true, Trials: 2, Steps: 300, Seed: 1, Workers: 1, File: fileOf(t, 200, 7)}
	one := findings(t, o)
	o.Workers = 3
	three := findings(t, o)
	for i, f := range one {
		if !reflect.DeepEqual(f.Rows, three[i].Rows) || !reflect.DeepEqual(f.Table, three[i].Table) {
			t.Errorf("%s differs between one worker and three", f.Name)
		}
		for _, row := range f.Rows {
			if len(row) != len(f.Rows[0]) {
				t.Errorf("%s: a row of %d columns under a header of %d: %v", f.Name, len(row), len(f.Rows[0]), row)
			}
		}
		if f.Picture == nil {
			continue
		}
		var svg strings.Builder
		if err := report.WriteSVG(&svg, f.Picture); err != nil || !strings.Contains(svg.String(), "</svg>") {
			t.Errorf("%s: no picture, %v", f.Name, err)
		}
	}
	if rows := one[slices.Index(Names(), "turns-images")].Rows; rows[1][0] != "3" || len(rows) != 1+2*5 { // 3 and 5 outputs of 7 inputs, 5 numbers of turns
		t.Errorf("images: %v", rows)
	}
}

// A run that is interrupted says so, and a name that no experiment has lists those that there are.
func TestInterrupted(t *testing.T) {
	s, err := New(Options{Quick: true})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, name := range []string{"turns-phase", "turns-fullrank", "turns-powers"} {
		if _, err := s.Run(ctx, name); !errors.Is(err, ErrInterrupted) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.Run(t.Context(), "turns"); err == nil || !strings.Contains(err.Error(), "turns-world") {
		t.Errorf("error %v", err)
	}
}

// A patch is the mean brightness of blocks of the photograph, from its first corner to its last.
func TestPatches(t *testing.T) {
	const side = patchSide * patchBlock
	picture := image.NewGray(image.Rect(0, 0, side, side)) // of one patch
	for y := range side {
		for x := range side {
			picture.SetGray(x, y, color.Gray{uint8(255 * (y / patchBlock % 2))})
		}
	}
	path := filepath.Join(t.TempDir(), "stripes.jpg")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(jpeg.Encode(file, picture, &jpeg.Options{Quality: 100}), file.Close()); err != nil {
		t.Fatal(err)
	}
	rows, err := patches([]string{path}, 3, 1)
	if err != nil {
		t.Fatal(err)
	}
	for row := range 3 {
		for i, v := range rows.RawRowView(row) {
			if want := float64(i / patchSide % 2); math.Abs(v-want) > 0.02 {
				t.Fatalf("pixel %d of patch %d is %v, want %v", i, row, v, want)
			}
		}
	}
}

// A tone is in its band, and silence in none.
func TestFrames(t *testing.T) {
	const band, width = 20, frameSamples / 2 / frameBands
	samples := make([]float64, frameSamples+frameHop)
	for i := range samples {
		samples[i] = math.Sin(2 * math.Pi * (1 + (band+0.5)*width) * float64(i) / frameSamples)
	}
	rows := frames(samples)
	if len(rows) != 2*frameBands {
		t.Fatalf("%d numbers, want two frames of %d bands", len(rows), frameBands)
	}
	for frame := range slices.Chunk(rows, frameBands) {
		for i, v := range frame {
			if near := i >= band-1 && i <= band+1; i == band && v < math.Log(0.1) || !near && v > math.Log(2*silence) {
				t.Errorf("band %d has e^%v", i, v)
			}
		}
	}
	for _, v := range frames(make([]float64, frameSamples)) {
		if v != math.Log(silence) {
			t.Fatalf("silence has e^%v", v)
		}
	}
}
