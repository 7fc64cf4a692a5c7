package experiment

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

func TestLambda(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := Lambda{Linear: rapid.Bool().Draw(t, "linear")}
		n := 2
		if !l.Linear {
			n = rapid.IntRange(1, 6).Draw(t, "n")
		}
		for range n {
			l.Values = append(l.Values, rapid.Float64().Draw(t, "value"))
		}
		back, err := ParseLambda(l.String())
		if err != nil || !cmp.Equal(l, back) {
			t.Fatalf("%v is read back as %v, %v", l, back, err)
		}
	})
	small, err := ParseLambda("1:0.7")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := small.Gains(3); err != nil || !cmp.Equal(got, []float64{1, 0.85, 0.7}) {
		t.Errorf("1:0.7 over three outputs is %v, %v", got, err)
	}
	listed := Lambda{Values: []float64{1, 0.5}}
	if _, err := listed.Gains(3); err == nil {
		t.Error("two gains for three outputs")
	}
}

func FuzzParseLambda(f *testing.F) {
	for _, seed := range []string{"1,0.85,0.7", "1:0.7", "", ":", "1:", "1,,2", "1:2:3", "nan,inf"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		l, err := ParseLambda(text)
		if err != nil {
			return
		}
		if again, err := ParseLambda(l.String()); err != nil || !reflect.DeepEqual(again, l) {
			t.Errorf("%q is read as %v, and that as %v, %v", text, l, again, err)
		}
		if k := strings.Count(text, ",") + 1; l.Linear != strings.Contains(text, ":") || !l.Linear && len(l.Values) != k || l.Linear && len(l.Values) != 2 {
			t.Errorf("%q is read as %+v", text, l)
		}
		for _, v := range l.Values {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				t.Errorf("%q is read as %v", text, l)
			}
		}
	})
}
