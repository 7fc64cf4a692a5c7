package fileformat

import (
	"bufio"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Types of the data elements of a MATLAB file of version 5, and classes of its arrays.
const (
	matInt32, matUint32, matMatrix, matCompressed = 5, 6, 14, 15

	matFirstNumeric, matLastNumeric = 6, 15 // double, single, and whole numbers of 8 to 64 bits
	matComplex                      = 0x08
)

// matNumbers are the types of data elements that hold numbers.
var matNumbers = map[uint32]element{
	1: {kind: 'i', size: 1}, 2: {kind: 'u', size: 1}, 3: {kind: 'i', size: 2}, 4: {kind: 'u', size: 2}, 5: {kind: 'i', size: 4},
	6: {kind: 'u', size: 4}, 7: {kind: 'f', size: 4}, 9: {kind: 'f', size: 8}, 12: {kind: 'i', size: 8}, 13: {kind: 'u', size: 8},
}

const matHeader = 128 // bytes before the first data element

// maxVariables bounds the variables of a MATLAB file, which are looked through for the wanted one.
const maxVariables = 10_000

// A matReader reads one data element of a MATLAB file, which may be compressed.
type matReader struct {
	io.Reader
	order binary.ByteOrder
}

// openMAT opens a matrix of numbers in a MATLAB file of version 5, which MATLAB writes by
// save -v7 and scipy.io.savemat by default. With an empty name it opens the only one.
func openMAT(file io.ReaderAt, size int64, name string) (rowReader, error) {
	var header [matHeader]byte
	if _, err := file.ReadAt(header[:], 0); err != nil {
		return nil, fmt.Errorf("MATLAB header: %w", explain(err))
	}
	var order binary.ByteOrder = binary.LittleEndian
	switch mark := string(header[126:]); {
	case strings.HasPrefix(string(header[:]), "MATLAB 7.3"):
		return nil, hdf5("data.mat", name)
	case mark == "MI":
		order = binary.BigEndian
	case mark != "IM":
		return nil, errors.New("the file does not begin as a MATLAB file of version 5 does: save it by save('data.mat', 'X', '-v7')")
	}
	var names []string
	found := int64(-1)
	for at := int64(matHeader); at < size; {
		if len(names) == maxVariables {
			return nil, fmt.Errorf("the file has more than %d variables", maxVariables)
		}
		in, next, err := matElement(file, at, size, order)
		if err != nil {
			return nil, err
		}
		variable, _, err := in.variable()
		// MATLAB's objects are kept at the end of the file, in a matrix without a name.
		if err == nil && variable != "" {
			names = append(names, variable)
			if name == "" || name == variable {
				found = at
			}
		} else if err != nil && !errors.Is(err, errNotNumeric) {
			return nil, fmt.Errorf("the variable at byte %d: %w", at, err)
		}
		at = next
	}
	switch {
	case len(names) == 0:
		return nil, errors.New("the file holds no matrix of real numbers")
	case name == "" && len(names) > 1:
		return nil, fmt.Errorf("the file holds several matrices: choose one by file.mat:name; the names are %s", strings.Join(names, ", "))
	case found < 0:
		return nil, fmt.Errorf("the file holds no matrix %q of real numbers: the names are %s", name, strings.Join(names, ", "))
	}
	in, _, err := matElement(file, found, size, order)
	if err != nil {
		return nil, err
	}
	_, dims, err := in.variable()
	if err != nil {
		return nil, err
	}
	return in.matrix(dims)
}

// errNotNumeric is the error of a variable that is no matrix of real numbers.
var errNotNumeric = errors.New("it is no matrix of real numbers")

// hdf5 returns the error of a file of a format that is not read, with a name and perhaps that of a dataset.
func hdf5(name, dataset string) error {
	if dataset == "" {
		dataset = "X"
	}
	if extension(name) == ".mat" {
		return fmt.Errorf("the file is HDF5, as those of MATLAB 7.3 are, which is not read: in MATLAB save it by save('data.mat', '%[2]s', '-v7'), or in Python by numpy.save('data.npy', h5py.File('%[1]s')['%[2]s'][:].T), as h5py reads matrices of MATLAB transposed", name, dataset)
	}
	return fmt.Errorf("the file is HDF5, which is not read: save its dataset, here %[2]s, in Python by numpy.save('data.npy', h5py.File('%[1]s')['%[2]s'][:])", name, dataset)
}

// matElement returns a reader of the variable at a place in the file, behind the tag of its data
// element, and the place of the next element.
func matElement(file io.ReaderAt, at, size int64, order binary.ByteOrder) (*matReader, int64, error) {
	var tag [8]byte
	if _, err := file.ReadAt(tag[:], at); err != nil {
		return nil, 0, fmt.Errorf("the variable at byte %d: %w", at, explain(err))
	}
	kind, bytes := order.Uint32(tag[:]), int64(order.Uint32(tag[4:]))
	next := at + 8 + bytes
	if next > size {
		return nil, 0, fmt.Errorf("the variable at byte %d: %w", at, explain(io.EOF))
	}
	var in io.Reader = bufio.NewReaderSize(io.NewSectionReader(file, at+8, bytes), readAhead)
	switch kind {
	case matMatrix:
		return &matReader{in, order}, next, nil
	case matCompressed:
		unpacked, err := zlib.NewReader(in)
		if err != nil {
			return nil, 0, fmt.Errorf("unpacking the variable at byte %d: %w", at, explain(err))
		}
		m := &matReader{bufio.NewReaderSize(unpacked, readAhead), order}
		if inner, _, _, err := m.tag(); err != nil || inner != matMatrix {
			return nil, 0, fmt.Errorf("the variable at byte %d: %w", at, errors.Join(err, errors.New("it is not an array")))
		}
		return m, next, nil
	}
	return nil, 0, fmt.Errorf("at byte %d there is a data element of type %d, where a variable is expected", at, kind)
}

// tag reads the tag of a data element. A small one of at most 4 bytes has its data in the tag.
func (m *matReader) tag() (kind uint32, bytes int, small []byte, err error) {
	var tag [8]byte
	if _, err := io.ReadFull(m, tag[:]); err != nil {
		return 0, 0, nil, explain(err)
	}
	kind, length := m.order.Uint32(tag[:]), m.order.Uint32(tag[4:])
	if short := kind >> 16; short != 0 {
		if short > 4 {
			return 0, 0, nil, fmt.Errorf("a small data element claims %d bytes", short)
		}
		return kind & 0xffff, int(short), tag[4 : 4+short], nil
	}
	if length > 1<<31 {
		return 0, 0, nil, fmt.Errorf("a data element claims %d bytes", length)
	}
	return kind, int(length), nil, nil
}

// data reads a data element of at most 4096 bytes, and what fills it up to a multiple of 8.
func (m *matReader) data() (kind uint32, data []byte, err error) {
	kind, bytes, small, err := m.tag()
	if err != nil || small != nil {
		return kind, small, err
	}
	if bytes > 4096 {
		return 0, nil, fmt.Errorf("a header of %d bytes is not believable", bytes)
	}
	data = make([]byte, (bytes+7)/8*8)
	if _, err := io.ReadFull(m, data); err != nil {
		return 0, nil, explain(err)
	}
	return kind, data[:bytes], nil
}

// variable reads the name and the dimensions of a variable. Its error is errNotNumeric if that is no
// matrix of real numbers, such as an object, which has no dimensions.
func (m *matReader) variable() (name string, dims []uint64, err error) {
	kind, flags, err := m.data()
	if err != nil {
		return "", nil, err
	}
	if kind != matUint32 || len(flags) != 8 {
		return "", nil, errors.New("its flags are damaged")
	}
	class := m.order.Uint32(flags)
	if n := class & 0xff; n < matFirstNumeric || n > matLastNumeric || class>>8&matComplex != 0 {
		return "", nil, errNotNumeric
	}
	kind, sizes, err := m.data()
	if err != nil {
		return "", nil, err
	}
	if kind != matInt32 || len(sizes)%4 != 0 || len(sizes) < 8 {
		return "", nil, errors.New("its dimensions are damaged")
	}
	for ; len(sizes) > 0; sizes = sizes[4:] {
		dims = append(dims, uint64(m.order.Uint32(sizes)))
	}
	_, text, err := m.data()
	if err != nil {
		return "", nil, err
	}
	if len(dims) != 2 {
		return "", nil, errNotNumeric
	}
	return string(text), dims, nil
}

// matrix returns a reader of the numbers, of which MATLAB puts each column in one piece.
func (m *matReader) matrix(dims []uint64) (rowReader, error) {
	kind, bytes, small, err := m.tag()
	if err != nil {
		return nil, err
	}
	e, numeric := matNumbers[kind]
	if !numeric {
		return nil, fmt.Errorf("its numbers are of type %d, which is not known", kind)
	}
	e.bigEndian = m.order == binary.BigEndian
	var in io.Reader = io.LimitReader(m, int64(bytes))
	if small != nil {
		in = strings.NewReader(string(small))
	}
	a, err := newArray(e, 0, []uint64{dims[1], dims[0]}) // as it lies in the file
	if err != nil {
		return nil, err
	}
	a.fortran = true
	if want := a.rows * a.RowBytes(); want != bytes {
		return nil, fmt.Errorf("%d × %d numbers take %d bytes, and it has %d: the file is damaged", dims[0], dims[1], want, bytes)
	}
	if small == nil {
		in = &matEnd{in, m, (8 - bytes%8) % 8}
	}
	return newArrayReader(in, unknownSize, a)
}

// matEnd reads numbers, and after them what fills them up and the end of the variable. So package
// zlib compares its checksum too.
type matEnd struct {
	numbers, in io.Reader
	fill        int // bytes
}

// Read implements io.Reader.
func (m *matEnd) Read(b []byte) (int, error) {
	n, err := m.numbers.Read(b)
	if err != io.EOF || n > 0 {
		return n, err
	}
	rest, err := io.ReadAll(io.LimitReader(m.in, int64(m.fill)+1))
	if err != nil {
		return 0, err
	}
	if len(rest) != m.fill || slices.ContainsFunc(rest, func(b byte) bool { return b != 0 }) {
		return 0, errors.New("the variable does not end where its numbers do: it is damaged")
	}
	return 0, io.EOF
}
