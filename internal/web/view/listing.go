package view

import (
	"encoding/json"
	"strings"

	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// Listing is what api/runs answers.
type Listing struct {
	Folder string   `json:"folder"` // the name only
	Runs   []Listed `json:"runs"`
	Note   string   `json:"note,omitempty"` // what was left out
}

// Listed is a run in a list.
type Listed struct {
	Name    string            `json:"name"` // its folder, below the one that is shown
	Network string            `json:"network"`
	Title   string            `json:"title"`
	Steps   int               `json:"steps"`
	Trials  int               `json:"trials"`
	Outputs int               `json:"outputs"`
	State   string            `json:"state"` // as result.List says it
	Error   wording.Number    `json:"e_pro"` // likewise
	Keys    map[string]string `json:"keys"`  // of the experiment
}

// longestDetail is the number of bytes that are shown of a value of a key.
const longestDetail = 120

// keysOf returns the keys of a run's experiment that say what was run, as text.
func keysOf(m result.Manifest) map[string]string {
	keys := make(map[string]string)
	text, err := json.Marshal(m.Experiment)
	if err != nil {
		return keys
	}
	var top map[string]json.RawMessage
	json.Unmarshal(text, &top) // what was just written
	for _, name := range []string{"record", "parts", "executor", "reference", "circuit"} {
		delete(top, name)
	}
	top["network"], _ = json.Marshal(m.Experiment.NetworkName()) // a circuit of one's own has its name
	add := func(of map[string]json.RawMessage) {
		for name, value := range of {
			if keys[name] = strings.Trim(string(value), `"`); strings.IndexAny(keys[name], "[{") == 0 {
				keys[name] = plain(keys[name])
			}
			if len(keys[name]) > longestDetail {
				keys[name] = strings.ToValidUTF8(keys[name][:longestDetail], "") + "…"
			}
		}
	}
	var stimulus map[string]json.RawMessage
	json.Unmarshal(top["stimulus"], &stimulus)
	delete(top, "stimulus")
	add(stimulus)
	add(top)
	return keys
}

// plain makes of a list or a section, such as [{"at":10,"freeze":"scale[1]"}], what can be read in a
// table: at: 10, freeze: scale[1]. Texts within it stay as they are.
func plain(section string) string {
	parts := strings.Split(section, `"`)
	for i := 0; i < len(parts); i += 2 { // between texts
		parts[i] = marks.Replace(parts[i])
	}
	return strings.Join(parts, "")
}

var marks = strings.NewReplacer("},{", "; ", "{", "", "}", "", "[", "", "]", "", ",", ", ", ":", ": ")
