//go:build !(darwin || dragonfly || freebsd || linux || netbsd || openbsd)

package durable

import "testing"

// withoutLocks does nothing: files are never locked here.
func withoutLocks(*testing.T) {}
