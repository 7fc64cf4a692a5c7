//go:build netlib

package blas

import (
	"testing"

	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/netlib/blas/netlib"
)

func TestNetlibIsInstalled(t *testing.T) {
	if got, ok := blas64.Implementation().(netlib.Implementation); !ok {
		t.Errorf("blas64 runs on %T, want netlib's", got)
	}
}
