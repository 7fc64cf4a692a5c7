package result

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"twophase/internal/experiment"
)

// Version is the version of twophase.
const Version = "0.1.0"

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
// feedforward[0,ch3] for feedforward[0,3].
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
