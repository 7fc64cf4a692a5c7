package pruning

import (
	"math"

	"twophase/internal/number"
)

// State is the state of a synapse at the end of the recording.
type State string

const (
	Active   State = "active"   // above its threshold, or not below for long enough
	Pruned   State = "pruned"   // below its threshold
	Unborn   State = "unborn"   // never out of the noise
	Lesioned State = "lesioned" // cut by an intervention, or silent from one step to the next
	Absent   State = "absent"   // 0 throughout: there is no such synapse, or it never learned
)

// Life is the history of one lateral synapse in numbers. Sizes are those of |weight|.
type Life struct {
	State     State         `json:"state"`
	Pruned    bool          `json:"pruned"`
	Birth     *int64        `json:"birth"` // the step in which it first reached its threshold times the hysteresis; nil if never
	Peak      number.Number `json:"peak"`
	PeakStep  int64         `json:"peak_step"`
	Final     number.Number `json:"final"`
	Noise     number.Number `json:"noise"`     // standard deviation in the late stretch, robust
	Threshold number.Number `json:"threshold"` // |weight| below which it counts as pruned

	HalfLife number.Number `json:"half_life"` // steps in which it halves after its peak; null if there is no fit
	Decay    Decay         `json:"decay"`

	BelowSince    *int64 `json:"below_since"`         // the step from which it is pruned until the end; nil if it is not
	Below         int64  `json:"below"`               // number of steps that it was pruned
	Resurrections int    `json:"resurrections"`       // number of times that it came back
	LesionedAt    *int64 `json:"lesioned_at"`         // the step after which it is lesioned; nil if it is not
	Records       int    `json:"records"`             // number of records used
	Undefined     int    `json:"undefined,omitempty"` // records that are not finite

	spells []spell
}

// Follow finds the life of a synapse from its history, for a circuit with that noise floor.
// cut is the step of a lesion, or −1 if none is known. With −1, a weight that is 0 from one
// record to the end counts as lesioned.
func Follow(h History, floor float64, cut int64, c Criterion) Life {
	l := Life{Peak: number.NaN, Final: number.NaN, Noise: number.NaN, Threshold: number.NaN, HalfLife: number.NaN, Records: len(h.Steps)}
	h, l.Undefined = h.finite()
	if len(h.Steps) == 0 {
		l.State, l.Decay = Absent, noFit("nothing finite was recorded")
		return l
	}
	last := h.Steps[len(h.Steps)-1]
	span := last - h.Steps[0]
	l.Final = number.Number(math.Abs(h.Weights[len(h.Weights)-1]))
	h, l.LesionedAt = h.alive(cut)
	l.Noise = number.Number(h.Noise())
	peak, at := h.peak()
	l.Peak, l.PeakStep = number.Number(peak), at
	if peak == 0 {
		l.State, l.Decay = Absent, noFit("it was 0 throughout")
		if l.LesionedAt != nil {
			l.State = Lesioned
		}
		return l
	}
	low := c.threshold(peak, floor)
	l.Threshold = number.Number(low)
	birth, spells := h.spells(low, c.Hysteresis*low, c.dwell(span))
	l.Decay = h.decay(at, spells)
	l.HalfLife = l.Decay.HalfLife
	l.fill(h, birth, spells)
	return l
}

// fill sets when the synapse was born and pruned.
func (l *Life) fill(h History, birth int, spells []spell) {
	l.State, l.spells = Active, spells
	if birth < 0 {
		l.State = Unborn
	} else {
		l.Birth = &h.Steps[birth]
	}
	for i := range spells {
		s := &spells[i]
		l.Below += s.end - s.from
		if s.over {
			l.Resurrections++
			continue
		}
		l.BelowSince = &s.from
		if birth >= 0 {
			l.State = Pruned
		}
	}
	if l.LesionedAt != nil {
		l.State, l.BelowSince = Lesioned, nil
	}
	l.Pruned = l.State == Pruned
}
