package circuitfile

import _ "embed"

// Template is an experiment file with a circuit, for people to edit.
//
//go:embed template.yaml
var Template []byte
