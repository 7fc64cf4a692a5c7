package rundiff

import (
	"archive/zip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"twophase/internal/text/wording"
)

// weightsDifference describes the first element that differs between two archives of
// weights, and says how many differ. The archive of the run is not trusted; this program
// wrote that of the replay.
func weightsDifference(run, replay string) (string, error) {
	here, err := os.Open(run)
	if err != nil {
		return "", err
	}
	defer here.Close()
	there, err := os.Open(replay)
	if err != nil {
		return "", err
	}
	defer there.Close()
	info, err := here.Stat()
	if err != nil {
		return "", err
	}
	other, err := there.Stat()
	if err != nil {
		return "", err
	}
	return archiveDifference(here, info.Size(), there, other.Size())
}

// archiveDifference is weightsDifference of open files. It reads no more of the run's file
// than the replay's file has.
//
// It does not use github.com/sbinet/npyio, which panics on a malformed header and
// allocates any length that the header claims.
func archiveDifference(run io.ReaderAt, size int64, replay io.ReaderAt, replaySize int64) (string, error) {
	here, err := zip.NewReader(run, size)
	if err != nil {
		return "", notWeights(err)
	}
	there, err := zip.NewReader(replay, replaySize)
	if err != nil {
		return "", err
	}
	if a, b := members(here), members(there); !slices.Equal(a, b) {
		return fmt.Sprintf("it holds %.200s, replayed %s", strings.Join(a, ", "), strings.Join(b, ", ")), nil
	}
	first, differing, all := "", 0, 0
	for i, member := range there.File {
		b, err := readMember(member, math.MaxInt64)
		if err != nil {
			return "", err
		}
		name := strings.TrimSuffix(member.Name, ".npy")
		a, err := readMember(here.File[i], int64(len(b.data))+maxWeightsHeader)
		if err != nil {
			return "", notWeights(fmt.Errorf("%s: %w", name, err))
		}
		if !slices.Equal(a.shape, b.shape) {
			return fmt.Sprintf("%s is of shape %v, replayed %v", name, a.shape, b.shape), nil
		}
		if len(a.data) != len(b.data) {
			return "", notWeights(fmt.Errorf("%s has %d bytes of numbers, replayed %d", name, len(a.data), len(b.data)))
		}
		for i := 0; i < len(b.data); i += 8 {
			x, y := binary.LittleEndian.Uint64(a.data[i:]), binary.LittleEndian.Uint64(b.data[i:])
			if x == y {
				continue
			}
			if differing++; first == "" {
				first = fmt.Sprintf("%s%v is %v, replayed %v", name, element(i/8, b.shape), math.Float64frombits(x), math.Float64frombits(y))
			}
		}
		all += len(b.data) / 8
	}
	if differing == 0 {
		return "all weights are the same, and the archive is not", nil
	}
	return fmt.Sprintf("%s; %d of %s differ", first, differing, wording.Count(all, "weight")), nil
}

func notWeights(err error) error { return fmt.Errorf("it cannot be read as weights: %w", err) }

func members(archive *zip.Reader) (names []string) {
	for _, f := range archive.File {
		names = append(names, f.Name)
	}
	return names
}

// memberArray is an array of an archive: the shape in its header, and the bytes after the
// header, which may be fewer or more than the shape needs.
type memberArray struct {
	shape []int
	data  []byte
}

// maxWeightsHeader is larger than any header of an array with three dimensions.
const maxWeightsHeader = 1 << 12

// weightsHeader is how weights.Write, and NumPy, begin an array of float64.
var weightsHeader = regexp.MustCompile(`^\{'descr': '<f8', 'fortran_order': False, 'shape': \((\d{1,9}(?:,|(?:, \d{1,9}){1,2}))\), \} *\n$`)

// readMember reads an array of at most limit bytes.
func readMember(member *zip.File, most int64) (w memberArray, err error) {
	in, err := member.Open()
	if err != nil {
		return w, err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, most))
	if err != nil {
		return w, err
	}
	const magic = "\x93NUMPY\x01\x00"
	rest, found := strings.CutPrefix(string(text), magic)
	if !found || len(rest) < 2 {
		return w, errors.New("it does not begin as a NumPy array")
	}
	length := int(binary.LittleEndian.Uint16([]byte(rest)))
	if rest = rest[2:]; length > len(rest) {
		return w, io.ErrUnexpectedEOF
	}
	header := weightsHeader.FindStringSubmatch(rest[:length])
	if header == nil {
		return w, fmt.Errorf("its header is %.120q", rest[:length])
	}
	w.data = text[len(magic)+2+length:]
	for _, field := range strings.Split(strings.TrimSuffix(header[1], ","), ", ") {
		n, err := strconv.Atoi(field)
		if err != nil {
			return w, err
		}
		w.shape = append(w.shape, n)
	}
	return w, nil
}

// element returns the indices of element i of an array in C order.
func element(i int, shape []int) string {
	at := make([]string, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		at[d] = fmt.Sprint(i % shape[d])
		i /= shape[d]
	}
	return "[" + strings.Join(at, ",") + "]"
}
