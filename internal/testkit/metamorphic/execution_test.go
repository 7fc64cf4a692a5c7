package metamorphic

import (
	"strings"

	"pgregory.net/rapid"
)

// Execution is how a list is executed. The zero value is the plain one: literal, each
// circuit alone, step by step, never interrupted.
type Execution struct {
	Kernel    string   `json:"kernel,omitempty"`    // of the process: see kernels
	Procs     int      `json:"procs,omitempty"`     // GOMAXPROCS; 0: as it is
	Executors []string `json:"executors,omitempty"` // of the circuits, in turn; none: literal
	Together  string   `json:"together,omitempty"`  // how circuits step; empty: alone
	Chunk     int      `json:"chunk,omitempty"`     // steps at a time; 0: all
	Peek      int      `json:"peek,omitempty"`      // steps between two looks of which nothing is noted; 0: there are none
	LookOften bool     `json:"look_often,omitempty"`

	// Interrupted executions carry out checkpoints and kills, and copy states to make
	// forks. States are written as gob or JSON.
	Interrupted bool   `json:"interrupted,omitempty"`
	Text        string `json:"text,omitempty"`
}

// How circuits step.
const (
	byPhases    = "phases"    // alone, phase after phase
	inEnsemble  = "ensemble"  // in one ensemble for as long as they are the same circuits
	inEnsembles = "ensembles" // in a new ensemble every time
)

// kernels are what the environment may say of the routines that a process uses. The
// first is nothing, and the fastest ones; where the processor lacks others, they are the
// same.
var kernels = []string{"", "reference", "avx2", "", "avx512"}

// drawExecution draws how to execute a list.
func drawExecution(t *rapid.T) Execution {
	return Execution{
		Kernel:      pick(t, "kernel", kernels...),
		Procs:       number(t, "GOMAXPROCS", 1, 4),
		Executors:   pick(t, "executors", [][]string{{"compiled"}, {"compiled"}, {"compiled", "literal", "compiled"}, {"literal"}}...),
		Together:    pick(t, "together", "", byPhases, inEnsemble, inEnsemble, inEnsembles),
		Chunk:       pick(t, "chunk", 0, 0, 1, 5, 33),
		Peek:        pick(t, "peek", 0, 0, 0, 1, 6, 29),
		Interrupted: chance(t, "interrupted", 2),
		Text:        pick(t, "text", "gob", "json"),
	}
}

// String returns the execution as a line of text.
func (e Execution) String() string {
	var text strings.Builder
	writeLine(&text, "execution", e)
	return text.String()
}
