// Package blas chooses who multiplies the matrices of gonum. It exports
// nothing; a package that leans on gonum/mat imports it for its side effect:
//
//	import _ "twophase/internal/blas"
//
// By default nothing happens: gonum's own BLAS is pure Go with assembly, and
// the program needs no cgo. With the build tag netlib all of gonum's float64
// algebra (blas64, and mat and lapack64 above it) runs on OpenBLAS instead:
//
//	apt-get install libopenblas-dev
//	CGO_LDFLAGS=-lopenblas go build -tags netlib ./...
//
// Only what promises a tolerance may pass through here: measures, theory,
// mean-field flows, batch PCA. Two BLAS add in different orders and so round
// differently; whatever feeds a weight goes through internal/kernel, whose bits
// do not depend on this choice.
//
// OpenBLAS starts its own threads. Where runs are already spread over the
// cores, set OPENBLAS_NUM_THREADS=1.
package blas
