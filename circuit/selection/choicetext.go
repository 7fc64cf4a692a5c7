package selection

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"twophase/internal/text/wording"
)

// clauses are the words that begin the parts of a choice, in their order.
var clauses = []string{"except", "where", "fraction", "count", "top", "bottom", "draw"}

// bound is the form of a bound on a weight.
var bound = regexp.MustCompile(`^(\|\s*w\s*\||w)\s*([<>])\s*(\S+)$`)

// ParseChoice reads a choice from selections of the allowed kinds, or of any kind if none is
// given. A single selection reads as by Parse.
func ParseChoice(text string, allowed ...Kind) (Choice, error) {
	parts, err := clausesOf(text)
	if err != nil {
		return Choice{}, fmt.Errorf("selection %q: %w", text, err)
	}
	c := Choice{}
	if c.Of, err = parseList(parts["select"], allowed); err != nil {
		return c, err
	}
	for _, name := range clauses {
		part, given := parts[name]
		if !given {
			continue
		}
		switch name {
		case "except":
			if c.Except, err = parseList(part, allowed); err != nil {
				return c, err
			}
		case "where":
			c.Where, err = parseBounds(part)
		case "draw":
			c.Alike, err = parseDraw(part, c)
		default:
			if c.Take != Everyone {
				err = fmt.Errorf("%s and %s exclude one another: give one of them", c.Take, name)
			} else {
				c.Take = Take(name)
				c.Number, err = parseNumber(c.Take, part)
			}
		}
		if err != nil {
			return c, fmt.Errorf("selection %q: %w", text, err)
		}
	}
	return c, nil
}

// clausesOf cuts a text into its clauses. What comes before the first is that of select.
func clausesOf(text string) (map[string]string, error) {
	parts, name, from, depth := map[string]string{}, "select", 0, 0
	name = "select"
	for _, at := range words.FindAllStringIndex(text, -1) {
		word := text[at[0]:at[1]]
		before := strings.TrimSpace(text[from:at[0]])
		inside := depth > 0
		depth += strings.Count(word, "[") - strings.Count(word, "]")
		list := name == "select" || name == "except"
		switch {
		case inside || before == "" || strings.HasPrefix(word, "[") || list && strings.HasSuffix(before, ","):
			continue // indices, or the first word of a clause, or of a selection in a list
		case !slices.Contains(clauses, word):
			if list && !strings.HasPrefix(word, ",") {
				return nil, fmt.Errorf("%q after %q is not understood%s: choose %s, or a comma before a further selection", word, before, wording.Hint(word, clauses), strings.Join(clauses, ", "))
			}
			continue
		}
		if _, twice := parts[word]; twice || word == name {
			return nil, fmt.Errorf("%s is given twice: give it once", word)
		}
		parts[name] = before
		name, from = word, at[1]
	}
	parts[name] = strings.TrimSpace(text[from:])
	if parts[name] == "" && name != "select" {
		return nil, fmt.Errorf("nothing stands after %s: write %s", name, examples[name])
	}
	return parts, nil
}

// words matches what stands between spaces.
var words = regexp.MustCompile(`\S+`)

// examples of clauses.
var examples = map[string]string{
	"except": "except " + ExampleRow, "where": "where |w| < 0.01", "fraction": "fraction 0.3", "count": "count 5",
	"top": "top 5", "bottom": "bottom 5", "draw": "draw alike",
}

// parseList reads selections with commas between them.
func parseList(text string, allowed []Kind) (all []Selection, err error) {
	depth, from := 0, 0
	for i := 0; i <= len(text); i++ {
		switch {
		case i < len(text) && text[i] == '[':
			depth++
		case i < len(text) && text[i] == ']':
			depth--
		case i == len(text) || text[i] == ',' && depth == 0:
			s, err := Parse(strings.TrimSpace(text[from:i]), allowed...)
			if err != nil {
				return nil, err
			}
			all, from = append(all, s), i+1
		}
	}
	return all, nil
}

// parseBounds reads bounds with the word and between them.
func parseBounds(text string) (all []Bound, err error) {
	for part := range strings.SplitSeq(text, " and ") {
		m := bound.FindStringSubmatch(strings.TrimSpace(part))
		if m == nil {
			return nil, fmt.Errorf("where %q is not a bound on a weight: write one such as |w| < 0.01, or w > 0 and w < 0.5", part)
		}
		v, err := wording.ParseNumber(m[3])
		if err != nil {
			return nil, fmt.Errorf("where: %w", err)
		}
		all = append(all, Bound{Absolute: m[1] != "w", Below: m[2] == "<", Value: v})
	}
	return all, nil
}

// parseNumber reads the number of a Take.
func parseNumber(t Take, text string) (float64, error) {
	v, err := wording.ParseNumber(text)
	switch {
	case err != nil:
		return 0, fmt.Errorf("%s: %w", t, err)
	case t == Fraction && !(v > 0 && v <= 1):
		return 0, fmt.Errorf("fraction %s: give a number above 0 and up to 1, such as 0.3", text)
	case t != Fraction && (v < 1 || v != float64(int(v))):
		return 0, fmt.Errorf("%s %s: give a whole number from 1, such as 5", t, text)
	}
	return v, nil
}

// parseDraw reads whether all trials draw alike.
func parseDraw(text string, c Choice) (alike bool, err error) {
	draws := []string{"by-trial", "alike"}
	switch {
	case !slices.Contains(draws, text):
		return false, fmt.Errorf("there is no draw %q%s: choose %s", text, wording.Hint(text, draws), strings.Join(draws, " or "))
	case !c.drawn():
		return false, fmt.Errorf("draw is for fraction and count, which draw elements: leave it out")
	}
	return text == "alike", nil
}
