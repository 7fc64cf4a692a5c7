package circuit

// Answer says whether a phase has a property. The zero Answer is NotKnown.
type Answer int

const (
	NotKnown Answer = iota
	Yes
	No
)

// String returns not known, yes or no.
func (a Answer) String() string {
	switch a {
	case Yes:
		return "yes"
	case No:
		return "no"
	}
	return "not known"
}

// and returns No if a or b is No, Yes if both are Yes, and NotKnown otherwise.
func (a Answer) and(b Answer) Answer {
	switch {
	case a == No || b == No:
		return No
	case a == Yes && b == Yes:
		return Yes
	}
	return NotKnown
}
