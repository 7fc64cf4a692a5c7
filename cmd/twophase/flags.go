package main

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/urfave/cli/v2"

	"twophase/internal/experiment"
	"twophase/internal/text/document"
)

// keyOf is a key of an experiment file that a flag overrides.
type keyOf struct {
	name string // in full, such as stimulus.inputs
	*document.Key
}

// flagKeys returns the keys of an experiment file that have flags, in their order. Each command line asks for them
// hundreds of times.
var flagKeys = sync.OnceValue(func() (all []keyOf) {
	experiment.FileKeys().Each(func(name string, key *document.Key) {
		if key.Flag.Name != "" && !strings.HasPrefix(name, "interventions.") { // which settle too
			all = append(all, keyOf{name, key})
		}
	})
	return all
})

// keyOfFlag returns the key that a flag of run or compare overrides; its Key is nil if there is none.
func keyOfFlag(flag string) keyOf {
	for _, k := range flagKeys() {
		if k.Flag.Name == flag {
			return k
		}
	}
	return keyOf{}
}

// circuitFlags say what the circuit is and what it sees.
func circuitFlags() []cli.Flag {
	return append(keyFlags(func(k keyOf) bool { return k.Flag.Group != ofRun && k.name != "executor" || k.name == "seed" }), setKeys())
}

// keyFlags returns the flags of some keys. Each has the sentence and the default of its key.
func keyFlags(wanted func(keyOf) bool) (flags []cli.Flag) {
	for _, k := range flagKeys() {
		if wanted(k) {
			flags = append(flags, flagOf(k))
		}
	}
	return flags
}

func flagOf(k keyOf) cli.Flag {
	name, group := k.Flag.Name, k.Flag.Group
	switch {
	case name == "reference": // has the values auto and none for true and false of its key
		return &cli.StringFlag{Name: name, Value: "auto", Category: group,
			Usage: k.Sentence() + ": auto takes it from the population covariance, or from batch PCA of the file; none measures no errors"}
	case k.IsBool():
		return &cli.BoolFlag{Name: name, Category: group, Usage: k.Sentence(), DisableDefaultText: true}
	case k.Flag.Repeated:
		return &cli.StringSliceFlag{Name: name, Category: group, Usage: usageOf(k.Key) + "; repeatable", DefaultText: k.Default}
	}
	return &cli.StringFlag{Name: name, Category: group, Usage: usageOf(k.Key), DefaultText: k.Default}
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

// overrides returns the keys whose flags are on the command line, with their texts.
func overrides(c *cli.Context) (given []experiment.Override) {
	for _, f := range c.Command.Flags {
		name := f.Names()[0]
		k := keyOfFlag(name)
		if k.Key == nil || !c.IsSet(name) || name == "fork-at" { // which compare reads itself
			continue
		}
		texts := []string{c.String(name)}
		switch {
		case name == "reference":
			texts[0] = strconv.FormatBool(texts[0] != "none")
		case k.IsBool():
			texts[0] = strconv.FormatBool(c.Bool(name))
		case k.Flag.Repeated:
			texts = c.StringSlice(name)
		}
		given = append(given, experiment.Override{Key: k.name, Texts: texts})
	}
	return given
}

// overruled returns the keys of an experiment file that flags override.
func overruled(c *cli.Context) (keys []string) {
	for _, o := range overrides(c) {
		keys = append(keys, o.Replaces())
	}
	if c.IsSet("fork-at") {
		keys = append(keys, "fork_at")
	}
	return keys
}

// experimentOf returns an experiment overridden by the flags. A flag that cannot be read is a usage
// error, and so are values that do not go together.
func experimentOf(c *cli.Context, e experiment.Experiment) (experiment.Experiment, error) {
	err := notEmpty(c)()
	if err == nil && c.IsSet("reference") {
		err = oneOf("reference", "auto", "none")(c.String("reference"))
	}
	if err == nil {
		e, err = e.Override(overrides(c))
	}
	if err != nil {
		return e, usageError{err}
	}
	return e, nil
}

// notEmpty returns an error if a flag has an empty text, as from a variable that was never set. It
// would silently mean the default.
func notEmpty(c *cli.Context) func() error {
	return func() error {
		for _, f := range c.Command.Flags {
			name := f.Names()[0]
			if _, text := f.(*cli.StringFlag); text && c.IsSet(name) && c.String(name) == "" {
				return fmt.Errorf("--%s is empty: give it a value, or leave it out", name)
			}
		}
		return nil
	}
}

// oneOf reads a text that must be one of some choices.
func oneOf(name string, choices ...string) func(text string) error {
	return func(text string) error {
		if !slices.Contains(choices, text) {
			last := len(choices) - 1
			return fmt.Errorf("%s %q does not exist: choose %s or %s", name, text, strings.Join(choices[:last], ", "), choices[last])
		}
		return nil
	}
}
