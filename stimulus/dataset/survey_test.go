package dataset

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"twophase/internal/numerics/random"
	"twophase/internal/testkit/testfiles"
)

// csvOf returns a CSV file of random stimuli, a third of whose values are zero.
func csvOf(tb testing.TB, rows, inputs int) (path string, stimuli []float64) {
	var text strings.Builder
	stimuli = make([]float64, rows*inputs)
	random.New(1, 0, "survey").Normals(stimuli, 0)
	for i := range stimuli {
		if i%3 == 1 {
			stimuli[i] = 0
		}
		end := ","
		if (i+1)%inputs == 0 {
			end = "\n"
		}
		fmt.Fprint(&text, stimuli[i], end)
	}
	return testfiles.Write(tb, "a.csv", []byte(text.String())), stimuli
}

func survey(tb testing.TB, path string, options SurveyOptions) *Summary {
	tb.Helper()
	s, err := Survey(context.Background(), path, options)
	if err != nil {
		tb.Fatal(err)
	}
	return s
}

// TestSurvey compares with the definitions, written down naively.
func TestSurvey(t *testing.T) {
	const rows, inputs = 101, 7
	path, stimuli := csvOf(t, rows, inputs)
	s := survey(t, path, SurveyOptions{Covariance: true})
	content, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if want := fmt.Sprintf("%x", sha256.Sum256(content)); s.SHA256 != want {
		t.Errorf("SHA-256 %s, want %s", s.SHA256, want)
	}
	if s.Rows != rows || s.Inputs != inputs {
		t.Errorf("%d stimuli of %d inputs, want %d of %d", s.Rows, s.Inputs, rows, inputs)
	}
	var mean [inputs]float64
	var second [inputs][inputs]float64
	for r := range rows {
		x := stimuli[r*inputs:][:inputs]
		for i := range x {
			mean[i] += x[i] / rows
			for j := range x {
				second[i][j] += x[i] * x[j] / rows
			}
		}
	}
	const scale = 3
	for _, centred := range []bool{false, true} {
		c, err := s.Covariance(centred, scale)
		if err != nil {
			t.Fatal(err)
		}
		trace := 0.0
		for i := range inputs {
			if math.Abs(s.Mean[i]-mean[i]) > 1e-14 {
				t.Errorf("mean %d is %g, want %g", i, s.Mean[i], mean[i])
			}
			for j := range inputs {
				want := second[i][j]
				if centred {
					want -= mean[i] * mean[j]
				}
				want *= scale * scale
				if got := c.At(i, j); math.Abs(got-want) > 1e-13 {
					t.Errorf("centred %v: entry %d,%d is %g, want %g", centred, i, j, got, want)
				}
				if c.At(i, j) != c.At(j, i) {
					t.Errorf("centred %v: entries %d,%d and %d,%d differ", centred, i, j, j, i)
				}
				if i == j {
					trace += want
				}
			}
		}
		if got := c.Trace(); math.Abs(got-trace) > 1e-12 {
			t.Errorf("centred %v: trace %g, want %g", centred, got, trace)
		}
		if got := s.TotalVariance(centred) * scale * scale; math.Abs(got-trace) > 1e-12 {
			t.Errorf("centred %v: total variance %g, want %g", centred, got, trace)
		}
	}
}

func TestSurveyDoesNotDependOnWorkers(t *testing.T) {
	path, _ := csvOf(t, 77, 9)
	want := survey(t, path, SurveyOptions{Covariance: true, Workers: 1})
	for _, workers := range []int{0, 2, 3, 8, 20} {
		got := survey(t, path, SurveyOptions{Covariance: true, Workers: workers})
		if !slices.Equal(got.moments.Entries(), want.moments.Entries()) || !slices.Equal(got.Mean, want.Mean) {
			t.Errorf("%d workers found something else than one", workers)
		}
	}
	plain := survey(t, path, SurveyOptions{})
	if !slices.Equal(plain.Mean, want.Mean) || plain.MeanSquare != want.MeanSquare {
		t.Error("without the covariance the mean is another one")
	}
}

func TestSurveyErrors(t *testing.T) {
	ctx := context.Background()
	check := func(err error, want string) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
	all := SurveyOptions{Covariance: true}
	_, err := Survey(ctx, filepath.Join(t.TempDir(), "nowhere.csv"), all)
	check(err, "nowhere.csv")
	_, err = Survey(ctx, testfiles.Write(t, "a.csv", []byte("1,2\n3\n")), all)
	check(err, "line 2 has 1 value")
	_, err = Survey(ctx, testfiles.Write(t, "a.csv", []byte("1e200,2\n3,4\n")), all)
	check(err, "divide the stimuli by a constant")
	_, err = Survey(ctx, testfiles.Write(t, "wide", testfiles.IDX(8, make([]byte, 8193), 1, 8193)), all)
	check(err, "the covariance of 8193 inputs is too large")
	survey(t, testfiles.Write(t, "wide", testfiles.IDX(8, make([]byte, 8193), 1, 8193)), SurveyOptions{})

	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	path, _ := csvOf(t, 10, 2)
	if _, err := Survey(cancelled, path, all); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: error %v", err)
	}
	_, err = survey(t, path, SurveyOptions{}).Covariance(true, 1)
	check(err, "ask for it in SurveyOptions")
	_, err = survey(t, testfiles.Write(t, "a.csv", []byte("1e8,1\n100000001,1\n")), all).Covariance(true, 1)
	check(err, "hardly vary")
}

func TestSurveyOfZeros(t *testing.T) {
	s := survey(t, testfiles.Write(t, "a", testfiles.IDX(8, make([]byte, 6), 2, 3)), SurveyOptions{Covariance: true})
	c, err := s.Covariance(true, 1)
	if err != nil {
		t.Fatal(err)
	}
	if top := c.TopEigenvalue(); top != 0 {
		t.Errorf("largest eigenvalue %g, want 0", top)
	}
}
