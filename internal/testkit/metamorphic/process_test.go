package metamorphic

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"testing"

	"twophase/internal/numerics/kernel"
	"twophase/internal/testkit/testfiles"
)

// helperVariable, in the environment, makes this binary a helper: see serve.
const helperVariable = "TWOPHASE_METAMORPHIC_HELPER"

func TestMain(m *testing.M) {
	if os.Getenv(helperVariable) != "" {
		if err := serve(os.Stdin, os.Stdout); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		return
	}
	os.Exit(testfiles.Main(m))
}

// request asks a helper to do something.
type request struct {
	Folder string

	// An execution of a list.
	List *List
	How  Execution

	// A run of a study, or its verification; or a comparison, if it has a fork.
	Study          *Study
	Run            *Run
	Resume, Verify bool
}

// MarshalJSON and UnmarshalJSON keep what an operation does, which is a word of its own
// in a list's text.
func (l List) MarshalJSON() ([]byte, error) { return json.Marshal(l.String()) }

func (l *List) UnmarshalJSON(text []byte) error {
	var lines string
	if err := json.Unmarshal(text, &lines); err != nil {
		return err
	}
	c, err := parseCase(lines)
	*l = c.List
	return err
}

type answer struct {
	History History
	Error   string
}

// do does what is asked.
func (r request) do() (a answer) {
	var err error
	switch {
	case r.List != nil:
		a.History, err = execute(*r.List, r.How, r.Folder)
	case r.Study.Fork != nil:
		err = r.Run.compare(*r.Study, r.Folder)
	case r.Verify:
		err = r.Run.verify(r.Folder)
	default:
		err = r.Run.work(*r.Study, r.Folder, r.Resume)
	}
	if err != nil {
		a.Error = err.Error()
	}
	return a
}

// serve answers requests until there are no more.
func serve(in io.Reader, out io.Writer) error {
	requests, answers := json.NewDecoder(in), json.NewEncoder(out)
	for {
		var r request
		if err := requests.Decode(&r); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		if err := answers.Encode(r.do()); err != nil {
			return err
		}
	}
}

// helper is a process that does what it is asked.
type helper struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	requests *json.Encoder
	answers  *json.Decoder
}

// startHelper starts a helper whose kernel is the given one.
func startHelper(kernelName string) (*helper, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	h := &helper{cmd: exec.Command(self)}
	h.cmd.Env = append(os.Environ(), helperVariable+"=1", kernel.ReferenceVariable+"="+kernelName)
	h.cmd.Stderr = os.Stderr
	in, err := h.cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := h.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	h.in, h.requests, h.answers = in, json.NewEncoder(in), json.NewDecoder(out)
	return h, h.cmd.Start()
}

// ask asks the helper and waits for its answer.
func (h *helper) ask(r request) (a answer, err error) {
	if err = h.requests.Encode(r); err == nil {
		err = h.answers.Decode(&a)
	}
	return a, err
}

// stop ends the helper.
func (h *helper) stop() error { return errors.Join(h.in.Close(), h.cmd.Wait()) }
