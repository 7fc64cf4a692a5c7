package trace

import (
	"strings"
	"testing"
)

func TestOtherSchemas(t *testing.T) {
	for schema, want := range map[string]string{"1": "run the experiment again", "2": "", "3": "newer twophase", "": "has not written it", "x": "none of twophase's", "-1": "none of twophase's"} {
		err := checkSchema(schema)
		if (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("schema %q: %v", schema, err)
		}
	}
}
