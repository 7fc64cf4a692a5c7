package fileformat

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
	if err := checkZipEnd(file, size-int64(len(archive.Comment))); err != nil {
		return nil, err
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

// checkZipEnd returns an error unless the last record of a zip archive, 22 bytes and a
// comment, ends where the file does: package zip looks for it some way before the end too.
func checkZipEnd(file io.ReaderAt, end int64) error {
	const magic, record = "PK\x05\x06", 22
	var start [len(magic)]byte
	if _, err := file.ReadAt(start[:], end-record); err != nil || string(start[:]) != magic {
		return errors.New("something else follows the archive in its file: cut it off, or pack the file again")
	}
	return nil
}
