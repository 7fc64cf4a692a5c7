//go:build !netlib

package blas

import (
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/blas/gonum"
)

func TestDefaultIsPureGo(t *testing.T) {
	if got, ok := blas64.Implementation().(gonum.Implementation); !ok {
		t.Errorf("blas64 runs on %T, want gonum's own", got)
	}
}
