//go:build !linux

package durable

import "errors"

// Exchange returns errors.ErrUnsupported.
func Exchange(a, b string) error { return errors.ErrUnsupported }
