package main

import (
	"regexp"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/text/document"
)

// flagKeys are the keys of an experiment file that flags override. A flag that is not listed
// overrides the key of its name.
var flagKeys = map[string]string{
	"problem": "stimulus.problem", "spectrum": "stimulus.spectrum", "stimulus": "stimulus.file", "inputs": "stimulus.inputs",
	"center": "stimulus.center", "delimiter": "stimulus.delimiter", "columns": "stimulus.columns", "skip-columns": "stimulus.skip_columns", "transpose": "stimulus.transpose", "scale": "stimulus.scale", "shuffle": "stimulus.shuffle", "epochs": "stimulus.epochs",
	"canonical-correlations": "stimulus.canonical_correlations", "autocorrelations": "stimulus.autocorrelations",
	"sources": "stimulus.sources", "clusters": "stimulus.clusters", "condition": "stimulus.condition", "mixing": "stimulus.mixing",
	"silence": "stimulus.silence", "centres": "stimulus.centres", "noise": "stimulus.noise",
	"probabilities": "stimulus.probabilities", "files": "stimulus.files", "views": "stimulus.views",
	"settle": "settle.method", "sweeps": "settle.sweeps", "tolerance": "settle.tolerance", "damping": "settle.damping",
	"time-step": "settle.time_step", "warm": "settle.warm",
	"initial-m": "initial_m", "initial-w": "initial_w", "initial-weights": "initial_weights", "fork-at": "fork_at", "drift-from": "drift_from",
	"rates": "", // the multiples of compare --networks, not the key rates
}

// fullKeyOf returns the full name of the key that a flag would override.
func fullKeyOf(flag string) string {
	if name, ok := flagKeys[flag]; ok {
		return name
	}
	return flag
}

// keyOfFlag returns the key that a flag overrides, nil if there is none.
func keyOfFlag(flag string) *document.Key { return keys().Find(fullKeyOf(flag)) }

// keys returns the keys of an experiment file, for reading. Each command line asks for them
// hundreds of times.
var keys = sync.OnceValue(experiment.FileKeys)

// keyed completes flags that override keys of an experiment file: each has the sentence,
// the range and the default of its key, and the category unless it names another.
func keyed(category string, flags ...cli.Flag) []cli.Flag {
	for _, f := range flags {
		key := keyOfFlag(f.Names()[0])
		usage := usageOf(key)
		switch f := f.(type) {
		case *cli.StringFlag:
			f.Usage, f.DefaultText = usage, key.Default
			experiment.SetDefault(&f.Category, category)
		case *cli.GenericFlag:
			f.Usage, f.DefaultText = usage, key.Default
			experiment.SetDefault(&f.Category, category)
		case *cli.StringSliceFlag:
			f.Usage, f.DefaultText = usage+"; repeatable", key.Default
			experiment.SetDefault(&f.Category, category)
		case *cli.BoolFlag:
			f.Usage, f.DisableDefaultText = key.Sentence(), true
			experiment.SetDefault(&f.Category, category)
		}
	}
	return flags
}

// symbol matches the word for the value in the sentence of a key, such as K or FILE.
var symbol = regexp.MustCompile(`(^|[ (])(SELECTION\[@STRIDE\]|[A-Z]+|[Λατ])([ ,:;]|$)`)

// notValues are words in capitals that do not stand for a value.
var notValues = map[string]bool{"M": true, "W": true, "IDX": true}

// usageOf returns the sentence of a key with the word for its value in backticks, from which the help
// takes it. Without such a word it takes the name of the key.
func usageOf(key *document.Key) string {
	text := key.Sentence()
	for _, at := range symbol.FindAllStringSubmatchIndex(text, -1) {
		word := text[at[4]:at[5]]
		if !notValues[word] {
			return text[:at[4]] + "`" + word + "`" + text[at[5]:]
		}
	}
	return "`" + strings.ToUpper(key.Name) + "`: " + text
}

// overruled returns the keys of an experiment file that flags override. Other stimuli, or another
// method of settling, replace the whole section.
func overruled(c *cli.Context) (keys []string) {
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		switch key := keyOfFlag(name); {
		case !c.IsSet(name) || key == nil:
		case sourceFlags[name] != "":
			keys = append(keys, "stimulus")
		case name == "settle":
			keys = append(keys, "settle")
		default:
			keys = append(keys, fullKeyOf(name))
		}
	}
	return keys
}

// sourceFlags are the flags that say where stimuli come from, by the keys of
// experiment.Kinds.
var sourceFlags = map[string]string{
	"problem": "problem", "spectrum": "spectrum", "canonical-correlations": "canonical_correlations",
	"autocorrelations": "autocorrelations", "sources": "sources", "clusters": "clusters", "stimulus": "file", "files": "files",
}
