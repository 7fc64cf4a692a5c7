package document

import (
	"bytes"
	"encoding/json"
)

// JSONSchema returns the JSON Schema (draft 2020-12) of documents whose top is the section, for
// editors.
func (s *Section) JSONSchema(title string) ([]byte, error) {
	schema := s.Schema()
	schema["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	schema["title"] = title
	var b bytes.Buffer
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	err := encoder.Encode(schema)
	return b.Bytes(), err
}

// Schema implements Value.
func (s *Section) Schema() map[string]any {
	properties, required := map[string]any{}, []string{}
	beside, needs := map[string]any{}, map[string]any{}
	for _, k := range s.Keys {
		property := k.Value.Schema()
		property["description"] = k.Description()
		properties[k.Name] = property
		if k.Required {
			required = append(required, k.Name)
		}
		if len(k.Beside) > 0 {
			beside[k.Name] = map[string]any{"anyOf": each(k.Beside)}
		}
		if len(k.Needs) > 0 {
			needs[k.Name] = k.Needs
		}
	}
	schema := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if s.Others != nil {
		other, _ := s.Others.Value.Schema()["additionalProperties"].(map[string]any)
		other["description"] = s.Others.Description()
		schema["additionalProperties"] = other
	}
	if len(required) > 0 {
		schema["required"] = required
	}
	if len(beside) > 0 {
		schema["dependentSchemas"] = beside
	}
	if len(needs) > 0 {
		schema["dependentRequired"] = needs
	}
	var groups []any
	for _, g := range s.OneOf {
		one := each(g.Keys)
		if !g.Required {
			one = append(one, map[string]any{"not": map[string]any{"anyOf": each(g.Keys)}})
		}
		groups = append(groups, map[string]any{"oneOf": one})
	}
	if len(groups) > 0 {
		schema["allOf"] = groups
	}
	return schema
}

// each returns for each key a schema that requires the key.
func each(keys []string) (all []any) {
	for _, key := range keys {
		all = append(all, map[string]any{"required": []string{key}})
	}
	return all
}
