package experiment

import (
	"fmt"
	"regexp"
)

// variantName matches the names of variants, which are also names of folders.
var variantName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)

// CheckVariantName returns an error unless a variant may have that name.
func CheckVariantName(name string) error {
	if !variantName.MatchString(name) {
		return fmt.Errorf("a variant cannot be called %q: write letters, digits, - and _", name)
	}
	return nil
}
