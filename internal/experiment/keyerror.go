package experiment

// KeyError is the error of a value of an experiment. Keys are those of the
// manifest and of the experiment file that may be to blame, such as
// stimulus.epochs, the likeliest first.
type KeyError struct {
	Keys []string
	Err  error
}

func (e *KeyError) Error() string { return e.Err.Error() }

// Unwrap returns the error without the keys.
func (e *KeyError) Unwrap() error { return e.Err }

// blame names the keys that an error is about. It returns nil for none.
func blame(err error, keys ...string) error {
	if err == nil {
		return nil
	}
	return &KeyError{keys, err}
}
