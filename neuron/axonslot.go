package neuron

import (
	"cmp"

	"twophase/internal/text/wording"
)

// Slot is a turn of a neuron's time-multiplexed axon.
type Slot int

const (
	// Provisional is the first turn of an output's axon, which carries ỹ.
	Provisional Slot = iota
	// Final is the second turn, which carries y.
	Final
	// Late is the first turn of the previous stimulus, ỹ(t−1), for signals that arrive
	// late. It is kept only if a phase reads it.
	Late
	// Trace holds what a phase makes of the activities for this and the previous stimulus
	// (Local.Trace). No axon carries it.
	Trace

	// Stimulus is the only turn of an input's axon, which carries x. It is the slot of
	// Final, so that a rule finds the activity of both endpoints in one slot.
	Stimulus = Final
)

// Delayed returns the slot of the final activity d ≥ 1 stimuli ago, which a population carries
// if it keeps it (Population.KeepDelayed).
func Delayed(d int) Slot { return Trace + Slot(d) }

// delay returns d of the slot Delayed(d), 0 or less for others.
func (s Slot) delay() int { return int(s - Trace) }

var slots = []string{"provisional", "final", "late", "trace"}

// String returns "provisional", "final", "late" or "trace".
func (s Slot) String() string { return wording.NameOf(s, slots) }

// MarshalText implements encoding.TextMarshaler in the form of String.
func (s Slot) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler for the form of String. An empty text is
// Final.
func (s *Slot) UnmarshalText(text []byte) (err error) {
	*s, err = wording.ValueOf[Slot]("slot", cmp.Or(string(text), slots[Final]), slots)
	return err
}
