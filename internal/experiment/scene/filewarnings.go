package scene

import (
	"fmt"
	"strings"
)

// Oddities implements Stimuli. It names what reads like a mistake: an index among the inputs, or
// rows and columns exchanged.
func (f *File) Oddities() (odd []string) {
	if f.Found == nil {
		return nil
	}
	if found := f.Found; found.Rows < found.Inputs {
		advice := "transposed? --transpose reads each column as a stimulus"
		if f.Transpose {
			advice = "it is read transposed; without --transpose each row is a stimulus"
		}
		odd = append(odd, fmt.Sprintf("%s has more inputs, %d, than stimuli, %d: %s", f.Title(), found.Inputs, found.Rows, advice))
	}
	names := f.data.Names()
	for _, s := range f.Found.Suspicious() {
		var why []string
		if s.Increasing {
			why = append(why, "increases with every stimulus")
		}
		if s.Share > 0 {
			why = append(why, fmt.Sprintf("has %.3g %% of the variance", 100*s.Share))
		}
		column, skip := f.InputName(s.Input), fmt.Sprint(s.Input)
		if names != nil {
			skip = names[s.Input]
		}
		advice := "leave it out"
		if f.Stimulus.File != "" && f.Stimulus.Views == nil && f.Columns == nil && f.SkipColumns == nil {
			advice = "--skip-columns " + skip + " leaves it out"
		}
		odd = append(odd, fmt.Sprintf("%s %s: is it an index, a time or a number of a subject? %s", column, strings.Join(why, " and "), advice))
	}
	return odd
}

// InputName returns an input's number, from 0, and its name in the header.
func (f *File) InputName(input int) string {
	if names := f.data.Names(); names != nil {
		return fmt.Sprintf("input %d (%s)", input, names[input])
	}
	return fmt.Sprintf("input %d", input)
}
