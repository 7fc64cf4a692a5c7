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
	code, err := find(program, 10)
	if err != nil {
		return err
	}
	data, err := find(program, 11)
	if err != nil {
		return err
	}
	head, image, err := imageOf(program[data:])
	if err != nil {
		return err
	}
	for _, part := range []struct {
		bytes    []byte
		settings string // those that pack it best
	}{
		{program[:code], "lc=0,lp=1,pb=1"},                           // tables of functions
		{append(program[code:data:data], head...), "lc=4,lp=0,pb=0"}, // their code
		{image, "lc=1,lp=3,pb=3"},                                    // data, in words of eight bytes
	} {
		packed, err := compress(part.bytes, part.settings)
		if err != nil {
			return err
		}
		if _, err := out.Write(packed); err != nil {
			return err
		}
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
