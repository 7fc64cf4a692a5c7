package rundiff

import "testing"

// Of measures the last digits may differ. Anything else that differs is named.
func TestLastDigitsOfMeasures(t *testing.T) {
	const was = `{"e_pro": 0.0123456789012345, "settling": 1.2e-16, "pruned": 4, "warnings": ["4 of 6"]}`
	for name, c := range map[string]struct {
		is        string
		differing int
		same      bool
	}{
		"nothing":          {was, 0, true},
		"a last digit":     {`{"e_pro": 0.0123456789012346, "settling": 1.2e-16, "pruned": 4, "warnings": ["4 of 6"]}`, 1, true},
		"next to zero":     {`{"e_pro": 0.0123456789012345, "settling": -7e-17, "pruned": 4, "warnings": ["4 of 6"]}`, 1, true},
		"the tenth digit":  {`{"e_pro": 0.0123456799012345, "settling": 1.2e-16, "pruned": 4, "warnings": ["4 of 6"]}`, 0, false},
		"a count":          {`{"e_pro": 0.0123456789012345, "settling": 1.2e-16, "pruned": 5, "warnings": ["4 of 6"]}`, 0, false},
		"a count in words": {`{"e_pro": 0.0123456789012345, "settling": 1.2e-16, "pruned": 4, "warnings": ["3 of 6"]}`, 0, false},
		"a key":            {`{"E_pro": 0.0123456789012345, "settling": 1.2e-16, "pruned": 4, "warnings": ["4 of 6"]}`, 0, false},
		"nothing for it":   {`{"e_pro": null, "settling": 1.2e-16, "pruned": 4, "warnings": ["4 of 6"]}`, 0, false},
		"one more":         {`{"e_pro": 0.0123456789012345, "settling": 1.2e-16, "pruned": 4, "warnings": ["4 of 6"], "n": 1}`, 0, false},
	} {
		if n, same := closeNumbers([]byte(was), []byte(c.is)); n != c.differing || same != c.same {
			t.Errorf("%s: %d differ, the same: %t; want %d, %t", name, n, same, c.differing, c.same)
		}
	}
	if !agree("100000000000", "100000000000") || agree("100000000000", "100000000001") {
		t.Error("whole numbers agree if they are equal")
	}
}
