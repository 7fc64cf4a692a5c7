package experiment

import (
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// choice is the value of a key that names elements: a selection, a list of selections, or a
// section that says more. The text that it sets is read by selection.ParseChoice.
type choice struct {
	to      *string
	allowed []selection.Kind
}

// selected is the section of a choice.
type selected struct {
	Select, Except     []string
	Where              string
	Fraction           float64
	Count, Top, Bottom int
	Draw               string
}

// SelectionKeys returns the keys of a section that selects elements.
func SelectionKeys() *document.Section { return new(selected).section() }

func (s *selected) section() *document.Section {
	return &document.Section{
		Keys: []document.Key{
			{Name: "select", About: "the elements: a selection, such as " + selection.ExampleRow + ", or a list of selections", Example: `["` + selection.ExampleRow + `", scale]`, Value: document.TextOrTexts(&s.Select), Required: true},
			{Name: "except", About: "without these elements: a selection or a list", Example: `"` + selection.ExampleSynapse + `"`, Value: document.TextOrTexts(&s.Except)},
			{Name: "where", About: "those whose weight w, at that time, is within bounds", Example: `"|w| > 0.001 and |w| < 0.01"`, Value: document.Text(&s.Where, nil)},
			{Name: "fraction", About: "that fraction of them, drawn at random", Example: "0.3", Value: document.Number(&s.Fraction, document.Range{Max: 1, AboveMin: true})},
			{Name: "count", About: "that number of them, drawn at random", Example: "5", Value: document.Integer(&s.Count, 1, maxCount)},
			{Name: "top", About: "that number of those with the largest |w|", Example: "5", Value: document.Integer(&s.Top, 1, maxCount)},
			{Name: "bottom", About: "that number of those with the smallest |w|", Example: "5", Value: document.Integer(&s.Bottom, 1, maxCount)},
			{Name: "draw", About: "draw other elements in each trial (by-trial), or the same in all (alike)", Default: "by-trial", Value: document.Choice(&s.Draw, "by-trial", "alike"), Beside: []string{"fraction", "count"}},
		},
		OneOf: []document.Group{{Keys: []string{"fraction", "count", "top", "bottom"}}},
	}
}

// text returns the section as one line.
func (s *selected) text() string {
	text := strings.Join(s.Select, ", ")
	add := func(name, value string, given bool) {
		if given {
			text += " " + name + " " + value
		}
	}
	add("except", strings.Join(s.Except, ", "), s.Except != nil)
	add("where", s.Where, s.Where != "")
	add("fraction", wording.Format(s.Fraction), s.Fraction != 0)
	add("count", wording.Format(float64(s.Count)), s.Count != 0)
	add("top", wording.Format(float64(s.Top)), s.Top != 0)
	add("bottom", wording.Format(float64(s.Bottom)), s.Bottom != 0)
	add("draw", s.Draw, s.Draw == "alike")
	return text
}

// Read implements document.Value.
func (c *choice) Read(d *document.Document, name string, n *document.Node) {
	var s selected
	before := d.Failures()
	if n.Kind == document.MappingNode {
		s.section().Read(d, name, n)
	} else {
		document.TextOrTexts(&s.Select).Read(d, name, n)
	}
	if d.Failures() > before {
		return
	}
	text := s.text()
	if _, err := selection.ParseChoice(text, c.allowed...); err != nil {
		d.Fail(name, n, "%w", err)
		return
	}
	*c.to = text
}

// Write implements document.Value. A single selection is a text.
func (c *choice) Write() (*document.Node, bool) {
	found, err := selection.ParseChoice(*c.to)
	if err != nil || len(found.Of) == 1 && found.String() == found.Of[0].String() {
		return document.Text(c.to, nil).Write()
	}
	s := selected{Select: texts(found.Of), Except: texts(found.Except)}
	var bounds []string
	for _, b := range found.Where {
		bounds = append(bounds, b.String())
	}
	s.Where = strings.Join(bounds, " and ")
	switch found.Take {
	case selection.Fraction:
		s.Fraction = found.Number
	case selection.Count:
		s.Count = int(found.Number)
	case selection.Top:
		s.Top = int(found.Number)
	case selection.Bottom:
		s.Bottom = int(found.Number)
	}
	if found.Alike {
		s.Draw = "alike"
	}
	return s.section().Write()
}

func texts(all []selection.Selection) (texts []string) {
	for _, s := range all {
		texts = append(texts, s.String())
	}
	return texts
}

// Schema implements document.Value.
func (c *choice) Schema() map[string]any {
	var s selected
	forms := document.TextOrTexts(&s.Select).Schema()["anyOf"].([]any)
	return map[string]any{"anyOf": append(forms, s.section().Schema())}
}
