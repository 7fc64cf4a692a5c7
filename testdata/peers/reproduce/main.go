// Command reproduce measures one trial of the paper's Tables I and II by twophase
// beside the same in numpy, in turns, one worker each, and prints the ratio. Run
// it from the root of the repository: make peers-reproduce.
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
	"slices"
	"strconv"
	"strings"
	"time"

	"twophase/internal/quantile"
	"twophase/internal/reproduce"
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
	var ours, theirs, ratios []float64
	for round := range *rounds {
		o, err := twophase(folder, uint64(round), *steps)
		check(err)
		t, err := numpy.run(*steps)
		check(err)
		ours, theirs, ratios = append(ours, o), append(theirs, t), append(ratios, t/o)
	}
	for _, v := range [][]float64{ours, theirs, ratios} {
		slices.Sort(v)
	}
	fmt.Printf("one trial of Tables I and II, %d stimuli, medians of %d rounds\n\n", *steps, *rounds)
	fmt.Printf("| | seconds |\n| --- | --- |\n| twophase | %.3f |\n| numpy in place | %.3f |\n\n", quantile.Of(ours, 0.5), quantile.Of(theirs, 0.5))
	fmt.Printf("numpy ÷ twophase: %.1f [%.1f %.1f] (≥ 30)\n", quantile.Of(ratios, 0.5), ratios[0], ratios[len(ratios)-1])
}

// twophase returns the seconds of one trial here.
func twophase(folder string, seed uint64, steps int) (float64, error) {
	begin := time.Now()
	_, err := reproduce.Run(context.Background(), reproduce.Options{
		Parts: []string{"table1", "table2"}, Trials: 1, MaxSteps: steps, Seed: seed, Workers: 1,
		Out: filepath.Join(folder, strconv.FormatUint(seed, 10)),
	})
	return time.Since(begin).Seconds(), err
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
