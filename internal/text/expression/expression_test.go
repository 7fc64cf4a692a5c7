package expression_test

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"

	"twophase/internal/text/expression"
)

func compile(t testing.TB, text string, names ...string) expression.Expression {
	t.Helper()
	e, err := expression.Compile(text, names)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func TestValues(t *testing.T) {
	names := []string{"x", "y", "y_mean", "λ"}
	values := []float64{3, -2, 0.5, 0.85}
	for text, want := range map[string]float64{
		"1":                           1,
		" 1e-3 ":                      1e-3,
		".5 + 2.":                     2.5,
		"x":                           3,
		"-x":                          -3,
		"+x":                          3,
		"x - y - y_mean":              4.5,
		"x - (y - y_mean)":            5.5,
		"x / y / y_mean":              -3,
		"x·y × x³ − y²÷2 ≤ 0 ? 7 : 8": 7,
		"(x² − x⁰)¹² == x^24 ? 7 : 8": 8,
		"x¹⁰ == x^10 ? 7 : 8":         7,
		"2*x + 3*y":                   0,
		"x^2":                         9,
		"x**3":                        27,
		"-x^2":                        -9,
		"(-x)^2":                      9,
		"2*x^2*y":                     -36,
		"2^3^2":                       512,
		"x^0":                         1,
		"x^1":                         3,
		"x^(1+1)":                     9,
		"abs(y) + sqrt(4)":            4,
		"sign(x) + 10*sign(y)":        -9,
		"sign(0)":                     0,
		"rectify(y) + rectify(x)":     3,
		"min(x, y, 1) + max(x, y, 1)": 1,
		"fma(x, y, 1)":                -5,
		"x > y ? 1 : 2":               1,
		"not (x > y) ? 1 : 2":         2,
		"x <= 3 and y >= 0 ? 1 : 2":   2,
		"x != 3 or y == -2 ? 1 : 2":   1,
		"-3 < y < 0 ? 1 : 2":          1,
		"-1 < y < 0 ? 1 : 2":          2,
		"y > 0 ? 1 : y > -1 ? 2 : 3":  3,
		"x + (y > 0 ? 1 : 2)":         5,
		"λ * x":                       0.85 * 3,
		"007":                         7,
		"9007199254740993":            9007199254740992,
		"18446744073709551615.":       18446744073709551616,
		"99999999999999999999999":     1e23,
		"1 < x == 3 ? 1 : 2":          1,
		"1 < 2 < 3 ? x : y":           3,
	} {
		if got := compile(t, text, names...).Eval(values); got != want {
			t.Errorf("%s is %v, want %v", text, got, want)
		}
	}
}

// Every operation is rounded by itself: a fused one would keep what the product loses.
func TestNeverFused(t *testing.T) {
	a, b := 1+math.Ldexp(1, -30), 1-math.Ldexp(1, -30)
	values := []float64{a, b, -1}
	product := float64(a * b)
	if product-1 == math.FMA(a, b, -1) {
		t.Fatal("these numbers do not distinguish the two")
	}
	for _, text := range []string{"a*b + c", "c + a*b", "a*b - 1", "-1 + b*a"} {
		if got := compile(t, text, "a", "b", "c").Eval(values); got != product-1 {
			t.Errorf("%s is %v, want %v", text, got, product-1)
		}
	}
	if got := compile(t, "1.5 - a*b", "a", "b", "c").Eval(values); got != 1.5-product {
		t.Errorf("1.5 - a*b is %v, want %v", got, 1.5-product)
	}
	if got := compile(t, "fma(a, b, c)", "a", "b", "c").Eval(values); got != math.FMA(a, b, -1) {
		t.Errorf("fma(a, b, c) is %v", got)
	}
}

// What depends on no name is a constant, and what a name is used for is known.
func TestConstantsAndNames(t *testing.T) {
	for text, want := range map[string]bool{"2*3 - sqrt(4)": true, "x^0": true, "-1": true, "x": false, "0*x": false} {
		if _, ok := compile(t, text, "x", "y").Constant(); ok != want {
			t.Errorf("%s is a constant: %v", text, ok)
		}
	}
	e := compile(t, "x > 0 ? x : 1", "x", "y")
	if !e.Uses(0) || e.Uses(1) {
		t.Errorf("of x and y, %s uses %v, %v", e, e.Uses(0), e.Uses(1))
	}
}

func TestNaNStaysNaN(t *testing.T) {
	for _, text := range []string{"x", "min(x, 1)", "max(1, x)", "rectify(x)", "sign(x)", "abs(x)", "x^2", "0*x"} {
		if got := compile(t, text, "x").Eval([]float64{math.NaN()}); !math.IsNaN(got) {
			t.Errorf("%s of NaN is %v", text, got)
		}
	}
}

func TestErrors(t *testing.T) {
	for _, c := range []struct {
		text   string
		column int
		says   string
	}{
		{"", 1, "is empty"},
		{"x +", 3, "ends too early"},
		{"(x", 2, "ends too early"},
		{"x)", 2, `")" does not belong here`},
		{"x y", 3, `"y" does not belong here`},
		{"2x", 2, "a product as 2*x"},
		{"x * zz", 5, "zz cannot be seen here: visible are x, y, activity and scale"},
		{"2*scal", 3, "did you mean scale?"},
		{"x + sqrt", 5, "sqrt is a function: write sqrt(…)"},
		{"x + sqr(y)", 5, "did you mean sqrt?"},
		{"exp(x)", 1, "depends on the machine"},
		{"sum(x)", 1, ""},
		{"fma(x, y)", 1, "fma takes 3 numbers, and has 2 here"},
		{"max(x)", 1, "max takes at least 2 numbers, and has 1 here"},
		{"x / 0", 3, "divides by 0"},
		{"1 + x / (2 - 2)", 7, "divides by 0"},
		{"sqrt(2 - 3)", 1, "is not a finite number"},
		{"1e300 * 1e300", 7, "is not a finite number"},
		{"x ^ y", 3, "an exponent must be a whole number from 0 to 64"},
		{"x ^ -1", 3, "write 1/x^2 for x^-2"},
		{"x ^ 0.5", 3, "sqrt(x)"},
		{"x ^ 65", 3, "from 0 to 64"},
		{"x > 0", 3, "a number is missing"},
		{"not x", 5, "a condition is missing here"},
		{"not (x > y)", 1, "a number is missing: not makes a condition"},
		{"x ? 1 : 2", 1, "a condition is missing here"},
		{"x > 0 ? 1", 9, "ends too early"},
		{"x > 0 ?: 1", 3, "the number between ? and : is missing"},
		{"x = 1", 3, ""},
		{"x.y", 1, "x.y cannot be seen here"},
		{"x, y", 2, `"," does not belong here`},
		{"1_000", 1, "write 1000"},
		{"0x10", 1, "write 16"},
		{"1e999", 1, "the largest is 1.8e308"},
		{"true", 1, "true cannot be seen here"},
		{strings.Repeat("x + (", 16) + "x" + strings.Repeat(")", 16), 81, "nested too deeply"},
		{"x // 2", 4, `"/" does not belong here`},
		{"x /* y */", 4, `"*" does not belong here`},
		{"x² −", 5, "the expression ends too early"},
		{"relu(x)", 1, "; write rectify(x)"},
		{"if x > 0 then y", 1, "write CONDITION ? EXPRESSION : EXPRESSION"},
		{"(x > 0)*y", 4, "such as x > 0 ? 1 : 0"},
		{"[x]", 1, "write ( and )"},
		{"x | y", 3, "write or, or abs(x)"},
		{"x % 2", 3, "no remainder"},
		{"x\n+ y", 2, "on one line"},
		{"let y = 1", 7, "write =="},
		{"x in y", 3, `"in" does not belong here`},
		{"x > y ?? y", 8, `"?" does not belong here`},
		{"min(x, )", 8, `")" does not belong here`},
		{"x > 0 + (y > 0)", 12, "a number is missing"},
		{strings.Repeat("(", 1001), 1, "at most 1000 are read"},
	} {
		_, err := expression.Compile(c.text, []string{"x", "y", "activity", "scale"})
		var e *expression.Error
		if !errors.As(err, &e) {
			t.Errorf("%q: error %v", c.text, err)
			continue
		}
		if e.Column != c.column || !strings.Contains(e.Error(), c.says) {
			t.Errorf("%q: want column %d and %q, got: %v", c.text, c.column, c.says, err)
		}
	}
}

func TestWhole(t *testing.T) {
	e := compile(t, "N*(N+1)/2", "N", "K")
	if n, err := e.Whole([]float64{4, 2}, 1, 1000); n != 10 || err != nil {
		t.Errorf("%v is %d, %v", e, n, err)
	}
	for _, n := range []float64{1.5, 0, 100, math.NaN()} {
		if n, err := e.Whole([]float64{n, 2}, 1, 1000); err == nil {
			t.Errorf("%v is %d", e, n)
		}
	}
}

// A rule's drive sees what its neuron knows, by name.
func Example() {
	drive, err := expression.Compile("2*(z - current)", []string{"z", "current"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(drive, "is", drive.Eval([]float64{1.5, 0.25}))

	_, err = expression.Compile("z - x2", []string{"z", "current"})
	fmt.Println(err)
	// Output:
	// 2*(z - current) is 2.5
	// column 5 of "z - x2": x2 cannot be seen here: visible are z and current
}
