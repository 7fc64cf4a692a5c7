// Package report draws what runs recorded and found.
package report
