// Package docs holds the pages of the documentation that the command prints as well, so that
// each has one text.
//
//  1. Topics has the pages that twophase help prints, by their names.
//  2. Term has what the glossary says of a term.
//
// It imports nothing.
package docs
