package selection

// Limits of a circuit, for which traces and archives of weights have room. They are checked before the first step.
const (
	MostKinds   = 256       // projections, populations other than inputs, and populations with scales that learn: a number is a byte
	MostNeurons = 1_000_000 // of all populations together
	LongestName = 100       // letters, digits and _ of the name of a population or a projection
)
