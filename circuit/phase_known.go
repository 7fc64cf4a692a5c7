package circuit

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"twophase/circuit/selection"
	"twophase/internal/text/strict"
)

// bindable is a phase that names parts of a circuit.
type bindable interface {
	// bind returns a function that runs the phase, with the parts that it names looked up.
	bind(c *Circuit) func() error
}

// runsOf returns a function for each phase of a schedule that runs it.
func (c *Circuit) runsOf(s Schedule) []func() error {
	runs := make([]func() error, len(s))
	for i, phase := range s {
		if b, ok := phase.(bindable); ok && isKnown(phase) { // a type that embeds one has its own Run
			runs[i] = b.bind(c)
		} else {
			runs[i] = func() error { return phase.Run(c) }
		}
	}
	return runs
}

// signatureOf returns the signature of a phase. If a phase of another type has the name of
// a phase of this package, it inherited the signature by embedding. It may compute
// anything, so Linear, Local and Signals are not known.
func signatureOf(phase Phase) Signature {
	s := phase.Signature()
	of := reflect.TypeOf(phase)
	if of.Kind() == reflect.Pointer {
		of = of.Elem()
	}
	own := slices.ContainsFunc(knownPhases, func(k Phase) bool { return reflect.TypeOf(k) == of })
	if !own && slices.Contains(PhaseNames(), s.Name) {
		s.Linear, s.Local, s.Signals = NotKnown, NotKnown, Signals{}
	}
	return s
}

// signatures returns the signature of each phase of a schedule.
func (g Graph) signatures(s Schedule) signatures {
	all := make(signatures, len(s))
	for i, phase := range s {
		all[i] = SignatureIn(phase, g)
	}
	return all
}

// knownPhases are the types of the phases that have a JSON form, each by its name, which is that in its signature.
var knownPhases = []Phase{
	Turn{}, Equilibrate{}, Settle{}, Residual{}, Unlearn{}, Plasticity{}, MeanField{}, Trace{}, Average{}, Learn{},
	TransmissionFailure{}, Noise{}, SynapticNoise{}, Quantise{}, SignConstraint{}, Rewire{},
}

// isKnown reports whether a phase is of a type of this package.
func isKnown(phase Phase) bool {
	return slices.ContainsFunc(knownPhases, func(k Phase) bool { return reflect.TypeOf(k) == reflect.TypeOf(phase) })
}

// hasUnknown reports whether a phase is of a type of a user's own, which may do more than it says.
func (s Schedule) hasUnknown() bool {
	return slices.ContainsFunc(s, func(p Phase) bool { return !isKnown(p) })
}

// checkKnown returns an error if a phase has no JSON form.
func checkKnown(phase Phase) error {
	if isKnown(phase) {
		return nil
	}
	return fmt.Errorf("phase %s is a %T, which cannot be written down: only %s can", phase.Signature().Name, phase, phaseNames())
}

// PhaseNames returns the names of all phases that can be written down.
func PhaseNames() (names []string) {
	for _, n := range named {
		names = append(names, n.name)
	}
	for _, k := range knownPhases {
		names = append(names, nameOf(k))
	}
	return names
}

// nameOf returns the name in the signature of a known phase, without the work of finding the rest.
func nameOf(phase Phase) string {
	for _, n := range named {
		if n.phase == phase {
			return n.name
		}
	}
	return reflect.TypeOf(phase).Name()
}

func phaseNames() string { return strings.Join(PhaseNames(), ", ") }

// placedIn is a phase that names populations or projections.
type placedIn interface {
	Phase
	// checkIn returns an error unless the phase can be in a circuit of that graph.
	checkIn(g Graph) error
	// signatureIn is Signature with what the phase reads and writes there.
	signatureIn(g Graph) Signature
}

// SignatureIn returns the signature of a phase in a circuit with graph g: its equation, and what it reads and writes, in the
// names of that circuit.
func SignatureIn(phase Phase, g Graph) Signature {
	if p, ok := phase.(placedIn); ok && isKnown(phase) { // a type that embeds one has its own Signature
		s := p.signatureIn(g)
		g.call(&s, phase)
		s.Reads, s.Writes = distinct(s.Reads), distinct(s.Writes)
		return s
	}
	s := signatureOf(phase)
	if p, ok := phase.(placed); ok {
		s.Reads = nil
		for _, name := range g.ownNames() {
			if k := p.where().Kind(); k == selection.Weights || k == selection.Kind(name) {
				s.Reads = append(s.Reads, g.Weights(name))
			}
		}
		if sign, is := phase.(SignConstraint); !is || !sign.Refuse {
			s.Writes = s.Reads
		}
	}
	return s
}

// distinct returns variables without those that were named before.
func distinct(all []Variable) (different []Variable) {
	for _, v := range all {
		if !slices.Contains(different, v) {
			different = append(different, v)
		}
	}
	return different
}

// The schedules of the paper's networks, that of a cascade, and that of the related networks that settle. Gauss–Seidel
// sweeps converge for every symmetric positive definite M; Jacobi sweeps may diverge.
var (
	twoPhase  = Schedule{Feedforward, Lateral, Plasticity{}}
	recurrent = Schedule{Feedforward, Solve, Plasticity{}}
	cascade   = Schedule{Feedforward, Cascade, Plasticity{}}
	settle    = Settle{Method: GaussSeidel, Sweeps: 1000, Tolerance: 1e-6}
	settling  = Schedule{Feedforward, settle, Plasticity{}}
)

// writtenPhase is the JSON form of a phase: its name and its fields.
type writtenPhase struct {
	Phase  string          `json:"phase"`
	Fields json.RawMessage `json:"fields,omitempty"`
}

// MarshalJSON implements json.Marshaler: a list of phases, each with its name and its
// fields. It returns an error if a phase is not one of this package.
func (s Schedule) MarshalJSON() ([]byte, error) {
	list := make([]writtenPhase, len(s))
	for i, phase := range s {
		if err := checkKnown(phase); err != nil {
			return nil, err
		}
		list[i].Phase = nameOf(phase)
		if !isNamed(phase) && reflect.TypeOf(phase).NumField() > 0 {
			fields, err := json.Marshal(phase)
			if err != nil {
				return nil, err
			}
			list[i].Fields = fields
		}
	}
	return json.Marshal(list)
}

// UnmarshalJSON implements json.Unmarshaler. It does not check whether the schedule can run:
// see CheckIn.
func (s *Schedule) UnmarshalJSON(data []byte) error {
	var list []writtenPhase
	if err := strict.Unmarshal(data, &list); err != nil {
		return err
	}
	read := make(Schedule, 0, len(list))
	for _, w := range list {
		phase, is := PhaseNamed(w.Phase)
		fields := any(&struct{}{}) // a phase with a name of its own has none
		made := reflect.Value{}
		if !is {
			at := slices.IndexFunc(knownPhases, func(k Phase) bool { return nameOf(k) == w.Phase })
			if at < 0 {
				return fmt.Errorf("phase %q is not known: choose from %s", w.Phase, phaseNames())
			}
			made = reflect.New(reflect.TypeOf(knownPhases[at]))
			fields = made.Interface()
		}
		if len(w.Fields) > 0 {
			if err := strict.Unmarshal(w.Fields, fields); err != nil {
				return fmt.Errorf("phase %s: %w", w.Phase, err)
			}
		}
		if !is {
			phase = made.Elem().Interface().(Phase)
		}
		read = append(read, phase)
	}
	*s = read
	return nil
}

// GobEncode implements gob.GobEncoder in the form of MarshalJSON.
func (s Schedule) GobEncode() ([]byte, error) { return s.MarshalJSON() }

// GobDecode implements gob.GobDecoder.
func (s *Schedule) GobDecode(data []byte) error { return s.UnmarshalJSON(data) }
