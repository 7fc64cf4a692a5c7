package main

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"twophase/internal/files/folder"
	"twophase/internal/files/tablefile"
	"twophase/internal/study/benchmark"
	"twophase/internal/study/sweep"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// studyFolder is a folder of many runs, with tables of which the first is the default.
type studyFolder struct {
	folder string
	tables []string
	write  func(table string, columnar, csv io.Writer) error
}

// studyTables are the tables of comparisons.
var studyTables = []struct {
	is     func(folder string) bool
	tables []result.TableFile
}{{result.IsComparison, result.ComparisonTables}, {benchmark.IsFolder, benchmark.Tables}}

// studyOf returns the study in a folder, nil if it holds something else.
func studyOf(name string) (*studyFolder, error) {
	name, err := existing(name)
	if err != nil {
		return nil, err
	}
	if sweep.IsFolder(name) {
		s, err := sweep.Open(name)
		if err != nil {
			return nil, err
		}
		return &studyFolder{name, sweep.Tables, s.Export}, nil
	}
	for _, of := range studyTables {
		if !of.is(name) {
			continue
		}
		s := &studyFolder{folder: name}
		for _, t := range of.tables {
			s.tables = append(s.tables, t.Name)
		}
		s.write = func(table string, columnar, csv io.Writer) error {
			return copyTable(name, of.tables[slices.Index(s.tables, table)].File, columnar, csv)
		}
		return s, nil
	}
	return nil, nil
}

// largestTable is the size of the largest table that is read. In memory it takes up to about thirty times as much.
const largestTable = 1 << 28

// copyTable writes a table of a folder in another form.
func copyTable(name, file string, columnar, csv io.Writer) error {
	sums, err := folder.ReadSums(name)
	if err != nil {
		return err
	}
	text, err := sums.Read(file, largestTable)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("it has no %s: it is not complete, and twophase resume %s goes on, or another version of twophase wrote it", file, wording.ShellWord(name))
	}
	if err != nil {
		return err
	}
	fields, rows, err := tablefile.ReadCSV(bytes.NewReader(text))
	if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	}
	out := tablefile.NewWriter(fields, columnar, csv)
	for _, row := range rows {
		if err := out.Add(row); err != nil {
			return err
		}
	}
	return out.End()
}

// export writes a table of the study.
func (s *studyFolder) export(c *cli.Context, wanted []string) error {
	table := s.tables[0]
	if len(wanted) > 0 {
		table = wanted[0]
	}
	for _, flag := range []string{"trial", "parts"} {
		if c.IsSet(flag) {
			return usageError{fmt.Errorf("--%s is of runs: the tables of %s have all trials", flag, s.folder)}
		}
	}
	switch {
	case len(wanted) > 1:
		return usageError{fmt.Errorf("%d tables: export one at a time", len(wanted))}
	case !slices.Contains(s.tables, table):
		return usageError{fmt.Errorf("%s has no table %q%s: choose %s", s.folder, table, wording.Hint(table, s.tables), strings.Join(s.tables, ", "))}
	case c.IsSet("npz"):
		return usageError{errors.New("--npz is of runs: the tables of studies have texts; export them by --csv or --parquet")}
	}
	var err error
	if path := c.String("parquet"); path != "" {
		err = writeTable(c, path, func(w io.Writer) error { return s.write(table, w, nil) })
	} else {
		err = writeTable(c, "", func(w io.Writer) error { return s.write(table, nil, w) })
	}
	if err != nil {
		return fmt.Errorf("export %s: %w", s.folder, err)
	}
	return nil
}
