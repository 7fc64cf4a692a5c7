package recorder

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math"

	"twophase/internal/files/wire"
)

// State is the state of a suspended recording: the data that are not in its files yet, the
// sizes of the files, and the identity of the recording. It must not be changed; it ends with
// a hash of itself.
type State []byte

// stateMagic begins a State, and stateVersion is the number after it.
const (
	stateMagic   = "twophase recording\n"
	stateVersion = 2
)

// item is a property that a suspended recording and the one that continues it must share.
type item struct{ name, value string }

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

// open returns a reader of the rest of a state. It returns an error if the state is damaged or
// of another recording.
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
	if v := r.Int(math.MaxInt); v != stateVersion {
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
