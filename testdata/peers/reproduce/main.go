// Command reproduce measures one trial of the paper's Tables I and II by twophase
// beside the same in numpy, in turns, and prints the ratios: with one worker, and
// as the command runs, with one for each processor. Run it from the root of the
// repository: make peers-reproduce.
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"time"

	"twophase/internal/numerics/quantile"
	"twophase/internal/study/reproduce"
	"twophase/testdata/peers/processor"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("peers: ")
	rounds := flag.Int("rounds", 3, "how many trials each runs")
	steps := flag.Int("steps", 100_000, "stimuli of a trial: 100000 is a whole one; offline, half as many iterations")
	flag.Parse()

	numpy, err := start()
	check(err)
	folder, err := os.MkdirTemp("", "peers-")
	check(err)
	defer os.RemoveAll(folder)
	processors := runtime.GOMAXPROCS(0)
	seconds, ratios := map[int][]float64{}, map[int][]float64{} // by workers; 0: numpy
	for range *rounds {
		t, err := numpy.run(*steps)
		check(err)
		seconds[0] = append(seconds[0], t)
		for _, workers := range slices.Compact([]int{1, processors}) {
			o, err := twophase(folder, workers, *steps)
			check(err)
			seconds[workers], ratios[workers] = append(seconds[workers], o), append(ratios[workers], t/o)
		}
	}
	fmt.Printf("%s\n\n", processor.Describe())
	fmt.Printf("one trial of Tables I and II, %d stimuli, medians of %d rounds\n\n| | seconds | numpy ÷ |\n| --- | --- | --- |\n", *steps, *rounds)
	fmt.Printf("| numpy in place | %.3f | |\n", median(seconds[0]))
	for _, workers := range slices.Compact([]int{1, processors}) {
		r := median(ratios[workers])
		fmt.Printf("| twophase, %d workers | %.3f | %.1f [%.1f %.1f] (≥ 30) |\n", workers, median(seconds[workers]), r, ratios[workers][0], ratios[workers][*rounds-1])
	}
}

// median sorts v and returns its median.
func median(v []float64) float64 {
	slices.Sort(v)
	return quantile.Of(v, 0.5)
}

// twophase returns the seconds of one trial here, as a share of as many trials as
// there are workers.
func twophase(folder string, workers, steps int) (float64, error) {
	begin := time.Now()
	_, err := reproduce.Run(context.Background(), reproduce.Options{
		Parts: []string{"table1", "table2"}, Trials: workers, MaxSteps: steps, Workers: workers,
		Out: filepath.Join(folder, "out"), Force: true,
	})
	return time.Since(begin).Seconds() / float64(workers), err
}

// peer is numpy at work.
type peer struct {
	in  io.Writer
	out *bufio.Reader
}

// start starts the first Python that has numpy.
func start() (*peer, error) {
	for _, python := range []string{"python3", "/usr/bin/python3"} {
		if exec.Command(python, "-c", "import numpy").Run() != nil {
			continue
		}
		cmd := exec.Command(python, "testdata/peers/python/reproduce.py")
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
		return &peer{in, bufio.NewReader(out)}, cmd.Start()
	}
	return nil, fmt.Errorf("numpy is not installed (Debian: python3-numpy)")
}

// run returns the seconds of one trial in numpy.
func (p *peer) run(steps int) (float64, error) {
	if _, err := fmt.Fprintln(p.in, "run", steps); err != nil {
		return 0, err
	}
	answer, err := p.out.ReadString('\n')
	if err != nil {
		return 0, fmt.Errorf("numpy did not answer: %w", err)
	}
	ns, err := strconv.ParseFloat(strings.TrimSpace(answer), 64)
	return ns / 1e9, err
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
