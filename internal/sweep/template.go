package sweep

import (
	"bytes"
	"encoding/json"
	"fmt"

	"twophase/internal/experiment"
)

// template is the experiment of a plan, in which keys are replaced.
type template struct {
	base map[string]any
}

func newTemplate(_, text string) (template, error) {
	t := template{}
	return t, json.Unmarshal([]byte(text), &t.base)
}

// experiment returns the experiment with some keys replaced.
func (t template) experiment(settings []Setting, seed uint64) (e experiment.Experiment, err error) {
	doc := map[string]any{}
	for k, v := range t.base {
		doc[k] = v
	}
	for _, s := range settings {
		doc[s.Key] = json.RawMessage(s.Value)
	}
	doc["seed"] = seed
	text, err := json.Marshal(doc)
	if err != nil {
		return e, err
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(&e); err != nil {
		return e, fmt.Errorf("%s: %w", describe(settings), err)
	}
	return e, nil
}
