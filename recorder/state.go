package recorder

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"

	"twophase/circuit"
	"twophase/circuit/selection"
	"twophase/internal/wire"
)

// State is where a recording was when it was suspended: what is not in its files
// yet, how long they are, and what they are of. It is to be kept as it is; it ends
// with a hash of itself.
type State []byte

// stateMagic is what a State begins with, stateVersion the number after it.
const (
	stateMagic   = "twophase recording\n"
	stateVersion = 2
)

// item is something that a suspended recording and the one that goes on with it
// have in common.
type item struct{ name, value string }

// identity lists what a suspended recording of a circuit is.
func identity(c *circuit.Circuit, t *trace) []item {
	o, z := t.options, selection.SizeOf(c)
	return []item{
		{"kind of recording", "traces"},
		{"run", o.Run},
		{"trial", strconv.Itoa(o.Trial)},
		{"requests", t.files.requests},
		{"parts of changes", joinParts(o.Parts)},
		{"rows in a file", strconv.Itoa(o.PartRows)},
		{"rows in a row group", strconv.Itoa(o.groupRows)},
		{"rows in a page", strconv.Itoa(o.blockRows)},
		{"inputs", strconv.Itoa(z.Inputs)},
		{"outputs", strconv.Itoa(z.Outputs)},
		{"step", strconv.Itoa(c.StepCount())},
	}
}

// beginState returns the beginning of a state, with room for n bytes more.
func beginState(of []item, n int) []byte {
	s := append(make([]byte, 0, n+1024), stateMagic...)
	s = wire.AppendInt(s, stateVersion)
	s = wire.AppendInt(s, len(of))
	for _, i := range of {
		s = wire.AppendString(s, i.name)
		s = wire.AppendString(s, i.value)
	}
	return s
}

// seal completes a state.
func seal(s []byte) State {
	sum := sha256.Sum256(s)
	return append(s, sum[:]...)
}

// open returns a reader of what follows the beginning of a state. It returns an
// error if the state is damaged or of something else.
func (s State) open(of []item) (*wire.Reader, error) {
	body, ok := bytes.CutPrefix(s, []byte(stateMagic))
	if !ok || len(body) < sha256.Size {
		return nil, errors.New("this is not the state of a recording")
	}
	content := s[:len(s)-sha256.Size]
	if sha256.Sum256(content) != [sha256.Size]byte(s[len(content):]) {
		return nil, errors.New("the state is damaged: its hash is that of something else")
	}
	r := wire.NewReader(content[len(stateMagic):])
	if v := r.Int(never); v != stateVersion {
		return nil, fmt.Errorf("the state is of version %d, this program reads version %d", v, stateVersion)
	}
	said := make(map[string]string)
	for range r.Count() {
		name := r.String()
		said[name] = r.String()
	}
	for _, i := range of {
		if r.Err() == nil && said[i.name] != i.value {
			return nil, fmt.Errorf("the state is of another recording: its %s is %q, not %q", i.name, said[i.name], i.value)
		}
	}
	return r, r.Err()
}
