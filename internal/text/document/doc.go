// Package document reads YAML documents whose keys are known beforehand, and says
// what is wrong with them and where.
//
//  1. Parse turns the text into a tree of nodes, each with its place.
//  2. Document.Read reads a Section with typed keys from the tree. Each Value knows what
//     it may be and which variable receives it.
//  3. Errors that are found later, when values do not fit together, get the place of the
//     key to blame (Blame, Document.Locate).
//
// The same keys give the JSON Schema for editors (Section.JSONSchema), a template (Template) and
// the text of a document (Section.YAML). JSON is YAML, so a document may be JSON too.
//
// An alias repeats the value of an anchor before it, so that a list is written once. A document may not have merge keys,
// tags, blocks of text, or more than one document in a file. These have more than one meaning, or none here.
//
// It may import internal/text/wording and internal/text/strict only.
package document
