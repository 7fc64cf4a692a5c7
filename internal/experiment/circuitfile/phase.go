package circuitfile

import (
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
	"twophase/neuron"
)

// Phase is the form of a phase of a schedule in a file: its name, or a section whose first
// key is its name, with the value of its first field, and whose other keys are its other
// fields:
//
//	plasticity
//	{equilibrate: [y, n], tolerance: 1e-12}
//	{turn: y, receives: [W, {through: M, slot: provisional}], slot: provisional}
//
// Names are those of package circuit in lower case, with _ between words.
type Phase string // as JSON

// phaseValue returns a phase as a value of a document. Its fields are read when the network is
// built.
func phaseValue(p *Phase) document.Value { return &rawPhase{p} }

type rawPhase struct{ to *Phase }

// Read implements document.Value.
func (r *rawPhase) Read(d *document.Document, name string, n *document.Node) {
	if n.Kind != document.TextNode && (n.Kind != document.MappingNode || len(n.Entries) == 0) {
		d.Fail(name, n, "%v is not a phase: write NAME, or {NAME: FIRST FIELD, FIELD: VALUE}", n)
		return
	}
	*r.to = Phase(n.JSON())
}

// Write implements document.Value.
func (r *rawPhase) Write() (*document.Node, bool) {
	n, err := r.to.node()
	return n, err == nil
}

// Schema implements document.Value.
func (r *rawPhase) Schema() map[string]any {
	return map[string]any{"type": []string{"string", "object"}, "minProperties": 1}
}

// node returns the phase as it stands in a document.
func (p Phase) node() (*document.Node, error) {
	d, err := document.Parse("phase", []byte(p))
	if err != nil {
		return nil, err
	}
	return d.Top(), nil
}

// fileName returns the name of a phase in files.
func fileName(phase string) string {
	var b strings.Builder
	for i, r := range phase {
		if i > 0 && r >= 'A' && r <= 'Z' {
			b.WriteByte('_')
		}
		b.WriteString(strings.ToLower(string(r)))
	}
	return b.String()
}

// phase returns the phase that a file describes, in a circuit of that graph.
func (p Phase) phase(g circuit.Graph) (circuit.Phase, error) {
	n, err := p.node()
	if err != nil {
		return nil, err
	}
	name, fields := n.Text, n.Entries
	if n.Kind == document.MappingNode {
		name = fields[0].Key
	}
	for _, known := range circuit.PhaseNames() {
		if of, is := circuit.PhaseNamed(known); is && fileName(known) == name {
			if len(fields) > 0 {
				return nil, fmt.Errorf("phase %s has no fields: write its name alone", name)
			}
			return ofPair(g, name, of)
		}
	}
	kind, err := lookupPhase(name)
	if err != nil {
		return nil, err
	}
	if len(fields) > 0 {
		if kind.NumField() == 0 {
			return nil, fmt.Errorf("phase %s has no fields: write its name alone", name)
		}
		fields[0].Key = jsonName(kind.Field(0))
	}
	for i, f := range fields {
		fields[i].Value = friendly(kind, f.Key, f.Value)
	}
	fields = withDefaults(kind, fields, g)
	text, err := json.Marshal([]map[string]any{{"phase": kind.Name(), "fields": json.RawMessage((&document.Node{Kind: document.MappingNode, Entries: fields}).JSON())}})
	if err != nil {
		return nil, err
	}
	var s circuit.Schedule
	if err := json.Unmarshal(text, &s); err != nil {
		var wrong *json.UnmarshalTypeError
		if errors.As(err, &wrong) {
			first, field := jsonName(kind.Field(0)), wrong.Field[strings.LastIndex(wrong.Field, ".")+1:]
			wanted := wrong.Type.Kind()
			if isName(wrong.Type) {
				wanted = reflect.String
			}
			if field == first {
				field = name
			}
			return nil, fmt.Errorf("phase %s: what stands at %s is %s, and not %s: write {%s: %s, FIELD: VALUE}, such as {turn: y, receives: [W]}", name, field, inWords(wrong.Value), inWords(wanted.String()), name, strings.ToUpper(first))
		}
		return nil, err
	}
	if settle, is := s[0].(circuit.Settle); is && settle.Turn == (circuit.Turn{}) { // which settles the outputs of a pair
		return ofPair(g, name, settle)
	}
	return s[0], nil
}

// isName reports whether the values of a type are written as names.
func isName(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[encoding.TextUnmarshaler]())
}

// ofPair returns a phase of the paper's circuit in the names of a graph. It returns an error if the graph has no such parts.
func ofPair(g circuit.Graph, name string, phase circuit.Phase) (circuit.Phase, error) {
	own := g.InOwnNames(phase)
	if own == phase && g.CheckPopulation("outputs") != nil {
		return nil, fmt.Errorf("phase %s needs inputs and linear outputs, one projection between them and at most one among the outputs, which subtracts: in this circuit, write {turn: POPULATION, receives: [PROJECTION]} or {equilibrate: [POPULATION]}", name)
	}
	return own, nil
}

// inWords names what a value of JSON is, or a Go type, as files name it.
func inWords(kind string) string {
	switch kind, _, _ = strings.Cut(kind, " "); kind {
	case "object", "struct", "map":
		return "a section"
	case "array", "slice":
		return "a list"
	case "string":
		return "a name"
	case "bool":
		return "true or false"
	}
	return "a number"
}

// lookupPhase returns the type of a phase by its name in files.
func lookupPhase(name string) (reflect.Type, error) {
	names := circuit.PhaseNames()
	for _, known := range names {
		if fileName(known) != name {
			continue
		}
		var s circuit.Schedule
		if err := json.Unmarshal([]byte(`[{"phase": "`+known+`"}]`), &s); err != nil {
			return nil, err
		}
		return reflect.TypeOf(s[0]), nil
	}
	for i := range names {
		names[i] = fileName(names[i])
	}
	return nil, wording.Unknown("phase", name, names)
}

// jsonName returns the name of a field in JSON.
func jsonName(f reflect.StructField) string {
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	if name == "" {
		return f.Name
	}
	return name
}

// friendly returns the JSON form of the value of a field: a single name stands for a list of
// one, and the name of a projection for all that is received through it in the final slot.
func friendly(phase reflect.Type, field string, n *document.Node) *document.Node {
	f, ok := fieldOf(phase, field)
	switch {
	case !ok:
		return n
	case isName(f.Type) && (n.Kind == document.BoolNode || n.Kind == document.NumberNode):
		return textNode(n.Text) // which is none of the names, and its error lists them
	}
	if i, err := wording.Int(n.Text, math.MinInt32, math.MaxInt32); n.Kind == document.NumberNode && f.Type.Kind() == reflect.Int && err == nil {
		return &document.Node{Kind: document.NumberNode, Text: strconv.FormatInt(i, 10), Place: n.Place} // as in 1e4
	}
	switch f.Type {
	case reflect.TypeFor[circuit.Names]():
		if n.Kind == document.TextNode {
			return &document.Node{Kind: document.ListNode, Items: []*document.Node{n}}
		}
	case reflect.TypeFor[circuit.Turn]():
		if n.Kind == document.MappingNode {
			turn := *n
			turn.Entries = slices.Clone(n.Entries)
			for i, e := range turn.Entries {
				turn.Entries[i].Value = friendly(f.Type, e.Key, e.Value)
			}
			return &turn
		}
	case reflect.TypeFor[circuit.Receptions]():
		list := *n
		list.Items = slices.Clone(n.Items)
		for i, item := range n.Items {
			if item.Kind == document.TextNode {
				item = &document.Node{Kind: document.MappingNode, Entries: []document.Entry{{Key: "through", Value: item}}}
			}
			item = late(item)
			if item.Kind == document.MappingNode && !has(item.Entries, "slot") {
				changed := *item
				changed.Entries = append(slices.Clone(item.Entries), document.Entry{Key: "slot", Value: textNode(neuron.Final.String())})
				item = &changed
			}
			list.Items[i] = item
		}
		return &list
	}
	return n
}

// late returns a reception in which the slot previous is written as a delay of 1.
func late(item *document.Node) *document.Node {
	i := slices.IndexFunc(item.Entries, func(e document.Entry) bool { return e.Key == "slot" && e.Value.Text == previousSlot })
	if item.Kind != document.MappingNode || i < 0 {
		return item
	}
	changed := *item
	changed.Entries = slices.Delete(slices.Clone(item.Entries), i, i+1)
	changed.Entries = append(changed.Entries, document.Entry{Key: "delay", Value: document.NodeOf(1)})
	return &changed
}

func fieldOf(phase reflect.Type, field string) (reflect.StructField, bool) {
	for i := range phase.NumField() {
		if f := phase.Field(i); jsonName(f) == field {
			return f, true
		}
	}
	return reflect.StructField{}, false
}

// Settling of Equilibrate unless a file says otherwise: as far as float64 allows. The section settle
// of an experiment, which replaces the neural phases of a network, has its own defaults: package
// experiment.
const (
	equilibrateSweeps    = 10000
	equilibrateTolerance = 1e-14
)

// withDefaults adds fields that a file leaves out, where 0 would not be valid. A phase writes
// the final slot. Linear populations settle exactly, others in order.
func withDefaults(phase reflect.Type, fields []document.Entry, g circuit.Graph) []document.Entry {
	add := func(key string, value *document.Node) {
		if !has(fields, key) {
			fields = append(fields, document.Entry{Key: key, Value: value})
		}
	}
	if f, ok := fieldOf(phase, "slot"); ok && f.Type == reflect.TypeFor[neuron.Slot]() {
		add("slot", textNode(neuron.Final.String()))
	}
	if phase != reflect.TypeFor[circuit.Equilibrate]() {
		return fields
	}
	i := slices.IndexFunc(fields, func(e document.Entry) bool { return e.Key == "method" })
	linear := i < 0 && allLinear(g, fields)
	if linear || i >= 0 && fields[i].Value.Text == circuit.Exact.String() {
		add("method", textNode(circuit.Exact.String()))
		return fields
	}
	add("method", textNode(circuit.InOrder.String()))
	if !has(fields, "sweeps") && !has(fields, "tolerance") {
		add("tolerance", document.NodeOf(equilibrateTolerance))
	}
	add("sweeps", document.NodeOf(equilibrateSweeps))
	return fields
}

// allLinear reports whether the populations of an Equilibrate are linear.
func allLinear(g circuit.Graph, fields []document.Entry) bool {
	for _, f := range fields {
		if f.Key != "populations" {
			continue
		}
		for _, item := range f.Value.Items {
			for _, p := range g.Populations {
				if p.Name == item.Text && !p.Activation.IsLinear() {
					return false
				}
			}
		}
	}
	return true
}

func has(entries []document.Entry, key string) bool {
	return slices.ContainsFunc(entries, func(e document.Entry) bool { return e.Key == key })
}

func textNode(text string) *document.Node {
	return &document.Node{Kind: document.TextNode, Text: text}
}

// phaseOf returns the form of a phase in a file.
func phaseOf(phase circuit.Phase, g circuit.Graph) (Phase, error) {
	text, err := json.Marshal(circuit.Schedule{phase})
	if err != nil {
		return "", err
	}
	d, err := document.Parse("phase", text)
	if err != nil {
		return "", err
	}
	kind := reflect.TypeOf(phase)
	entries := d.Top().Items[0].Entries
	name := fileName(entries[0].Value.Text)
	if len(entries) < 2 || kind.NumField() == 0 {
		return Phase(textNode(name).JSON()), nil
	}
	fields := entries[1].Value.Entries
	if first := jsonName(kind.Field(0)); len(fields) == 0 || fields[0].Key != first {
		return "", fmt.Errorf("phase %s has no %s: it cannot be written", name, first)
	}
	fields[0].Key = name
	fields = slices.DeleteFunc(fields, func(e document.Entry) bool { return e.Key == "slot" && e.Value.Text == neuron.Final.String() })
	for i := range fields {
		fields[i].Value = terse(kind, fields[i].Key, fields[i].Value)
	}
	written := func(fields []document.Entry) Phase {
		return Phase((&document.Node{Kind: document.MappingNode, Entries: fields}).JSON())
	}
	shorter := written(slices.DeleteFunc(slices.Clone(fields), func(e document.Entry) bool {
		return slices.Contains([]string{"method", "sweeps", "tolerance"}, e.Key)
	}))
	if again, err := shorter.phase(g); err == nil && reflect.DeepEqual(again, phase) {
		return shorter, nil
	}
	return written(fields), nil
}

// terse is the inverse of friendly.
func terse(phase reflect.Type, field string, n *document.Node) *document.Node {
	f, ok := fieldOf(phase, field)
	if !ok || f.Type != reflect.TypeFor[circuit.Receptions]() {
		return n
	}
	for i, item := range n.Items {
		entries := slices.DeleteFunc(item.Entries, func(e document.Entry) bool { return e.Key == "slot" && e.Value.Text == neuron.Final.String() })
		if n.Items[i].Entries = entries; len(entries) == 1 {
			n.Items[i] = entries[0].Value
		}
	}
	return n
}
