package rundiff

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"twophase/internal/files/folder"
	"twophase/internal/text/wording"
	"twophase/internal/traces/result"
)

// VerifiedFile is a file of a run and of its replay.
type VerifiedFile struct {
	Name       string `json:"name"`
	SHA256     string `json:"sha256,omitempty"`     // of the run's; empty: it is missing
	Replayed   string `json:"replayed,omitempty"`   // of the replay's; empty: it wrote none
	Difference string `json:"difference,omitempty"` // the first difference, and their number
	Close      int    `json:"close,omitempty"`      // numbers that differ in their last digits only, and nothing else does
	Damage     string `json:"damage,omitempty"`     // why it cannot be the file that the run wrote
}

// Compare compares the files of a folder with those of its replay, and with the checksums
// of the folder.
func Compare(ctx context.Context, kind folder.Kind, run, replay string) ([]VerifiedFile, error) {
	names, err := comparedNames(kind, run, replay)
	if err != nil {
		return nil, err
	}
	var files []VerifiedFile
	for _, name := range names {
		f := VerifiedFile{Name: name}
		here, there := filepath.Join(run, name), filepath.Join(replay, name)
		if f.SHA256, err = hashFile(here); err == nil {
			f.Replayed, err = hashFile(there)
		}
		if err != nil {
			return nil, err
		}
		switch {
		case f.SHA256 == "":
			f.Difference = "it is missing"
		case f.Replayed == "":
			f.Difference = "the replay writes no such file"
		case f.SHA256 != f.Replayed:
			if f.Close, err = closeFiles(here, there); err == nil && f.Close == 0 {
				f.Difference, err = Difference(here, there)
			}
			if err != nil {
				f.Difference = err.Error()
			}
		}
		files = append(files, f)
	}
	wrong, err := kind.Damaged(ctx, run)
	if err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(wrong)) {
		at := slices.IndexFunc(files, func(f VerifiedFile) bool { return f.Name == name })
		if at < 0 {
			files = append(files, VerifiedFile{Name: name})
			at = len(files) - 1
		}
		files[at].Damage = wrong[name].Error()
	}
	return files, nil
}

// comparedNames returns the names of the files in either folder that should be the same.
func comparedNames(kind folder.Kind, folders ...string) (names []string, err error) {
	for _, folder := range folders {
		entries, err := os.ReadDir(folder)
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if n := e.Name(); kind.Files.MatchString(n) && !result.OnTheWay.MatchString(n) && n != "timing.json" {
				names = append(names, n)
			}
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// closeFiles returns how many numbers of two files with measures differ in their last digits, or 0 if they differ in
// more.
func closeFiles(run, replay string) (differing int, err error) {
	if !hasMeasures(run) {
		return 0, nil
	}
	a, err := ReadWithoutFolder(run)
	if err != nil {
		return 0, err
	}
	b, err := ReadWithoutFolder(replay)
	if err != nil {
		return 0, err
	}
	differing, _ = closeNumbers(a, b)
	return differing, nil
}

// Difference describes the first difference between two files of one name.
func Difference(run, replay string) (string, error) {
	switch filepath.Ext(run) {
	case ".parquet":
		return traceDifference(run, replay)
	case ".npz":
		return weightsDifference(run, replay)
	}
	return lineDifference(run, replay)
}

// folderLine is a line of a summary or a comparison with the path of a run.
var folderLine = regexp.MustCompile(`(?m)^ *"folder": .*\n`)

// hasRunPath reports whether a file has such a line.
func hasRunPath(path string) bool {
	name := filepath.Base(path)
	return name == "summary.json" || name == "comparison.json"
}

// ReadWithoutFolder reads a file without its lines with the path of a run.
func ReadWithoutFolder(path string) ([]byte, error) {
	text, err := os.ReadFile(path)
	if hasRunPath(path) {
		text = folderLine.ReplaceAll(text, nil)
	}
	return text, err
}

// hashFile returns the SHA-256 of a file, or "" if there is none.
func hashFile(path string) (string, error) {
	sum := sha256.New()
	if hasRunPath(path) {
		text, err := ReadWithoutFolder(path)
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil
		}
		sum.Write(text)
		return hex.EncodeToString(sum.Sum(nil)), err
	}
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	defer f.Close()
	if _, err := io.Copy(sum, f); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// shownOfLine is the largest number of bytes of a line that are shown.
const shownOfLine = 80

// lineDifference says which line of two texts is the first that differs.
func lineDifference(run, replay string) (string, error) {
	a, err := ReadWithoutFolder(run)
	if err != nil {
		return "", err
	}
	b, err := ReadWithoutFolder(replay)
	if err != nil {
		return "", err
	}
	here, there := bytes.Split(a, []byte("\n")), bytes.Split(b, []byte("\n"))
	first, differing := -1, 0
	line := func(lines [][]byte, i int) string {
		if i >= len(lines) {
			return "nothing"
		}
		return fmt.Sprintf("%.*q", shownOfLine, strings.TrimSpace(string(lines[i])))
	}
	all := max(len(here), len(there))
	for i := range all {
		if i < min(len(here), len(there)) && bytes.Equal(here[i], there[i]) {
			continue
		}
		if differing++; first < 0 {
			first = i
		}
	}
	if first < 0 {
		return "no line that counts differs", nil
	}
	what := fmt.Sprintf("line %d is %s, replayed %s", first+1, line(here, first), line(there, first))
	if hasRunPath(run) {
		what += " (not counting the line of the folder)"
	}
	return fmt.Sprintf("%s; %d of %s differ", what, differing, wording.Count(all, "line")), nil
}
