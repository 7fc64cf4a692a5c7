package view

import "testing"

func TestPlain(t *testing.T) {
	for section, want := range map[string]string{
		`[{"at":10,"freeze":"lateral[1,0]"},{"at":20,"tau":0.3}]`: "at: 10, freeze: lateral[1,0]; at: 20, tau: 0.3",
		`{"file":"a,b.csv","rows":[1,2]}`:                         "file: a,b.csv, rows: 1, 2",
	} {
		if got := plain(section); got != want {
			t.Errorf("%s is shown as %q, want %q", section, got, want)
		}
	}
}
