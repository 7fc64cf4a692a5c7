package main

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
)

// peer is a way of running the network.
type peer struct {
	name    string
	command []string
	skipped string  // why it is not measured, or ""
	fixed   bool    // its blocks are all as long as the check
	floor   bool    // it runs no network, and has no weights to compare
	off     float64 // the largest difference from twophase, relative
}

const source = "testdata/peers"

// build builds all peers, twophase first, into a folder. What cannot be built
// for lack of an installed tool is marked as skipped.
func build(folder string) ([]*peer, error) {
	program := filepath.Join(folder, "twophase")
	if err := tool("go", "build", "-o", program, "./"+source+"/twophase"); err != nil {
		return nil, err
	}
	peers := []*peer{{name: self, command: []string{program}}}
	for _, c := range []struct{ name, file string }{
		{"C naive", "naive"}, {"C fused", "fused"}, {"C sweep", "sweep"},
	} {
		p := &peer{name: c.name, floor: c.file == "sweep"}
		peers = append(peers, p)
		if !installed("gcc") {
			p.skipped = "gcc is not installed"
			continue
		}
		program := filepath.Join(folder, c.file)
		if err := tool("gcc", "-O3", "-march=native", "-ffast-math", "-Wall", "-Wextra", "-o", program,
			source+"/c/main.c", source+"/c/"+c.file+".c"); err != nil {
			return nil, err
		}
		p.command = []string{program}
	}
	for _, s := range []struct{ name, script, module, debian string }{
		{"numpy in place", "in_place.py", "numpy", "python3-numpy"},
		{"scipy BLAS", "blas.py", "scipy", "python3-scipy"},
		{"Brian2 C++ standalone", "brian.py", "brian2", "python3-brian"},
	} {
		p := &peer{name: s.name, fixed: s.module == "brian2"}
		peers = append(peers, p)
		python := pythonWith(s.module)
		if python == "" {
			p.skipped = s.module + " is not installed (Debian: " + s.debian + ")"
			continue
		}
		if p.fixed && !(installed("g++") && installed("make")) {
			p.skipped = "g++ or make is not installed"
			continue
		}
		p.command = []string{python, "-W", "ignore", source + "/python/" + s.script}
	}
	return peers, nil
}

func installed(program string) bool {
	_, err := exec.LookPath(program)
	return err == nil
}

// pythonWith returns a Python that has a module, or "".
func pythonWith(module string) string {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-W", "ignore", "-c", "import "+module).Run() == nil {
			return python
		}
	}
	return ""
}

// tool runs a build tool.
func tool(name string, arguments ...string) error {
	if output, err := exec.Command(name, arguments...).CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", name, strings.Join(arguments, " "), err, output)
	}
	return nil
}

// process is a peer at work.
type process struct {
	*peer
	block   int // steps in a block
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers *bufio.Reader
}

func (p *peer) start(folder string, s size) (*process, error) {
	arguments := append(p.command[1:len(p.command):len(p.command)], strconv.Itoa(s.n), strconv.Itoa(s.k), folder)
	if p.fixed {
		arguments = append(arguments, strconv.Itoa(s.check))
	}
	cmd := exec.Command(p.command[0], arguments...)
	// One thread each; a second one that waits in a loop would disturb the others.
	cmd.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1", "PYTHONDONTWRITEBYTECODE=1")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	return &process{peer: p, cmd: cmd, in: in, answers: bufio.NewReader(out)}, cmd.Start()
}

func (p *process) stop() {
	p.in.Close()
	p.cmd.Wait()
}

func (p *process) ask(command, argument string) (string, error) {
	if _, err := fmt.Fprintln(p.in, command, argument); err != nil {
		return "", fmt.Errorf("%s: %w", p.name, err)
	}
	answer, err := p.answers.ReadString('\n')
	if err != nil {
		return "", fmt.Errorf("%s did not answer %q: %w", p.name, command, err)
	}
	return strings.TrimSpace(answer), nil
}

// run runs steps and returns the nanoseconds they took.
func (p *process) run(steps int) (float64, error) {
	answer, err := p.ask("run", strconv.Itoa(steps))
	if err != nil {
		return 0, err
	}
	return strconv.ParseFloat(answer, 64)
}

// weights returns W and M, one after the other.
func (p *process) weights(folder string) ([]float64, error) {
	file := filepath.Join(folder, "saved.f64")
	if _, err := p.ask("save", file); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	values := make([]float64, len(data)/8)
	_, err = binary.Decode(data, binary.LittleEndian, values)
	return values, err
}
