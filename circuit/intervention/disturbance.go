package intervention

import (
	"errors"
	"fmt"
	"strings"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/text/wording"
	"twophase/neuron"
)

// synaptic lists the kinds that phases act on.
var synaptic = selection.KindsOf(selection.Synapses, selection.Everything)

// Noise adds synaptic noise to the schedule, changes its size for the same
// selection, or removes it.
type Noise struct {
	Where selection.Selection `json:"where"` // synapses of one projection; weights stands for those of all
	Size  float64             `json:"size"`  // standard deviation of a step; 0 removes the phase

	Symmetric bool `json:"symmetric,omitempty"` // the two synapses of a pair take the same step
}

// String implements Edit.
func (e Noise) String() string {
	kind := "noise"
	if e.Symmetric {
		kind = "symmetric noise"
	}
	return fmt.Sprintf("%s of %v in %v", kind, wording.Format(e.Size), e.Where)
}

// Validate implements Edit.
func (e Noise) Validate(z selection.Size) error {
	if err := e.phase().Validate(); err != nil {
		return err
	}
	return e.Where.Check(z, synaptic...)
}

// Apply implements Edit.
func (e Noise) Apply(c *circuit.Circuit) ([]Change, error) {
	return setPhase(c, e.phase(), e.Size == 0)
}

func (e Noise) phase() circuit.SynapticNoise { return circuit.SynapticNoise(e) }

// ActivityNoise adds noise to what the neurons of a population carry after their last turn, changes it, or removes it.
type ActivityNoise struct {
	Population string  `json:"population"` // not one of inputs
	Spread     float64 `json:"spread"`     // standard deviation of each neuron's noise; 0 removes the phase
	Shared     float64 `json:"shared"`     // the part of its variance that all neurons share, in [0, 1]
}

// String implements Edit.
func (e ActivityNoise) String() string {
	shared := ""
	if e.Shared != 0 {
		shared = fmt.Sprintf(", of which %v is shared", wording.Format(e.Shared))
	}
	return fmt.Sprintf("noise of %s in the activity of %s%s", wording.Format(e.Spread), e.Population, shared)
}

// Validate implements Edit.
func (e ActivityNoise) Validate(z selection.Size) error {
	if err := e.phase().Validate(); err != nil {
		return err
	}
	k := selection.Kind(e.Population)
	if z.IsInput(k) {
		return fmt.Errorf("%s carry the stimulus: add the noise to that, by stimulus: {noise: %s}", e.Population, wording.Format(e.Spread))
	}
	return selection.All(k).Check(z, selection.Outputs)
}

// Apply implements Edit.
func (e ActivityNoise) Apply(c *circuit.Circuit) ([]Change, error) {
	return setPhase(c, e.phase(), e.Spread == 0)
}

func (e ActivityNoise) phase() circuit.Noise {
	return circuit.Noise{Population: e.Population, Spread: e.Spread, Shared: e.Shared, Slot: neuron.Final}
}

// Failure adds transmission failure to the schedule, changes its probability for
// the same projection, or removes it.
type Failure struct {
	Projection  string  `json:"projection"`
	Probability float64 `json:"probability"` // in [0, 1]; 0 removes the phase
}

// String implements Edit.
func (e Failure) String() string {
	return fmt.Sprintf("failure of %s with probability %v", e.Projection, wording.Format(e.Probability))
}

// Validate implements Edit.
func (e Failure) Validate(z selection.Size) error {
	if err := e.phase().Validate(); err != nil {
		return err
	}
	if err := checkProjection(e.Projection, z); err != nil {
		return fmt.Errorf("transmission failure: %w", err)
	}
	return nil
}

// Apply implements Edit.
func (e Failure) Apply(c *circuit.Circuit) ([]Change, error) {
	return setPhase(c, e.phase(), e.Probability == 0)
}

func (e Failure) phase() circuit.TransmissionFailure { return circuit.TransmissionFailure(e) }

// Quantise adds the rounding of weights to the schedule, changes its step for the
// same selection, or removes it.
type Quantise struct {
	Where selection.Selection `json:"where"` // synapses of one projection; weights stands for those of all
	Step  float64             `json:"step"`  // > 0
	Off   bool                `json:"off"`   // removes the phase; Step must be 0
}

// String implements Edit.
func (e Quantise) String() string {
	if e.Off {
		return fmt.Sprintf("quantise %v no more", e.Where)
	}
	return fmt.Sprintf("quantise %v to multiples of %s", e.Where, wording.Format(e.Step))
}

// Validate implements Edit.
func (e Quantise) Validate(z selection.Size) error {
	if e.Off && e.Step != 0 {
		return fmt.Errorf("quantisation is either off or has a step, %v: give one of them", e.Step)
	}
	if !e.Off && e.Step == 0 {
		return errors.New("quantisation to multiples of 0: give a positive number, or off")
	}
	if err := e.phase().Validate(); !e.Off && err != nil {
		return err
	}
	return e.Where.Check(z, synaptic...)
}

// Apply implements Edit.
func (e Quantise) Apply(c *circuit.Circuit) ([]Change, error) { return setPhase(c, e.phase(), e.Off) }

func (e Quantise) phase() circuit.Quantise { return circuit.Quantise{Where: e.Where, Step: e.Step} }

// Dale adds a sign constraint to the schedule, changes its sign for the same
// selection, or removes it.
type Dale struct {
	Where selection.Selection `json:"where"` // synapses of one projection; weights stands for those of all
	Sign  Sign                `json:"sign"`  // Free removes the phase
}

// String implements Edit.
func (e Dale) String() string { return fmt.Sprintf("sign of %v %v", e.Where, e.Sign) }

// Validate implements Edit.
func (e Dale) Validate(z selection.Size) error {
	if e.Sign < Free || e.Sign > Negative {
		return fmt.Errorf("%v does not exist: choose %s", e.Sign, strings.Join(signNames, ", "))
	}
	return e.Where.Check(z, synaptic...)
}

// Apply implements Edit.
func (e Dale) Apply(c *circuit.Circuit) ([]Change, error) {
	return setPhase(c, circuit.SignConstraint{Where: e.Where, Positive: e.Sign == Positive}, e.Sign == Free)
}

// Sign is what weights Dale's law allows.
type Sign int

const (
	Free     Sign = iota // all
	Positive             // ≥ 0
	Negative             // ≤ 0
)

var signNames = []string{"free", "positive", "negative"}

// String returns free, positive or negative.
func (s Sign) String() string { return wording.NameOf(s, signNames) }

// ParseSign returns the sign of a name.
func ParseSign(name string) (Sign, error) { return wording.ValueOf[Sign]("sign", name, signNames) }

// MarshalText implements encoding.TextMarshaler in the form of String.
func (s Sign) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText implements encoding.TextUnmarshaler by ParseSign.
func (s *Sign) UnmarshalText(text []byte) (err error) {
	*s, err = ParseSign(string(text))
	return err
}
