package expression_test

import (
	"slices"
	"strings"
	"testing"

	"twophase/internal/text/expression"
)

var reducers = []string{"mean", "min", "max"}

func TestReductions(t *testing.T) {
	e, reduced, err := expression.CompileReducing("max(mean(E^2), max(I)) - a*mean(-E)", []string{"a"}, reducers, []string{"I", "E"})
	if err != nil {
		t.Fatal(err)
	}
	var read []string
	for _, r := range reduced {
		read = append(read, r.Function+" "+r.Part)
		squared := make([]float64, 2)
		r.Of.EvalAll(squared, [][]float64{{3, -4}})
		want := map[string][]float64{"mean E": {9, 16}, "max I": {3, -4}}[r.Function+" "+r.Part]
		if len(read) < 3 && !slices.Equal(squared, want) {
			t.Errorf("%s of %s is of %v, want %v", r.Function, r.Part, squared, want)
		}
	}
	if want := []string{"mean E", "max I", "mean E"}; !slices.Equal(read, want) {
		t.Errorf("reductions %v, want %v", read, want)
	}
	if v := e.Eval([]float64{10, 5, 7, 0.5}); v != 7-10*0.5 {
		t.Errorf("the expression is %v", v)
	}
	if !e.Uses(0) {
		t.Error("a is not used")
	}
}

func TestReductionErrors(t *testing.T) {
	for text, want := range map[string]string{
		"mean(E - I)":      `column 1 of "mean(E - I)": mean is over one population or projection, and reads I and E here`,
		"mean(2)":          "mean is over one population or projection, and reads nothing here",
		"1 + mean(Q)":      `column 10 of "1 + mean(Q)": Q cannot be seen here: visible are I and E`,
		"maen(E)":          "there is no function maen (did you mean mean?): choose abs, sqrt, sign, rectify, fma, min, max or mean",
		"mean(mean(E))":    "there is no function mean",
		"mean(E)/0":        "this divides by 0",
		"mean(E, I)":       `"," does not belong here`,
		"E":                "E cannot be seen here: visible are a",
		"mean(E":           "the expression ends too early",
		"mean(E > 0)":      "a number is missing",
		"max(mean(E)) + a": "there is no function mean",
	} {
		_, _, err := expression.CompileReducing(text, []string{"a"}, reducers, []string{"I", "E"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
}

func TestNames(t *testing.T) {
	names, err := expression.Names("mean(E) - not_this(W.norm + 2*E) and a")
	if want := []string{"E", "W.norm", "a"}; err != nil || !slices.Equal(names, want) {
		t.Errorf("names %v, %v, want %v", names, err, want)
	}
}
