package rundiff

import (
	"bytes"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"reflect"

	"twophase/internal/files/folder"
)

// sameButForNewKeys compares a JSON file of a run of an earlier version with its replay.
// It reports whether they agree in all keys that the earlier version wrote. A run of an
// earlier version has no checksums.
func sameButForNewKeys(run, replay string) bool {
	if !hasRunPath(run) {
		return false
	}
	if _, err := os.Lstat(filepath.Join(filepath.Dir(run), folder.SumsName)); err == nil {
		return false
	}
	was, err := readJSON(run)
	if err != nil {
		return false
	}
	is, err := readJSON(replay)
	return err == nil && reflect.DeepEqual(was, withKeysOf(was, is))
}

func readJSON(path string) (value any, err error) {
	text, err := ReadResult(path)
	if err != nil {
		return nil, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber() // every digit counts
	return value, d.Decode(&value)
}

// withKeysOf returns a value without the keys of objects that an older value lacks.
func withKeysOf(older, value any) any {
	switch value := value.(type) {
	case map[string]any:
		older, _ := older.(map[string]any)
		kept := maps.Clone(value)
		for key, v := range value {
			if was, ok := older[key]; ok {
				kept[key] = withKeysOf(was, v)
			} else {
				delete(kept, key)
			}
		}
		return kept
	case []any:
		older, _ := older.([]any)
		kept := make([]any, len(value))
		for i, v := range value {
			if kept[i] = v; i < len(older) {
				kept[i] = withKeysOf(older[i], v)
			}
		}
		return kept
	}
	return value
}
