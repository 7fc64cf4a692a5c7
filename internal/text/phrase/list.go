package phrase

import "strings"

// List writes names as "a, b or c", with the word before the last one.
func List(names []string, word string) string {
	last := len(names) - 1
	if last < 1 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}
