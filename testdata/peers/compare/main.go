// Command compare measures twophase against what its users would write instead,
// side by side in one run, and prints a table. Run it from the root of the
// repository: make peers.
//
// Every peer is a process of its own that stays alive, started with N, K, a
// folder and a number of steps. The folder holds weights.f64, W [K×N] at the start, and
// stimuli.f64 [16×N], which are shown in turn; both are little-endian doubles.
// A peer answers two commands on its standard input:
//
//	run STEPS    run STEPS steps; answer with the nanoseconds they took
//	save FILE    write W [K×N] and M [K×K] to a file; answer "saved"
//
// All first run the same number of steps, and W and M must agree. Then they
// take turns, one block each, round after round: the machine is as noisy for
// one as for the other. What is printed are medians over the rounds, of the
// ratios too, each ratio being of two blocks of the same round. On a machine that has
// other work, -least with many short blocks prints the least of each instead.
package main

import (
	"bytes"
	"encoding/binary"
	"flag"
	"fmt"
	"log"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	ring      = 16
	tolerance = 1e-9 // of the largest element of W, and of M
	self      = "twophase"
)

// size is a size of the network.
type size struct {
	n, k  int
	check int // steps after which all must agree, and the length of Brian2's block
}

func (s size) String() string { return fmt.Sprintf("%dx%d", s.n, s.k) }

var sizes = []size{{10, 3, 50_000}, {100, 10, 20_000}, {1000, 50, 600}, {10_000, 100, 40}}

func main() {
	log.SetFlags(0)
	rounds := flag.Int("rounds", 15, "how many blocks each peer runs")
	block := flag.Duration("block", 50*time.Millisecond, "length of a block")
	least := flag.Bool("least", false, "print the least of all blocks and the ratios of these: for a busy machine")
	only := flag.String("size", "", "measure this size alone, such as 100x10")
	flag.Parse()

	folder, err := os.MkdirTemp("", "peers-")
	check(err)
	err = compare(folder, *rounds, *block, *only, *least)
	check(os.RemoveAll(folder))
	check(err)
}

// compare builds the peers, measures them and prints the table.
func compare(folder string, rounds int, block time.Duration, only string, least bool) error {
	peers, err := build(folder)
	if err != nil {
		return err
	}
	table := table{least: least}
	for _, s := range sizes {
		if only != "" && only != s.String() {
			continue
		}
		column, err := measure(filepath.Join(folder, s.String()), peers, s, rounds, block)
		if err != nil {
			return err
		}
		table.add(s, column)
	}
	table.print(peers)
	return nil
}

// measure returns the nanoseconds per step of every peer in every round.
func measure(folder string, peers []*peer, s size, rounds int, block time.Duration) (map[string][]float64, error) {
	if err := prepare(folder, s); err != nil {
		return nil, err
	}
	var running []*process
	defer func() {
		for _, p := range running {
			p.stop()
		}
	}()
	var want []float64
	for _, p := range peers {
		if p.skipped != "" {
			continue
		}
		fmt.Fprintf(os.Stderr, "%v: %s\n", s, p.name)
		process, err := p.start(folder, s)
		if err != nil {
			return nil, err
		}
		running = append(running, process)
		took, err := process.run(s.check)
		if err != nil {
			return nil, err
		}
		process.block = max(1, int(float64(s.check)*float64(block)/took))
		if p.fixed {
			process.block = s.check
		}
		if p.floor {
			continue
		}
		got, err := process.weights(folder)
		if err != nil {
			return nil, err
		}
		if want == nil {
			want = got // of twophase, the first
		}
		if err := agree(p, s, got, want); err != nil {
			return nil, err
		}
	}
	result := map[string][]float64{}
	for range rounds {
		for _, p := range running {
			took, err := p.run(p.block)
			if err != nil {
				return nil, err
			}
			result[p.name] = append(result[p.name], took/float64(p.block))
		}
	}
	return result, nil
}

// prepare writes what all peers start from: W ~ N(0, 1/N) and small stimuli.
func prepare(folder string, s size) error {
	if err := os.Mkdir(folder, 0o777); err != nil {
		return err
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, file := range []struct {
		name  string
		rows  int
		sigma float64
	}{
		{"weights.f64", s.k, 1 / math.Sqrt(float64(s.n))},
		{"stimuli.f64", ring, 1 / float64(s.n)},
	} {
		values := make([]float64, file.rows*s.n)
		for i := range values {
			values[i] = file.sigma * random.NormFloat64()
		}
		var b bytes.Buffer
		if err := binary.Write(&b, binary.LittleEndian, values); err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(folder, file.name), b.Bytes(), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// agree returns an error if a peer's W and M are not those of twophase, and
// keeps the largest difference otherwise.
func agree(p *peer, s size, got, want []float64) error {
	if weights := (s.n + s.k) * s.k; len(got) != weights {
		return fmt.Errorf("%s at %v: saved %d weights, not %d", p.name, s, len(got), weights)
	}
	border := s.n * s.k
	for _, part := range [][2]int{{0, border}, {border, len(want)}} {
		var off, largest float64
		for i := part[0]; i < part[1]; i++ {
			off = math.Max(off, math.Abs(got[i]-want[i]))
			largest = math.Max(largest, math.Abs(want[i]))
		}
		if !(off <= tolerance*largest) {
			return fmt.Errorf("%s at %v: after %d steps the weights are off by %.2g of the largest, more than %g",
				p.name, s, s.check, off/largest, tolerance)
		}
		p.off = math.Max(p.off, off/largest)
	}
	return nil
}

func check(err error) {
	if err != nil {
		log.Fatal("peers: ", strings.TrimSpace(err.Error()))
	}
}
