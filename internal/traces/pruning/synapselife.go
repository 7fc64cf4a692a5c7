package pruning

import (
	"math"

	"twophase/internal/text/wording"
)

// State is the state of a synapse at the end of the recording.
type State string

const (
	Active   State = "active"   // none of the others
	Pruned   State = "pruned"   // below a fraction of its peak
	Faint    State = "faint"    // not pruned, and not to be distinguished from noise
	Unborn   State = "unborn"   // not pruned, and never out of the noise
	Lesioned State = "lesioned" // cut by an intervention
	Absent   State = "absent"   // 0 throughout: it never learned
)

// Seen is what a run itself saw of a synapse, at the steps at which it measures itself. Its summary counts by that.
type Seen struct {
	Peak     float64 // largest |weight|
	PeakStep int64
	Final    float64 // |weight| at the end
}

// Life is the history of one synapse in numbers. Sizes are those of |weight|.
type Life struct {
	State     State          `json:"state"`
	Pruned    bool           `json:"pruned"`
	Birth     *int64         `json:"birth"` // the step in which it first stood out; nil if never
	Peak      wording.Number `json:"peak"`  // the largest that was recorded
	PeakStep  int64          `json:"peak_step"`
	Final     wording.Number `json:"final"`
	Noise     wording.Number `json:"noise"`     // standard deviation in the late stretch, robust
	Threshold wording.Number `json:"threshold"` // below which it is pruned: a fraction of RunPeak where that is known, else of Peak

	RunPeak     *wording.Number `json:"run_peak,omitempty"` // the largest that the run itself saw: Seen
	RunPeakStep *int64          `json:"run_peak_step,omitempty"`

	HalfLife wording.Number `json:"half_life"` // steps in which it halves after its peak; null if there is no fit
	Decay    Decay          `json:"decay"`

	BelowSince    *int64 `json:"below_since"`         // the step from which it is pruned until the end; nil if it is not
	Below         int64  `json:"below"`               // number of steps that it was pruned
	Resurrections int    `json:"resurrections"`       // number of times that it came back
	LesionedAt    *int64 `json:"lesioned_at"`         // the step after which it is lesioned; nil if it is not
	Records       int    `json:"records"`             // number of records used
	Undefined     int    `json:"undefined,omitempty"` // records that are not finite

	spells []spell
}

// Follow finds the life of a synapse from its history, for a circuit with that noise floor.
// cut is the step of a lesion, or −1 if there was none; seen is what the run itself saw of the synapse, nil if
// that is not known.
func Follow(h History, floor float64, cut int64, seen *Seen, c Criterion) Life {
	l := Life{Peak: wording.NaN, Final: wording.NaN, Noise: wording.NaN, Threshold: wording.NaN, HalfLife: wording.NaN, Records: len(h.Steps)}
	h, l.Undefined = h.finite()
	if len(h.Steps) == 0 {
		l.State, l.Decay = Absent, noFit("nothing finite was recorded")
		return l
	}
	last := h.Steps[len(h.Steps)-1]
	span := last - h.Steps[0]
	l.Final = wording.Number(math.Abs(h.Weights[len(h.Weights)-1]))
	h, l.LesionedAt = h.alive(cut)
	l.Noise = wording.Number(h.Noise())
	peak, at := h.peak()
	l.Peak, l.PeakStep = wording.Number(peak), at
	if peak == 0 {
		l.State, l.Decay = Absent, noFit("it was 0 throughout")
		if l.LesionedAt != nil {
			l.State = Lesioned
		}
		return l
	}
	if seen != nil {
		run := wording.Number(seen.Peak)
		l.RunPeak, l.RunPeakStep, l.Final, peak = &run, &seen.PeakStep, wording.Number(seen.Final), seen.Peak
	}
	if peak == 0 {
		l.State, l.Decay, l.Threshold = Absent, noFit("it was 0 in all steps of the run at which it was looked at"), 0
		if l.LesionedAt != nil {
			l.State = Lesioned
		}
		return l
	}
	low := c.threshold(peak)
	l.Threshold = wording.Number(low)
	birth, spells := h.spells(low, c.Hysteresis*max(low, c.Noise*floor), c.dwell(span))
	l.Decay = h.decay(at, spells)
	l.HalfLife = l.Decay.HalfLife
	l.fill(h, birth, spells)
	switch final := float64(l.Final); {
	case l.LesionedAt != nil:
		l.State = Lesioned
	case final < low:
		l.State, l.Pruned = Pruned, true
	case birth < 0:
		l.State = Unborn
	case final < c.Noise*floor:
		l.State = Faint
	default:
		l.State = Active
	}
	if !l.Pruned {
		l.BelowSince = nil
	}
	return l
}

// fill sets when the synapse was born and pruned.
func (l *Life) fill(h History, birth int, spells []spell) {
	l.spells = spells
	if birth >= 0 {
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
	}
}
