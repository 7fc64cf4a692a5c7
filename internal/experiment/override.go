package experiment

import (
	"slices"
	"strings"
)

// Override is a key that has another value than in an experiment file: its full name, and the texts of its flag.
type Override struct {
	Key   string
	Texts []string
}

// Replaces returns the key, or the section, that the experiment file no longer decides: stimuli of another kind
// replace all of the section, and so does another way of settling.
func (o Override) Replaces() string {
	if section, key, _ := strings.Cut(o.Key, "."); o.Key == "settle.method" || section == "stimulus" && slices.Contains(Kinds(), key) {
		return section
	}
	return o.Key
}

// Override returns the experiment with other values of some keys. Values that do not go together are an error
// that blames a key.
func (e Experiment) Override(given []Override) (Experiment, error) {
	if len(given) == 0 {
		return e, nil
	}
	if e.Settle != nil {
		own := *e.Settle // a copy: the file keeps its own
		e.Settle = &own
	}
	for _, o := range given {
		switch section, key, _ := strings.Cut(o.Key, "."); {
		case o.Replaces() == o.Key:
			e.forgetRivals(o.Key)
		case section == "stimulus" && !slices.Contains(e.Stimulus.Given(), key):
			e.Stimulus = Stimulus{}
		case section == "settle" && e.Settle != nil && e.Settle.Method != o.Texts[0]:
			e.Settle = nil
		}
	}
	keys := Section(&e, ".")
	for _, o := range given {
		if err := keys.Find(o.Key).ReadText(o.Texts...); err != nil {
			return e, err
		}
	}
	return e, keys.Check("")
}
