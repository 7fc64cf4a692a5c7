package expression_test

import (
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"twophase/internal/text/expression"
)

// names of two neurons and a synapse, by group.
var synapseNames, synapseGroups = []string{"post", "post.gain", "pre", "pre.mean", "w"}, []int{0, 0, 1, 1, 2}

func separated(e expression.Expression) (text string, ok bool) {
	terms, ok := e.Separate(3, synapseGroups, synapseNames)
	var all []string
	for _, t := range terms {
		sign := "+ "
		if t.Negative {
			sign = "- "
		}
		all = append(all, sign+strings.Join(t.Factors, " | "))
	}
	return strings.Join(all, "; "), ok
}

func TestSeparate(t *testing.T) {
	for text, want := range map[string]string{
		"post*pre - w":                        "+ post | pre | ; -  |  | w",
		"post*pre - 0.1*post^2*w":             "+ post | pre | ; - 0.1*post^2 |  | w",
		"post*(pre - post*w)":                 "+ post | pre | ; - post*post |  | w",
		"2*(post.gain^2*post*pre - w)":        "+ 2*(post.gain^2*post) | pre | ; - 2 |  | w",
		"post*(post - post.gain)*pre":         "+ post*(post - post.gain) | pre | ",
		"(post - 1)*(pre - pre.mean)":         "+ post - 1 | pre - pre.mean | ",
		"post*pre + post*pre.mean":            "+ post | pre + pre.mean | ",
		"post*pre/pre.mean - 3":               "+ post | pre/pre.mean | ; - 3 |  | ",
		"post*max(0, pre - 1)":                "+ post | max(0, pre - 1) | ",
		"-(post - w)*pre":                     "- post | pre | ; +  | pre | w",
		"post*pre*(1 - w)^2":                  "+ post | pre | ; - post + post | pre | w; + post | pre | w*w",
		"post*pre*(1 - w)":                    "+ post | pre | ; - post | pre | w",
		"post*abs(w)":                         "+ post |  | abs(w)",
		"post*pre/(1 + abs(pre) > 2 ? 1 : 2)": "+ post | pre/(1 + abs(pre) > 2 ? 1 : 2) | ",
		"(post - pre)*(post + pre) - w":       "+ post*post |  | ; -  | pre*pre | ; -  |  | w",
		"post*pre - pre*post":                 "",
		"3":                                   "+ 3 |  | ",
	} {
		got, ok := separated(compile(t, text, synapseNames...))
		if !ok || got != want {
			t.Errorf("%s: %q, %v, want %q", text, got, ok, want)
		}
	}
	for _, text := range []string{"max(post, pre)", "abs(w)*(post + abs(post*pre))", "post/(pre + w)", "fma(post, pre, w)", "(post + pre)^60"} {
		if got, ok := separated(compile(t, text, synapseNames...)); ok {
			t.Errorf("%s: it is a sum of products, %s", text, got)
		}
	}
}

// A sum of products has the value of its expression, but for rounding.
func TestSeparatedIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := drawSum(t, 3)
		e, err := expression.Compile(text, synapseNames)
		if err != nil {
			t.Skip(err) // too long or too deep
		}
		terms, ok := e.Separate(3, synapseGroups, synapseNames)
		if !ok {
			t.Fatalf("%s is no sum of products", text)
		}
		values := make([]float64, len(synapseNames))
		for i := range values {
			values[i] = rapid.Float64Range(-2, 2).Draw(t, "value")
		}
		sum, size := 0.0, 1.0
		for _, term := range terms {
			p := 1.0
			for g, text := range term.Factors {
				if text == "" {
					continue
				}
				f, err := expression.Compile(text, synapseNames)
				if err != nil {
					t.Skip(err)
				}
				for i := range synapseNames {
					if f.Uses(i) && synapseGroups[i] != g {
						t.Fatalf("%s: factor %d, %s, uses %s", e, g, text, synapseNames[i])
					}
				}
				p *= f.Eval(values)
			}
			if term.Negative {
				p = -p
			}
			sum, size = sum+p, size+math.Abs(p)
		}
		if want := e.Eval(values); math.Abs(sum-want) > 1e-9*size {
			t.Fatalf("%s is %v, and its terms are %v: %+v", e, want, sum, terms)
		}
	})
}

// drawSum draws an expression that is a sum of products.
func drawSum(t *rapid.T, depth int) string {
	if depth == 0 {
		return rapid.SampledFrom(append([]string{"2", "0.5", "max(post, 1)", "abs(pre)"}, synapseNames...)).Draw(t, "leaf")
	}
	a, b := drawSum(t, depth-1), drawSum(t, rapid.IntRange(0, depth-1).Draw(t, "depth"))
	switch rapid.IntRange(0, 5).Draw(t, "operation") {
	case 0:
		return "(" + a + " + " + b + ")"
	case 1:
		return "(" + a + " - " + b + ")"
	case 2:
		return "-(" + a + ")"
	case 3:
		return "(" + a + ")^2"
	case 4:
		return "(" + a + ")/(3 + post^2)"
	}
	return a + "*" + b
}
