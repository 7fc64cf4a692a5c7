// Command twophase is this repository's own answer to the driver in ../compare.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"time"

	"twophase/circuit"
)

const ring = 16

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: twophase N K FOLDER")
	}
	n, k, folder := number(os.Args[1]), number(os.Args[2]), os.Args[3]
	stimuli := load(folder, "stimuli.f64", ring*n)
	c, err := circuit.New(circuit.Spec{
		Network: circuit.IfPSP, Inputs: n, Gains: circuit.LinearGains(k, 1, 0.7),
		Rate: circuit.ConstantRate(1e-4), Tau: 0.5, InitialScale: 1,
		Initial: map[string][]float64{"feedforward": load(folder, "weights.f64", k*n)},
	})
	check(err)
	for {
		var command, argument string
		if _, err := fmt.Scan(&command, &argument); err != nil {
			return
		}
		if command == "run" {
			steps := number(argument)
			start := time.Now()
			for range steps {
				x := c.StepCount() % ring * n
				check(c.Step(stimuli[x : x+n]))
			}
			fmt.Println(time.Since(start).Nanoseconds())
		} else {
			save(argument, c.Forward().Weights(), c.M())
			fmt.Println("saved")
		}
	}
}

func load(folder, name string, n int) []float64 {
	data, err := os.ReadFile(filepath.Join(folder, name))
	check(err)
	v := make([]float64, n)
	_, err = binary.Decode(data, binary.LittleEndian, v)
	check(err)
	return v
}

func save(file string, w, m []float64) {
	var b bytes.Buffer
	check(binary.Write(&b, binary.LittleEndian, append(w, m...)))
	check(os.WriteFile(file, b.Bytes(), 0o644))
}

func number(text string) int {
	n, err := strconv.Atoi(text)
	check(err)
	return n
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
