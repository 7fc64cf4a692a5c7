package folder

import (
	"encoding/json"
	"io"
)

// JSONManifest returns the Manifest of a Kind whose manifests are an M in JSON, with nothing
// behind it, of which check finds nothing missing.
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
