// Package document reads YAML documents whose keys are known beforehand, and says
// what is wrong with them and where.
//
//	parse    the text becomes a tree of nodes, each with its place
//	read     a Section with typed keys is read from the tree: every Value knows
//	         what it may hold and where that goes
//	locate   errors that are found later, when values do not fit together, get the
//	         place of the key that is to blame (Blame, Document.Locate)
//
// The same keys give the JSON Schema for editors (Schema), and are written back
// as a document (Write). JSON is YAML, so that a document may be JSON too.
//
// What a document may not hold, because it has more than one meaning or none here:
// anchors, aliases, merge keys, tags, blocks of text, and more than one document in
// a file.
package document
