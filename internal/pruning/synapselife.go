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

// History is the recorded weights of one synapse, in ascending order of step.
type History struct {
	Steps   []int64
	Weights []float64
	Peak    float64 // largest |weight| of records that are left out, if known
	PeakAt  int64   // its step
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

// finite returns the history without records that are not finite, and their number.
func (h History) finite() (History, int) {
	bad := 0
	for _, w := range h.Weights {
		if !(math.Abs(w) <= math.MaxFloat64) {
			bad++
		}
	}
	if bad == 0 {
		return h, 0
	}
	kept := History{Peak: h.Peak, PeakAt: h.PeakAt}
	for i, w := range h.Weights {
		if math.Abs(w) <= math.MaxFloat64 {
			kept.Steps, kept.Weights = append(kept.Steps, h.Steps[i]), append(kept.Weights, w)
		}
	}
	return kept, bad
}

// alive returns the history up to a lesion, and the step of the lesion or nil.
func (h History) alive(cut int64) (History, *int64) {
	n := len(h.Weights)
	for n > 0 && h.Weights[n-1] == 0 {
		n--
	}
	silent := len(h.Weights) - n
	if n == 0 || silent == 0 || cut < 0 && silent < 2 {
		if cut >= 0 && silent > 0 {
			return h, &cut // it was 0 already
		}
		return h, nil
	}
	if cut < 0 {
		cut = h.Steps[n-1]
	}
	return History{h.Steps[:n], h.Weights[:n], h.Peak, h.PeakAt}, &cut
}

// peak returns the largest |weight| and its step.
func (h History) peak() (peak float64, at int64) {
	peak, at = h.Peak, h.PeakAt
	for i, w := range h.Weights {
		if a := math.Abs(w); a > peak {
			peak, at = a, h.Steps[i]
		}
	}
	return peak, at
}
