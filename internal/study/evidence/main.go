package main

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"twophase/internal/study"
	"twophase/internal/text/wording"
)

func main() {
	if err := write(context.Background(), os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "evidence:", err)
		os.Exit(1)
	}
}

// write writes what the arguments name to the standard output.
func write(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("say what to write: turns, powers, drift, table, patches or frames")
	}
	var s study.Section
	var err error
	switch name, rest := args[0], args[1:]; {
	case name == "turns" && len(rest) == 1:
		s, err = turns(ctx, rest[0])
	case name == "powers" && len(rest) == 0:
		s, err = powers()
	case name == "drift" && len(rest) == 1:
		var trials int
		if trials, err = strconv.Atoi(rest[0]); err == nil {
			s, err = drift(ctx, trials)
		}
	case name == "table" && len(rest) > 1:
		s, err = table(rest[0], rest[1:])
	case name == "patches":
		return patches(os.Stdout, rest)
	case name == "frames":
		return frames(os.Stdout, rest)
	default:
		return fmt.Errorf("%v is not understood: see doc.go", args)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Print(s.Markdown())
	return err
}

// table returns some columns of a CSV file, with numbers of a few digits.
func table(path string, columns []string) (s study.Section, err error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return s, err
	}
	all, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil {
		return s, fmt.Errorf("%s: %w", path, err)
	}
	t := wording.Table{Caption: filepath.Base(path), Header: columns}
	for _, line := range all[1:] {
		var row []string
		for _, column := range columns {
			at := slices.Index(all[0], column)
			if at < 0 {
				return s, fmt.Errorf("%s has no column %s, only %v", path, column, all[0])
			}
			cell := line[at]
			if v, err := strconv.ParseFloat(cell, 64); err == nil {
				cell = wording.Cell(v)
			}
			row = append(row, cell)
		}
		t.Add(row...)
	}
	return study.Section{Tables: []wording.Table{t}}, nil
}
