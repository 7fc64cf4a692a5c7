package benchmark

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"sync"
	"time"

	"twophase/internal/files/folder"
	"twophase/internal/run/engine"
	"twophase/internal/run/planning"
)

// kept are the outcomes of trials in the unfinished folder of a comparison, from which Resume goes on. Nil keeps
// nothing.
type kept struct {
	out *folder.Folder

	mu       sync.Mutex
	outcomes map[string][]engine.Outcome // by the network, its run and the trials
	saved    time.Time
	unsaved  bool
}

const keptFile = "outcomes.bin"

// keepEvery is the time after which what is kept is written again.
const keepEvery = 2 * time.Second

// keep returns the outcomes of some trials that were run before, or runs and keeps them.
func (k *kept) keep(network string, p *planning.Plan, from, to int, run func() ([]engine.Outcome, error)) ([]engine.Outcome, error) {
	if k == nil {
		return run()
	}
	key := fmt.Sprintf("%s %s %d-%d", network, p.Run, from, to)
	k.mu.Lock()
	outcomes, found := k.outcomes[key]
	k.mu.Unlock()
	if found {
		return outcomes, nil
	}
	outcomes, err := run()
	if err != nil {
		return nil, err
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.outcomes[key], k.unsaved = outcomes, true
	if time.Since(k.saved) >= keepEvery {
		err = k.save()
	}
	return outcomes, err
}

// save writes what is kept to the folder.
func (k *kept) save() error {
	if !k.unsaved {
		return nil
	}
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(k.outcomes); err != nil {
		return err
	}
	sum := sha256.Sum256(body.Bytes())
	if err := k.out.Write(keptFile, append(sum[:], body.Bytes()...)); err != nil {
		return err
	}
	k.saved, k.unsaved = time.Now(), false
	return nil
}

// readKept reads what is kept in a folder.
func readKept(out *folder.Folder) (*kept, error) {
	k := &kept{out: out, outcomes: map[string][]engine.Outcome{}, saved: time.Now()}
	text, err := os.ReadFile(out.Path(keptFile))
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err != nil {
		return nil, err
	}
	if len(text) < sha256.Size || sha256.Sum256(text[sha256.Size:]) != [sha256.Size]byte(text) {
		return nil, fmt.Errorf("%s is damaged: remove it to run all trials again", out.Path(keptFile))
	}
	return k, gob.NewDecoder(bytes.NewReader(text[sha256.Size:])).Decode(&k.outcomes)
}
