package stimulus

import (
	"archive/zip"
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"
)

// openMember opens one array of a NumPy archive, which is a zip file of NPY
// files. With an empty name it opens the only one.
func openMember(file io.ReaderAt, size int64, name string) (rowReader, error) {
	archive, err := zip.NewReader(file, size)
	if err != nil {
		return nil, fmt.Errorf("reading the archive (a .npz file is a zip file, not packed again): %w", err)
	}
	members := map[string]*zip.File{}
	var names []string
	for _, f := range archive.File {
		if member, ok := strings.CutSuffix(f.Name, ".npy"); ok {
			members[member] = f
			names = append(names, member)
		}
	}
	switch {
	case len(names) == 0:
		return nil, errors.New("the archive holds no arrays")
	case name == "" && len(names) > 1:
		return nil, fmt.Errorf("the archive holds several arrays: choose one by file.npz:name; the names are %s", strings.Join(names, ", "))
	case name == "":
		name = names[0]
	case members[name] == nil:
		return nil, fmt.Errorf("the archive holds no array %q: the names are %s", name, strings.Join(names, ", "))
	}
	in, err := members[name].Open()
	if err != nil {
		return nil, fmt.Errorf("unpacking the array %q: %w", name, err)
	}
	rows, err := newNPY(bufio.NewReaderSize(in, 1<<16), unknownSize)
	if err != nil {
		return nil, fmt.Errorf("array %q: %w", name, err)
	}
	return rows, nil
}
