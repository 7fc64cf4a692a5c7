package experiment

import (
	"regexp"
)

// Commented is a line of the template with a key that is commented out.
var Commented = regexp.MustCompile(`^( *)# ( *)([A-Za-z0-9_]+):( |$)`)

// CommentedItem is such a line with an item of a list, and keyed one of its keys.
var (
	CommentedItem = regexp.MustCompile(`^( *)# ( *)- \{(.*)\}`)
	Keyed         = regexp.MustCompile(`[a-z_]+:`)
)
