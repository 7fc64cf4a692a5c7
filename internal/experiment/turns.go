package experiment

import (
	"errors"
	"fmt"
	"math"

	"twophase/circuit"
	"twophase/internal/document"
	"twophase/internal/number"
)

// Turned returns the network with the number of turns that the experiment asks for, if it
// does. Two turns are the network's own.
func (e Experiment) Turned(n circuit.Network) (circuit.Network, error) {
	if e.Turns == 0 {
		return n, nil
	}
	if e.Settle != nil {
		return n, document.Blame(errors.New("turns and settle exclude one another: both say how the outputs settle"), "turns", "settle")
	}
	if e.Turns > maxTurns {
		return n, document.Blame(fmt.Errorf("%d turns: give 2 to %d, or let the outputs settle", e.Turns, maxTurns), "turns")
	}
	turned, err := n.Turning(e.Turns)
	return turned, document.Blame(err, "turns", "network")
}

// Manner returns, for a title, how the outputs settle and learn, or "" if that is the network's
// own way.
func (e Experiment) Manner() string {
	manner := e.Settle.String()
	if e.Turns > DefaultTurns {
		manner = fmt.Sprintf(" (%d turns)", e.Turns)
	}
	if n, err := e.SettledNetwork(); err == nil && n.IsOffline() {
		manner += " offline"
	}
	return manner
}

// ParseTau reads a positive number, or auto.
func ParseTau(text string) (tau float64, auto bool, err error) {
	if text == Auto {
		return 0, true, nil
	}
	if tau, err = number.Parse(text); err != nil {
		return 0, false, fmt.Errorf("--tau %s: %w; give a positive number, or auto", text, err)
	}
	if !(tau > 0) || math.IsInf(tau, 1) {
		return 0, false, fmt.Errorf("--tau %s: give a positive number, or auto", text)
	}
	return tau, false, nil
}
