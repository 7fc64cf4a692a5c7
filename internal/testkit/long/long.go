package long

import (
	"flag"
	"os"
	"strconv"
	"testing"
	"time"
)

// Variable is the environment variable that asks for all: any text does, and a duration also
// says how long Again repeats.
const Variable = "TWOPHASE_LONG"

// Asked reports whether the tests are to do all that they can.
func Asked() bool { return os.Getenv(Variable) != "" }

// Only skips a test unless the tests are to do all that they can.
func Only(t testing.TB) {
	t.Helper()
	if !Asked() {
		t.Skip("takes long: run make long, or set " + Variable + "=1")
	}
}

// SkipShort skips a test under -short, as the race detector runs it: what the test does goes on in one
// goroutine at a time, and other tests have the same goroutines.
func SkipShort(t testing.TB) {
	t.Helper()
	if testing.Short() {
		t.Skip("under -short only tests of what goes on at the same time are run in full")
	}
}

// Repeated skips a test with all that the tests can do: another test repeats it with Again then.
func Repeated(t testing.TB) {
	t.Helper()
	if Asked() {
		t.Skip("a test of more of the same repeats it")
	}
}

// Or returns what a test does by default, or all that it can do.
func Or[T any](little, all T) T {
	if Asked() {
		return all
	}
	return little
}

// Draws has every property that a test checks draw few cases, or thrice as many if the tests are to do all
// that they can, unless the command line has -rapid.checks. The test must not be parallel: the number is a
// variable of package rapid.
func Draws(t testing.TB, few int) {
	t.Helper()
	draw(t, Or(few, 3*few))
}

// draw has properties draw that many cases, unless the command line has -rapid.checks.
func draw(t testing.TB, cases int) {
	t.Helper()
	const name = "rapid.checks"
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == name })
	if given {
		return
	}
	f := flag.Lookup(name)
	before := f.Value.String()
	t.Cleanup(func() { f.Value.Set(before) })
	if err := f.Value.Set(strconv.Itoa(cases)); err != nil {
		t.Fatal(err)
	}
}

// Again calls a test until it fails, for 8 seconds or for the duration in TWOPHASE_LONG. Without
// that variable it skips. A property draws ten cases in each call, so that the calls are short.
func Again(t *testing.T, test func(t *testing.T)) {
	t.Helper()
	Only(t)
	draw(t, 10)
	duration, err := time.ParseDuration(os.Getenv(Variable))
	if err != nil {
		duration = 8 * time.Second
	}
	for end := time.Now().Add(duration); time.Now().Before(end) && !t.Failed(); {
		test(t)
	}
}
