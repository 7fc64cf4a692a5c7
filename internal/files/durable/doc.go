// Package durable is the only way in which twophase writes files and folders.
//
// After a power cut, a file may have lost what had not reached the disk: all of it, or a part,
// under its final name. So every file is
//
//  1. written aside, under a temporary name in its folder,
//  2. synced, so that its content is on the disk,
//  3. renamed, so that readers see either all of it or the older file,
//  4. followed by a sync of its folder, so that its name is on the disk too.
//
// When Commit, Write, WriteNew, MkdirAll, Rename or Exchange returns without an error, its effect
// outlasts a power cut. Before that, the older file stays, or none. An error of a sync is an
// error: data may be lost, and a second sync would not report it.
//
// There are two kinds of temporary names:
//
//   - PATH.partial (CreateOwned, Reopen), in a folder that one process owns. The name is known
//     beforehand, so that an interrupted recording can continue with it.
//   - .NAME.*.partial beside PATH (Create), in a folder to which several processes may
//     write. Each file has a unique name and is locked while it is written. The remains of a
//     killed process are removed when the same file is created the next time.
//
// Files that grow under their final names (AppendNew) outlast a power cut up to their last
// Sync. Their readers must recognise a torn last line.
//
// No other package creates or renames files, except temporary ones: TestOneWayOfWriting reads
// the sources to check this. The package may import no other package of twophase.
package durable
