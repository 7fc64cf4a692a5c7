package covariance

import (
	"strings"
	"testing"
)

func TestPrincipalErrors(t *testing.T) {
	for _, k := range []int{0, 4} {
		if _, _, err := New(3).Principal(k); err == nil || !strings.Contains(err.Error(), "ask for 1 to 3") {
			t.Errorf("Principal(%d): error %v", k, err)
		}
	}
}
