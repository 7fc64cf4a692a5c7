package view

import (
	"slices"
	"sync"

	"twophase/circuit/selection"
	"twophase/internal/text/wording"
	"twophase/internal/traces/pruning"
)

// trialsKept is the number of trials that are kept in memory.
const trialsKept = 8

// keptTrials is what was computed of the trials of a run.
type keptTrials struct {
	mu     sync.Mutex
	trials []*keptTrial // the least recently used first
}

// keptTrial is what was computed of a trial.
type keptTrial struct {
	number int
	said   once[*Trial] // without the results of the background
	found  search[*studied]
}

// studied is what takes time to compute from a trace.
type studied struct {
	pruning  *pruning.Circuit   // of the synapses among the outputs; nil if none was recorded
	lives    []*pruning.Circuit // of the other projections
	extremes map[selection.Kind]wording.Number
	held     []Hold
}

// trial returns what is kept of a trial, and drops another trial if there are many.
func (k *keptTrials) trial(trial int) *keptTrial {
	k.mu.Lock()
	defer k.mu.Unlock()
	for i, t := range k.trials {
		if t.number == trial {
			k.trials = append(slices.Delete(k.trials, i, i+1), t)
			return t
		}
	}
	if len(k.trials) == trialsKept {
		k.trials = slices.Delete(k.trials, 0, 1)
	}
	t := &keptTrial{number: trial}
	k.trials = append(k.trials, t)
	return t
}
