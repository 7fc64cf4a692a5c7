package wording

import "testing"

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want int
	}{{"", "", 0}, {"", "abc", 3}, {"lateral", "lateral", 0}, {"latreal", "lateral", 1}, {"stpes", "steps", 1}, {"ca", "abc", 3}, {"kitten", "sitting", 3}} {
		if got := edits(c.a, c.b); got != c.want {
			t.Errorf("from %q to %q: %d edits, want %d", c.a, c.b, got, c.want)
		}
	}
}

func TestNearestIsNear(t *testing.T) {
	names := []string{"feedforward", "lateral", "scale", "outputs", "weights", "ifPSP"}
	for word, want := range map[string]string{"IFPSP": "ifPSP", "Lateral": "lateral", "latral": "lateral", "ipfsp": "ifPSP", "sclae": "scale", "feed-forward": "feedforward", "output": "outputs", "neuron": "", "w": "", "": ""} {
		if got, _ := Nearest(word, names); got != want {
			t.Errorf("nearest to %q is %q, want %q", word, got, want)
		}
	}
}

func TestNameOf(t *testing.T) {
	type colour int
	names := []string{"red", "green"}
	if got := NameOf(colour(1), names) + " " + NameOf(colour(7), names); got != "green colour(7)" {
		t.Errorf("%q", got)
	}
	if got, err := ValueOf[colour]("colour", "green", names); got != 1 || err != nil {
		t.Errorf("%v, %v", got, err)
	}
	if _, err := ValueOf[colour]("colour", "gren", names); err == nil || err.Error() != `colour "gren" does not exist (did you mean green?): choose red or green` {
		t.Error(err)
	}
}
