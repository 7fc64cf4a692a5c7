package sweep

import (
	"math"

	"twophase/internal/text/document"
)

// readKey reads the values of one key, a list or one of grid, range and random. It also
// reports whether they are random.
func (g *grid) readKey(name string, entry document.Entry) (c VariedKey, random, ok bool) {
	c.Key = entry.Key
	if entry.Value.Kind == document.ListNode {
		return g.readValues(c, name, entry.Value), false, g.Err() == nil
	}
	var values *document.Node
	var even, drawn *Spread
	before := g.Err()
	keySection(&values, &even, &drawn).Read(g.Document, name, entry.Value)
	if before != nil || g.Err() != nil {
		return c, false, false
	}
	if values != nil {
		return g.readValues(c, name+".grid", values), false, g.Err() == nil
	}
	spread := even
	if spread == nil {
		spread = drawn
	}
	if err := spread.validate(); err != nil {
		g.Fail(name, entry.Value, "%w", err)
		return c, false, false
	}
	c.Log = spread.Log
	g.nodes[c.Key] = []*document.Node{entry.Value}
	if drawn != nil {
		c.Numbers = spread.drawn(g.plan.Seed, c.Key)
	} else {
		c.Numbers = spread.even()
	}
	return c, drawn != nil, true
}

// keySection returns the keys that say which values a key of the experiment takes.
func keySection(values **document.Node, even, drawn **Spread) *document.Section {
	return &document.Section{
		Keys: []document.Key{
			{Name: "grid", About: "a list of values", Example: "[0.2, 0.5]", Value: document.Raw(values, map[string]any{"type": "array"})},
			{Name: "range", About: "values that are evenly spaced", Value: document.Optional(even, spreadSection)},
			{Name: "random", About: "values that are drawn at random", Value: document.Optional(drawn, spreadSection)},
		},
		OneOf: []document.Group{{Keys: []string{"grid", "range", "random"}, Required: true}},
	}
}

func spreadSection(s *Spread) *document.Section {
	return &document.Section{Keys: []document.Key{
		{Name: "from", About: "one end", Example: "1e-4", Value: document.Number(&s.From, document.Any), Required: true},
		{Name: "to", About: "the other end", Example: "1e-2", Value: document.Number(&s.To, document.Any), Required: true},
		{Name: "count", About: "number of values", Example: "5", Value: document.Integer(&s.Count, 1, MaxValues), Required: true},
		{Name: "log", About: "space or draw them on a logarithmic axis", Default: "false", Example: "true", Value: document.Bool(&s.Log, false)},
		{Name: "round", About: "round them to whole numbers", Default: "false", Example: "true", Value: document.Bool(&s.Round, false)},
	}}
}

// readValues reads a list of values.
func (g *grid) readValues(c VariedKey, name string, list *document.Node) VariedKey {
	items := g.Items(name, list)
	g.nodes[c.Key] = items
	for _, item := range items {
		if item.Kind == document.NullNode {
			g.Fail(name, list, "nothing stands between the commas, or after the dash")
		}
		c.Values = append(c.Values, valueOf(item))
	}
	c.Log = geometric(c)
	return c
}

// valueOf returns the value of a node.
func valueOf(n *document.Node) Value { return Value(n.JSON()) }

// geometric reports whether at least three numbers rise or fall by roughly equal factors
// rather than by equal steps, so that a logarithmic axis suits them.
func geometric(c VariedKey) bool {
	if c.Len() < 3 {
		return false
	}
	var logs, plain []float64
	for i := range c.Len() {
		v, ok := c.Value(i).Number()
		if !ok || !(v > 0) {
			return false
		}
		logs, plain = append(logs, math.Log(v)), append(plain, v)
	}
	return unevenness(logs) < unevenness(plain)/2
}

// unevenness returns by how much the largest step exceeds the mean step, relative to it.
func unevenness(v []float64) float64 {
	largest := 0.0
	for i := 1; i < len(v); i++ {
		largest = max(largest, math.Abs(v[i]-v[i-1]))
	}
	return largest*float64(len(v)-1)/math.Abs(v[len(v)-1]-v[0]) - 1
}
