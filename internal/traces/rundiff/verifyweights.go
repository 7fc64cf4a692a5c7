package rundiff

import (
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strings"

	"twophase/circuit/weights"
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

// archiveDifference is weightsDifference of open files.
func archiveDifference(run io.ReaderAt, size int64, replay io.ReaderAt, replaySize int64) (string, error) {
	here, err := weights.Read(run, size)
	if err != nil {
		return "", fmt.Errorf("it cannot be read as weights: %w", err)
	}
	there, err := weights.Read(replay, replaySize)
	if err != nil {
		return "", err
	}
	if a, b := namesOf(here), namesOf(there); !slices.Equal(a, b) {
		return fmt.Sprintf("it holds %.200s, replayed %s", strings.Join(a, ", "), strings.Join(b, ", ")), nil
	}
	first, differing, all := "", 0, 0
	for i, b := range there {
		a := here[i]
		if !slices.Equal(a.Shape, b.Shape) {
			return fmt.Sprintf("%s is of shape %v, replayed %v", b.Name, a.Shape, b.Shape), nil
		}
		for at, x := range a.Values {
			if math.Float64bits(x) == math.Float64bits(b.Values[at]) {
				continue
			}
			if differing++; first == "" {
				first = fmt.Sprintf("%s%v is %v, replayed %v", b.Name, indicesOf(at, b.Shape), x, b.Values[at])
			}
		}
		all += len(b.Values)
	}
	if differing == 0 {
		return "all weights are the same, and the archive is not", nil
	}
	return fmt.Sprintf("%s; %d of %s differ", first, differing, wording.Count(all, "weight")), nil
}

// namesOf returns the names of arrays.
func namesOf(arrays []weights.Array) (names []string) {
	for _, a := range arrays {
		names = append(names, a.Name)
	}
	return names
}

// indicesOf returns the indices of element i of an array in C order.
func indicesOf(i int, shape []int) string {
	at := make([]string, len(shape))
	for d := len(shape) - 1; d >= 0; d-- {
		at[d] = fmt.Sprint(i % shape[d])
		i /= shape[d]
	}
	return "[" + strings.Join(at, ",") + "]"
}
