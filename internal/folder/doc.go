// Package folder writes folders that are either complete or do not look it, and
// never replaces what it has not written.
package folder
