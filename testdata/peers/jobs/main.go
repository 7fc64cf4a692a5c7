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
	"encoding/csv"
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

	"twophase/internal/numerics/quantile"
	"twophase/testdata/peers/processor"
)

// job is something that users run.
type job struct {
	name string
	args [][]string // commands of twophase, one after another
	peer *peerJob   // nil: it was not written in other languages
}

// peerJob is a job in other languages: trials of one or several settings, or one run on images.
type peerJob struct {
	problem  []string // N, K, eigenvalues and steps; nil: images, in numpy alone
	settings []string // a, t₀ and τ of each
	all, few int      // trials of each setting, and those that numpy runs
}

// arguments returns the arguments of a program that runs some trials of each setting.
func (p *peerJob) arguments(trials int) []string {
	return slices.Concat(p.problem, []string{strconv.Itoa(trials)}, p.settings)
}

const images = "/usr/share/datasets/fashion-mnist/train-images-idx3-ubyte.gz"

// jobs returns the jobs, which write below a folder.
func jobs(folder string) []job {
	out := func(name string, args ...string) []string {
		return append(args, "--force", "--out", filepath.Join(folder, name))
	}
	run := func(args ...string) [][]string { return [][]string{append(out("run", "run"), args...)} }
	peer := func(problem, settings string, all, few int) *peerJob {
		return &peerJob{problem: strings.Fields(problem), settings: strings.Fields(settings), all: all, few: few}
	}
	grid, plan := filepath.Join(folder, "grid.yaml"), filepath.Join(folder, "grid.plan")
	return []job{
		{"default run: 10×3, 100 000 steps, recorded", run(), peer("10 3 1 0.5 0.2 100000", "10 250 0.5", 1, 1)},
		{"100 trials, 10×3, 20 000 steps each", run("--trials", "100", "--steps", "20000", "--record", "lateral@1000"),
			peer("10 3 1 0.5 0.2 20000", "10 250 0.5", 100, 5)},
		{"40 trials, 100×10, 20 000 steps each", run("--problem", "large", "--trials", "40", "--steps", "20000", "--rate", "10/(10000+t)", "--record", "lateral@1000"),
			peer("100 10 1 0.5 0.02 20000", "10 10000 0.5", 40, 2)},
		{"Fashion-MNIST, one epoch, 784×10", run("--stimulus", images, "--outputs", "10", "--center", "--scale", "eigen", "--shuffle", "--rate", "5/(5000+t)", "--record", "lateral@1000"),
			&peerJob{}},
		{"sweep of 1 000 points, 10×3, 2 000 steps", [][]string{
			{"sweep", "plan", grid, "--out", plan}, {"sweep", "run", plan}, {"sweep", "collect", plan},
		}, peer("10 3 1 0.5 0.2 2000", sweepSettings(), 20, 1)},
		{"reproduce table1, 10 trials", [][]string{out("table", "reproduce", "table1", "--quick")}, nil},
		{"comparison of all networks, 10×3, 5 000 steps", [][]string{out("networks", "compare", "--networks", "all", "--rates", "1", "--trials", "4", "--steps", "5000")}, nil},
		{"1000×50, 5 000 steps, recorded", run("--spectrum", spectrum(50, 0.1, 0.05, 0.002), "--inputs", "1000", "--outputs", "50", "--steps", "5000", "--rate", "10/(1000+t)"),
			peer("1000 50 0.1 0.05 0.002 5000", "10 1000 0.5", 1, 1)},
	}
}

// sweepRates are a and t₀ of the rates of the sweep.
var sweepRates = [][2]int{{10, 250}, {5, 250}, {10, 500}, {5, 500}, {3, 250}}

// sweepTaus is the number of values of τ in the sweep, from 0.2 to 1.
const sweepTaus = 10

// gridFile is a sweep of 1 000 points.
func gridFile() string {
	var rates []string
	for _, r := range sweepRates {
		rates = append(rates, fmt.Sprintf("%d/(%d+t)", r[0], r[1]))
	}
	return fmt.Sprintf("experiment: {steps: 2000}\nvary:\n  tau: {range: {from: 0.2, to: 1, count: %d}}\n  rate: [%s]\nseeds: 20\n",
		sweepTaus, strings.Join(rates, ", "))
}

// sweepSettings returns the settings of the sweep, as peers take them.
func sweepSettings() string {
	var all []string
	for i := range sweepTaus {
		for _, r := range sweepRates {
			all = append(all, fmt.Sprint(r[0], r[1], 0.2+0.8*float64(i)/(sweepTaus-1)))
		}
	}
	return strings.Join(all, " ")
}

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
	if err := os.WriteFile(filepath.Join(folder, "grid.yaml"), []byte(gridFile()), 0o666); err != nil {
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
		arguments := j.peer.arguments(j.peer.all)
		if program != "" && j.peer.problem != nil {
			c, err := runPeer(ours.error, program, arguments...)
			if err != nil {
				return fmt.Errorf("%s in C: %w", j.name, err)
			}
			row("C", c)
		}
		if compiled != "" && j.peer.problem != nil {
			c, err := runPeer(ours.error, compiled, append([]string{"testdata/peers/python/jit.py"}, arguments...)...)
			if err != nil {
				return fmt.Errorf("%s in numba: %w", j.name, err)
			}
			row("numba, compiled first", c)
		}
		if python == "" {
			continue
		}
		by, few := "numpy", j.peer.few
		arguments = []string{"images", images, "10", "5", "5000"}
		if j.peer.problem != nil {
			arguments = append([]string{"gaussian"}, j.peer.arguments(few)...)
		}
		c, err := runPeer(ours.error, python, append([]string{"testdata/peers/python/job.py"}, arguments...)...)
		if err != nil {
			return fmt.Errorf("%s in numpy: %w", j.name, err)
		}
		if all := j.peer.all; few < all {
			c.processor, c.clock = c.processor*time.Duration(all)/time.Duration(few), c.clock*time.Duration(all)/time.Duration(few)
			by = fmt.Sprintf("numpy (%d of %d trials)", few, all)
		}
		row(by, c)
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
	errors, err := errorsOf(folder, j)
	if err != nil {
		return c, err
	}
	c.error = median(errors)
	return c, nil
}

// errorsOf returns E_Pro of each trial of a job.
func errorsOf(folder string, j job) (errors []float64, err error) {
	if j.args[0][0] == "sweep" {
		return errorColumn(filepath.Join(folder, "grid.plan", "table.csv"))
	}
	text, err := os.ReadFile(filepath.Join(folder, "run", "summary.json"))
	if err != nil {
		return nil, err
	}
	var summary struct {
		Results []struct {
			Measures struct {
				Error float64 `json:"e_pro"`
			}
		}
	}
	if err := json.Unmarshal(text, &summary); err != nil {
		return nil, err
	}
	for _, r := range summary.Results {
		errors = append(errors, r.Measures.Error)
	}
	return errors, nil
}

// errorColumn returns the column e_pro of a CSV.
func errorColumn(path string) (errors []float64, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		return nil, err
	}
	if len(rows) == 0 || !slices.Contains(rows[0], "e_pro") {
		return nil, fmt.Errorf("%s has no column e_pro", path)
	}
	column := slices.Index(rows[0], "e_pro")
	for _, row := range rows[1:] {
		v, err := strconv.ParseFloat(row[column], 64)
		if err != nil {
			return nil, err
		}
		errors = append(errors, v)
	}
	return errors, nil
}

// runPeer runs a peer. It returns an error unless its E_Pro is that of twophase but for chance.
func runPeer(wanted float64, program string, args ...string) (cost, error) {
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
