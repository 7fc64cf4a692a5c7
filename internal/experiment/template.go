package experiment

import _ "embed" // for the template

// Template is a commented experiment file: the default experiment.
//
//go:embed template.yaml
var Template string
