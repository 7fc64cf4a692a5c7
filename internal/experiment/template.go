package experiment

import "twophase/internal/document"

// templateHead is the comment at the top of the template.
const templateHead = `# An experiment for twophase. Check it with twophase check FILE, run it with
#
#   twophase run FILE
#
# Flags on the command line override the keys of this file. A key that is left out has
# its default. Lines that begin with ## describe the key below them. Lines that begin
# with one # are examples, which are valid without the #.
`

// Template returns an experiment file with all keys, for people to edit: each with its
// description and an example. As it stands it is the default experiment.
func Template() ([]byte, error) {
	keys, err := document.Template(Keys())
	return append([]byte(templateHead), keys...), err
}
