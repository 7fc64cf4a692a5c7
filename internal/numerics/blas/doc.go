// Package blas chooses who multiplies the matrices of gonum. It exports
// nothing; a package that leans on gonum/mat imports it for its side effect:
//
//	import _ "twophase/internal/numerics/blas"
//
// By default nothing happens: gonum's own BLAS is pure Go with assembly, and
// the program needs no cgo. With the build tag netlib all of gonum's float64
// algebra (blas64, and mat and lapack64 above it) runs on OpenBLAS instead:
//
//	apt-get install libopenblas-dev
//	CGO_LDFLAGS=-lopenblas go build -tags netlib ./...
//
// Milliseconds for N = 400 on one Zen core (medians of 12; in parentheses two):
//
//	                         gonum         OpenBLAS 0.3.21
//	product [N×N]·[N×N]      15.4 (9.5)    2.4 (1.7)
//	mat.EigenSym, vectors    96 (98)       81 (81)
//
// The eigenvectors gain little because LAPACK stays gonum's, which spends its
// time outside the matrix product. Thin matrices of a few columns gain nothing
// and may lose to the threads.
//
// Only what promises a tolerance may pass through here: measures, theory,
// mean-field flows, batch PCA. Two BLAS add in different orders and so round
// differently; whatever feeds a weight goes through internal/numerics/kernel, whose bits
// do not depend on this choice.
//
// OpenBLAS starts its own threads. Where runs are already spread over the
// cores, set OPENBLAS_NUM_THREADS=1.
//
//  1. A package that uses gonum/mat imports this one.
//  2. With the tag netlib, init gives blas64 the implementation of OpenBLAS.
//
// The package may import no other package of twophase.
package blas
