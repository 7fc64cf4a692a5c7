package view

import (
	"math"
	"slices"
	"testing"
)

// Parts that begin to be recorded in mid-run are a gap before.
func TestExtendKeepsColumnsInStep(t *testing.T) {
	var s Series
	s.extend(&Series{Total: 5, Step: []int64{1, 2}, Weight: Vector{1, 2}})
	s.extend(&Series{Total: 1, Step: []int64{3}, Weight: Vector{3}, Decay: Vector{-1}})
	s.extend(&Series{Total: 1, Step: []int64{4}, Weight: Vector{4}})
	if !slices.Equal(s.Weight, Vector{1, 2, 3, 4}) || s.Total != 7 || s.Hebbian != nil {
		t.Errorf("got %+v", s)
	}
	if len(s.Decay) != 4 || !math.IsNaN(s.Decay[0]) || !math.IsNaN(s.Decay[1]) || s.Decay[2] != -1 || !math.IsNaN(s.Decay[3]) {
		t.Errorf("decay %v", s.Decay)
	}
}
