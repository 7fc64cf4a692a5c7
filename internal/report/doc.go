// Package report draws what a run recorded.
package report
