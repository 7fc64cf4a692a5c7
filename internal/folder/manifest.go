package folder

import (
	"encoding/json"
	"io"
)

// JSONManifest returns the function Kind.Manifest for manifests that are an M in JSON, which
// check finds valid.
func JSONManifest[M any](check func(M) error) func(io.Reader) error {
	return func(manifest io.Reader) error {
		var m M
		text, err := io.ReadAll(manifest)
		if err != nil {
			return err
		}
		if err := json.Unmarshal(text, &m); err != nil {
			return err
		}
		return check(m)
	}
}
