package result

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"sync"

	"twophase/internal/experiment"
	"twophase/internal/files/folder"
)

// Version is the version of twophase.
const Version = "0.2.0"

// ManifestSchema is the version of the manifest's form.
const ManifestSchema = 1

// Manifest holds everything that is needed to repeat a run. It holds no time and no
// machine, so that the same run writes the same manifest in the same build.
type Manifest struct {
	Schema     int                    `json:"schema"`
	Version    string                 `json:"version"`            // of twophase
	Revision   string                 `json:"revision,omitempty"` // of the sources of the build that recorded it; empty if it is not known
	Run        string                 `json:"run"`                // the run's ID
	Experiment experiment.Experiment  `json:"experiment"`
	Inputs     []experiment.InputFile `json:"inputs"`                // the files that were read
	InputNames []string               `json:"input_names,omitempty"` // as the header of the stimuli's file has them; empty if it has none
	Fork       *Fork                  `json:"fork,omitempty"`        // nil if the run does not continue another one
}

// Fork says that a run continues another one.
type Fork struct {
	At int    `json:"at"` // the step
	Of string `json:"of"` // the other run's ID
}

// Numbered returns a selection with the number of an input in the place of its name, as
// W[0,ch3] for W[0,3].
func (m Manifest) Numbered(text string) string {
	open := strings.LastIndexAny(text, "[,")
	if open < 0 || !strings.HasSuffix(text, "]") {
		return text
	}
	if at := slices.Index(m.InputNames, text[open+1:len(text)-1]); at >= 0 {
		return text[:open+1] + strconv.Itoa(at) + "]"
	}
	return text
}

// CheckInputs returns an error if a file that the run read has another checksum now.
func (m Manifest) CheckInputs(now []experiment.InputFile) error {
	for i, f := range now {
		if i < len(m.Inputs) && m.Inputs[i].SHA256 != f.SHA256 {
			return fmt.Errorf("the file %s has changed since: its hash is %.12s…, and was %.12s…", f.Path, f.SHA256, m.Inputs[i].SHA256)
		}
	}
	return nil
}

// Readable returns an error if the manifest is not of this version.
func (m Manifest) Readable() error {
	switch {
	case m.Schema != ManifestSchema:
		return fmt.Errorf("the schema of its manifest is %d, and this program reads %d", m.Schema, ManifestSchema)
	case m.Version != Version:
		return fmt.Errorf("it is a run of twophase %s, and this is %s: bits are promised of one version only", m.Version, Version)
	}
	return nil
}

// Bounds on what is read of a manifest from an unknown source. Those of runs are far below them.
const (
	manifestLimit = 4 << 20
	objectsLimit  = 10_000
)

// ReadManifest returns the manifest of a run folder, complete or not. The folder is not
// trusted: anything that is not a manifest is an error.
func ReadManifest(folder string) (m Manifest, err error) {
	err = readManifest(folder, RunFolder.Name, RunFolder.Manifest, &m)
	if err == nil && m.Schema > ManifestSchema {
		err = fmt.Errorf("%s was written by a newer twophase, %.40q: the schema of its manifest is %d, and this program reads %d", folder, m.Version, m.Schema, ManifestSchema)
	}
	return m, err
}

func readManifest(dir, kind string, check func(io.Reader) error, m any) error {
	sums, err := folder.ReadSums(dir)
	if err != nil {
		return err
	}
	text, err := sums.Read("manifest.json", manifestLimit)
	if errors.Is(err, folder.ErrDamaged) {
		return err
	}
	if err == nil {
		err = DecodeManifest(text, check, m)
	}
	if err != nil {
		return fmt.Errorf("%s is not a %s folder: its manifest.json: %w", dir, kind, err)
	}
	sums.NoteUnchecked()
	return nil
}

// DecodeManifest reads the text of a manifest, which is not trusted.
func DecodeManifest(text []byte, check func(io.Reader) error, m any) error {
	if n := bytes.Count(text, []byte("{")); n > objectsLimit {
		return fmt.Errorf("it lists %d things", n)
	}
	if err := check(bytes.NewReader(text)); err != nil {
		return err
	}
	return json.Unmarshal(text, m)
}

// SavedVariant is a variant of a comparison: its name, which is also the name of its
// folder, the ID of its run, and what Lacks says of it.
type SavedVariant struct{ Name, Run, Lacks string }

// ReadComparison returns the variants in the folder of a comparison, in their order. Their
// names are those of folders directly in it.
func ReadComparison(folder string) (variants []SavedVariant, err error) {
	var m ComparisonManifest
	if err := readManifest(folder, ComparisonFolder.Name, ComparisonFolder.Manifest, &m); err != nil {
		return nil, err
	}
	if err := m.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", folder, err)
	}
	for _, v := range m.Variants {
		variants = append(variants, SavedVariant{v.Name, v.Run, Lacks(v.Name, m.Variants[v.Against].Name, v.Without)})
	}
	return variants, nil
}

// Folder returns the run folder of a variant in the folder of its comparison, complete or
// not, or an error if there is none.
func (v SavedVariant) Folder(comparison string) (string, error) {
	for _, end := range []string{"", ".partial"} {
		name := filepath.Join(comparison, v.Name+end)
		if info, err := os.Lstat(name); err == nil && info.IsDir() {
			return name, nil
		}
	}
	return "", fmt.Errorf("%s has no folder %s", comparison, v.Name)
}

// VariantNames returns the names of the variants of a comparison, which are names of run
// folders in its folder. It returns nil if the folder is not that of a comparison.
func VariantNames(dir string) ([]string, error) {
	sums, err := folder.ReadSums(dir)
	if err != nil {
		return nil, err
	}
	const manifest = "manifest.json"
	text, err := sums.Read(manifest, manifestLimit)
	if err != nil {
		return nil, err
	}
	path := filepath.Join(dir, manifest)
	var m ComparisonManifest
	if err := json.Unmarshal(text, &m); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	sums.NoteUnchecked()
	if len(m.Variants) == 0 {
		return nil, nil
	}
	if err := m.Check(); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var names []string
	for _, v := range m.Variants {
		names = append(names, v.Name)
	}
	return names, nil
}

// RunFolder is what a run writes.
var RunFolder = folder.Kind{
	Name:     "run",
	Files:    regexp.MustCompile(`^((manifest|summary|timing|diverged|failed)\.json|traces\.svg|weights(-\d{4})?\.npz|traces-\d{4}-\d{5}\.parquet|events-\d{4}\.jsonl|checkpoint-\d{4}\.bin|findings\.bin)(\.partial)?$`),
	OnTheWay: OnTheWay,
	Resumed:  true,
	Manifest: folder.JSONManifest(func(m Manifest) error {
		if m.Schema < 1 || m.Run == "" {
			return errors.New("a schema or a run is missing")
		}
		return nil
	}),
}

// OnTheWay lists the files of an unfinished run that a complete run does not have.
var OnTheWay = regexp.MustCompile(`^((diverged|failed)\.json|checkpoint-\d{4}\.bin|findings\.bin|weights-\d{4}\.npz|.*\.partial)$`)

// Revision returns the revision of the sources that this program was built from, with "modified" if they were changed
// after it, or "" if that is not known, as of a test or of go run.
var Revision = sync.OnceValue(func() (revision string) {
	build, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	of := map[string]string{}
	for _, s := range build.Settings {
		of[s.Key] = s.Value
	}
	if revision = of["vcs.revision"]; revision != "" && of["vcs.modified"] == "true" {
		revision += " modified"
	}
	return revision
})

// OtherRevision says that a run was recorded by another revision than a present one, or "" if both are the same.
func OtherRevision(recorded, present string) string {
	name := func(revision string) string {
		if revision == "" {
			return "a build that does not say its revision"
		}
		return "revision " + revision
	}
	if recorded == present {
		return ""
	}
	return fmt.Sprintf("recorded by %s, and this is %s", name(recorded), name(present))
}
