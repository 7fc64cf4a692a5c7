package wording

import (
	"encoding/json"
	"math"
	"testing"
)

func TestMeasured(t *testing.T) {
	for n, want := range map[Number][2]string{
		1.23456:              {"1.23", "1.23456"},
		0.000123456:          {"1.23e-04", "0.000123456"},
		0:                    {"0", "0"},
		Number(math.Inf(1)):  {"–", "null"},
		Number(math.Inf(-1)): {"–", "null"},
		NaN:                  {"–", "null"},
	} {
		text, err := json.Marshal(n)
		if err != nil || n.String() != want[0] || string(text) != want[1] {
			t.Errorf("%v prints %q and marshals %q, %v", float64(n), n, text, err)
		}
	}
}
