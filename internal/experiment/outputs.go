package experiment

import (
	"errors"
	"fmt"
	"strings"

	"twophase/circuit"
	"twophase/internal/text/document"
	"twophase/internal/text/wording"
)

// ChooseOutputs decides K. Any of the first three sets K: the number asked for, the length
// of a list of gains, the rows of the initial weights. Without them it is that of the
// problem. 0 means not given. It returns an error if the first three differ, or if none of
// the four is given.
func ChooseOutputs(asked, gains, rows, problem int) (int, error) {
	if asked < 0 {
		return 0, document.Blame(fmt.Errorf("%d outputs: a circuit needs at least 1", asked), "outputs")
	}
	k, first := 0, ""
	for _, s := range []struct {
		k         int
		key, says string
	}{
		{asked, "outputs", fmt.Sprintf("outputs says %d", asked)},
		{rows, "initial_weights", "the initial weights have " + wording.Count(rows, "row")},
		{gains, "lambda", "lambda lists " + wording.Count(gains, "gain")},
	} {
		switch {
		case s.k == 0:
		case k == 0:
			k, first = s.k, s.says
		case k != s.k:
			return 0, document.Blame(fmt.Errorf("%s, but %s: both are the number of output neurons", s.says, first), s.key, "outputs", "initial_weights", "from")
		}
	}
	if k == 0 {
		k = problem
	}
	if k == 0 {
		err := errors.New("the number of outputs is not given: give --outputs K, or outputs: K in a file, or lambda with one gain for each")
		return 0, document.Blame(err, "stimulus")
	}
	return k, nil
}

// Unmeasured says why a run of the experiment, of that network, has no E_Pro; "" if it may have one.
func (e Experiment) Unmeasured(n circuit.Network) string {
	switch {
	case n.Finds == circuit.Nothing:
		return "the circuit does not say what it finds"
	case !n.FindsPrincipal():
		return fmt.Sprintf("the circuit looks for %s, and not for a principal subspace", strings.NewReplacer("canonical s", "a canonical s", "slow s", "a slow s").Replace(n.Finds.String()))
	case e.Stimulus.FromPipe():
		return "the stimuli came from a pipe, and each was there once"
	case !e.Reference:
		return "the experiment asked for no reference"
	}
	return ""
}
