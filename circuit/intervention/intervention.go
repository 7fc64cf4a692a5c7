package intervention

import (
	"errors"
	"fmt"

	"twophase/circuit"
	"twophase/circuit/selection"
)

// Intervention is an edit of a circuit, and when to apply it.
type Intervention struct {
	When Trigger
	Edit Edit
}

// Edit is a change of a circuit between two stimuli. The edits of this package are plain
// values. A user can write others.
type Edit interface {
	// String returns the edit in words, such as "lesion M[2,*]".
	String() string
	// Validate returns an error, with the valid choices, if the edit cannot
	// work on a circuit of that size.
	Validate(selection.Size) error
	// Apply edits the circuit and returns the changes. An error stops the circuit.
	Apply(*circuit.Circuit) ([]Change, error)
}

// String returns the intervention in words, such as "at 100: freeze M".
func (i Intervention) String() string { return fmt.Sprintf("%v: %v", i.When, i.Edit) }

// Validate returns an error if the trigger is not valid or the edit cannot work on
// a circuit of that size.
func (i Intervention) Validate(z selection.Size) error {
	switch {
	case i.When == nil:
		return errors.New("no trigger: choose At, Every or When")
	case i.Edit == nil:
		return fmt.Errorf("%v: no edit", i.When)
	}
	if err := i.When.Validate(z); err != nil {
		return fmt.Errorf("%v: %w", i, err)
	}
	if err := i.Edit.Validate(z); err != nil {
		return fmt.Errorf("%v: %w", i, err)
	}
	return nil
}

// elements returns what is chosen in a circuit now.
func elements(c *circuit.Circuit, where selection.Choice) (selection.Elements, error) {
	spec := c.Spec()
	return where.Elements(c, selection.Moment{Seed: spec.Seed, Trial: spec.Trial, Step: c.StepCount()})
}

// Suits returns an error if an edit sets a value that the network cannot have.
func Suits(e Edit, n circuit.Network) error {
	if e, ok := e.(interface{ Suits(circuit.Network) error }); ok {
		return e.Suits(n)
	}
	return nil
}

// Validate returns an error that names the first intervention of a list that
// cannot work on a circuit of that size, counted from 1.
func Validate(list []Intervention, z selection.Size) error {
	for n, i := range list {
		if err := i.Validate(z); err != nil {
			return fmt.Errorf("intervention %d, %w", n+1, err)
		}
	}
	return nil
}
