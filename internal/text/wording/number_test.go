package wording

import (
	"fmt"
	"math"
	"math/big"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

// grammar is the grammar of doc.go, written once more.
var grammar = regexp.MustCompile(`^[-+]?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][-+]?[0-9]+)?$`)

func TestParse(t *testing.T) {
	for text, want := range map[string]float64{
		"0": 0, "-1.5": -1.5, ".5": 0.5, "2.": 2, "1e-3": 1e-3, "+10E5": 1e6, " 7 ": 7, "007": 7, "010": 10, "-0010.50": -10.5,
		"1.7976931348623157e308": math.MaxFloat64, "5e-324": 5e-324, "1e-400": 0, "0.1": 0.1,
	} {
		if v, err := ParseNumber(text); err != nil || v != want {
			t.Errorf("%q is %v, %v", text, v, err)
		}
		if !IsNumber(text) {
			t.Errorf("%q does not have the form of a number", text)
		}
	}
}

func TestErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":           `"" is not a number`,
		"x":          `"x" is not a number`,
		"1e":         `"1e" is not a number`,
		".":          `"." is not a number`,
		"--1":        `"--1" is not a number`,
		"1_000":      `"1_000" is not a number: write 1000`,
		"1_000.5":    `"1_000.5" is not a number: write 1000.5`,
		"1 000":      `"1 000" is not a number: write 1000`,
		"1'000'000":  `"1'000'000" is not a number: write 1000000`,
		"1,5":        `"1,5" is not a number: write 1.5`,
		"1,000":      `"1,000" is not a number: write 1.000 or 1000`,
		"1,000,000":  `"1,000,000" is not a number: write 1000000`,
		"0x10":       `"0x10" is not a number: write 16`,
		"0x_1p3":     `"0x_1p3" is not a number: write 8`,
		"0b11":       `"0b11" is not a number: write 3`,
		"0o17":       `"0o17" is not a number: write 15`,
		"0xffp99999": `"0xffp99999" is not a number`,
		"−5":         `"−5" is not a number: write -5`,
		"nan":        `"nan" is not a finite number`,
		"-Inf":       `"-Inf" is not a finite number`,
		".inf":       `".inf" is not a finite number`,
		"1e999":      `"1e999" is too large for a number: the largest is 1.8e308`,
	} {
		if _, err := ParseNumber(text); err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if _, err := ParseNumber(strings.Repeat("x", 1e6)); len(err.Error()) > 100 {
		t.Errorf("an error of %d bytes", len(err.Error()))
	}
}

func TestWhole(t *testing.T) {
	for text, want := range map[string]int64{
		"100000": 1e5, "1e5": 1e5, "2.5e3": 2500, "10e-1": 1, "5.0": 5, "-0": 0, "0e99999999999999999999": 0, "0e-5": 0, "000": 0,
		"1e18": 1e18, "9223372036854775807": math.MaxInt64, "-9223372036854775808": math.MinInt64, "-9.223372036854775808e18": math.MinInt64,
		"9007199254740993.0": 9007199254740993, "00010": 10, "1230000e-4": 123,
	} {
		if v, err := Int(text, math.MinInt64, math.MaxInt64); err != nil || v != want {
			t.Errorf("%q is %v, %v", text, v, err)
		}
	}
	for text, want := range map[string]string{
		"1.5":                     "is not a whole number",
		"1e-1":                    "is not a whole number",
		"1e-99999999999999999999": "is not a whole number",
		"1_0":                     "write 10",
		"10":                      "is out of range: give a whole number from -3 to 9",
		"-4":                      "is out of range",
		"1e99999999999999999999":  "is out of range",
		"-1e30":                   "is out of range",
		"18446744073709551616":    "is out of range",
		"18446744073709551615":    "is out of range", // −1 in 64 bits
	} {
		if v, err := Int(text, -3, 9); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q is %v, %v, want an error with %q", text, v, err, want)
		}
	}
	if v, err := Uint("18446744073709551615", 0, math.MaxUint64); err != nil || v != math.MaxUint64 {
		t.Errorf("%d, %v", v, err)
	}
	for _, text := range []string{"-1", "18446744073709551616", "1e20", "99999999999999999999"} {
		if v, err := Uint(text, 0, math.MaxUint64); err == nil {
			t.Errorf("%q is %d", text, v)
		}
	}
}

func TestSize(t *testing.T) {
	for text, want := range map[string]int64{
		"1": 1, "12345": 12345, "1kB": 1e3, "1KB": 1e3, "500MB": 5e8, "2GB": 2e9, "2 GB": 2e9, " 1.5GB ": 1.5e9, "0.5TB": 5e11, "1e3": 1e3, "1.9": 1,
	} {
		if got, err := Size(text); err != nil || got != want {
			t.Errorf("%q is %v, %v, want %v", text, got, err, want)
		}
	}
	for _, text := range []string{"", "much", "MB", "-1MB", "0", "0GB", "nan", "inf", "1mb", "1MBB", "1 MB 2", "1_0MB", "0x10MB", "1e30", "1e7TB", "0.1", "0.0001kB"} {
		if got, err := Size(text); err == nil {
			t.Errorf("%q is read as %v", text, got)
		}
	}
}

// What was meant is a number, and is not what was written.
func FuzzNumber(f *testing.F) {
	for _, text := range []string{"1e5", "-.5", "1_000", "0x_1p3", "1,5", "1,000,000", " 2.5e3\n", "18446744073709551615", "nan", "−1", "1 000", "500 MB", "0e999999999", "9.99e-5"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 200 {
			return
		}
		form := grammar.MatchString(strings.TrimSpace(text))
		if IsNumber(text) != form {
			t.Fatalf("%q: IsNumber says %v, the grammar %v", text, IsNumber(text), form)
		}
		v, err := ParseNumber(text)
		nearest, _ := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if finite := form && !math.IsInf(nearest, 0); (err == nil) != finite || finite && v != nearest {
			t.Fatalf("%q is %v, %v", text, v, err)
		}
		if err == nil {
			if back, err := ParseNumber(Format(v)); err != nil || back != v {
				t.Fatalf("%v is written as %q and read as %v, %v", v, Format(v), back, err)
			}
		} else if _, meant, found := strings.Cut(err.Error(), ": write "); found {
			first, _, _ := strings.Cut(meant, " or ")
			if !IsNumber(first) && !strings.Contains(text, "write") {
				t.Fatalf("%q: the advice %q is not a number", text, first)
			}
		}
		checkWhole(t, text, form)
		if n, err := Size(text); err == nil && n < 1 {
			t.Fatalf("size %q is %d", text, n)
		}
	})
}

// checkWhole compares with exact rational numbers.
func checkWhole(t rapid.TB, text string, form bool) {
	v, err := Int(text, math.MinInt64, math.MaxInt64)
	u, errU := Uint(text, 0, math.MaxUint64)
	trimmed := strings.TrimSpace(text)
	if _, power, found := strings.Cut(strings.ToLower(trimmed), "e"); form && found && len(strings.TrimLeft(power, "+-0")) > 3 {
		return // too far for this oracle
	}
	exact, ok := new(big.Rat).SetString(trimmed)
	wanted := form && ok && exact.IsInt()
	if fits := wanted && exact.Num().IsInt64(); (err == nil) != fits || fits && exact.Num().Int64() != v {
		t.Fatalf("%q is %d, %v", text, v, err)
	}
	if fits := wanted && exact.Num().IsUint64(); (errU == nil) != fits || fits && exact.Num().Uint64() != u {
		t.Fatalf("%q is %d, %v", text, u, errU)
	}
}

func TestWholeIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[-+]?[0-9]{1,22}\.?[0-9]{0,4}(e[-+]?[0-9]{1,2})?`).Draw(t, "text")
		checkWhole(t, text, grammar.MatchString(text))
	})
}

// Numbers are read from files by the million.
func TestParseDoesNotAllocate(t *testing.T) {
	field := []byte(" -12.5e-3 ")
	if n := testing.AllocsPerRun(100, func() { ParseNumber(string(field)) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

func ExampleParseNumber() {
	_, err := ParseNumber("1_000")
	fmt.Println(err)
	// Output: "1_000" is not a number: write 1000
}

// A size is the number times its unit, rounded down, to the last digits of a float64.
func FuzzSize(f *testing.F) {
	for _, text := range []string{"500MB", "2 GB", "0.5TB", "12345", "1e3kB", "1.000000001KB", "1_0MB", "9e6TB", "0.9", "0x1TB", "MB", "9.3e18"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		n, err := Size(text)
		value, unit := strings.TrimSpace(text), int64(1)
		for name, bytes := range map[string]int64{"kB": 1e3, "KB": 1e3, "MB": 1e6, "GB": 1e9, "TB": 1e12} {
			if before, found := strings.CutSuffix(value, name); found {
				value, unit = strings.TrimSpace(before), bytes
				break
			}
		}
		_, power, _ := strings.Cut(strings.ToLower(value), "e")
		if len(value) > 100 || len(strings.TrimLeft(power, "+-0")) > 3 {
			return // too far for this oracle
		}
		exact, ok := new(big.Rat).SetString(value)
		if !ok || !grammar.MatchString(value) {
			if err == nil {
				t.Fatalf("%q is %d", text, n)
			}
			return
		}
		want, _ := exact.Mul(exact, new(big.Rat).SetInt64(unit)).Float64()
		if err != nil {
			if want >= 1+1e-9 && want < 9.2e18 {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		if n < 1 || math.Abs(float64(n)-want) > 1+want*1e-15 {
			t.Fatalf("%q is %d, want %v", text, n, want)
		}
	})
}
