package neuron

// Slot is a turn of a neuron's time-multiplexed axon.
type Slot int

const (
	// Provisional is the first turn, which carries ỹ.
	Provisional Slot = iota
	// Final is the second turn, which carries y, or x on an input neuron.
	Final
)

// String returns "provisional" or "final".
func (s Slot) String() string {
	if s == Provisional {
		return "provisional"
	}
	return "final"
}
