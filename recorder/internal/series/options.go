package series

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"twophase/internal/files/durable"
)

// blockRows is the number of rows that go to a writer at a time. They become one page of
// each column. With fewer, the bytes of equal rank of a weight are not together in one block
// of the compressor, and the compression is worse.
const blockRows = 1 << 15

// partRows is the number of rows after which a new part starts.
const partRows = 4 << 20

// groupRows is the number of rows after which a row group ends. The encoded pages of one row
// group, some 7 bytes a row, are in memory.
const groupRows = 1 << 18

// Options say where a trace is written, and what its files say of it.
type Options struct {
	Description
	Folder string // where the files go; it must exist

	PartRows  int // rows after which a new file starts, once the step is complete; 0 means 4 Mi
	BlockRows int // rows handed to a writer at a time; 0 means the constant
	GroupRows int // rows after which a row group ends; 0 means the constant
}

// withDefaults returns the options with the numbers that 0 stands for.
func (o Options) withDefaults() Options {
	o.PartRows = cmp.Or(o.PartRows, partRows)
	o.BlockRows = cmp.Or(o.BlockRows, blockRows)
	o.GroupRows = cmp.Or(o.GroupRows, groupRows)
	return o
}

// Vacant returns an error if the folder has a trace of that trial already, because the files
// of two traces could not be distinguished.
func (o Options) Vacant() error {
	folder, err := os.Open(o.Folder)
	if err != nil {
		return fmt.Errorf("record traces: %w", err)
	}
	defer folder.Close()
	names, err := folder.Readdirnames(-1) // for each trial: neither sorted nor looked at
	if err != nil {
		return fmt.Errorf("record traces: %w", err)
	}
	for _, name := range names {
		if strings.HasPrefix(name, o.prefix()) && strings.HasSuffix(name, ".parquet") {
			return fmt.Errorf("record traces: %s is there already: choose another folder, or remove the trace first", filepath.Join(o.Folder, name))
		}
	}
	return nil
}

// prefix returns the names of the files up to the number of the part.
func (o Options) prefix() string { return fmt.Sprintf("traces-%04d-", o.Trial) }

// path returns the path of a part.
func (o Options) path(part int) string {
	return filepath.Join(o.Folder, fmt.Sprintf("%s%05d.parquet", o.prefix(), part))
}

// partOf returns the number of the part that a file is, and whether it is one.
func (o Options) partOf(name string) (part int, unfinished, ok bool) {
	whole, unfinished := strings.CutSuffix(name, durable.Partial(""))
	digits := strings.TrimSuffix(strings.TrimPrefix(whole, o.prefix()), ".parquet")
	part, err := strconv.Atoi(digits)
	return part, unfinished, err == nil && filepath.Base(o.path(part)) == whole
}
