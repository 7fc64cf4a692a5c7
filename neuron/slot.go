package neuron

// Slot is a turn of a neuron's time-multiplexed axon.
type Slot int

const (
	// Provisional is the first turn, which carries ỹ.
	Provisional Slot = iota
	// Final is the second turn, which carries y, or x on an input neuron.
	Final
	// Late is what the first turn carried for the stimulus before, ỹ(t−1), where it
	// is under way for as long. It is kept only if a phase reads it.
	Late

	slots // how many there are
)

// String returns "provisional", "final" or "late".
func (s Slot) String() string {
	switch s {
	case Provisional:
		return "provisional"
	case Late:
		return "late"
	}
	return "final"
}
