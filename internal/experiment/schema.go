package experiment

import "math"

// Schema returns the JSON Schema of experiment files, for editors.
func Schema() ([]byte, error) {
	s := (&section{keys: keys(new(Experiment))}).schema()
	s["$schema"] = "https://json-schema.org/draft/2020-12/schema"
	s["title"] = "twophase experiment"
	return indented(s)
}

func (s *section) schema() map[string]any {
	properties := map[string]any{}
	for _, k := range s.keys {
		property := k.value.schema()
		property["description"] = k.about
		properties[k.name] = property
	}
	object := map[string]any{"type": "object", "properties": properties, "additionalProperties": false}
	if s.required != "" {
		object["required"] = []string{s.required}
	}
	return object
}

func (c *choice) schema() map[string]any   { return map[string]any{"enum": c.names} }
func (p *filePath) schema() map[string]any { return map[string]any{"type": "string", "minLength": 1} }
func (b *boolean) schema() map[string]any  { return map[string]any{"type": "boolean"} }
func (i *integer) schema() map[string]any {
	return map[string]any{"type": "integer", "minimum": i.min, "maximum": i.max}
}

func (s *seed) schema() map[string]any {
	return map[string]any{"type": "integer", "minimum": 0, "maximum": uint64(math.MaxUint64)}
}

func (r *number) schema() map[string]any {
	s := map[string]any{"type": "number"}
	if r.aboveMin {
		s["exclusiveMinimum"] = r.min
	} else {
		s["minimum"] = r.min
	}
	if r.belowMax {
		s["exclusiveMaximum"] = r.max
	}
	return s
}

func (l *numberList) schema() map[string]any { return listOf(map[string]any{"type": "number"}) }
func (r *requests) schema() map[string]any   { return listOf(map[string]any{"type": "string"}) }

func (g *gains) schema() map[string]any {
	return map[string]any{"anyOf": []any{
		map[string]any{"type": "string"}, map[string]any{"type": "number", "exclusiveMinimum": 0},
		listOf(map[string]any{"type": "number"}),
	}}
}

func (r *rate) schema() map[string]any {
	return map[string]any{"anyOf": []any{map[string]any{"type": "string"}, map[string]any{"type": "number", "exclusiveMinimum": 0}}}
}

func listOf(items map[string]any) map[string]any {
	return map[string]any{"type": "array", "items": items, "minItems": 1}
}
