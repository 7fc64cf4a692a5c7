package document

import "errors"

// KeyError is the error of a value that was read, but does not fit. Keys are those
// that may be to blame, such as stimulus.epochs or record[1], the likeliest first.
type KeyError struct {
	Keys []string
	Err  error
}

func (e *KeyError) Error() string { return e.Err.Error() }

// Unwrap returns the error without the keys.
func (e *KeyError) Unwrap() error { return e.Err }

// Blame adds to an error the keys that it is about, the likeliest first, so that
// Document.Locate finds its place. It returns nil for nil, and an error that has keys
// unchanged.
func Blame(err error, keys ...string) error {
	var known *KeyError
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &KeyError{keys, err}
}

// Within puts the keys of an error into a named section. The error then blames the keys in
// the section first, then those of the same names outside, from which the section inherits,
// then the section.
func Within(err error, section string) error {
	var known *KeyError
	if err == nil || !errors.As(err, &known) {
		return Blame(err, section)
	}
	var keys []string
	for _, k := range known.Keys {
		keys = append(keys, section+"."+k)
	}
	return &KeyError{append(append(keys, known.Keys...), section), known.Err}
}
