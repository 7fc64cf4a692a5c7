//go:build unix

package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"twophase/internal/files/folder"
	"twophase/internal/testkit/long"
)

// soon is how long a command may take to end after a signal: it should be five seconds, and
// machines are busy. What is interrupted here would take minutes.
const soon = time.Minute

// signalled is a command that goes on for minutes. If it writes, OUT is the folder or the file.
type signalled struct {
	name, command string
	within        time.Duration // when to send the signal, at the latest
	leaves        leaving
}

// leaving is what a command leaves if it is interrupted.
type leaving int

const (
	nothing   leaving = iota // but what is complete
	resumable                // a run to be resumed
	files                    // OUT, or files in it, each of which appears when it is complete
)

// allSignalled go on each in another way. By default the first ones are tried, which need nothing but a plan.
// Where the spectrum is far too large for the default rate, the rate is next to nothing: a circuit
// that diverges ends before the signal.
var allSignalled = []signalled{
	{"small circuits", "run --steps 1000000000 --trials 100 --record lateral@1000 --record-budget 1TB --out OUT", 2 * time.Second, resumable},
	{"networks", "compare --networks all --steps 1000000 --out OUT", 2 * time.Second, nothing},
	{"sweep", "sweep run grid.plan", 2 * time.Second, nothing},
	{"eigenvectors", "run --stimulus wide.npy --outputs 3 --out OUT", 3 * time.Second, nothing},
	{"largest eigenvalue", "run --stimulus wide.npy --outputs 3 --scale eigen --center --reference none --out OUT", 3 * time.Second, nothing},
	{"check", "check wide.yaml", 3 * time.Second, nothing},
	{"looks", "run --inputs 700 --outputs 400 --spectrum SPECTRUM --steps 1000000 --out OUT", 8 * time.Second, resumable},
	{"large steps", "run --network PSP --inputs 1500 --outputs 1400 --rate 1e-9 --reference none --spectrum 1,0.5 --record scale@10 --out OUT", 6 * time.Second, resumable},
	{"settling", "run --network PSP --settle jacobi --sweeps 100000 --tolerance 1e-300 --inputs 500 --outputs 400 --rate 1e-9 --reference none --spectrum 1,0.5 --record scale@10 --out OUT", 3 * time.Second, nothing},
	{"theory", "stability --inputs 4000 --outputs 2500 --spectrum 1,0.5", 4 * time.Second, nothing},
	{"description", "describe --inputs 20000 --outputs 4000 --spectrum 1,0.5", 4 * time.Second, nothing},
	{"comparison", "compare a.yaml b.yaml --record lateral@1000 --record-budget 1TB --out OUT", 2 * time.Second, resumable},
	{"verify", "verify done", time.Second, nothing},
	{"tables", "reproduce table1 figure2 --trials 1000 --out OUT", 2 * time.Second, nothing},
	{"stability of tables", "reproduce stability --out OUT", 2 * time.Second, nothing},
	{"view", "view done --port 0", time.Second, nothing},
	{"inspect", "inspect done --json", time.Second, nothing},
	{"plot", "plot done --out OUT", time.Second, files},
	{"report", "report done --out OUT", time.Second, files},
	{"collect", "sweep collect done.plan --out OUT", time.Second, files},
}

// Every command ends soon after SIGTERM or SIGINT, wherever it is, and what is not
// complete has no name of something complete. A run of many steps can be resumed.
func TestSignals(t *testing.T) {
	times, atMost := long.Or(1, 2), long.Or(500*time.Millisecond, time.Minute)
	all := &killed{T: t, folder: t.TempDir(), random: rand.New(rand.NewPCG(7, 7))}
	all.prepare()
	for i, c := range allSignalled[:long.Or(3, len(allSignalled))] {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel() // some of them wait for most of the time
			k := &killed{T: t, folder: all.folder, random: rand.New(rand.NewPCG(uint64(i), uint64(time.Now().UnixNano())))}
			for range times {
				k.signal(c, fmt.Sprint("out", i), time.Duration(k.random.Int64N(int64(min(c.within, atMost)))))
			}
		})
	}
}

// prepare writes what the commands read.
func (k *killed) prepare() {
	k.Helper()
	k.writeArray("wide.npy", 30, 4000)
	for name, text := range map[string]string{
		"wide.yaml": "stimulus: {file: wide.npy}\noutputs: 3\n",
		"a.yaml":    "steps: 100000000\n",
		"b.yaml":    "steps: 100000000\ninterventions: [{at: 10, lesion: lateral}]\n",
		"grid.yaml": "experiment: {steps: 1000000}\nvary: {tau: [0.1, 0.2, 0.3, 0.4]}\nseeds: 25\n",
		"done.yaml": "experiment: {steps: 100}\nvary: {tau: {range: {from: 0.1, to: 0.5, count: 40}}}\nseeds: 25\n",
	} {
		if err := os.WriteFile(filepath.Join(k.folder, name), []byte(text), 0o666); err != nil {
			k.Fatal(err)
		}
	}
	commands := []string{"sweep plan grid.yaml"}
	if long.Asked() {
		commands = append(commands, "sweep plan done.yaml", "sweep run done.plan", "run --steps 300000 --record weights@10 --out done")
	}
	for _, args := range commands {
		if text, err := k.command(strings.Fields(args)...).CombinedOutput(); err != nil {
			k.Fatalf("%s: %v: %s", args, err, text)
		}
	}
}

// signal starts a command that writes out, sends it a signal after some time, and looks at what
// it leaves.
func (k *killed) signal(c signalled, out string, after time.Duration) {
	k.Helper()
	for begin := 200 * time.Millisecond; !k.signalOnce(c, out, begin+after); begin *= 2 {
		k.Logf("it did not listen after %v: again, later", begin+after)
	}
}

// signalOnce reports false if the command did not listen yet, and so ended as any process does.
func (k *killed) signalOnce(c signalled, out string, after time.Duration) bool {
	k.Helper()
	defer os.RemoveAll(filepath.Join(k.folder, out+".partial"))
	defer os.RemoveAll(filepath.Join(k.folder, out))
	cmd := k.command(c.args(out)...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		k.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	var err error
	sig := []os.Signal{syscall.SIGTERM, syscall.SIGINT}[k.random.IntN(2)]
	if c.leaves == resumable {
		for range 6000 {
			if found, _ := filepath.Glob(filepath.Join(k.folder, out+".partial", "traces-0000-*")); found != nil || k.exists(out+".partial/b.partial/traces-0000-00000.parquet.partial") { // there is something to be kept
				break
			}
			time.Sleep(10 * time.Millisecond)
		}
	}
	select {
	case err = <-ended: // before the signal
	case <-time.After(after):
		if err := cmd.Process.Signal(sig); err != nil && !errors.Is(err, os.ErrProcessDone) {
			k.Fatal(err)
		}
		start := time.Now()
		select {
		case err = <-ended:
			k.Logf("%v after %v: ended after %v: %v: %.150s", sig, after, time.Since(start), err, &stderr)
		case <-time.After(soon):
			cmd.Process.Kill()
			<-ended
			k.Fatalf("%v after %v: it goes on for more than %v", sig, after, soon)
		}
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.ExitCode() < 0 && stderr.Len() == 0 && !k.exists(out) && after < time.Minute {
		return false
	}
	switch {
	case err != nil && (!errors.As(err, &exit) || exit.ExitCode() != terminated && exit.ExitCode() != stopped || strings.Contains(stderr.String(), "panic")):
		k.Fatalf("%v: %s", err, &stderr)
	case err != nil && !strings.Contains(stderr.String(), "interrupted"):
		k.Fatalf("it does not say that it was interrupted: %s", &stderr)
	case err != nil && c.leaves == files:
		k.complete(c, out)
	case err != nil && k.exists(out):
		if sums, err := os.ReadFile(filepath.Join(k.folder, out, folder.SumsName)); err != nil || !bytes.Contains(sums, []byte("# final;")) {
			k.Fatalf("what was interrupted looks as if it were complete: %v, %s", err, sums)
		}
	}
	if err == nil || c.leaves != resumable || strings.Contains(stderr.String(), "in the middle of a long calculation") {
		return true
	}
	checkpoints, err := filepath.Glob(filepath.Join(k.folder, out+".partial", "checkpoint-*.bin"))
	if err != nil || len(checkpoints) == 0 || !strings.Contains(stderr.String(), "twophase resume "+out+".partial goes on") {
		k.Fatalf("no checkpoint: %v, %s", err, &stderr)
	}
	resumed := k.command("resume", out)
	if err := resumed.Start(); err != nil { // it goes on until it is interrupted again
		k.Fatal(err)
	}
	again := make(chan error, 1)
	go func() { again <- resumed.Wait() }()
	select {
	case err := <-again:
		k.Fatalf("resume: %v", err)
	case <-time.After(long.Or(300*time.Millisecond, time.Second)):
		resumed.Process.Kill()
		<-again
	}
	return true
}

// args returns the arguments of the command.
func (c signalled) args(out string) []string {
	var spectrum strings.Builder // all eigenvalues are different
	for i := range 401 {
		fmt.Fprintf(&spectrum, ",%g", 1-float64(i)/500)
	}
	args := strings.Fields(c.command)
	for i := range args {
		args[i] = strings.NewReplacer("OUT", out, "SPECTRUM", spectrum.String()[1:]).Replace(args[i])
	}
	return args
}

// complete fails unless each file that a command has left under its final name is what the command writes if nothing
// interrupts it.
func (k *killed) complete(c signalled, out string) {
	k.Helper()
	whole := out + "-whole"
	defer os.RemoveAll(filepath.Join(k.folder, whole))
	if text, err := k.command(c.args(whole)...).CombinedOutput(); err != nil {
		k.Fatalf("%s: %v: %s", c.command, err, text)
	}
	err := filepath.WalkDir(filepath.Join(k.folder, out), func(path string, e fs.DirEntry, err error) error {
		if os.IsNotExist(err) || err == nil && (e.IsDir() || strings.HasSuffix(path, ".partial")) {
			return nil
		}
		got, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		want, err := os.ReadFile(strings.Replace(path, filepath.Join(k.folder, out), filepath.Join(k.folder, whole), 1))
		if err == nil && !bytes.Equal(got, want) {
			err = fmt.Errorf("%s has %d bytes, want %d", path, len(got), len(want))
		}
		return err
	})
	if err != nil {
		k.Fatalf("what was interrupted: %v", err)
	}
}

// writeArray writes a NPY file of random numbers.
func (k *killed) writeArray(name string, rows, inputs int) {
	k.Helper()
	var b bytes.Buffer
	header := fmt.Sprintf("{'descr': '<f8', 'fortran_order': False, 'shape': (%d, %d), }\n", rows, inputs)
	b.WriteString("\x93NUMPY\x01\x00")
	binary.Write(&b, binary.LittleEndian, uint16(len(header)))
	b.WriteString(header)
	for range rows * inputs {
		binary.Write(&b, binary.LittleEndian, math.Float64bits(k.random.NormFloat64()))
	}
	if err := os.WriteFile(filepath.Join(k.folder, name), b.Bytes(), 0o666); err != nil {
		k.Fatal(err)
	}
}
