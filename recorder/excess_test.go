package recorder

import (
	"strings"
	"testing"
)

// What is over a budget by too little to be seen in its digits says by how much.
func TestExcess(t *testing.T) {
	for _, test := range []struct {
		budget Budget
		bytes  float64
		want   string
	}{
		{1e9, 1e9 + 12_000, "12.0 kB "},
		{1e9, 1.2e9, ""},
		{500, 501, ""},
	} {
		if got := test.budget.Excess(test.bytes); got != test.want {
			t.Errorf("%v over %v: %q, want %q", test.bytes, test.budget, got, test.want)
		}
	}
	over := &OverBudget{Cost: Cost{Bytes: 1e9 + 12_000}, Budget: 1e9}
	if want := "about 1.0 GB (0 rows), 12.0 kB over the budget of 1.0 GB"; !strings.Contains(over.Error(), want) {
		t.Errorf("%q does not say %q", over.Error(), want)
	}
}
