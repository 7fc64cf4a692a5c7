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

// Blame names the keys that an error is about, the likeliest first, so that
// Document.Locate finds its place. It returns nil for none, and an error that names
// keys already as it is.
func Blame(err error, keys ...string) error {
	var known *KeyError
	if err == nil || errors.As(err, &known) {
		return err
	}
	return &KeyError{keys, err}
}

// Within returns an error about the keys of a named section. The keys in the section come
// first, then those of the same names outside, whose values the section inherits, and then
// the section.
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
