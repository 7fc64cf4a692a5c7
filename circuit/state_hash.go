package circuit

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"math"

	"twophase/neuron"
	"twophase/synapse"
)

// Hash returns the SHA-256 of the state's bits. Equal states have the same hash on every
// machine. The phases of the schedule must have a JSON form, as in every state that State
// returns.
func (s State) Hash() [sha256.Size]byte {
	h := hasher{Hash: sha256.New()}
	h.integers(s.Step)
	paper := s.isOfThePaper() // whose hash has neither names nor what is not kept, as from the start
	for _, p := range s.Populations {
		if !paper {
			h.text(p.Name)
		}
		h.population(p.State)
		if !paper {
			h.numbers(p.State.Previous...)
			h.numbers(p.State.Mean...)
		}
	}
	for _, p := range s.Projections {
		if !paper {
			h.text(p.Name)
		}
		h.projection(p.State)
		if !paper {
			h.numbers(p.State.Current...)
			h.numbers(p.State.MeanCurrent...)
		}
	}
	if u := s.Unlearning; u != nil {
		h.population(u.Outputs)
		h.projection(u.Lateral)
	}
	h.text(s.Rate.String())
	for _, p := range s.Paces {
		h.text(p.Projection)
		h.text(p.Rate.String())
		h.numbers(p.Times)
	}
	for _, r := range s.Rules {
		h.text(r.Projection)
		h.text(r.Rule)
		h.text(r.Equation)
	}
	h.numbers(s.Tau)
	schedule, err := s.Schedule.MarshalJSON()
	if err != nil {
		panic("circuit: the hash of a state: " + err.Error())
	}
	h.text(string(schedule))
	h.integers(s.Settling.Sweeps, truth(s.Settling.Settled))
	h.text(s.Settling.Residual)
	return [sha256.Size]byte(h.Sum(nil))
}

// hasher hashes lists, each behind its length.
type hasher struct {
	hash.Hash
	buffer []byte
}

func (h *hasher) flush() {
	h.Write(h.buffer)
	h.buffer = h.buffer[:0]
}

func (h *hasher) integers(v ...int) {
	h.buffer = binary.LittleEndian.AppendUint64(h.buffer, uint64(len(v)))
	for _, i := range v {
		h.buffer = binary.LittleEndian.AppendUint64(h.buffer, uint64(i))
	}
	h.flush()
}

func (h *hasher) numbers(v ...float64) {
	h.buffer = binary.LittleEndian.AppendUint64(h.buffer, uint64(len(v)))
	for _, x := range v {
		h.buffer = binary.LittleEndian.AppendUint64(h.buffer, math.Float64bits(x))
	}
	h.flush()
}

func (h *hasher) text(s string) {
	h.integers(len(s))
	h.Write([]byte(s))
}

func (h *hasher) population(s neuron.State) {
	for _, v := range [][]float64{
		s.Final, s.Provisional, s.Late, s.Scales, s.Gains, s.Change.Drive, s.Change.Decay, s.Change.Drain, s.Change.Before,
	} {
		h.numbers(v...)
	}
	if s.Change.Activity != nil {
		h.numbers(s.Change.Activity...)
	}
	h.integers(s.Frozen...)
	h.integers(len(s.Clamps))
	for _, c := range s.Clamps {
		h.integers(c.Neuron)
		h.numbers(c.Value)
	}
}

func (h *hasher) projection(s synapse.State) {
	h.numbers(s.Weights...)
	h.integers(len(s.Held))
	for _, held := range s.Held {
		h.integers(held.Post, held.Pre, truth(held.Lesioned))
	}
	h.integers(truth(s.Frozen), truth(s.KeepsChanges))
	var kept []int
	for _, k := range s.Kept {
		kept = append(kept, k.Post, k.First, k.End)
	}
	h.integers(kept...)
	h.numbers(s.Changes...)
}

func truth(v bool) int {
	if v {
		return 1
	}
	return 0
}

// isOfThePaper reports whether a state is one of inputs and outputs with the projections feedforward and
// lateral, which keep nothing else.
func (s State) isOfThePaper() bool {
	if len(s.Populations) != 2 || s.Populations[0].Name != "inputs" || s.Populations[1].Name != "outputs" ||
		len(s.Projections) != 2 || s.Projections[0].Name != "feedforward" || s.Projections[1].Name != "lateral" {
		return false
	}
	for i := range 2 {
		population, projection := s.Populations[i].State, s.Projections[i].State
		if population.Previous != nil || population.Mean != nil || projection.Current != nil || projection.MeanCurrent != nil {
			return false
		}
	}
	return true
}
