package circuit

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"twophase/internal/text/wording"
)

// Rate is a learning-rate schedule α_t, t = 1, 2, …: one or more segments,
// each constant (a) or decaying (a/(t0+t)). The zero Rate is not valid; make
// one with ConstantRate, DecayingRate or ParseRate.
type Rate struct {
	segments []segment
}

// segment is the rate a, or a/(t0+t), up to and including step until.
type segment struct {
	a, t0  float64
	decays bool
	until  int
}

// forever is the until of the last segment.
const forever = math.MaxInt

// ConstantRate returns α_t = a.
func ConstantRate(a float64) Rate {
	return Rate{[]segment{{a: a, until: forever}}}
}

// DecayingRate returns α_t = a/(t0+t).
func DecayingRate(a, t0 float64) Rate {
	return Rate{[]segment{{a: a, t0: t0, decays: true, until: forever}}}
}

// At returns α_t. Steps count from 1.
func (r Rate) At(t int) float64 {
	for _, s := range r.segments {
		if t <= s.until {
			return s.at(t)
		}
	}
	return 0
}

func (s segment) at(t int) float64 {
	if s.decays {
		return s.a / (s.t0 + float64(t))
	}
	return s.a
}

// Times returns the schedule factor·α_t.
func (r Rate) Times(factor float64) Rate {
	segments := slices.Clone(r.segments)
	for i := range segments {
		segments[i].a *= factor
	}
	return Rate{segments}
}

// Validate returns an error unless α_t is a positive number at every step.
func (r Rate) Validate() error {
	if len(r.segments) == 0 {
		return errors.New("the learning rate is missing: give one such as 1e-3 or 10/(250+t)")
	}
	from := 1
	for i, s := range r.segments {
		// A part that is positive at its start stays positive, unless it decays from
		// below a pole.
		if first := s.at(from); !positive(first) || !(s.a > 0) {
			return fmt.Errorf("learning rate %v is not a positive number from step %d on", r, from)
		}
		last := i == len(r.segments)-1
		if last != (s.until == forever) || s.until < from {
			return fmt.Errorf("learning rate %v: each part but the last must end at a step, and each later than the one before", r)
		}
		from = s.until + 1
	}
	return nil
}

// String returns the schedule in the form that ParseRate reads.
func (r Rate) String() string {
	parts := make([]string, len(r.segments))
	for i, s := range r.segments {
		parts[i] = wording.Format(s.a)
		if s.decays {
			parts[i] += "/(" + wording.Format(s.t0) + "+t)"
		}
		if s.until != forever {
			parts[i] += " until " + strconv.Itoa(s.until)
		}
	}
	return strings.Join(parts, ", ")
}

// ParseRate reads a learning-rate schedule such as
//
//	1e-3
//	10/(250+t)
//	1.1e-3 until 10000, 1e-4
//
// and validates it.
func ParseRate(text string) (Rate, error) {
	var r Rate
	for part := range strings.SplitSeq(text, ",") {
		s, err := parseSegment(part)
		if err != nil {
			return Rate{}, fmt.Errorf("learning rate %q: %w; write one such as 1e-3, 10/(250+t) or 1.1e-3 until 10000, 1e-4", text, err)
		}
		r.segments = append(r.segments, s)
	}
	if err := r.Validate(); err != nil {
		return Rate{}, err
	}
	return r, nil
}

func parseSegment(text string) (segment, error) {
	s := segment{until: forever}
	expression, until, bounded := strings.Cut(text, "until")
	var err error
	if bounded {
		step, err := wording.Int(until, 0, forever)
		if err != nil {
			return s, fmt.Errorf("until which step? %w", err)
		}
		s.until = int(step)
	}
	a, rest, decays := strings.Cut(expression, "/")
	if s.a, err = wording.ParseNumber(strings.TrimSpace(a)); err != nil {
		return s, err
	}
	if !decays {
		return s, nil
	}
	s.decays = true
	form := decaying.FindStringSubmatch(rest)
	if form == nil {
		return s, fmt.Errorf("%q is not of the form (t0+t)", strings.TrimSpace(rest))
	}
	s.t0, err = wording.ParseNumber(form[1])
	return s, err
}

// decaying is the denominator of a/(t0+t).
var decaying = regexp.MustCompile(`^\s*\(\s*(\S+?)\s*\+\s*t\s*\)\s*$`)

// MarshalText implements encoding.TextMarshaler in the form of String.
func (r Rate) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseRate. An empty text is the
// zero Rate.
func (r *Rate) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		*r = Rate{}
		return nil
	}
	parsed, err := ParseRate(string(text))
	if err == nil {
		*r = parsed
	}
	return err
}

// GobEncode implements gob.GobEncoder in the form of String.
func (r Rate) GobEncode() ([]byte, error) { return r.MarshalText() }

// GobDecode implements gob.GobDecoder.
func (r *Rate) GobDecode(data []byte) error { return r.UnmarshalText(data) }
