package fileformat

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"regexp"
	"strconv"
	"strings"

	"twophase/internal/text/wording"
)

// maxNPYHeader bounds the length of a NPY header; real ones have 128 bytes.
const maxNPYHeader = 1 << 16

// The header of a NPY file is the text of a Python dictionary.
var (
	npyDescr   = regexp.MustCompile(`'descr'\s*:\s*('[^']*'|\[)`)
	npyFortran = regexp.MustCompile(`'fortran_order'\s*:\s*(True|False)`)
	npyShape   = regexp.MustCompile(`'shape'\s*:\s*\(([^()]*)\)`)
	npyType    = regexp.MustCompile(`^'([<>|=]?)([fiu])([1248])'$`)
)

// newNPY reads the header of a NumPy array file, versions 1 to 3. Unlike that of github.com/sbinet/npyio it does not
// panic on a malformed header or allocate whatever length one claims.
func newNPY(in io.Reader, size int64) (*arrayReader, error) {
	header, offset, err := readNPYHeader(in)
	if err != nil {
		return nil, fmt.Errorf("NPY header: %w", err)
	}
	e, dims, fortran, err := parseNPYHeader(header)
	if err != nil {
		return nil, fmt.Errorf("NPY header: %w", err)
	}
	if fortran && len(dims) > 1 {
		if len(dims) > 2 {
			return nil, errors.New("the array is in Fortran order and has more than two dimensions: save it by numpy.save(file, numpy.ascontiguousarray(x))")
		}
		dims[0], dims[1] = dims[1], dims[0] // as it lies in the file
	}
	a, err := newArray(e, offset, dims)
	if err != nil {
		return nil, err
	}
	a.fortran = fortran
	return newArrayReader(in, size, a)
}

// readNPYHeader returns the dictionary's text and the offset of the data.
func readNPYHeader(in io.Reader) (header string, offset int64, err error) {
	var start [8]byte // magic, major and minor version
	if _, err := io.ReadFull(in, start[:]); err != nil {
		return "", 0, explain(err)
	}
	if string(start[:6]) != "\x93NUMPY" {
		return "", 0, errors.New("the file does not begin as a NumPy array does")
	}
	width := 4 // bytes of the header's length
	switch start[6] {
	case 1:
		width = 2
	case 2, 3:
	default:
		return "", 0, fmt.Errorf("version %d of the format is not known: versions 1 to 3 are", start[6])
	}
	var length [4]byte
	if _, err := io.ReadFull(in, length[:width]); err != nil {
		return "", 0, explain(err)
	}
	n := binary.LittleEndian.Uint32(length[:])
	if n > maxNPYHeader {
		return "", 0, fmt.Errorf("a header of %d bytes is not believable", n)
	}
	text := make([]byte, n)
	if _, err := io.ReadFull(in, text); err != nil {
		return "", 0, explain(err)
	}
	return string(text), int64(len(start)+width) + int64(n), nil
}

// parseNPYHeader returns the type and the dimensions that a header states.
func parseNPYHeader(header string) (e element, dims []uint64, inFortranOrder bool, err error) {
	descr := npyDescr.FindStringSubmatch(header)
	fortran := npyFortran.FindStringSubmatch(header)
	shape := npyShape.FindStringSubmatch(header)
	if descr == nil || fortran == nil || shape == nil {
		return e, nil, false, fmt.Errorf("%s does not state 'descr', 'fortran_order' and 'shape'", wording.Quote(header))
	}
	typ := npyType.FindStringSubmatch(descr[1])
	if typ == nil || typ[2]+typ[3] == "f1" {
		return e, nil, false, fmt.Errorf("numbers of type %s are not supported: save the array as float, for example by numpy.save(file, x.astype('f8'))", descr[1])
	}
	e = element{kind: typ[2][0], size: int(typ[3][0] - '0'), bigEndian: typ[1] == ">"}
	for _, field := range strings.Split(shape[1], ",") {
		field = strings.TrimSuffix(strings.TrimSpace(field), "L") // 60000L in Python 2
		if field == "" {
			continue // (60000,) and ()
		}
		d, err := strconv.ParseUint(field, 10, 63)
		if err != nil {
			return e, nil, false, fmt.Errorf("the shape (%s) is not a list of sizes", wording.Quote(shape[1]))
		}
		dims = append(dims, d)
	}
	return e, dims, fortran[1] == "True", nil
}
