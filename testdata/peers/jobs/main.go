// Command jobs measures whole jobs that users run, as processor time, time on the clock and
// peak memory, beside the same job in C, numpy and numba where one would write it so, and prints
// a Markdown table. Run it from the root of the repository: make jobs.
//
// The peers draw their own stimuli and record nothing. Their median E_Pro must be within a
// factor of two of that of twophase. numpy runs fewer trials of the long jobs, and its times
// count for all of them. What is not installed is skipped, with a sentence.
package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"twophase/internal/quantile"
	"twophase/testdata/peers/processor"
)

// job is something that users run.
type job struct {
	name string
	args [][]string // commands of twophase, one after another
	peer *peerJob   // nil: nobody would write it so
}

// peerJob is a job in other languages.
type peerJob struct {
	c     []string // arguments of the programs in C and numba, without the number of trials; nil: not in these
	numpy []string // likewise in numpy; nil: not in numpy
	all   int      // trials; 0: that is no argument
	few   int      // trials that numpy runs
}

const images = "/usr/share/datasets/fashion-mnist/train-images-idx3-ubyte.gz"

// jobs returns the jobs, which write below a folder.
func jobs(folder string) []job {
	out := func(name string, args ...string) []string {
		return append(args, "--force", "--out", filepath.Join(folder, name))
	}
	run := func(args ...string) [][]string { return [][]string{append(out("run", "run"), args...)} }
	peer := func(gaussian string, all, few int) *peerJob {
		fields := strings.Fields(gaussian)
		return &peerJob{c: fields, numpy: append([]string{"gaussian"}, fields...), all: all, few: few}
	}
	grid, plan := filepath.Join(folder, "grid.yaml"), filepath.Join(folder, "grid.plan")
	return []job{
		{"default run: 10×3, 100 000 steps, recorded", run(), peer("10 3 1 0.5 0.2 10 250 100000", 1, 1)},
		{"100 trials, 10×3, 20 000 steps each", run("--trials", "100", "--steps", "20000", "--record", "lateral@1000"),
			peer("10 3 1 0.5 0.2 10 250 20000", 100, 5)},
		{"40 trials, 100×10, 20 000 steps each", run("--problem", "large", "--trials", "40", "--steps", "20000", "--rate", "10/(10000+t)", "--record", "lateral@1000"),
			peer("100 10 1 0.5 0.02 10 10000 20000", 40, 2)},
		{"Fashion-MNIST, one epoch, 784×10", run("--stimulus", images, "--outputs", "10", "--center", "--scale", "eigen", "--shuffle", "--rate", "5/(5000+t)", "--record", "lateral@1000"),
			&peerJob{numpy: []string{"images", images, "10", "5", "5000"}}},
		{"sweep of 1 000 points, 10×3, 2 000 steps", [][]string{
			{"sweep", "plan", grid, "--out", plan}, {"sweep", "run", plan}, {"sweep", "collect", plan},
		}, nil},
		{"reproduce table1, 10 trials", [][]string{out("table", "reproduce", "table1", "--quick")}, nil},
		{"comparison of all networks, 10×3, 5 000 steps", [][]string{out("networks", "compare", "--networks", "all", "--rates", "1", "--trials", "4", "--steps", "5000")}, nil},
		{"1000×50, 5 000 steps, recorded", run("--spectrum", spectrum(50, 0.1, 0.05, 0.002), "--inputs", "1000", "--outputs", "50", "--steps", "5000", "--rate", "10/(1000+t)"),
			peer("1000 50 0.1 0.05 0.002 10 1000 5000", 1, 1)},
	}
}

// gridFile is a sweep of 1 000 points.
const gridFile = `experiment: {steps: 2000}
vary:
  tau: {range: {from: 0.2, to: 1, count: 10}}
  rate: [10/(250+t), 5/(250+t), 10/(500+t), 5/(500+t), 3/(250+t)]
seeds: 20
`

// spectrum returns k eigenvalues in even steps and the floor, as a flag takes them.
func spectrum(k int, first, last, floor float64) string {
	var all []string
	for i := range k {
		all = append(all, strconv.FormatFloat(first+(last-first)*float64(i)/float64(k-1), 'g', -1, 64))
	}
	return strings.Join(append(all, strconv.FormatFloat(floor, 'g', -1, 64)), ",")
}

// cost is what a job takes.
type cost struct {
	processor, clock time.Duration
	peak             int64 // bytes
	error            float64
}

func main() {
	log.SetFlags(0)
	log.SetPrefix("jobs: ")
	only := flag.String("job", "", "measure only the jobs whose name contains this")
	rounds := flag.Int("rounds", 3, "how often twophase runs each job; the medians are printed")
	flag.Parse()
	folder, err := os.MkdirTemp("", "jobs-")
	check(err)
	err = measure(folder, *only, *rounds)
	check(errors.Join(err, os.RemoveAll(folder)))
}

// measure runs the jobs and prints the table.
func measure(folder, only string, rounds int) error {
	twophase, program := filepath.Join(folder, "twophase"), filepath.Join(folder, "job")
	if text, err := exec.Command("go", "build", "-o", twophase, "./cmd/twophase").CombinedOutput(); err != nil {
		return fmt.Errorf("build twophase: %w\n%s", err, text)
	}
	if text, err := exec.Command("gcc", "-O3", "-march=native", "-ffast-math", "-o", program, "testdata/peers/c/job.c", "-lm").CombinedOutput(); err != nil {
		log.Printf("no C: gcc does not build testdata/peers/c/job.c (Debian: gcc): %v %s", err, text)
		program = ""
	}
	python, compiled := findPython("numpy"), findPython("numba")
	if python == "" {
		log.Print("no numpy: it is not installed (Debian: python3-numpy)")
	}
	if compiled == "" {
		log.Print("no numba: it is not installed (Debian: python3-numba)")
	}
	if err := os.WriteFile(filepath.Join(folder, "grid.yaml"), []byte(gridFile), 0o666); err != nil {
		return err
	}
	fmt.Printf("%s; median of %d rounds of twophase\n\n", processor.Describe(), rounds)
	fmt.Print("| job | by | processor, s | clock, s | peak, MB | processor ÷ twophase |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, j := range jobs(folder) {
		if !strings.Contains(j.name, only) {
			continue
		}
		if _, err := os.Stat(images); slices.Contains(j.args[0], images) && errors.Is(err, fs.ErrNotExist) {
			log.Printf("%s: skipped, the images are not installed (Debian: dataset-fashion-mnist)", j.name)
			continue
		}
		ours, err := own(folder, twophase, j, rounds)
		if err != nil {
			return fmt.Errorf("%s: %w", j.name, err)
		}
		row := func(by string, c cost) {
			fmt.Printf("| %s | %s | %.2f | %.2f | %.0f | %.1f |\n", j.name, by, c.processor.Seconds(), c.clock.Seconds(), float64(c.peak)/1e6, float64(c.processor)/float64(ours.processor))
		}
		row("twophase", ours)
		if j.peer == nil {
			continue
		}
		if program != "" && j.peer.c != nil {
			c, err := j.peer.run(ours.error, j.peer.all, program, j.peer.c...)
			if err != nil {
				return fmt.Errorf("%s in C: %w", j.name, err)
			}
			row("C", c)
		}
		if compiled != "" && j.peer.c != nil {
			c, err := j.peer.run(ours.error, j.peer.all, compiled, append([]string{"testdata/peers/python/jit.py"}, j.peer.c...)...)
			if err != nil {
				return fmt.Errorf("%s in numba: %w", j.name, err)
			}
			row("numba, compiled first", c)
		}
		if python != "" && j.peer.numpy != nil {
			c, err := j.peer.run(ours.error, j.peer.few, python, append([]string{"testdata/peers/python/job.py"}, j.peer.numpy...)...)
			if err != nil {
				return fmt.Errorf("%s in numpy: %w", j.name, err)
			}
			by := "numpy"
			if few, all := j.peer.few, j.peer.all; few < all {
				c.processor, c.clock = c.processor*time.Duration(all)/time.Duration(few), c.clock*time.Duration(all)/time.Duration(few)
				by = fmt.Sprintf("numpy (%d of %d trials)", few, all)
			}
			row(by, c)
		}
	}
	return nil
}

// own returns what a job costs in twophase, with its median E_Pro if it leaves a run.
func own(folder, twophase string, j job, rounds int) (c cost, err error) {
	var processors, clocks, peaks []float64
	for range rounds {
		if err := os.RemoveAll(filepath.Join(folder, "grid.plan")); err != nil {
			return c, err
		}
		var all cost
		for _, args := range j.args {
			one, _, err := execute(twophase, args...)
			if err != nil {
				return c, err
			}
			all.processor, all.clock, all.peak = all.processor+one.processor, all.clock+one.clock, max(all.peak, one.peak)
		}
		processors, clocks, peaks = append(processors, all.processor.Seconds()), append(clocks, all.clock.Seconds()), append(peaks, float64(all.peak))
	}
	seconds := func(v []float64) time.Duration { return time.Duration(median(v) * float64(time.Second)) }
	c = cost{processor: seconds(processors), clock: seconds(clocks), peak: int64(median(peaks))}
	if j.peer == nil {
		return c, nil
	}
	text, err := os.ReadFile(filepath.Join(folder, "run", "summary.json"))
	if err != nil {
		return c, err
	}
	var summary struct {
		Results []struct {
			Measures struct {
				Error float64 `json:"e_pro"`
			}
		}
	}
	if err := json.Unmarshal(text, &summary); err != nil {
		return c, err
	}
	var errors []float64
	for _, r := range summary.Results {
		errors = append(errors, r.Measures.Error)
	}
	c.error = median(errors)
	return c, nil
}

// run runs a peer. It returns an error unless its E_Pro is that of twophase but for chance.
func (p *peerJob) run(wanted float64, trials int, program string, args ...string) (cost, error) {
	if p.all > 0 {
		args = append(args, strconv.Itoa(trials))
	}
	c, text, err := execute(program, args...)
	if err != nil {
		return c, err
	}
	var errors []float64
	for _, line := range strings.Fields(text) {
		v, err := strconv.ParseFloat(line, 64)
		if err != nil {
			return c, err
		}
		errors = append(errors, v)
	}
	if len(errors) == 0 {
		return c, fmt.Errorf("it printed no E_Pro")
	}
	if c.error = median(errors); !(c.error < 2*wanted && wanted < 2*c.error) {
		return c, fmt.Errorf("its median E_Pro is %.3g, and that of twophase %.3g", c.error, wanted)
	}
	return c, nil
}

// execute runs a program by one thread of linear algebra, and returns its cost and output.
func execute(program string, args ...string) (c cost, text string, err error) {
	cmd := exec.Command(program, args...)
	cmd.Env = append(os.Environ(), "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1", "PYTHONDONTWRITEBYTECODE=1")
	var out, messages bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &messages
	begin := time.Now()
	if err := cmd.Run(); err != nil {
		return c, "", fmt.Errorf("%s: %w\n%s", strings.Join(cmd.Args, " "), err, messages.String())
	}
	c.clock = time.Since(begin)
	c.processor = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok {
		c.peak = usage.Maxrss * 1024 // kilobytes, as Linux reports it
	}
	return c, out.String(), nil
}

// findPython returns the first Python that has a package, or "".
func findPython(name string) string {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import "+name).Run() == nil {
			return python
		}
	}
	return ""
}

// median sorts v and returns its median.
func median(v []float64) float64 {
	slices.Sort(v)
	return quantile.Of(v, 0.5)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
