package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"os/exec"
)

const header = 8 // bytes before the first section

// parts are the parts of a program, each with settings of which those are taken that pack it best: of data that depends on
// where they begin.
var parts = []struct {
	before   byte // the section that follows, by its number
	settings []string
}{
	{10, []string{"lc=0,lp=1,pb=1"}},                  // tables of functions
	{11, []string{"lc=4,lp=0,pb=0"}},                  // their code
	{0, []string{"lc=2,lp=2,pb=1", "lc=1,lp=2,pb=2"}}, // data
}

func main() {
	if err := pack(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}

func pack(in io.Reader, out io.Writer) error {
	program, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	begin := 0
	for _, part := range parts {
		end := len(program)
		if part.before != 0 {
			if end, err = find(program, part.before); err != nil {
				return err
			}
		}
		var best []byte
		for _, settings := range part.settings {
			packed, err := compress(program[begin:end], settings)
			if err != nil {
				return err
			}
			if best == nil || len(packed) < len(best) {
				best = packed
			}
		}
		if _, err := out.Write(best); err != nil {
			return err
		}
		begin = end
	}
	return nil
}

// find returns where a section begins.
func find(program []byte, section byte) (at int, err error) {
	for at = header; at < len(program); {
		if program[at] == section {
			return at, nil
		}
		size, n := binary.Uvarint(program[at+1:])
		if n <= 0 {
			return 0, fmt.Errorf("the section at byte %d has no size", at)
		}
		at += 1 + n + int(size)
	}
	return 0, fmt.Errorf("a program of %d bytes has no section %d", len(program), section)
}

// compress returns one stream.
func compress(part []byte, settings string) ([]byte, error) {
	xz := exec.Command("xz", "--stdout", "--format=lzma", "--lzma1=preset=9e,dict=16MiB,nice=273,"+settings)
	xz.Stdin, xz.Stderr = bytes.NewReader(part), os.Stderr
	return xz.Output()
}
